"""What a pit boss asks of the cage on paper, before there is a slip: its own number, chips, and his signature."""

from collections.abc import Sequence

from django.utils.translation import gettext

from tables.domain import chips
from tables.domain.slips import UNNUMBERED
from tables.reports.chip_slips import ACTS, STATES
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors.papers import PaperEvent
from tables.selectors.slips import SlipView


def facts(view: SlipView, event: PaperEvent) -> SlipFacts:
    """What the paper says, in the language that is current. What became of it stands beside what was asked for."""
    return SlipFacts(
        kind=f"{view.kind}_request",
        number=f"{view.table}-R{view.request}",
        table=view.table,
        made_at=view.requested_at,
        chips=[Pieces(value, count) for value, count in chips.from_data(view.chips).items()],
        taken=[Pieces(value, count) for value, count in chips.from_data(view.taken).items()],
        gaming_day=event.gaming_day,
        shift=event.shift,
        pit=view.pit,
        signatures=[{**line, "act": event.type} for line in event.data["signatures"]],
        acts={event.type: str(ACTS[event.type])},
        more=_more(view, event),
        note=view.reason if view.status in UNNUMBERED else "",
        look_up=f"{event.stream}/{event.seq}",
    )


def _more(view: SlipView, event: PaperEvent) -> Sequence[tuple[str, str]]:
    became = view.slip or str(STATES[view.status])
    urgent = [(gettext("Urgent"), gettext("asked for before a count"))] if view.urgent else []
    return [(gettext("Slip"), became), *urgent, (gettext("Event in the log"), str(event.seq))]
