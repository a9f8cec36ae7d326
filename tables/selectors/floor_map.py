"""The floor map of a pit: where its tables stand, and how each has gone lately. One query, however many they are.

Every figure is an estimate by the log until somebody counts (T-59); None where a table has none now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from tables.domain import floor_pace, floor_plan, permissions
from tables.domain.actors import Actor
from tables.domain.floor_plan import Place
from tables.domain.slips import SlipKind
from tables.domain.table_states import PLAYED, RoundStatus, SlipStatus
from tables.games import catalogue
from tables.models import sealing
from tables.selectors import codes, stream_days, tables
from tables.selectors.tables import TableView

_TABLES = """
SELECT t.id, t.map_x, t.map_y, played.last_hour, played.house_net, moved.brought, coalesce(dice.players, seated.seats),
       sh.status, sh.decks, sh.dealt, cards.since
FROM tables_gamingtable t
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_stream st ON st.table_id = t.id
LEFT JOIN tables_shoe sh ON sh.id = s.shoe_id
CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE r.settled_at > %(at)s::timestamptz - interval '1 hour') AS last_hour,
           coalesce(sum(r.house_net), 0)::bigint AS house_net
    FROM tables_round r WHERE r.period_id = s.period_id AND r.status = ANY(%(played)s)
) played
CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE WHEN sl.kind = %(fill)s THEN 1 ELSE -1 END * c.key::bigint * c.value::bigint), 0)::bigint
           AS brought
    FROM tables_slip sl CROSS JOIN LATERAL jsonb_each_text(sl.counted) c
    WHERE sl.period_id = s.period_id AND sl.kind IN (%(fill)s, %(credit)s) AND sl.status = ANY(%(at_table)s)
) moved
CROSS JOIN LATERAL (
    SELECT count(DISTINCT split_part(b.spot, '/', 1)) AS seats FROM tables_bet b
    WHERE b.table_id = t.id AND s.period_id IS NOT NULL AND b.gaming_day BETWEEN %(since)s AND %(until)s
          AND b.round_number = s.round_number - (CASE WHEN s.round_status = %(betting)s THEN 1 ELSE 0 END)
) seated
LEFT JOIN LATERAL (
    SELECT jsonb_array_length(e.body::jsonb #> '{data,options,players}') AS players
    FROM tables_round r JOIN tables_event e ON e.stream_id = st.id AND e.seq = r.opened_seq
                       AND e.gaming_day BETWEEN %(since)s AND %(until)s
    WHERE r.table_id = t.id AND r.number = s.round_number
) dice ON true
LEFT JOIN LATERAL (
    SELECT (e.body::jsonb ->> 'occurred_at')::timestamptz AS since, (e.body::jsonb -> 'data' ->> 'shoe')::bigint AS shoe
    FROM tables_event e
    WHERE e.stream_id = st.id AND e.type = 'shoe_inspected' AND e.round IS NULL ORDER BY e.seq DESC LIMIT 1
) cards ON cards.shoe = sh.number
WHERE t.id = ANY(%(tables)s)
"""
_AT_TABLE = [status.value for status in (SlipStatus.ACCEPTED, SlipStatus.COUNTED_OUT, SlipStatus.RECEIVED)]
PACK: int = 52


@dataclass(frozen=True, slots=True)
class OnMap:
    """A table on the map. Money in minor units.

    ``place`` is where it is drawn, ``placed`` whether the house said so. ``seats`` are those with a stake in the newest
    round that was dealt (while bets are taken: the one before), or the players of the newest game of dice. ``estimate``
    is what the rounds of the open period gave the house. ``drain`` left the rack in an hour; ``forecast`` is what a
    fill an hour from now would have to bring. ``cards_since`` is when the cards in the shoe were inspected,
    ``shoe_out`` how many per cent of the ``decks`` are out.
    """

    table: str
    place: Place
    placed: bool
    seats: int
    rounds_an_hour: int | None
    estimate: int | None
    drain: int | None
    forecast: int | None
    shoe: str | None
    shoe_out: int | None
    decks: int | None
    cards_since: datetime | None


def of_pit(actor: Actor, views: Sequence[TableView], at: datetime) -> dict[str, OnMap]:
    """Table -> what the map shows of it; ``views`` are the tables of one pit. Refused: ``not_permitted``."""
    permissions.require(actor, "read_pit")
    open_ = [(view.id, view.round_number - 1) for view in views if view.period is not None and view.round_number]
    days = stream_days.since_rounds(open_)
    wanted: dict[str, Any] = {
        "at": at,
        "since": days.first,
        "until": days.last,
        "tables": [view.id for view in views],
        "played": [status.value for status in PLAYED],
        "betting": RoundStatus.BETTING.value,
        "fill": SlipKind.FILL.value,
        "credit": SlipKind.CREDIT.value,
        "at_table": _AT_TABLE,
    }
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, wanted)
        rows = {row[0]: row[1:] for row in cursor.fetchall()}
    own = {view.code: rows[view.id][:2] for view in views if rows[view.id][0] is not None}
    places = floor_plan.laid_out([view.code for view in views], own)
    return {view.code: _on_map(view, places[view.code], view.code in own, rows[view.id], at) for view in views}


def of_code(actor: Actor, pit: str, at: datetime) -> dict[str, OnMap]:
    """The same for the pit of this code. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    codes.pit(actor.casino_id, pit)
    return of_pit(actor, tables.overview(actor, at, pit=pit), at)


def _on_map(view: TableView, place: Place, placed: bool, row: Sequence[Any], at: datetime) -> OnMap:
    last_hour, house_net, brought, seats, shoe, decks, dealt, cards_since = row[2:]
    pace = estimate = drain = forecast = None
    if view.opened_at is not None and view.opener_total is not None:
        open_for = at - view.opened_at
        rack, par = view.rack_total or 0, view.rack_par or 0
        pace = floor_pace.rounds_an_hour(last_hour, open_for)
        drain = floor_pace.drain_an_hour(view.opener_total, brought, rack, open_for)
        forecast = floor_pace.forecast_need(par, rack, drain)
        estimate = house_net if catalogue.GAMES[view.game].engine.banked else None
    return OnMap(
        table=view.code,
        place=place,
        placed=placed,
        seats=seats if view.period is not None else 0,
        rounds_an_hour=pace,
        estimate=estimate,
        drain=drain,
        forecast=forecast,
        shoe=shoe,
        shoe_out=None if decks is None else _out(dealt, decks),
        decks=decks,
        cards_since=cards_since,
    )


def _out(dealt: str, decks: int) -> int:
    """How many per cent of the decks are out; which cards they are stays sealed."""
    return round(len(sealing.opened("dealt", dealt)) // 2 * 100 / (decks * PACK))
