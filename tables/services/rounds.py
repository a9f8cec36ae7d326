"""The life of a round around the engine: opened, ended by the rules, confirmed by the dealer."""

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tables.domain import chips
from tables.domain.canonical import seal
from tables.domain.errors import Conflict, Invalid, NotAllowed, from_refusal
from tables.domain.table_states import ROUND_ARROWS, RoundStatus, ShoeStatus, require_arrow
from tables.games.contract import Await, Place, Refused, Table, Transfer
from tables.selectors.felts import UNDECIDED, payments
from tables.selectors.house_rules import RulesInForce
from tables.services import hot, seat_links, seated_names, stakes
from tables.services.live import OPENING, LiveTable, RoundRow
from tables.services.log import Entry

_IN_FORCE = """
SELECT l.minimum, l.maximum, p.number,
       (SELECT s.licence_expires_on FROM tables_staffmember s WHERE s.id = %s)
FROM tables_bettinglimit l JOIN tables_bankperiod p ON p.id = %s
WHERE l.table_id = %s AND l.effective_from <= %s ORDER BY l.id DESC LIMIT 1
"""
_OPEN = """
INSERT INTO tables_round (table_id, number, period_id, rules_id, opened_at, opened_seq, status, settled_at, settled_seq,
                          dealer_id, handle, hands, house_net, outcome)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s::text::jsonb)
"""
_MARK = "UPDATE tables_round SET status = %s WHERE table_id = %s AND number = %s"
_END = """
UPDATE tables_round SET status = %s, settled_at = %s, settled_seq = %s, dealer_id = %s, handle = %s, hands = %s,
                        house_net = %s, outcome = %s::text::jsonb
WHERE table_id = %s AND number = %s
"""
USABLE_SHOES = frozenset({ShoeStatus.CUT, ShoeStatus.IN_PLAY, ShoeStatus.CUT_CARD_OUT})


_HOUSE = (Place.RACK, Place.BOX, Place.RAKE)


def open_round(entry: Entry, table: LiveTable, given: Mapping[str, Any]) -> None:
    """Begin the next round by the house rules and limits in force now; ``options`` of ``given`` are the game's own.

    Refused: ``round_in_play`` (or ``settlement_open`` when only the confirmation is missing), ``no_limits``,
    ``licence_expired`` (the dealer's, with the last gaming day), ``no_shoe``, ``shoe_not_ready``, ``bad_options``
    (``what`` says which), what the engine refuses.
    """
    if table.running:
        raise Conflict("settlement_open" if table.round_status == RoundStatus.SETTLED else "round_in_play")
    in_force = table.rules_to_open_with()
    shuffle_due = False
    if in_force.engine.chance == "cards":
        shoe = table.require_shoe()
        if shoe.status not in USABLE_SHOES:
            raise Conflict("shoe_not_ready", state=shoe.status)
        shuffle_due = shoe.status == ShoeStatus.CUT_CARD_OUT
        shoe.round_from, shoe.changed = len(shoe.dealt), True
    minimum, maximum, period = _limits_and_period(entry, table)
    options = _options(in_force, given)
    source = table.furnished.card_source
    opening = Table(minimum, maximum, dict(table.raised), dict(table.funds), shuffle_due, options, source)
    seated_names.require_tellable(table, *_called(options))
    state = _new_state(in_force, opening)
    gone = _gone(table, options)
    table.state, table.in_force = state, in_force
    table.bets, table.sealed, table.settlement = {}, {}, None
    table.round_number += 1
    table.round_status = RoundStatus.BETTING
    data = {
        "round": table.round_number,
        "period": period,
        "game": in_force.game,
        "rules_version": in_force.version,
        "rules": in_force.values,
        "limits": {"minimum": minimum, "maximum": maximum},
        "raised": dict(table.raised),
        "funds": dict(table.funds),
        "shuffle_due": shuffle_due,
        "shoe": table.shoe.number if table.shoe else None,
    }
    sealed = None
    if in_force.engine.chance == "dice":
        data |= {"options": options, "source": source}
        sealed = _seal_seed(entry, table, data) if source == "server" else None
    seq = entry.record("round_opened", data, round=table.round_number, sealed=sealed)
    table.rows[table.round_number] = RoundRow(
        table.round_number, table.round_status, opening=(table.period_id, in_force.id, entry.at, seq)
    )
    for player in gone:
        seat_links.end_of(entry, player)


