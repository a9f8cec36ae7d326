"""The pit boss rules on a dispute: within the rule pack, with a reason and his signature (domain.md §4, T-78).

The engine's result stays as it was and is told beside the ruling. Money follows by events of its own: a void reverses
the round, and what a player is paid or gives back is ``ruling_paid``, in chips of the rack.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Subquery

from tables.domain import chips, disputes
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.disputes import WITH_MONEY
from tables.domain.errors import Conflict, Invalid
from tables.domain.rule_packs.words import Ruling
from tables.domain.table_states import (
    DISPUTE_ARROWS,
    TABLE_ARROWS,
    DisputeStatus,
    RoundStatus,
    TableStatus,
    require_arrow,
)
from tables.games.contract import Place, Tender, Transfer, player_place
from tables.models.disputes import Dispute
from tables.models.periods import BankPeriod
from tables.models.rounds import Round
from tables.selectors import disputes as reads
from tables.services import authority, live, log, pits, racks, rule_packs, rulings, signatures
from tables.services.authority import Authority
from tables.services.disputes import require_dispute
from tables.services.live import LiveTable
from tables.services.log import Entry
from tables.services.rulings import Story
from tables.services.signatures import SignatureRequest


def rule_dispute(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    ruling: str,
    reason: str,
    boss: SignatureRequest,
    amount: int = 0,
    cut: Mapping[int, int] | None = None,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Rule on dispute ``number`` of ``table``; a table that was stopped over it goes on.

    ``continue``: the engine's result stands. ``void_round``: the round is called off. ``pay_as_claimed``: the player
    gets what he claimed. ``correct_mispay``: ``amount`` goes to him, or comes from him if below zero. The chips are
    ``cut``, or the fewest that the rack can make of it. Rounds of closed bank periods are paid for in the open one, as
    an adjustment that names the old one (T-06).

    Refused: ``ruling_not_allowed`` (outside the rule pack, alone or with the round's other rulings: which rule, and the
    most), ``bad_ruling``, ``reason_required``, ``bad_dispute_step``, ``no_such_dispute``, ``same_person`` (the boss
    dealt the round),
    ``not_in_charge``, ``nothing_claimed``, ``bad_amount``, ``total_mismatch``, ``unknown_denomination``,
    ``rack_short``, ``bad_player`` (nobody to pay), ``round_already_void``, ``table_not_open``, ``play_stopped``,
    ``round_in_play`` and ``insufficient_funds`` (a tracked player), what ``void_round`` refuses, the refusals of a
    signature.
    """
    word = disputes.require_ruling(ruling)
    rulings.require_reason(reason)
    if type(amount) is not int or (amount and word != Ruling.CORRECT_MISPAY):
        raise Invalid("bad_amount")
    paper = disputes.ruling_paper(actor.casino, table, number, ruling, reason, amount, cut or {})
    signed = authority.of(actor=actor, at=at, permission="rule_dispute", content=paper, boss=boss)
    request = {"do": "rule_dispute", "paper": paper, "signed": signed.badge}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            authority.require_place(actor, "rule_dispute", playing.table_id)
            pits.require_in_charge(signed.staff_id, playing.table_id, entry.window.gaming_day)
            row = require_dispute(entry, number)
            require_arrow(DISPUTE_ARROWS, row.status, DisputeStatus.RULED, "bad_dispute_step")
            signatures.require_different(row.dealer_id, signed.staff_id)
            _rule(entry, playing, row, word, reason, amount, cut, signed)
            live.save(entry, playing)
    return entry.answer


def _rule(
    entry: Entry,
    playing: LiveTable,
    row: Dispute,
    word: Ruling,
    reason: str,
    amount: int,
    cut: Mapping[int, int] | None,
    signed: Authority,
) -> None:
    story = Story(entry.stream_id, row.round.number) if row.round else None
    moved = _amount(row, word, amount)
    pack = rule_packs.of(entry)
    if word in WITH_MONEY:
        disputes.require_allowed(pack, word, moved, _holds(row, story), _ruled(row, moved))
    else:
        disputes.require_allowed(pack, word, _at_stake(row, word), _holds(row, story))
    number = row.round.number if row.round else None
    minutes = disputes.minutes_between(row.opened_at, entry.at)
    data: dict[str, Any] = {
        "dispute": row.number,
        "round": number,
        "ruling": str(word),
        "reason": reason,
        "engine": _engine(row, story),
        "pack": f"{pack.name} {pack.version}",
        "amount": moved,
        "minutes": minutes,
        "signatures": signed.as_data(),
    }
    entry.record("dispute_ruled", data, round=number)
    _release(entry, playing, row, word, reason, signed)
    if word == Ruling.VOID_ROUND:
        if number is None:
            raise Conflict("no_round")
        rulings.call_off(entry, playing, number, reason, signed)
    elif moved:
        data["chips"] = _pay(entry, playing, row, word, moved, cut, signed)
    row.status, row.ruling, row.reason, row.pack = DisputeStatus.RULED, str(word), reason, data["pack"]
    row.paid, row.minutes = row.paid + moved, minutes
    row.ruled_at, row.ruled_by_id = entry.at, signed.staff_id
    row.save(update_fields=["status", "ruling", "reason", "pack", "paid", "minutes", "ruled_at", "ruled_by"])
    entry.answer = {"table": playing.furnished.code, "status": row.status, "chips": {}, **data}


