"""What only the pit boss decides at a table: a round is void, a misdeal is ruled on (rules.md B1.5).

He acts at his own screen, or signs with badge and PIN at the dealer's terminal; either way he is in charge of the pit.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tables.domain import chips, names, reversal
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid, NotFound
from tables.domain.table_states import ROUND_ARROWS, TABLE_ARROWS, RoundStatus, TableStatus, require_arrow
from tables.games import catalogue
from tables.games.contract import Place, Transfer
from tables.models import rounds as rows
from tables.selectors import disputes
from tables.services import authority, live, log, pits, pots, racks, refolding, signatures
from tables.services import rounds as round_life
from tables.services.live import LiveTable
from tables.services.log import Entry
from tables.services.signatures import SignatureRequest

RULINGS = ("continue", "void_round")
MOST_REASON = 240


def void_round(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    reason: str,
    boss: SignatureRequest | None = None,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Call a round off: every stake, payout and collection of it is reversed by one event (T-79).

    The running round, or an earlier one of the open bank period. Nothing is deleted. Refused: ``no_such_round``,
    ``round_already_void``, ``round_in_play`` (an earlier round, of a player whose chips the running one counts),
    ``funds_spent`` (a player no longer has what he would give back), ``period_closed`` (an adjustment in the open day
    is needed then), ``round_ruled`` (a ruling has moved chips for it), ``pot_paid_out`` (what would come back from the
    pot has left it), ``reason_required``, ``not_in_charge``, ``licence_expired``, ``same_person`` (the boss dealt the
    round himself), the refusals of a signature.
    """
    request = {"do": "void_round", "table": table, "number": number, "reason": reason}
    require_reason(reason)
    signed = authority.of(actor=actor, at=at, permission="void_round", content=request, boss=boss)
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            entry.answer = void_within(entry, number, reason, signed)
    return entry.answer


def void_within(entry: Entry, number: int, reason: str, signed: authority.Authority) -> dict[str, Any]:
    """Call the round off inside an entry of its table. Refused: what ``void_round`` refuses."""
    playing = live.read(entry)
    authority.require_place(entry.actor, "void_round", playing.table_id)
    pits.require_in_charge(signed.staff_id, playing.table_id, entry.window.gaming_day)
    call_off(entry, playing, number, reason, signed)
    live.save(entry, playing)
    return round_life.dealer_answer(playing)


