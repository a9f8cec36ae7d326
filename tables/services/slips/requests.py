"""What the pit asks of the cage, and what becomes of it before there is a slip."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Max

from tables.domain import chips, permissions, slip_papers
from tables.domain.actors import Actor, Role
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid
from tables.domain.house_settings import ChipKind
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus
from tables.models import floor
from tables.models.slips import Slip
from tables.selectors import racks as rack_reads
from tables.services import log, pits, racks, rule_packs, standing, witnesses
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest
from tables.services.slips import steps


class Asked(NamedTuple):
    """What a request is for: ``moved`` and ``taken`` as in the slip's row."""

    kind: SlipKind
    moved: Mapping[int, int]
    taken: Mapping[int, int]
    total: int
    urgent: bool = False


def request_fill(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    wanted: Mapping[int, int],
    total: int,
    pit_boss: SignatureRequest,
    urgent: bool = False,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The boss in charge asks the cage for chips. Nothing moves; the cage issues the slip or refuses.

    Before a shift's count no fill is asked for that is not ``urgent`` (domain.md §4). Refused: ``total_mismatch``
    (T-31), ``unknown_denomination`` (T-34), ``bad_quantity``, ``no_chips``, ``fills_stopped``, ``not_in_charge``, and
    what signing refuses.
    """
    asked = Asked(SlipKind.FILL, wanted, {}, total, urgent)
    return _request(actor, at, table, asked, pit_boss, key, expected_seq)


def request_credit(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    offered: Mapping[int, int],
    total: int,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The boss in charge asks the cage to take chips from the rack.

    Refused: ``rack_short`` for more chips of a denomination than the rack shows (T-33), and what ``request_fill``
    refuses.
    """
    asked = Asked(SlipKind.CREDIT, offered, {}, total)
    return _request(actor, at, table, asked, pit_boss, key, expected_seq)


def request_exchange(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    given: Mapping[int, int],
    taken: Mapping[int, int],
    total: int,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The boss in charge asks for other chips of equal value: ``given`` from the rack, ``taken`` from the cage.

    Refused: ``empty_change`` (the same chips both ways), and what ``request_credit`` refuses.
    """
    chips.require_total(taken, total)
    asked = Asked(SlipKind.EXCHANGE, given, taken, total)
    return _request(actor, at, table, asked, pit_boss, key, expected_seq)


def _request(
    actor: Actor,
    at: datetime,
    table: str,
    asked: Asked,
    pit_boss: SignatureRequest,
    key: str | None,
    expected_seq: int | None,
) -> dict[str, Any]:
    signed = sign_request(actor, at, table, asked, pit_boss)
    request = signed.request(f"request_{asked.kind}")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            entry.answer = request_within(entry, asked, signed)
    return entry.answer


def sign_request(
    actor: Actor, at: datetime, table: str, asked: Asked, pit_boss: SignatureRequest
) -> witnesses.SignedPaper:
    """The paper of a request under the boss's signature, before the stream is locked. Refused: ``total_mismatch``."""
    permissions.require(actor, "request_chips")
    chips.require_total(asked.moved, asked.total)
    kind, moved, taken, total, urgent = asked
    paper = slip_papers.request(kind, actor.casino, table, moved, taken, total, urgent=urgent)
    return witnesses.sign(actor, at, paper, [(Role.PIT_BOSS, pit_boss)])


def request_within(entry: log.Entry, asked: Asked, signed: witnesses.SignedPaper) -> dict[str, Any]:
    """Put the signed request down inside an entry of its table."""
    state = standing.of(entry)
    witnesses.require_in_charge(state.table_id, signed)
    row = _possible(entry, state, asked)
    steps.sign(row, f"{asked.kind}_requested", signed)
    row.save()
    entry.record(f"{asked.kind}_requested", {**_data(row), "signatures": signed.as_data()})
    return steps.told(row)


def require_possible(entry: log.Entry, asked: Asked) -> None:
    """Refuse what could not be requested now whoever signs it."""
    _possible(entry, standing.of(entry), asked)


def _possible(entry: log.Entry, state: floor.TableState, asked: Asked) -> Slip:
    row = _new(state, asked, entry.at)
    _require_possible(entry, state, row)
    return row


def _new(state: floor.TableState, asked: Asked, at: datetime) -> Slip:
    """The row of a request; the stream's lock gives each its number. Refused: what ``_known`` refuses."""
    newest = Slip.objects.filter(table_id=state.table_id).aggregate(newest=Max("request"))["newest"]
    return Slip(
        casino_id=state.table.casino_id,
        table=state.table,
        request=(newest or 0) + 1,
        kind=asked.kind.value,
        urgent=asked.urgent,
        chips=chips.as_data(_known(state, asked.moved, goes_out=asked.kind == SlipKind.FILL)),
        taken=chips.as_data(_known(state, asked.taken, goes_out=True)) if asked.kind == SlipKind.EXCHANGE else {},
        total=asked.total,
        requested_at=at,
        changed_at=at,
    )


def _known(state: floor.TableState, moved: Mapping[int, int], *, goes_out: bool) -> Chips:
    """Chips of the table's set, none of them promotional or without value (T-41).

    A retired chip may come back to the cage and goes out no more (T-34). Refused: ``unknown_denomination``,
    ``bad_quantity``, ``no_chips``.
    """
    chip_set = state.table.chip_set
    known = (rack_reads.in_use if goes_out else rack_reads.ever)(chip_set.pk)
    checked = chips.checked(moved, known if chip_set.kind == ChipKind.VALUE else ())
    if not checked:
        raise Invalid("no_chips")
    return checked


def _require_possible(entry: log.Entry, state: floor.TableState, row: Slip) -> None:
    """Refuse ``rack_short`` (T-33), ``empty_change``, and ``fills_stopped`` shortly before the shift's count."""
    if row.kind == SlipKind.FILL:
        _require_fills_go(entry, state, urgent=row.urgent)
        return
    if row.chips == row.taken:
        raise Invalid("empty_change")
    short = [
        value
        for value, lack in chips.less(chips.from_data(row.chips), racks.holding(state.table_id)).items()
        if lack > 0
    ]
    if short:
        raise Conflict("rack_short", denomination=short[0])


def _require_fills_go(entry: log.Entry, state: floor.TableState, *, urgent: bool) -> None:
    """The count of the running shift is due soon, unless the table's period is the next shift's already (T-08)."""
    window, period = entry.window, state.period
    if urgent or period is None or (period.gaming_day, period.shift) != (window.gaming_day, window.shift):
        return
    if window.ends - entry.at <= timedelta(minutes=rule_packs.of(entry).early_fill_stop_minutes):
        raise Conflict("fills_stopped", shift=window.shift)


def _data(row: Slip) -> dict[str, Any]:
    """A request as its event has it."""
    said = {"request": row.request, "total": row.total}
    if row.kind == SlipKind.EXCHANGE:
        return {**said, "given": row.chips, "taken": row.taken}
    return {**said, "chips": row.chips, **({"urgent": row.urgent} if row.kind == SlipKind.FILL else {})}


def withdraw_request(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    request: int,
    reason: str,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The pit does not want it any more, before the cage has made out a slip.

    Refused: ``no_such_request``, ``bad_slip_step`` (there is a slip: it is voided), ``bad_reason``, ``not_in_charge``.
    """
    permissions.require(actor, "request_chips")
    steps.require_reason(reason)
    asked = {"do": "withdraw_request", "table": table, "request": request, "reason": reason}
    with log.table_entry(actor=actor, at=at, table=table, request=asked, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = steps.lock(steps.requested(actor, table, request))
            pits.require_pit_boss(actor, row.table_id, entry.window.gaming_day)
            _end(entry, row, SlipStatus.WITHDRAWN, reason)
            entry.record("request_withdrawn", {"request": request, "kind": row.kind, "reason": reason})
            entry.answer = steps.told(row)
    return entry.answer


def refuse_request(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    request: int,
    reason: str,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The cage does not make out a slip. Refused: ``no_such_request``, ``bad_slip_step``, ``bad_reason``."""
    permissions.require(actor, "issue_slip")
    steps.require_reason(reason)
    asked = {"do": "refuse_request", "table": table, "request": request, "reason": reason}
    with cage_entry(actor=actor, at=at, request=asked, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = steps.lock(steps.requested(actor, table, request))
            _end(entry, row, SlipStatus.REFUSED, reason)
            data = {"table": table, "request": request, "kind": row.kind, "reason": reason}
            entry.record("request_refused", data)
            entry.answer = steps.told(row)
    return entry.answer


def _end(entry: log.Entry, row: Slip, status: SlipStatus, reason: str) -> None:
    steps.advance(row, status, entry.at)
    row.reason = reason
    row.save(update_fields=["status", "changed_at", "reason"])
