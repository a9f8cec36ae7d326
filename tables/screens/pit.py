"""The pit overview: every table at a glance, what needs the boss first, and what he decides from here.

The board refreshes itself; the work beside it stays as it is until it is sent or put away.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from tables.domain import floor_plan, permissions
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.games import catalogue
from tables.screens import forms, map_view, refusals, sheets
from tables.screens.markers import at_pit
from tables.screens.pit_queue import at_pit as pit_queue
from tables.screens.refusals import Refusal
from tables.screens.slips import orders
from tables.screens.visits import Visit, page, refused, to_sign_in, visit_of
from tables.selectors import due, locks, pit_board, rule_packs, tables
from tables.selectors import limits as limit_reads
from tables.selectors.attention import Item
from tables.selectors.floor_map import OnMap
from tables.selectors.tables import TableView
from tables.services import clock, limits, pits, rulings, staffing, terminals

STATES: Final[Mapping[str, tuple[str, str, Promise | str]]] = {
    # state -> colour, sign, word
    "open": ("good", "●", _("open")),
    "stopped": ("bad", "■", _("stopped")),
    "closed": ("", "○", _("closed")),
    "retired": ("", "×", _("retired")),
}
ROUNDS: Final[Mapping[str, Promise | str]] = {
    "betting": _("betting"),
    "in_play": _("being played"),
    "settled": _("to be paid"),
    "confirmed": _("paid"),
    "no_bets": _("no bets"),
    "voided": _("void"),
}
ITEMS: Final[Mapping[str, tuple[str, Promise | str]]] = {
    # kind -> colour, words
    "stopped": ("bad", _("Play is stopped: misdeal. Rule on it.")),
    "call": ("bad", _("The dealer calls")),
    "dispute": ("bad", _("A claim waits for your ruling")),
    "cash_above": ("bad", _("Cash of a patron is above the reporting threshold")),
    "settlement": ("warn", _("The round waits to be paid")),
    "no_limits": ("warn", _("No limits are posted")),
    "cash_near": ("warn", _("Cash of a patron is near the reporting threshold")),
    "count_due": ("warn", _("Closing count is due: the shift is over")),
    "marker_late": ("warn", _("Markers of an earlier day still lie here: hand them over to the cage")),
    "slip_late": ("warn", _("Chips are on their way for too long")),
    "box_due": ("warn", _("The drop box is to be taken")),
    "relief_due": ("warn", _("Relief is due")),
    "cards_due": ("warn", _("The cards are to be changed")),
    "variance_regulator": ("warn", _("Opener differs, report it with a copy to the regulator")),
    "variance_report": ("warn", _("Opener differs, a written report is due")),
    "variance": ("info", _("Opener differs from what the rack should hold")),
    "off_par": ("info", _("Bring the rack back to par before the table opens")),
    "idle": ("info", _("The table stayed closed: recount the rack")),
}
LONGEST_VERSION: Final = 15
"""Digits of a count of postings."""
WORK: Final = ("limits", "lift", "void", "ruling", "assign", *orders.WORK, *at_pit.WORK)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the board."""

    view: TableView
    state: tuple[str, str, Promise | str]
    round_word: Promise | str
    items: Sequence[Item]
    chosen: bool
    on: OnMap
    cell: floor_plan.Cell
    relief_late: bool
    card_hours: int

    @property
    def why(self) -> Sequence[tuple[Item, Promise | str]]:
        """The most urgent item with its words, if there is one: a colour never speaks alone."""
        return [(item, ITEMS[item.kind][1]) for item in self.items[:1]]

    @property
    def banked(self) -> bool:
        """Whether the house plays; a pot game shows what went through its pots."""
        return catalogue.GAMES[self.view.game].engine.banked

    @property
    def colour(self) -> str:
        """The most urgent item decides, else the table's state."""
        return ITEMS[self.items[0].kind][0] if self.items else self.state[0]


@require_GET
@page
def all_pits(visit: Visit) -> HttpResponse:
    """Every pit; the way in when there is only one."""
    permissions.require(visit.actor, "read_pit")
    found = Counter(view.pit for view in tables.overview(visit.actor, visit.at))
    if len(found) == 1:
        return HttpResponseRedirect(reverse("pit", args=[next(iter(found))]))
    return visit.draw("pit/pits.html", {"pits": sorted(found.items())})