def _amount(row: Dispute, word: Ruling, amount: int) -> int:
    """What goes to the player by this ruling, in minor units. Refused: ``nothing_claimed``, ``bad_amount``."""
    if word == Ruling.PAY_AS_CLAIMED:
        left = disputes.outstanding(row.claimed, row.paid)
        if not left:
            raise Conflict("nothing_claimed")
        return left
    if word == Ruling.CORRECT_MISPAY and not amount:
        raise Invalid("bad_amount")
    return amount


def _at_stake(row: Dispute, word: Ruling) -> int:
    """What a ruling without money of its own moves between house and players: a void takes back the round's net."""
    return row.round.house_net if word == Ruling.VOID_ROUND and row.round else 0


def _ruled(row: Dispute, moved: int) -> int:
    """What all rulings about the round come to once this one has moved its chips, either way and whoever claimed.

    Claims without a round count together for as long as the table's bank period is open.
    """
    others = Dispute.objects.filter(table_id=row.table_id, round=row.round).exclude(pk=row.pk)
    if row.round is None:
        opened = BankPeriod.objects.filter(table_id=row.table_id, closed_at=None).values("opened_at")
        others = others.filter(ruled_at__gte=Subquery(opened))
    return abs(row.paid + moved) + sum(abs(paid) for paid in others.values_list("paid", flat=True))


def _holds(row: Dispute, story: Story | None) -> int:
    if row.round is None or story is None:
        return 0
    at_best = disputes.reach(row.round.rules.game, disputes.stakes_of(story.told))
    return max(at_best, abs(row.round.house_net))


def _engine(row: Dispute, story: Story | None) -> dict[str, Any] | None:
    """The rules' own result, which the ruling stands above: of the house, and of the player."""
    if row.round is None or story is None:
        return None
    return {
        "status": row.round.status,
        "house_net": row.round.house_net,
        "player_net": _player_net(row.round, row.player, story),
    }


def _player_net(played: Round, player: str, story: Story) -> int:
    """Of a finished round as the rules give it: a penalty won from another player is on no stake of the winner."""
    net = played.outcome.get("net") if played.status == RoundStatus.SETTLED else None
    return int(net[player]) if net and player in net else disputes.net_of(story.told, player)


def _release(entry: Entry, playing: LiveTable, row: Dispute, word: Ruling, reason: str, signed: Authority) -> None:
    """A table that was stopped over this dispute goes on with its ruling: an older round may be void, and the running
    one goes on."""
    if playing.status != TableStatus.STOPPED or not row.stopped:
        return
    over = reads.over(entry.stream_id, playing.table_id)
    if over is None or over.id != row.pk:  # a later misdeal waits for its own ruling
        return
    require_arrow(TABLE_ARROWS, playing.status, TableStatus.OPEN, "not_stopped")
    running = playing.round_number if playing.running else None
    void = word == Ruling.VOID_ROUND and row.round is not None and row.round.number == running
    told = Ruling.VOID_ROUND if void else Ruling.CONTINUE
    data = {"round": running, "ruling": str(told), "reason": reason, "signatures": signed.as_data()}
    entry.record("misdeal_ruled", data, round=running)
    playing.status, playing.stopped_reason = TableStatus.OPEN, ""


def _pay(
    entry: Entry,
    playing: LiveTable,
    row: Dispute,
    word: Ruling,
    amount: int,
    cut: Mapping[int, int] | None,
    signed: Authority,
) -> dict[str, int]:
    """Chips go from the rack to the player, or back (``amount`` below zero); the chips that moved."""
    playing.require_open()
    if not row.player:
        raise Invalid("bad_player")
    if row.round is not None and row.round.status in (RoundStatus.VOIDED, RoundStatus.NO_BETS):
        raise Conflict("round_already_void")
    stack = _stack(playing, amount, cut)
    rack = chips.less({}, stack) if amount > 0 else stack
    racks.move_rack(playing.table_id, rack)
    _funds(playing, row.player, amount)
    his = player_place(row.spot or row.player)
    source, target = (Place.RACK.value, his) if amount > 0 else (his, Place.RACK.value)
    paid = Transfer(source, target, abs(amount), disputes.REASON, Tender.CHIPS.value)
    data = {
        "dispute": row.number,
        "round": row.round.number if row.round else None,
        "period": BankPeriod.objects.values_list("number", flat=True).get(table_id=row.table_id, closed_at=None),
        "of_period": row.round.period.number if row.round else None,
        "ruling": str(word),
        "player": row.player,
        "amount": amount,
        "chips": chips.as_data(stack),
        "transfers": [list(paid)],
        "rack": chips.as_data(rack),
        "signatures": signed.as_data(),
    }
    entry.record("ruling_paid", data, round=data["round"])
    return chips.as_data(stack)


def _stack(playing: LiveTable, amount: int, cut: Mapping[int, int] | None) -> Chips:
    if cut:
        stack = chips.checked(cut, playing.furnished.denominations)
        chips.require_total(stack, abs(amount))
        return stack
    if amount > 0:
        return chips.cut_from(amount, racks.holding(playing.table_id))
    return chips.break_down(-amount, playing.furnished.denominations)


def _funds(playing: LiveTable, player: str, amount: int) -> None:
    """The known chips of a tracked player follow; while a round runs its engine owns them."""
    if player not in playing.funds:
        return
    playing.require_between_rounds()
    if playing.funds[player] + amount < 0:
        raise Conflict("insufficient_funds", funds=playing.funds[player])
    playing.funds[player] += amount