def _options(in_force: RulesInForce, given: Mapping[str, Any]) -> dict[str, Any]:
    options = given.get("options", {})
    if not isinstance(options, Mapping):
        raise Invalid("bad_options", what="options")
    for name in options:
        if name not in in_force.engine.options:
            raise Invalid("bad_options", what=f"{name}: no such option")
    return dict(options)


def _called(options: Mapping[str, Any]) -> list[str]:
    """Who is to play a game with seats; whether the list is one, is the engine's to say."""
    players = options.get("players", ())
    return [player for player in players if isinstance(player, str)] if isinstance(players, (list, tuple)) else []


def _gone(table: LiveTable, options: Mapping[str, Any]) -> list[str]:
    """Who was there at the end of the last round and does not play the next one. He went between the two: whoever takes
    his seat after him must not have his cup shown to the other's telephone (domain.md T-89)."""
    if table.in_force is None:
        return []
    there = table.in_force.engine.next_options(table.state).get("players", ())
    return [player for player in there if player not in options.get("players", ())]


def _new_state(in_force: RulesInForce, opening: Table) -> Any:
    try:
        return in_force.engine.new(in_force.rules, opening)
    except ValueError as error:
        raise Invalid("bad_options", what=str(error)) from error
    except Refused as refusal:
        raise from_refusal(refusal) from refusal