@require_GET
@page
def overview(visit: Visit, code: str) -> HttpResponse:
    """The board of one pit; only the board itself when it refreshes."""
    if visit.request.GET.get("part") == "board":
        return visit.draw("pit/board.html", _board(visit, code, visit.request.GET.get("table", "")))
    return map_view.remember(visit, draw(visit, code, visit.request.GET))


Act = Callable[[Visit, str], None]


def act(do: Act) -> Callable[..., HttpResponse]:
    """A decision taken at the board; refused or not, the whole page answers."""

    @require_POST
    @wraps(do)
    def done(request: HttpRequest, code: str) -> HttpResponse:
        visit = visit_of(request)
        if visit is None:
            return to_sign_in(request)
        try:
            do(visit, code)
        except FloorError as error:
            try:
                return draw(visit, code, request.POST, refusals.of(error, visit.house.exponent))
            except (NotAllowed, NotFound) as unseen:  # no pit, or not for this person to see
                return refused(visit, unseen)
        return HttpResponseRedirect(reverse("pit", args=[code]))

    return done


@act
def decide(visit: Visit, code: str) -> None:
    """The item of the queue that is open is given, refused or explained."""
    pit_queue.decide(visit)


@act
def put_away(visit: Visit, code: str) -> None:
    """The item that was open is free for others."""
    pit_queue.put_away(visit)


@act
def acknowledge(visit: Visit, code: str) -> None:
    """An alert was seen."""
    pit_queue.acknowledge(visit)


@require_POST
@page
def open_item(visit: Visit, code: str) -> HttpResponse:
    """An item of the queue is opened to decide it; whoever comes second sees who is at it."""
    try:
        return HttpResponseRedirect(pit_queue.open_item(visit, code))
    except Conflict as held:
        return draw(visit, code, visit.request.POST, refusals.of(held, visit.house.exponent))


@act
def post_limits(visit: Visit, code: str) -> None:
    """New limits of a table from the next round on."""
    keyed = visit.request.POST
    values = forms.read(forms.LimitsForm(keyed, exponent=visit.house.exponent))
    version = keyed.get("version", "")
    if not version.isascii() or not version.isdigit() or len(version) > LONGEST_VERSION:
        raise Invalid("bad_form", field="version")
    limits.post_limits(
        actor=visit.actor,
        at=visit.at,
        table=table_of(visit),
        minimum=values["minimum"],
        maximum=values["maximum"],
        key=visit.key,
        expected_version=int(version),
    )


@act
def lift(visit: Visit, code: str) -> None:
    """A higher maximum for one player, on the boss's own word."""
    values = forms.read(forms.LiftForm(visit.request.POST, exponent=visit.house.exponent))
    limits.raise_limit(
        actor=visit.actor,
        at=visit.at,
        table=table_of(visit),
        player=values["player"],
        maximum=values["maximum"],
        key=visit.key,
    )


@act
def void(visit: Visit, code: str) -> None:
    """A round is called off."""
    values = forms.read(forms.VoidForm(visit.request.POST))
    rulings.void_round(
        actor=visit.actor,
        at=visit.at,
        table=table_of(visit),
        number=values["number"],
        reason=values["reason"],
        key=visit.key,
    )


@act
def ruling(visit: Visit, code: str) -> None:
    """A stopped table goes on."""
    values = forms.read(forms.RulingForm(visit.request.POST))
    rulings.rule_misdeal(
        actor=visit.actor,
        at=visit.at,
        table=table_of(visit),
        ruling=values["ruling"],
        reason=values["reason"],
        key=visit.key,
    )


@act
def assign(visit: Visit, code: str) -> None:
    """A pit boss takes charge of the pit, or is relieved of it."""
    badge = forms.read(forms.BadgeForm(visit.request.POST))["badge"]
    do = {"assign": pits.assign_pit_boss, "relieve": pits.relieve_pit_boss}.get(visit.request.POST.get("do", ""))
    if do is None:
        raise Invalid("unknown_action")
    do(actor=visit.actor, at=visit.at, pit=code, badge=badge, key=visit.key)


