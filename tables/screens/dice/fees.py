"""Time charges at the terminal of a pot game that takes no rake from its pots (services.seat_fees)."""

from typing import Final

from django import forms as shapes
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tables.domain import chips
from tables.domain.errors import Conflict, FloorError
from tables.screens import devices, forms, refusals
from tables.screens.forms import PlayerField
from tables.screens.terminal import draw
from tables.screens.visits import visit_of
from tables.selectors import racks, tables
from tables.services import seat_fees

MOST: Final = 99
"""No player sits for more charges at once."""


class FeeForm(shapes.Form):
    """Who pays, and for how many charges at once."""

    player = PlayerField()
    charges = shapes.IntegerField(min_value=1, max_value=MOST)


@require_POST
def fee(request: HttpRequest, code: str) -> HttpResponse:
    """A player's chips for his time go into the rake box, in the fewest chips; the sheet stays for the next player."""
    visit = visit_of(request)
    if visit is None or visit.actor.table_id is None:
        return devices.to_pin_pad(request, code)
    refusal = None
    try:
        asked = forms.read(FeeForm(request.POST))
        charge = tables.table(visit.actor, code, visit.at).seat_charge
        if charge is None:
            raise Conflict("no_seat_fee")
        kinds = [line.denomination for line in racks.rack(visit.actor, code).lines if not line.retired]
        seat_fees.take_seat_fee(
            actor=visit.actor,
            at=visit.at,
            table=code,
            player=asked["player"],
            given=chips.break_down(asked["charges"] * charge, kinds),
            key=visit.key,
            expected_seq=visit.seq,
        )
    except FloorError as error:
        refusal = refusals.of(error, visit.house.exponent)
    return draw(visit, code, sheet="fee", refusal=refusal)
