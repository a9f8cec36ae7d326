"""One table as its pit boss watches it: the round as it is played, rack, clocks, slips, people, hours, newest events.

What lies on the felt comes through the floor's own audience: a card that lies face down and a cup that is down are not
in it.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.documents import charts
from tables.documents.model import Chart, Series
from tables.documents.values import Kind, Money
from tables.domain import permissions
from tables.domain.errors import NotFound
from tables.games import catalogue
from tables.reports.event_words import EVENTS
from tables.screens import event_lines, felt, phases
from tables.screens.dice import liars, scarney
from tables.screens.pit_tiles import ROUNDS, STATES
from tables.screens.slips import orders
from tables.screens.visits import Visit, page
from tables.selectors import crowds, due, events, felts, floor_map, racks, rule_packs, staff, table_hours, tables
from tables.selectors import slips as slip_reads
from tables.selectors.slips import Wanted
from tables.selectors.table_hours import TableHour
from tables.selectors.tables import TableView
from tables.services import clock

NEWEST: Final = 20
"""So many events of the table are told in words."""
WATCHED: Final = "watched"
"""The phase of a felt that nobody keys at: no spot of it is a key."""


@require_GET
@page
def detail(visit: Visit, code: str, table: str) -> HttpResponse:
    """The page; only its live part when it refreshes."""
    permissions.require(visit.actor, "read_pit")
    view = tables.table(visit.actor, table, visit.at)
    if view.pit != code:
        raise NotFound("no_such_table")
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    schedule = clock.schedule(visit.actor.casino_id, visit.house.settings_version)
    day_starts = schedule.start_of(window.gaming_day)
    pack = rule_packs.in_force(visit.actor.casino_id, window.gaming_day, visit.house.settings_version)
    on = floor_map.of_pit(visit.actor, [view], visit.at)[table]
    hours = table_hours.of_table(visit.actor, table, day_starts, visit.at)
    of_day = slip_reads.found(visit.actor, Wanted(table=table, gaming_day=window.gaming_day), limit=NEWEST)
    asked = slip_reads.found(visit.actor, Wanted(table=table, status="requested"), limit=NEWEST)
    context = {
        "pit": code,
        "view": view,
        "game": catalogue.GAMES[view.game],
        "state": STATES[view.status],
        "round_word": ROUNDS.get(view.round_status, ""),
        "on": on,
        "shoe_word": phases.SHOE_WORDS.get(on.shoe or "", ""),
        "cards_due": on.cards_since + timedelta(hours=due.card_hours(pack, on.decks or 0)) if on.cards_since else None,
        "pack": pack,
        "window": window,
        "rack": racks.rack(visit.actor, table),
        "slips": [(slip, *orders.named(slip)) for slip in [*asked, *of_day]],
        "turns": table_hours.turns(visit.actor, table, day_starts),
        "in_charge": staff.in_charge(visit.actor, code),
        "hours": hours,
        "events": _events(visit, view),
        "crowd": crowds.seen_at(visit.actor, table),
        **_felt(visit, view),
    }
    part = visit.request.GET.get("part") == "table"
    with timezone.override(schedule.zone):
        context["chart"] = _chart(visit, view, hours)
    return visit.draw("pit/table_live.html" if part else "pit/table.html", context)


def _felt(visit: Visit, view: TableView) -> dict[str, Any]:
    """The round as the floor may see it, in the form of the game that it is played by."""
    picture = felts.table_felt(actor=visit.actor, table=view.code, audience="floor").picture
    shown: Mapping[str, Any] | None = picture["felt"]
    common = {"picture": picture, "phase": WATCHED, "running": False}
    if catalogue.GAMES[view.game].engine.chance == "cards":
        return {**common, "felt": felt.read(picture, view.spots), "felt_template": "pit/felt_cards.html"}
    is_liars = (picture["round"]["game"] if shown else view.game) == "liars_dice"
    play: Any = None
    if shown:
        play = liars.read(shown) if is_liars else scarney.read(shown)
    return {
        **common,
        "play": play,
        "felt_template": "dealer/liars/felt.html" if is_liars else "dealer/scarney/felt.html",
    }


def _events(visit: Visit, view: TableView) -> list[dict[str, Any]]:
    """The newest events in words, for who may read the log."""
    if not visit.may("read_log"):
        return []
    after = max(0, view.seq - NEWEST)
    found = events.events(actor=visit.actor, kind="table", table=view.code, after=after, limit=NEWEST)
    told = [json.loads(event["body"]) for event in found.events]
    return [
        {
            "seq": body["seq"],
            "title": EVENTS.get(body["type"], body["type"]),
            "at": body["occurred_at"],
            "actor": body["actor"],
            "facts": event_lines.facts(body["data"], visit.house.exponent),
        }
        for body in reversed(told)
    ]


def _chart(visit: Visit, view: TableView, hours: list[TableHour]) -> SafeString | None:
    """The hours as bars: what the house won at a banked game, rounds at a pot game. In the zone that is current."""
    if not hours:
        return None
    money = Money(visit.house.currency, visit.house.exponent)
    banked = catalogue.GAMES[view.game].engine.banked
    title = _("House by rounds, each hour, estimated") if banked else _("Rounds each hour")
    chart = Chart(
        name="hours",
        title=title,
        categories=tuple(f"{timezone.localtime(hour.starts):%H:%M}" for hour in hours),
        series=(Series(title, tuple(hour.house_net if banked else hour.rounds for hour in hours)),),
        kind=Kind.MONEY if banked else Kind.COUNT,
    )
    return mark_safe(charts.svg(chart, money))  # noqa: S308 - drawn by charts.py, which escapes every text