def rule_misdeal(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    ruling: str,
    reason: str,
    boss: SignatureRequest | None = None,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Let a table that the rules stopped go on: ``continue`` (the card is dead) or ``void_round``.

    Refused: ``not_stopped``, ``claim_waits`` (it stands still over a claim, which wants a ruling of its own:
    ``rule_dispute``), ``bad_ruling``, ``no_round`` (nothing to void), ``reason_required``, ``not_in_charge``.
    """
    request = {"do": "rule_misdeal", "table": table, "ruling": ruling, "reason": reason}
    require_reason(reason)
    if ruling not in RULINGS:
        raise Invalid("bad_ruling", known=list(RULINGS))
    signed = authority.of(actor=actor, at=at, permission="rule_misdeal", content=request, boss=boss)
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            authority.require_place(actor, "rule_misdeal", playing.table_id)
            pits.require_in_charge(signed.staff_id, playing.table_id, entry.window.gaming_day)
            if playing.status != TableStatus.STOPPED:
                raise Conflict("not_stopped")
            over = disputes.over(entry.stream_id, playing.table_id)
            if over is not None:
                raise Conflict("claim_waits", dispute=over.number)
            require_arrow(TABLE_ARROWS, playing.status, TableStatus.OPEN, "not_stopped")
            number = playing.round_number if playing.running else None
            entry.record(
                "misdeal_ruled",
                {"round": number, "ruling": ruling, "reason": reason, "signatures": signed.as_data()},
                round=number,
            )
            playing.status, playing.stopped_reason = TableStatus.OPEN, ""
            if ruling == "void_round":
                if number is None:
                    raise Conflict("no_round")
                call_off(entry, playing, number, reason, signed)
            live.save(entry, playing)
            entry.answer = round_life.dealer_answer(playing)
    return entry.answer


def call_off(entry: Entry, table: LiveTable, number: int, reason: str, boss: authority.Authority) -> None:
    """Reverse a round by one event, in the boss's own entry. Refused: see ``void_round``."""
    row = rows.Round.objects.filter(table_id=table.table_id, number=number).first()
    if row is None:
        raise NotFound("no_such_round")
    if row.status in (RoundStatus.VOIDED, RoundStatus.NO_BETS):
        raise Conflict("round_already_void")
    if row.period_id != table.period_id:
        raise Conflict("period_closed")
    require_arrow(ROUND_ARROWS, row.status, RoundStatus.VOIDED, "round_already_void")
    signatures.require_different(row.dealer_id, boss.staff_id)
    story = Story(entry.stream_id, number)
    if story.ruled:
        raise Conflict("round_ruled")
    back = reversal.undo(story.told)
    if table.pot < sum(t.amount * ((t.source == Place.POT) - (t.target == Place.POT)) for t in back):
        raise Conflict("pot_paid_out")
    data: dict[str, Any] = {
        "round": number,
        "reason": reason,
        "transfers": [list(transfer) for transfer in back],
        "voided_bets": sorted(story.bets),
        "was": row.status,
        "revealed": _reveal_rest(table, number),
        "signatures": boss.as_data(),
    }
    if story.banked:
        rack = _back_in_rack(table, story, back)
    else:
        rack = pots.give_back(table, back, story.told, data)
    entry.record("round_voided", {**data, "rack": chips.as_data(rack)}, round=number)
    if rack:
        racks.move_rack(table.table_id, rack)
    _give_back_funds(table, story, number)
    row.status, row.handle, row.hands, row.house_net = RoundStatus.VOIDED, 0, 0, 0
    row.settled_at, row.settled_seq = row.settled_at or entry.at, row.settled_seq or entry.next_seq - 1
    row.save(update_fields=["status", "handle", "hands", "house_net", "settled_at", "settled_seq"])
    if number == table.round_number:
        table.round_status = RoundStatus.VOIDED


def _back_in_rack(table: LiveTable, story: "Story", back: Sequence[Transfer]) -> Chips:
    """The change of the rack: the very chips where they are there, else as many of others as make the value."""
    returned = {value: -count for value, count in story.rack.items() if count < 0}
    taken = {value: count for value, count in story.rack.items() if count > 0}
    held = chips.add(racks.holding(table.table_id), returned)
    in_chips = sum(t.amount for t in back if t.source == Place.RACK) - sum(
        t.amount for t in back if t.target == Place.RACK
    )
    owed = in_chips + chips.value(returned)
    exact = all(held.get(value, 0) >= count for value, count in taken.items())
    if not exact or chips.value(taken) != owed:
        taken = chips.cut_from(owed, held)
    return chips.less(returned, taken)


class Story:
    """What a round has moved so far, read from its events that stand.

    ``ruled``: a ruling has moved chips since. Disputes are no part of what the rules did.
    """

    def __init__(self, stream_id: int, number: int) -> None:
        self.told: list[dict[str, Any]] = []
        self.rack: Chips = {}
        self.bets: set[int] = set()
        self.banked = True
        self.ruled = False
        for event in refolding.events_of(stream_id, number):
            self._add(event.data)

    def _add(self, data: Mapping[str, Any]) -> None:
        if "dispute" in data:
            self.ruled = self.ruled or "transfers" in data
            return
        self.told.append(dict(data))
        if "game" in data:
            self.banked = catalogue.GAMES[data["game"]].engine.banked
        self.rack = chips.add(self.rack, chips.from_data(data.get("rack", {})))
        self.bets |= {bet["bet"] for bet in data.get("laid", [])}


def _give_back_funds(table: LiveTable, story: Story, number: int) -> None:
    """Known chips of tracked players go back to what they were without the round.

    A round that is over tells what it left them; one that is not is still the last word on them. While another round
    runs its engine has the only account of them, so an earlier one that changed them waits: ``round_in_play``. Nobody
    gives back what he no longer has: ``funds_spent`` (later rounds are called off first, or his chips declared anew).
    """
    table.acted = False
    before = story.told[0]["funds"]
    after = next((data["funds"] for data in story.told if "ended" in data and "funds" in data), table.funds)
    changes = {player: after[player] - held for player, held in before.items() if player in after}
    if number != table.round_number and table.running and any(changes.values()):
        raise Conflict("round_in_play", round=table.round_number)
    for player, change in changes.items():
        if table.funds[player] < change:
            raise Conflict("funds_spent", player=player, funds=table.funds[player], amount=change)
        table.funds[player] -= change


def _reveal_rest(table: LiveTable, number: int) -> list[dict[str, Any]]:
    """A void round has no secrets left: what is still sealed comes out with it."""
    if number != table.round_number:
        return []
    rest = [
        {"seq": seq, "field": name, "nonce": nonce, "value": value}
        for _, (seq, name, nonce, value) in sorted(table.sealed.items())
    ]
    table.sealed = {}
    return rest


def require_reason(reason: str) -> None:
    """Refuse ``reason_required`` for none or one that is too long, ``bad_reason`` for signs that nobody sees."""
    if not reason.strip() or len(reason) > MOST_REASON:
        raise Invalid("reason_required", most=MOST_REASON)
    names.require_name(reason, MOST_REASON, "bad_reason")
