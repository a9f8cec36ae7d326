"""A buy-in that was keyed wrong: what was keyed stays, and the difference is written down beside it (V-25)."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, limits, names, papers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid, NotFound
from tables.models import floor
from tables.models.log import Event
from tables.selectors import racks as rack_reads
from tables.services import log, racks, second_signers, standing, witnesses
from tables.services.signatures import SignatureRequest

LONGEST_REASON = 240


def correct_buy_in(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    corrects: int,
    cash: int,
    cut: Mapping[int, int],
    reason: str,
    pit_boss: SignatureRequest,
    second: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Buy-in ``corrects`` (its number in the table's log) was really ``cash`` for the chips ``cut``, or nothing at all.

    The event that follows holds the difference, in cash and denomination by denomination; box, rack, figures and the
    cash log go by it. Only in the bank period of the buy-in: what was counted afterwards is counted. The boss in charge
    and somebody of another department sign (T-25). Refused: ``no_such_buy_in``, ``period_over``,
    ``nothing_to_correct``, ``bad_amount``, ``total_mismatch``, ``unknown_denomination``, ``bad_reason``,
    ``rack_short``, ``round_in_play`` and ``insufficient_funds`` (a tracked player), ``table_not_open``,
    ``play_stopped``, ``not_in_charge``, ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "correct_buy_in")
    limits.require_amount(cash, least=0)
    chips.require_total(cut, cash)
    names.require_name(reason, LONGEST_REASON, "bad_reason")
    paper = papers.buy_in_correction(actor.casino, table, corrects, cash, cut, reason)
    seconding = second_signers.void_role(actor, at, second.badge, Role.PIT_BOSS)
    signed = witnesses.sign(actor, at, paper, [(Role.PIT_BOSS, pit_boss), (seconding, second)])
    request = signed.request("correct_buy_in")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            standing.require_open(state)
            witnesses.require_in_charge(state.pk, signed)
            if state.period is None:
                raise RuntimeError(f"{entry.stream} is open without a period")
            known, stands = _as_it_stands(entry, corrects)
            if known["data"]["period"] != state.period.number:
                raise Conflict("period_over")
            right = chips.checked(cut, rack_reads.in_use(state.table.chip_set_id))
            more = chips.less(right, stands)
            if not more:
                raise Invalid("nothing_to_correct")
            difference = cash - chips.value(stands)
            _move(state, known["data"]["player"], difference, more)
            data = {
                "period": state.period.number,
                "corrects": corrects,
                "player": known["data"]["player"],
                "cash": difference,
                "chips": chips.as_data(more),
                "box": known["data"]["box"],
                "gaming_day": known["gaming_day"],
                "right_cash": cash,
                "right_chips": chips.as_data(right),
                "reason": reason,
            }
            entry.record("buy_in_corrected", {**data, "signatures": signed.as_data()})
            entry.answer = {"table": table, **data}
    return entry.answer


def _as_it_stands(entry: log.Entry, corrects: int) -> tuple[Mapping[str, Any], Chips]:
    """The buy-in, and the chips that it and its corrections so far come to. Refused: ``no_such_buy_in``."""
    events = Event.objects.filter(stream_id=entry.stream_id, round=None)
    bodies = [json.loads(row.body) for row in events.filter(seq=corrects, type="buy_in_taken")]
    if not bodies:
        raise NotFound("no_such_buy_in")
    later = events.filter(seq__gt=corrects, type="buy_in_corrected").order_by("seq")
    changes = [json.loads(row.body)["data"] for row in later]
    holdings = [chips.from_data(data["chips"]) for data in changes if data["corrects"] == corrects]
    return bodies[0], chips.add(chips.from_data(bodies[0]["data"]["chips"]), *holdings)


def _move(state: floor.TableState, player: str, cash: int, more: Chips) -> None:
    """Chips that were keyed out of the rack too much are in it, and the other way round."""
    racks.move_rack(state.pk, chips.less({}, more))
    if player in state.funds:
        standing.require_between_rounds(state)
        if state.funds[player] + cash < 0:
            raise Conflict("insufficient_funds", funds=state.funds[player])
        state.funds = {**state.funds, player: state.funds[player] + cash}
        state.save(update_fields=["funds"])
