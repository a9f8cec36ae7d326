"""The dealer takes his own last press back: one reversing event, and the table stands as if it had not been keyed."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from tables.domain import chips, permissions, shoes, undoing
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotAllowed
from tables.domain.table_states import RoundStatus, ShoeStatus
from tables.domain.undoing import Pressed
from tables.models import rounds as rows
from tables.selectors import house_rules, presses, stream_days
from tables.selectors.house_rules import RulesInForce
from tables.services import live, log, racks, refolding, rounds, standing
from tables.services.live import LiveTable
from tables.services.log import Entry

_DROP_BETS = """
DELETE FROM tables_bet
WHERE table_id = %s AND round_number = %s AND number = ANY(%s::int[]) AND gaming_day BETWEEN %s AND %s
"""
_DROP_ROUND = "DELETE FROM tables_round WHERE table_id = %s AND number = %s"
_SHOE_SINCE = """
SELECT type, body FROM tables_event
WHERE stream_id = %s AND seq > %s AND seq < %s AND gaming_day BETWEEN %s AND %s
AND type IN ('card_dealt', 'cut_card_appeared', 'misdeal_recorded', 'shoe_mixed', 'shoe_received', 'press_undone')
ORDER BY seq
"""


def undo_press(
    *, actor: Actor, at: datetime, table: str, key: str | None = None, expected_seq: int | None = None
) -> dict[str, Any]:
    """Take back the last press of the dealer who is tapped in; the answer is the table as it stood before.

    Nothing is deleted: ``press_undone`` reverses what the press had moved. Refused: ``not_dealing``,
    ``terminal_required``, ``table_not_open``, ``play_stopped``; ``nothing_to_undo`` (nothing was keyed last, or it is
    undone), ``not_your_press`` (another person's, or keyed at another terminal), ``undo_too_late``, ``press_final``
    (``why``: ``ended``, ``chance``, ``shown`` or ``money``), ``crowd_has_bet`` (on the round that it opened),
    ``rack_short`` (chips it took in are gone). Then the boss voids the round.
    """
    permissions.require(actor, "deal")
    request = {"do": "undo_press", "table": table}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            standing.require_dealer(playing.dealer_id, actor, playing.table_id)
            playing.require_open()
            press = presses.at_head(entry.stream_id, entry.head_seq)
            _require_own(press, entry)
            house_deals = playing.furnished.card_source == "server"
            if why := presses.why_final(entry.stream_id, press, house_deals=house_deals):
                raise Conflict("press_final", why=why)
            if presses.crowd_has_bet(entry.stream_id, press):
                raise Conflict("crowd_has_bet")
            _undo(entry, playing, press)
            rounds.write_rows(entry, playing)
            live.save(entry, playing)
            entry.answer = rounds.dealer_answer(playing)
    return entry.answer


def _require_own(press: Sequence[Pressed], entry: Entry) -> None:
    if not presses.is_keyed(press):
        raise Conflict("nothing_to_undo")
    if (press[0].actor, press[0].terminal) != (entry.actor.badge, entry.actor.terminal):
        raise NotAllowed("not_your_press")
    seconds = presses.seconds(entry.actor.casino_id, entry.settings_version)
    if not undoing.in_time(press, entry.at, seconds):
        raise Conflict("undo_too_late", seconds=seconds)


def _undo(entry: Entry, table: LiveTable, press: Sequence[Pressed]) -> None:
    """Put ``table`` back to what it was before ``press`` and record that."""
    number = table.round_number
    events = refolding.events_of(entry.stream_id, number)
    data = undoing.told(number, press)
    if table.shoe is not None:
        _put_cards_back(entry, table, press)
    table.pot_chips = chips.add(table.pot_chips, undoing.pot_back(press))
    table.pot = chips.value(table.pot_chips)
    before = [event for event in events if event.seq < press[0].seq]
    if before:
        made = _stand_at(table, table.require_round(), before)
        table.acted = True
        if not made.begun and table.round_status == RoundStatus.IN_PLAY:
            table.round_status = RoundStatus.BETTING
            rounds.mark_row(table)
    else:
        _close_again(entry, table, press[0])
    entry.record(undoing.UNDO, data, round=number)
    if rack := undoing.rack_back(press):
        racks.move_rack(table.table_id, rack)
    if data["unlaid"]:
        days = stream_days.of([(entry.stream_id, press[0].seq, press[-1].seq)])
        entry.later(_DROP_BETS, [table.table_id, number, data["unlaid"], *days])


def _stand_at(table: LiveTable, in_force: RulesInForce, events: Sequence[Pressed]) -> refolding.Refolded:
    made = refolding.fold(in_force, events)
    table.in_force, table.state = in_force, made.state
    table.bets, table.sealed, table.settlement = made.bets, made.sealed, made.settlement
    return made


def _close_again(entry: Entry, table: LiveTable, opening: Pressed) -> None:
    """The press had opened the round: it never was, and the one before is the newest again."""
    entry.later(_DROP_ROUND, [table.table_id, table.round_number])
    table.raised, table.funds = dict(opening.data["raised"]), dict(opening.data["funds"])
    table.round_number -= 1
    if not table.round_number:
        table.round_status, table.in_force = "", None
        return
    row = rows.Round.objects.select_related("rules").get(table_id=table.table_id, number=table.round_number)
    events = refolding.events_of(entry.stream_id, row.number)
    in_force = house_rules.rules_in_force(row.rules_id, *table.furnished.denominations)
    if in_force.values != events[0].data["rules"]:  # chips were retired in between, which its payments knew
        raise Conflict("press_final", why="kind")
    _stand_at(table, in_force, events)
    if row.status == RoundStatus.VOIDED:
        table.sealed = {}
    table.round_status = row.status


def _put_cards_back(entry: Entry, table: LiveTable, press: Sequence[Pressed]) -> None:
    """The cards of the press were not dealt: the shoe's account of what is out is what it was."""
    shoe = table.require_shoe()
    cards = sum(1 for event in press if event.type in ("card_dealt", "cut_card_appeared"))
    opened = any(event.type == "round_opened" for event in press)
    if not (cards or opened or any(event.type == "shoe_exhausted" for event in press)):
        return
    shoe.dealt = shoe.dealt[: len(shoe.dealt) - 2 * cards]
    if shoes.CUT_CARD in shoes.split(shoe.dealt):
        shoe.status = ShoeStatus.CUT_CARD_OUT
    else:
        shoe.status = ShoeStatus.IN_PLAY if shoe.dealt else ShoeStatus.CUT
    if opened:
        shoe.round_from = _round_from(entry, table, press[0].seq, len(shoe.dealt))
    shoe.changed = True


def _round_from(entry: Entry, table: LiveTable, before: int, dealt: int) -> int:
    """Where in the shoe the round before ``before`` began: at 0 where the cards were mixed since."""
    opened = rows.Round.objects.filter(table_id=table.table_id, number=table.round_number - 1)
    since = opened.values_list("opened_seq", flat=True).first() or 0
    days = stream_days.of([(entry.stream_id, since + 1, before)])
    with connection.cursor() as cursor:
        cursor.execute(_SHOE_SINCE, [entry.stream_id, since, before, *days])
        told = [(type_, json.loads(body)) for type_, body in cursor.fetchall()]
    gone = undoing.undone_seqs(event["data"] for type_, event in told if type_ == undoing.UNDO)
    kept = [(type_, event["data"]) for type_, event in told if event["seq"] not in gone and type_ != undoing.UNDO]
    if not since or any(type_ in ("shoe_mixed", "shoe_received") for type_, _ in kept):
        return 0
    # A misdeal that somebody called, and not the shoe, has no card of its own.
    cards = sum(1 for type_, data in kept if type_ != "misdeal_recorded" or data["card"] is not None)
    return dealt - 2 * cards
