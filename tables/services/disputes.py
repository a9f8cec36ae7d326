"""A dispute from the claim to its end: opened, accepted, looked at by surveillance, told to the regulator.

The ruling itself is in ``dispute_rulings``. Everything stands in the stream of the table.
"""

from datetime import datetime
from typing import Any

from tables.domain import disputes, limits, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.disputes import MISDEALS, Claim
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.domain.table_states import DISPUTE_ARROWS, TABLE_ARROWS, DisputeStatus, TableStatus, require_arrow
from tables.models import floor, rounds
from tables.models.disputes import Dispute
from tables.services import live, log, pits, rule_packs, standing
from tables.services.log import Entry


def open_dispute(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    claim: str,
    text: str,
    round_number: int | None = None,
    claimed: int = 0,
    player: str = "",
    patron: str = "",
    spot: str = "",
    stop: bool = False,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Write down what somebody says went wrong in round ``round_number``, or with the cards; the floor has to rule.

    ``claimed`` is what he wants beside what he was paid, in minor units. ``stop`` lets nothing be dealt on before the
    ruling (only claims of a misdeal do that). The dealer opens it where he deals, a pit boss anywhere; the round may be
    of an earlier bank period. Refused: ``bad_claim``, ``bad_text``, ``bad_amount``, ``bad_player``, ``bad_spot``,
    ``no_such_patron``, ``no_such_round``, ``no_round`` (neither a round nor a misdeal), ``not_a_misdeal`` (for
    ``stop``), ``table_not_open``, ``not_dealing``, ``terminal_required``, ``dispute_open`` (the same player's about the
    same round waits already).
    """
    permissions.require(actor, "open_dispute")
    kind = disputes.require_claim(claim)
    _require_words(text, player, spot)
    limits.require_amount(claimed, least=0)
    if stop and kind not in MISDEALS:
        raise Conflict("not_a_misdeal", claim=claim)
    asked = {"claim": claim, "text": text, "round": round_number, "claimed": claimed}
    asked |= {"player": player, "patron": patron, "spot": spot}
    request = {"do": "open_dispute", "table": table, **asked, "stop": stop}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            if Role.PIT_BOSS not in actor.roles:
                standing.require_dealing(state, actor)
            row = _row(entry, state, kind, asked)
            if stop and state.status != TableStatus.STOPPED:
                _stop(entry, state, kind)
            row.stopped = state.status == TableStatus.STOPPED and kind in MISDEALS
            row.save()
            entry.record("dispute_opened", {**asked, **_told(row)}, round=round_number)
            entry.answer = {"table": table, "dispute": row.number, "status": row.status, "round": round_number}
    return entry.answer


def accept_dispute(
    *, actor: Actor, at: datetime, table: str, number: int, note: str = "", key: str | None = None
) -> dict[str, Any]:
    """The player takes the ruling; that is the end of it. Refused: ``bad_dispute_step``, see ``_step``."""
    return _step(actor, at, table, number, DisputeStatus.ACCEPTED, {"note": note}, key)


def escalate_dispute(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    surveillance: str,
    note: str = "",
    key: str | None = None,
) -> dict[str, Any]:
    """The player does not take the ruling: surveillance looks at the recording with this reference.

    What is seen may lead to another ruling. Refused: ``bad_reference``, ``bad_dispute_step``, see ``_step``.
    """
    names.require_name(surveillance, disputes.LONGEST_REFERENCE, "bad_reference")
    told = {"surveillance": surveillance, "note": note}
    return _step(actor, at, table, number, DisputeStatus.ESCALATED, told, key)


def report_dispute(
    *, actor: Actor, at: datetime, table: str, number: int, reference: str, key: str | None = None
) -> dict[str, Any]:
    """The regulator was told of an unresolved dispute; ``due`` tells whether the rule pack demands it.

    Refused: ``bad_reference``, ``bad_dispute_step``, see ``_step``.
    """
    names.require_name(reference, disputes.LONGEST_REFERENCE, "bad_reference")
    return _step(actor, at, table, number, DisputeStatus.REGULATOR, {"reference": reference}, key)


def require_dispute(entry: Entry, number: int) -> Dispute:
    """The dispute of the entry's table. Refused: ``no_such_dispute``."""
    rows = Dispute.objects.filter(table_id=entry.table_id, number=number)
    row = rows.select_related("round__rules", "round__period", "table").first()
    if row is None:
        raise NotFound("no_such_dispute")
    return row


_EVENTS = {
    DisputeStatus.ACCEPTED: "dispute_accepted",
    DisputeStatus.ESCALATED: "dispute_escalated",
    DisputeStatus.REGULATOR: "dispute_reported",
}


def _step(
    actor: Actor, at: datetime, table: str, number: int, to: DisputeStatus, told: dict[str, Any], key: str | None
) -> dict[str, Any]:
    """What follows a ruling. Refused: ``no_such_dispute``, ``not_in_charge`` (a pit boss of another pit),
    ``bad_text``."""
    permissions.require(actor, "report_dispute" if to == DisputeStatus.REGULATOR else "rule_dispute")
    if told.get("note"):
        names.require_name(told["note"], disputes.LONGEST_REASON, "bad_text")
    request = {"do": _EVENTS[to], "table": table, "dispute": number, **told}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key) as entry:
        if not entry.repeated:
            row = require_dispute(entry, number)
            if not permissions.may(actor, "manage_house"):
                pits.require_pit_boss(actor, row.table_id, entry.window.gaming_day)
            require_arrow(DISPUTE_ARROWS, row.status, to, "bad_dispute_step")
            row.status, row.note = to, told.get("note", "")
            row.surveillance = told.get("surveillance", row.surveillance)
            row.regulator = told.get("reference", row.regulator)
            row.closed_at = None if to == DisputeStatus.ESCALATED else at
            row.save(update_fields=["status", "note", "surveillance", "regulator", "closed_at"])
            data = {"dispute": number, "round": row.round.number if row.round else None, **told}
            if to == DisputeStatus.REGULATOR:
                data["outstanding"] = disputes.outstanding(row.claimed, row.paid)
                data["due"] = disputes.is_due(rule_packs.of(entry), row.claimed, row.paid)
            entry.record(_EVENTS[to], data, round=data["round"])
            entry.answer = {"table": table, "status": row.status, **data}
    return entry.answer


