"""A player's own page, on his telephone or a tablet at the table: his cup, the standing bid, whose turn it is.

The way in is a code that the dealer shows. It stands behind the ``#`` of the link, so no server and no log sees it
before the player sends it; it works once, in one browser. No other cup is ever in the page.
"""

from typing import Any, Final

from django import forms as shapes
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tables.domain.errors import FloorError, NotAllowed
from tables.games import catalogue
from tables.screens import felt, forms, refusals
from tables.screens.devices import NO_MONEY
from tables.screens.dice import liars
from tables.screens.refusals import Refusal
from tables.selectors import seat_links as links
from tables.selectors.felts import Felt
from tables.services import seat_links

SEAT_COOKIE: Final = "seat"
_OWN: Final = "player:"


class CodeForm(shapes.Form):
    """The one-time code of a seat link; it may be keyed in groups as it is read out."""

    code = shapes.CharField(max_length=64)


@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest) -> HttpResponse:
    """The page of the player behind a claimed link; the door to it for everybody else."""
    if request.method == "POST":
        return _claim(request)
    sight = links.sight_of(token=request.COOKIES.get(SEAT_COOKIE, ""), at=timezone.now())
    swaps = request.headers.get("HX-Request") == "true"
    try:
        found = links.felt_for_seat(sight, known_seq=_number(request.GET.get("seen")) if swaps else None)
    except NotAllowed:
        if swaps:
            return HttpResponse(status=204, headers={"HX-Redirect": reverse("seat")})
        return _door(request)
    if not found.picture:
        return HttpResponse(status=204)
    template = "seat/screen.html" if swaps else "seat/seat.html"
    return _unkept(render(request, template, _context(found)))


def _claim(request: HttpRequest) -> HttpResponse:
    """Exchange the code for this browser's token, kept where no script can read it."""
    try:
        code = "".join(forms.read(CodeForm(request.POST))["code"].split())
        claimed = seat_links.claim_seat_link(at=timezone.now(), code=code)
    except FloorError as error:
        return _door(request, refusals.of(error, NO_MONEY))
    response = HttpResponseRedirect(reverse("seat"))
    response.set_cookie(
        SEAT_COOKIE,
        claimed.token,
        expires=claimed.expires_at,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Strict",
        path=reverse("seat"),
    )
    return response


def _door(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    shown = render(request, "seat/door.html", {"refusal": refusal}, status=refusal.status if refusal else 200)
    return _unkept(shown)


def _unkept(response: HttpResponse) -> HttpResponse:
    """A cup stays in no cache of a telephone."""
    response["Cache-Control"] = "no-store"
    return response


def _context(found: Felt) -> dict[str, Any]:
    picture = found.picture
    player = str(picture["audience"]).removeprefix(_OWN)
    context: dict[str, Any] = {
        "player": player,
        "picture": picture,
        "seq": found.seq,
        "running": felt.running(picture),
        "play": None,
        "own": None,
    }
    view = picture["felt"]
    if not view:
        return context
    game = catalogue.GAMES[picture["round"]["game"]]
    context["turn"] = (view["turn"] or {}).get("player")
    if game.code == "liars_dice":
        play = liars.read(view)
        context |= {"play": play, "own": next((cup for cup in play.cups if cup.player == player), None)}
    return context


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None
