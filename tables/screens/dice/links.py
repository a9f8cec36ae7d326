"""Links to the seats of a dice table, shown at its terminal as a QR code, an address and the code itself.

A link is shown once, by the press that opens it, and stands in no log; whoever loses it is given a new one.
"""

from dataclasses import dataclass

import segno
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from tables.domain.errors import FloorError
from tables.screens import devices, forms, refusals
from tables.screens.forms import ChangeForm
from tables.screens.terminal import draw
from tables.screens.visits import Visit, visit_of
from tables.services import seat_links

ENDS = "end"
"""The field of the key that ends a link; its value is the player."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link that has just been opened. ``picture`` is its QR code; ``groups`` the code as it is read out."""

    player: str
    address: str
    groups: tuple[str, ...]
    picture: SafeString


@require_POST
def link(request: HttpRequest, code: str) -> HttpResponse:
    """A new link for one player, or the end of one."""
    visit = visit_of(request)
    if visit is None or visit.actor.table_id is None:
        return devices.to_pin_pad(request, code)
    try:
        if ENDS in request.POST:
            return _end(visit, code)
        return _open(visit, code)
    except FloorError as error:
        return draw(visit, code, sheet="links", refusal=refusals.of(error, visit.house.exponent))


def _open(visit: Visit, code: str) -> HttpResponse:
    """An earlier link of the player ends. The answer is the only page that ever shows the new one."""
    player = forms.read(ChangeForm(visit.request.POST))["player"]
    secret = seat_links.open_seat_link(actor=visit.actor, at=visit.at, table=code, player=player)["code"]
    address = visit.request.build_absolute_uri(reverse("seat"))
    groups = tuple(secret[at : at + 4] for at in range(0, len(secret), 4))
    return draw(visit, code, sheet="links", link=Link(player, address, groups, _drawn(f"{address}#{secret}")))


def _end(visit: Visit, code: str) -> HttpResponse:
    player = forms.read(ChangeForm({"player": visit.request.POST[ENDS]}))["player"]
    seat_links.end_seat_link(actor=visit.actor, at=visit.at, table=code, player=player, key=visit.key)
    return draw(visit, code, sheet="links")


def _drawn(address: str) -> SafeString:
    """The QR code as an SVG that takes the size of its place."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308 - made of nothing but squares