@act
def order(visit: Visit, code: str) -> None:
    """Chips are ordered from the cage, or offered to it."""
    orders.place(visit, table_of(visit))


@act
def withdraw(visit: Visit, code: str) -> None:
    """What was ordered is not wanted any more."""
    orders.withdraw(visit, table_of(visit))


@act
def unlock(visit: Visit, code: str) -> None:
    """Wrong PINs are forgotten: those of a badge, or those that were keyed at a device."""
    keyed = forms.read(forms.UnlockForm(visit.request.POST))
    if keyed["badge"]:
        staffing.unlock_pin(actor=visit.actor, at=visit.at, badge=keyed["badge"], key=visit.key)
    else:
        terminals.unlock_terminal(actor=visit.actor, at=visit.at, terminal=keyed["terminal"], key=visit.key)


def draw(visit: Visit, code: str, keyed: QueryDict, refusal: Refusal | None = None) -> HttpResponse:
    """The whole page: the board, and the work that is open."""
    table = keyed.get("table", "")
    context = _board(visit, code, table)
    context |= _work(visit, context, keyed) | pit_queue.panel(visit, context, keyed)
    context |= {"refusal": refusal, "seq": ""}
    return visit.draw("pit/pit.html", context, status=refusal.status if refusal else 200)


def _board(visit: Visit, code: str, chosen: str) -> dict[str, Any]:
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    pack = rule_packs.in_force(visit.actor.casino_id, window.gaming_day, visit.house.settings_version)
    board = pit_board.of_pit(visit.actor, code, visit.at, window, pack)
    cells = floor_plan.drawn({table: on.place for table, on in board.figures.items()})
    tiles = [
        Tile(
            view=view,
            state=STATES[view.status],
            round_word=ROUNDS.get(view.round_status, ""),
            items=[item for item in board.items if item.table == view.code],
            chosen=view.code == chosen,
            on=board.figures[view.code],
            cell=cells[view.code],
            card_hours=due.card_hours(pack, board.figures[view.code].decks or 0),
            relief_late=view.relief_due is not None and view.relief_due <= visit.at,
        )
        for view in board.views
    ]
    return {
        "pit": code,
        "here": reverse("pit", args=[code]),
        "in_charge": board.in_charge,
        "locks": locks.locks(visit.actor, visit.at) if visit.may("unlock_pin") else [],
        "crowded": [
            (charge.name, board.crowded[charge.badge]) for charge in board.in_charge if charge.badge in board.crowded
        ],
        "pack": pack,
        "is_boss": any(charge.badge == visit.actor.badge for charge in board.in_charge),
        **map_view.context(visit, code, board, tiles),
        "items": [(item, *ITEMS[item.kind]) for item in board.items],
        "queue": pit_queue.lines(visit, board.waiting, board.views),
        "window": window,
        "chosen_table": chosen,
    }


def _work(visit: Visit, board: Mapping[str, Any], keyed: QueryDict) -> dict[str, Any]:
    """The form that is open beside the board, filled with what was keyed."""
    work = keyed.get("work", "")
    tile = next((tile for tile in board["tiles"] if tile.chosen), None)
    if work in ("assign", "locks"):
        return {"work": work, "keyed": keyed}
    if tile is None:
        return {"work": ""}
    work = work if work in WORK else ""
    posted = limit_reads.posted(visit.actor, tile.view.code)[1] if work == "limits" else None
    return {
        "work": work,
        "tile": tile,
        "game": catalogue.GAMES[tile.view.game],
        "version": posted,
        "keyed": keyed,
        "players": [*(f"S{number}" for number in range(1, tile.view.spots + 1)), *(f"K{n}" for n in range(1, 5))],
        "rulings": sheets.RULING_WORDS,
        "void_reasons": sheets.VOID_REASONS,
        "ruling_reasons": sheets.RULING_REASONS,
        **orders.context(visit, tile.view.code, work, keyed),
        **at_pit.context(visit, tile.view.code, work, keyed, board["window"]),
    }


def table_of(visit: Visit) -> str:
    """The table that the form is about. Refused: ``no_such_table``, also for signs that no code has."""
    table = visit.request.POST.get("table", "")
    if not table.isascii() or not table.isprintable() or not table:
        raise NotFound("no_such_table")
    return table
