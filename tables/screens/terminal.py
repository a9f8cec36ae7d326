"""The dealer's terminal at its table: one page whose keys follow the round (ecosystem.md §2.3).

Every press answers with this page again, as a swapped part or after a redirect. The picture comes from the felt's
selector as the person at the terminal may see it; a hidden card is not in it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_POST

from tables.domain.errors import FloorError, NotAllowed, NotFound
from tables.domain.table_states import TableStatus
from tables.games import catalogue
from tables.games.cards import RANKS, SUITS
from tables.screens import again, devices, felt, phases, refusals, sheets, undo
from tables.screens.dice import panels
from tables.screens.disputes import at_table as flags
from tables.screens.drafts import Draft
from tables.screens.numbers import whole
from tables.screens.pit_queue import at_table as floor_asks
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, refused, visit_of
from tables.selectors import disputes, felts, last_bets, racks, tables
from tables.selectors.tables import TableView
from tables.services import clock

MIRROR_COOKIE: Final = f"{settings.HOST_COOKIE}felt"
_YEAR: Final = 365 * 86400
NOTHING_KEYED: Final = QueryDict()
_PANELS: Final = {
    phases.BETTING: "dealer/panels/betting.html",
    phases.DEALING: "dealer/panels/cards.html",
    phases.INSURANCE: "dealer/panels/insurance.html",
    phases.ACTS: "dealer/panels/acts.html",
}

WANT_WORDS: Final = frozenset({"note_required", "slip_mismatch", "bad_reason"})
"""Refusals after which somebody has to say why: the field for it comes to the top, where no banner hides it."""

Act = Callable[..., str | None]
"""What a press does; the sheet to lay over the felt after it, if not the one that the phase asks for."""


@require_GET
def terminal(request: HttpRequest, code: str) -> HttpResponse:
    """The terminal of a table, or its PIN pad when nobody is signed on there."""
    if "turn" in request.GET:
        response = HttpResponseRedirect(request.path)
        response.set_cookie(
            MIRROR_COOKIE,
            "1" if request.GET["turn"] == "1" else "0",  # no sign of the address goes into a header
            max_age=_YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Strict",
            httponly=True,
        )
        return response
    visit = visit_of(request)
    if visit is None or visit.actor.table_id is None:
        return devices.pin_pad(request, code)
    sheet = request.GET.get("sheet", "")
    try:
        return draw(visit, code, sheet=sheet, seen=whole(request.GET.get("seen")))
    except NotFound:
        return devices.pin_pad(request, code)
    except NotAllowed as error:  # somebody who has no business at a table, such as a cashier
        return refused(visit, error)


def act(sheet: str = "") -> Callable[[Act], Callable[..., HttpResponse]]:
    """A press at the terminal: one service call, then the terminal again.

    What is refused is drawn over the newest state, with what was keyed still in ``sheet`` (which may name a part of the
    address); PINs never come back.
    """

    def wrap(press: Act) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(press)
        def pressed(request: HttpRequest, code: str, **parts: Any) -> HttpResponse:
            visit = visit_of(request)
            if visit is None or visit.actor.table_id is None:
                return devices.to_pin_pad(request, code)
            refusal: Refusal | None = None
            try:
                if not _only_drafts(request.POST):
                    after = press(visit, code, **parts) or ""
                    if not visit.swaps:
                        asked = f"?sheet={after}" if after else ""
                        return HttpResponseRedirect(f"{reverse('terminal', args=[code])}{asked}")
                    return draw(visit, code, sheet=after)
            except FloorError as error:
                refusal = refusals.of(error, visit.house.exponent)
            try:
                return draw(visit, code, sheet=sheet.format(**parts), refusal=refusal, keyed=request.POST)
            except (NotAllowed, NotFound):  # not this person's table: there is nothing to draw the refusal over
                return devices.to_pin_pad(request, code)

        return pressed

    return wrap


def draw(
    visit: Visit,
    code: str,
    *,
    sheet: str = "",
    refusal: Refusal | None = None,
    keyed: QueryDict = NOTHING_KEYED,
    seen: int | None = None,
    link: object = None,
) -> HttpResponse:
    """The terminal as it stands now; 204 without a body when nothing came since ``seen``.

    ``link`` is a seat link that was just opened: no later page shows it.
    """
    found = felts.table_felt(actor=visit.actor, table=code, known_seq=seen if visit.swaps else None)
    if not found.picture:
        return HttpResponse(status=204)
    context = _context(visit, code, found.picture, sheet, keyed or visit.request.GET)
    code_of = refusal.code if refusal else ""
    context |= {"link": link, "refusal": refusal, "ask_note": code_of == "note_required"}
    context["note_first"] = code_of in WANT_WORDS
    template = "dealer/screen.html" if visit.swaps else "dealer/terminal.html"
    return visit.draw(template, context, status=refusal.status if refusal else 200)


def _context(visit: Visit, code: str, picture: dict[str, Any], sheet: str, keyed: QueryDict) -> dict[str, Any]:
    view = tables.table(visit.actor, code, visit.at)
    mine = picture["audience"] != "public"
    rack = racks.rack(visit.actor, code) if mine else None
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    context = {
        "view": view,
        "here": reverse("terminal", args=[code]),
        "game": _title(catalogue.GAMES[view.game]),
        "picture": picture,
        "seq": picture["seq"],
        "rack": rack,
        "draft": Draft.of(keyed, rack, visit.house.exponent),
        "gaming_day": window.gaming_day,
        "shift": window.shift,
        "mirrored": visit.request.COOKIES.get(MIRROR_COOKIE) == "1",
        "server_deals": view.card_source == "server",
        "undo": undo.offer(visit, view) if picture["audience"] == "dealer" else None,
        "over": disputes.stopping(view.id) if view.status == TableStatus.STOPPED else None,
        "floor_asks": floor_asks.lines(visit, code) if mine else [],
    }
    if panels.thrown_at(view.game):
        context |= panels.parts(visit, view, picture, keyed, mine=mine)
    else:
        context |= _cards(visit, context, keyed, mine=mine)
    return {**context, **sheets.of(visit, context, sheet)}


def _cards(visit: Visit, context: dict[str, Any], keyed: QueryDict, *, mine: bool) -> dict[str, Any]:
    """What the terminal of a card table adds to the page."""
    view, picture, over = context["view"], context["picture"], flags.said(context["over"])
    phase = phases.phase_of(picture, mine=mine)
    chosen = whole(keyed.get("spot")) if phase == phases.BETTING else None
    seen = felt.read(picture, view.spots, chosen, context["mirrored"])
    offered = _offered(visit, view) if phase == phases.BETTING else []
    seen = sheets.cut_on(again.laid_on(seen, offered), context["rack"])
    spot = next((spot for spot in seen.spots if spot.chosen), None)
    return {
        "phase": phase,
        "felt": seen,
        "chosen": spot,
        "running": felt.running(picture),
        "draft": context["draft"].choosing(spot),
        "players": felt.players(seen, spot, view.spots),
        "last_back": spot.backs[-1] if spot and spot.backs else None,
        "can_close": any(spot.hands for spot in seen.spots),
        "backs": [(spot.number, back) for spot in seen.spots for back in spot.backs],
        "acts": phases.acts_of(phase, seen),
        "prompt": phases.prompt_of(phase, picture, seen, chosen=spot is not None, over=over),
        "shoe_cards": picture["shoe"]["decks"] * 52 if picture["shoe"] else 0,
        "shoe_word": phases.SHOE_WORDS.get(phases.next_step(picture), ""),
        "pack": [[rank + suit for rank in RANKS] for suit in SUITS],
        "again": [] if any(spot.hands for spot in seen.spots) else [offer for offer in offered if offer.before],
        "felt_template": "dealer/felt.html",
        "rest_template": "dealer/shoe.html",
        "panel_template": _PANELS.get(phase, "dealer/panels/wait.html"),
        "work": sheets.CARDS,
    }


def _offered(visit: Visit, view: TableView) -> list[again.Offer]:
    """The bet of each spot that one touch lays."""
    outcome, laid = last_bets.last_round(visit.actor, view.code, again.MAIN)
    return again.offers(outcome, laid, view.spots, view.minimum, view.maximum)


def _title(game: catalogue.Game) -> str:
    return game.title_zh if get_language() == "zh-hans" else game.title_en


def _only_drafts(keyed: QueryDict) -> bool:
    """A chip was touched in a browser without script: nothing is laid yet."""
    return "add" in keyed or "clear" in keyed
