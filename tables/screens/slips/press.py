"""Presses at the dealer's terminal that count a slip in, out, or send it back."""

from tables.domain.errors import Invalid
from tables.screens.slips import at_table
from tables.screens.terminal import act
from tables.screens.visits import Visit
from tables.services import slips
from tables.services.slips.at_table import SlipCount


@act(sheet=at_table.ONE)
def slip(visit: Visit, code: str, step: str) -> None:
    """The table's step of a slip, under the signatures that it takes."""
    told = at_table.count_of(visit)
    counted, total, note = (told.pop(name) for name in ("counted", "total", "note"))
    if step == "accept":
        slips.accept_fill(**told, count=SlipCount(counted, total, note))
    elif step == "out":
        slips.count_out_credit(**told, count=SlipCount(counted, total))
    elif step == "exchange":
        slips.make_exchange(**told, count=SlipCount(counted, total))
    elif step == "decline":
        told.pop("security", None)
        slips.decline_slip(**told, count=SlipCount(counted, total), reason=note)
    else:
        raise Invalid("unknown_action")
