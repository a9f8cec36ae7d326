"""A player's own page, on his telephone or a tablet at the table: his cup, the standing bid, whose turn it is.

The way in is a code that the dealer shows. It stands behind the ``#`` of the link, so no server and no log sees it
before the player sends it; it works once, in one browser. No other cup is ever in the page.
"""

from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms as shapes
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tables.domain.errors import FloorError
from tables.games import catalogue
from tables.screens import felt, forms, refusals
from tables.screens.devices import NO_MONEY
from tables.screens.dice import liars
from tables.screens.numbers import whole
from tables.screens.refusals import Refusal
from tables.selectors import actors
from tables.selectors import seat_links as links
from tables.selectors.felts import Felt
from tables.services import seat_links

SEAT_COOKIE: Final = f"{settings.SECURE_COOKIE}seat"
"""For its page alone, so it cannot have the prefix of those that are for the whole host."""
_OWN: Final = "player:"


class CodeForm(shapes.Form):
    """The one-time code of a seat link; it may be keyed in groups as it is read out."""

    code = shapes.CharField(max_length=64)


@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest) -> HttpResponse:
    """The page of the player behind a claimed link; the door to it for everybody else."""
    if request.method == "POST":
        return _claim(request)
    seen = links.sight_of(token=request.COOKIES.get(SEAT_COOKIE, ""), at=timezone.now())
    swaps = request.headers.get("HX-Request") == "true"
    if seen is None:
        if swaps:
            return HttpResponse(status=204, headers={"HX-Redirect": reverse("seat")})
        return _door(request)
    found = links.felt_for_seat(seen, known_seq=whole(request.GET.get("seen")) if swaps else None)
    if not found.picture:
        return HttpResponse(status=204)
    template = "seat/screen.html" if swaps else "seat/seat.html"
    return _drawn(request, template, _context(found), seen.time_zone)


def _claim(request: HttpRequest) -> HttpResponse:
    """Exchange the code for this browser's token, kept where no script can read it."""
    signed_on = request.session.get(actors.SESSION_KEY, "")
    browser = seat_links.Browser(
        user_agent=request.headers.get("User-Agent", ""),
        device_token=request.COOKIES.get(actors.DEVICE_COOKIE, ""),
        sign_on=signed_on if isinstance(signed_on, str) else "",
    )
    try:
        code = "".join(forms.read(CodeForm(request.POST))["code"].split())
        claimed = seat_links.claim_seat_link(at=timezone.now(), code=code, browser=browser)
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
    """Where the code is keyed. Whose link has ended is told so, and whether somebody has taken the one after it."""
    ended = links.ended(token=request.COOKIES.get(SEAT_COOKIE, ""), at=timezone.now())
    context = {"refusal": refusal, "ended": ended}
    status = refusal.status if refusal else 200
    return _drawn(request, "seat/door.html", context, ended.time_zone if ended else "UTC", status)


def _drawn(
    request: HttpRequest, template: str, context: dict[str, Any], time_zone: str, status: int = 200
) -> HttpResponse:
    """A page in the house's own time. A cup stays in no cache of a telephone."""
    with timezone.override(ZoneInfo(time_zone)):
        response = render(request, template, context, status=status)
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
        "link": picture["link"],
        "too_early": (picture["round"] or {}).get("number", 0) < picture["link"]["shows_from"],
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