def _seal_seed(entry: Entry, table: LiveTable, data: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Draw the seed of the round's dice from the operating system and commit to it (docs/fairness.md)."""
    nonce, seed = secrets.token_hex(16), secrets.token_hex(32)
    data["sealed"] = {"seed": seal(nonce, seed)}
    table.sealed[OPENING] = (entry.next_seq, "seed", nonce, seed)
    return {"seed": (nonce, seed)}


def reveal_seed(entry: Entry, table: LiveTable) -> None:
    """The round is over: show the seed of its dice, if the server threw them. Nothing is hidden any more by then."""
    if OPENING not in table.sealed:
        return
    seq, name, nonce, value = table.sealed.pop(OPENING)
    revealed = [{"seq": seq, "field": name, "nonce": nonce, "value": value}]
    entry.record("seed_revealed", {"round": table.round_number, "revealed": revealed}, round=table.round_number)


def _limits_and_period(entry: Entry, table: LiveTable) -> tuple[int, int, int]:
    """What the table posts and the number of its bank period; on the way whether the dealer may still deal.

    A licence is looked at when a dealer taps in, and again here: one that ended with the gaming day while he stayed
    at the table lets him finish the running round and begin no other (T-16).
    """
    row = hot.run(_IN_FORCE, [table.dealer_id, table.period_id, table.table_id, entry.at]).fetchone()
    if row is None:
        raise Conflict("no_limits")
    minimum, maximum, period, licence_ends = row
    if licence_ends is None or licence_ends < entry.window.gaming_day:
        raise NotAllowed("licence_expired", badge=entry.actor.badge)
    return minimum, maximum, period


def mark_row(table: LiveTable) -> RoundRow:
    """The round's row is to be written with the status it has now."""
    row = table.rows.setdefault(table.round_number, RoundRow(table.round_number, table.round_status))
    row.status = table.round_status
    return row


def write_rows(entry: Entry, table: LiveTable) -> None:
    """Write the rows of the rounds that the entry touched, each once, and of the bets laid in them."""
    for row in table.rows.values():
        where = [table.table_id, row.number]
        if row.opening is not None:
            unsettled = (None, None, _dealt_by(entry, table), 0, 0, 0, "{}")
            entry.later(_OPEN, [*where, *row.opening, row.status, *(row.ending or unsettled)])
        elif row.ending is not None:
            entry.later(_END, [row.status, *row.ending, *where])
        else:
            entry.later(_MARK, [row.status, *where])
    stakes.write_rows(entry, table)


def end_round(entry: Entry, table: LiveTable, in_force: RulesInForce) -> dict[str, Any]:
    """Close the row of a round that has just ended; what the ending event says of the whole round."""
    void = table.round_status != RoundStatus.SETTLED
    transfers = in_force.engine.result(table.state)
    house_net = sum(t.amount for t in transfers if t.target in _HOUSE)
    house_net -= sum(t.amount for t in transfers if t.source in _HOUSE)
    handle = 0 if void else sum(bet.amount for bet in table.bets.values())
    hands = 0 if void else len({(bet.seat.partition("/")[0], bet.hand) for bet in table.bets.values()})
    outcome = in_force.engine.view(table.state, "public")
    mark_row(table).ending = (
        entry.at,
        entry.next_seq,
        _dealt_by(entry, table),
        handle,
        hands,
        house_net,
        json.dumps(outcome),
    )
    ended = {"settled": "settled", "voided": "void", "no_bets": "no_bets"}[table.round_status]
    told: dict[str, Any] = {"ended": ended, "handle": handle, "hands": hands, "house_net": house_net}
    if table.funds:
        told["funds"] = in_force.engine.dump(table.state).get("funds", {})
    return told if in_force.engine.banked else {**told, **_pot_told(transfers)}


def _dealt_by(entry: Entry, table: LiveTable) -> int | None:
    """Who answers for the round: the dealer at the table, whoever fed its last card; where nobody deals, the boss."""
    return table.dealer_id or entry.actor.staff_id


def _pot_told(transfers: Sequence[Transfer]) -> dict[str, int]:
    """What went into the pot in this round, and what the house took out of it; minor units."""
    return {
        "pot": sum(t.amount for t in transfers if t.target == Place.POT),
        "rake": sum(t.amount for t in transfers if t.target == Place.RAKE),
    }


def confirm_settlement(entry: Entry, table: LiveTable) -> None:
    """The dealer has paid and taken as shown. Refused: ``no_round``, ``not_settled``."""
    table.require_round()
    if table.round_status != RoundStatus.SETTLED:
        raise Conflict("not_settled", state=table.round_status)
    require_arrow(ROUND_ARROWS, table.round_status, RoundStatus.CONFIRMED, "not_settled")
    table.round_status = RoundStatus.CONFIRMED
    entry.record("settlement_confirmed", {"round": table.round_number}, round=table.round_number)
    mark_row(table)


def dealer_answer(table: LiveTable) -> dict[str, Any]:
    """What a press answers: the table as its dealer may see it."""
    answer: dict[str, Any] = {
        "table": table.furnished.code,
        "status": table.status,
        "round": {"number": table.round_number, "status": table.round_status} if table.round_number else None,
        "next": None,
        "felt": None,
        "shoe": shoe_view(table),
        "pot": table.pot,
        "pot_chips": chips.as_data(table.pot_chips),
        "pot_settlement": table.settlement,
        "payments": payments(
            (number, bet.kind, bet.seat, chips.as_data(bet.paid)) for number, bet in table.bets.items() if bet.paid
        ),
        "next_options": {},
    }
    if table.in_force is not None:
        if table.round_status not in UNDECIDED:
            answer["next_options"] = table.in_force.engine.next_options(table.state)
        answer["round"]["game"] = table.in_force.game
        answer["next"] = _next(table.in_force.engine.awaits(table.state))
        answer["felt"] = table.in_force.engine.view(table.state, "dealer")
    return answer


def _next(awaited: Await) -> dict[str, Any]:
    """What the round waits for. Which acts are legal is for the engine's view to say: it hides what they would tell."""
    return {
        "kind": awaited.kind,
        "to": awaited.to,
        "hand": awaited.hand,
        "face_down": awaited.face_down,
        "player": awaited.player,
        "dice": awaited.dice,
    }


def shoe_view(table: LiveTable) -> dict[str, Any] | None:
    """What may be known of the shoe: its state and counts, never a card (T-90)."""
    shoe = table.shoe
    if shoe is None:
        return None
    out = len(shoe.dealt) // 2
    return {"number": shoe.number, "status": shoe.status, "decks": shoe.decks, "cards_out": out}