def _require_words(text: str, player: str, spot: str) -> None:
    names.require_name(text, disputes.LONGEST_TEXT, "bad_text")
    if player:
        names.require_person(player, 40, "bad_player")
    if spot:
        names.require_name(spot, 48, "bad_spot")


def _row(entry: Entry, state: floor.TableState, kind: Claim, asked: dict[str, Any]) -> Dispute:
    """The new row, not yet saved, with its number under the stream's lock."""
    if entry.actor.staff_id is None:
        raise NotAllowed("not_permitted")
    of_table = Dispute.objects.filter(table_id=entry.table_id)
    number, round_ = asked["round"], None
    if number is not None:
        round_ = rounds.Round.objects.filter(table_id=entry.table_id, number=number).first()
        if round_ is None:
            raise NotFound("no_such_round")
        waiting = of_table.filter(round=round_, player=asked["player"], status=DisputeStatus.OPEN).first()
        if waiting is not None:
            raise Conflict("dispute_open", dispute=waiting.number)
    elif kind not in MISDEALS:
        raise Conflict("no_round")
    patron = None
    if asked["patron"]:
        patron = rounds.Patron.objects.filter(casino_id=entry.actor.casino_id, code=asked["patron"]).first()
        if patron is None:
            raise NotFound("no_such_patron")
    return Dispute(
        table_id=state.pk,
        number=of_table.count() + 1,
        claim=kind,
        text=asked["text"],
        claimed=asked["claimed"],
        round=round_,
        player=asked["player"],
        patron=patron,
        spot=asked["spot"],
        dealer_id=round_.dealer_id if round_ else state.dealer_id,
        opened_at=entry.at,
        opened_by_id=entry.actor.staff_id,
    )


def _told(row: Dispute) -> dict[str, Any]:
    return {
        "dispute": row.number,
        "dealer": row.dealer.badge if row.dealer else None,
        "stopped": row.stopped,
        "period": row.round.period.number if row.round else None,
    }


def _stop(entry: Entry, state: floor.TableState, kind: Claim) -> None:
    """Nothing can be keyed at the table until the boss has ruled."""
    standing.require_open(state)
    require_arrow(TABLE_ARROWS, state.status, TableStatus.STOPPED, "table_not_open")
    running = state.round_number if state.round_status not in live.NOT_RUNNING else None
    shoe = state.shoe.number if state.shoe else None
    entry.record("misdeal_recorded", {"round": running, "reason": str(kind), "card": None, "shoe": shoe}, round=running)
    state.status, state.stopped_reason = TableStatus.STOPPED, "misdeal"
    state.save(update_fields=["status", "stopped_reason"])
