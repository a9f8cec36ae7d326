"""The pit overview: every table at a glance, what needs the boss first, and what he decides from here.

The board refreshes itself; the work beside it stays as it is until it is sent or put away.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from tables.domain import permissions
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.domain.gaming_day import Window
from tables.domain.rule_packs.pack import RulePack
from tables.games import catalogue
from tables.screens import forms, map_view, pit_tiles, refusals, sheets
from tables.screens.markers import at_pit
from tables.screens.numbers import whole
from tables.screens.pit_queue import at_pit as pit_queue
from tables.screens.refusals import Refusal
from tables.screens.slips import orders
from tables.screens.visits import Visit, page, refused, to_sign_in, visit_of
from tables.selectors import limits as limit_reads
from tables.selectors import locks, pit_board, rule_packs, tables
from tables.selectors.attention import Item
from tables.selectors.pit_board import TO_DECIDE, PitBoard
from tables.services import clock, limits, pits, rulings, staffing, terminals

WORK: Final = ("limits", "lift", "void", "ruling", "assign", *orders.WORK, *at_pit.WORK)


@require_GET
@page
def all_pits(visit: Visit) -> HttpResponse:
    """Every pit; the way in when there is only one."""
    permissions.require(visit.actor, "read_pit")
    codes = sorted({view.pit for view in tables.overview(visit.actor, visit.at)})
    if len(codes) == 1:
        return HttpResponseRedirect(reverse("pit", args=[codes[0]]))
    boards = [(code, _read(visit, code)[0]) for code in codes]
    return visit.draw("pit/pits.html", {"pits": [(code, *_glance(board)) for code, board in boards]})


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
    version = whole(keyed.get("version"))
    if version is None:
        raise Invalid("bad_form", field="version")
    limits.post_limits(
        actor=visit.actor,
        at=visit.at,
        table=table_of(visit),
        minimum=values["minimum"],
        maximum=values["maximum"],
        key=visit.key,
        expected_version=version,
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


def _read(visit: Visit, code: str) -> tuple[PitBoard, Window, RulePack]:
    """A pit now, in the running shift, under the pack in force."""
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    pack = rule_packs.in_force(visit.actor.casino_id, window.gaming_day, visit.house.settings_version)
    return pit_board.of_pit(visit.actor, code, visit.at, window, pack), window, pack


def _glance(board: PitBoard) -> tuple[Counter[str], Sequence[str], int, Sequence[Item]]:
    """The states of a pit's tables, who is in charge, how much is to decide, and what calls for him."""
    names = [charge.name for charge in board.in_charge]
    states = Counter(view.status for view in board.views)
    return states, names, len(board.waiting), board.alerts


def _board(visit: Visit, code: str, chosen: str) -> dict[str, Any]:
    board, window, pack = _read(visit, code)
    tiles = pit_tiles.of_board(board, pack, chosen, visit.at)
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
        "items": [(item, *pit_tiles.ITEMS[item.kind]) for item in board.alerts],
        "queue": pit_queue.lines(visit, board.waiting, board.views, _said(board.items)),
        "window": window,
        "chosen_table": chosen,
    }


def _said(items: Sequence[Item]) -> dict[pit_queue.About, pit_queue.Said]:
    """Colour and words of what waits in the queue, as an alert says it: how urgent it is, and which paper is due."""
    return {
        pit_queue.About(TO_DECIDE[item.kind], item.table, item.values.get("amount")): pit_tiles.ITEMS[item.kind]
        for item in items
        if item.kind in TO_DECIDE
    }


def _work(visit: Visit, board: Mapping[str, Any], keyed: QueryDict) -> dict[str, Any]:
    """The form that is open beside the board, filled with what was keyed."""
    work = keyed.get("work", "")
    tile = next((tile for tile in board["tiles"] if tile.chosen), None)
    if work in ("assign", "locks"):
        return {"work": work, "keyed": keyed}
    if tile is None:
        return {"work": ""}
    work, table = work if work in WORK else "", tile.view.code
    posted = limit_reads.posted(visit.actor, tile.view.code)[1] if work == "limits" else None
    return {
        "work": work,
        "tile": tile,
        "game": catalogue.GAMES[tile.view.game],
        "version": posted,
        "keyed": keyed,
        "players": [*(f"S{number}" for number in range(1, tile.view.spots + 1)), *(f"K{n}" for n in range(1, 5))],
        "claimed": next((line.item.item for line in board["queue"] if line.stops and line.item.table == table), ""),
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
