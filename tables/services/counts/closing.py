"""A count ends: all banknotes are counted once more by somebody else, and the team signs what it found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.domain import chips, count_papers, limits, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.count_totals import CountedSheet, totals_of
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.domain.notes import NoteCount
from tables.domain.table_states import BoxStatus, CountStatus
from tables.models.counts import CountSession, CountSheet
from tables.models.periods import DropBox
from tables.services import log, rule_packs, witnesses
from tables.services.counts import steps
from tables.services.signatures import SignatureRequest


@dataclass(frozen=True, slots=True)
class MissingBox:
    """A box that left its table and was not brought, and why (T-54)."""

    table: str
    box: int
    reason: str

    def as_data(self) -> dict[str, Any]:
        """The line as it stands in the log."""
        return {"table": self.table, "box": self.box, "reason": self.reason}


def verify_count(
    *,
    actor: Actor,
    at: datetime,
    session: int,
    found: NoteCount,
    verifier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Somebody who is not of the team counts all banknotes of the session again, before he sees any sheet.

    Each try stands in the log, and the answer says only whether it agrees. Refused: ``no_such_count``,
    ``count_closed``, ``boxes_not_counted``, ``not_independent``, ``unknown_note``, ``bad_quantity``,
    ``total_mismatch``, and what signing refuses.
    """
    permissions.require(actor, "verify_count")
    notes = found.checked()
    paper = count_papers.verification(actor.casino, session, notes, found.total)
    role = steps.role_of(actor, verifier.badge, (Role.COUNTER, Role.ACCOUNTANT))
    signed = witnesses.sign(actor, at, paper, [(role, verifier)])
    with steps.count_entry(actor, at, signed.request("verify_count"), key, expected_seq) as entry:
        if not entry.repeated:
            row = steps.session(actor, session)
            steps.require_open(row)
            if verifier.badge in row.team:
                raise NotAllowed("not_independent", badge=verifier.badge)
            totals = _require_totals(row)
            data = {
                "session": session,
                "notes": chips.as_data(notes),
                "total": found.total,
                "agrees": chips.as_data(notes) == totals["notes"],
            }
            row.verified = {"badge": verifier.badge, "total": found.total, "agrees": data["agrees"]}
            row.save(update_fields=["verified"])
            entry.record("count_verified", {**data, "signatures": signed.as_data()})
            entry.answer = {"session": session, "agrees": data["agrees"]}
    return entry.answer


def close_count(
    *,
    actor: Actor,
    at: datetime,
    session: int,
    cash_total: int,
    chips_total: int,
    missing: Sequence[MissingBox],
    team: Sequence[SignatureRequest],
    note: str = "",
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The team signs the totals; from now on the cage, the pit and the reports may know them.

    Every box of the session is counted, and every box that had left its table when the session was opened is in it or
    listed as missing. Refused: ``no_such_count``, ``count_closed``, ``boxes_not_counted``, ``boxes_missing``,
    ``box_not_missing``, ``bad_reason``, ``verifier_required``, ``verification_differs`` (and no note says why),
    ``bad_note``, ``total_mismatch``, ``count_went_on``, ``team_too_small``, ``not_in_team``, and what signing refuses.
    """
    permissions.require(actor, "close_count")
    _require_sound(cash_total, chips_total, missing, note)
    seen = steps.session(actor, session)
    totals, lines = _totals(seen), [box.as_data() for box in sorted(missing, key=lambda box: (box.table, box.box))]
    paper = count_papers.closing(actor.casino, session, totals, lines, note)
    signed = witnesses.sign(actor, at, paper, [(Role.COUNTER, member) for member in team])
    request = {**signed.request("close_count"), "cash_total": cash_total, "chips_total": chips_total}
    with steps.count_entry(actor, at, request, key, expected_seq) as entry:
        if not entry.repeated:
            row = steps.session(actor, session)
            steps.require_open(row)
            steps.require_members(row, signed)
            least = rule_packs.of(entry).count_team_size
            if len(signed.signatures) < least:
                raise Invalid("team_too_small", least=least)
            if _require_totals(row) != totals:
                raise Conflict("count_went_on")
            for given, counted in ((cash_total, totals["cash_total"]), (chips_total, totals["chips_total"])):
                if given != counted:
                    raise Invalid("total_mismatch", given=given, counted=counted)
            _require_verified(entry, row, note)
            _list_missing(row, missing)
            row.status, row.closed_at, row.totals = CountStatus.CLOSED, entry.at, totals
            row.missing, row.note = lines, note
            row.save(update_fields=["status", "closed_at", "totals", "missing", "note"])
            entry.answer = _closed(row)
            entry.record("count_closed", {**entry.answer, "signatures": signed.as_data()})
    return entry.answer


def _closed(row: CountSession) -> dict[str, Any]:
    boxes = row.sheets.order_by("box__table__code", "box__number").values_list("box__table__code", "box__number")
    return {
        "session": row.number,
        "gaming_day": row.gaming_day.isoformat(),
        "shift": row.shift,
        "boxes": [{"table": table, "box": box} for table, box in dict.fromkeys(boxes)],
        "missing": row.missing,
        **(row.totals or {}),
        "verified": row.verified,
        "note": row.note,
    }


def _require_sound(cash_total: int, chips_total: int, missing: Sequence[MissingBox], note: str) -> None:
    limits.require_amount(cash_total, least=0)
    limits.require_amount(chips_total, least=0)
    for box in missing:
        names.require_name(box.reason, 240, "bad_reason")
    if note:
        names.require_name(note, 240, "bad_note")


def _totals(row: CountSession) -> dict[str, Any]:
    """What the sheets that are counted add up to."""
    sheets = CountSheet.objects.filter(session=row, status=BoxStatus.COUNTED).order_by("pk")
    lines = sheets.values_list("part", "box__table__chip_set__code", "contents")
    return totals_of(CountedSheet(part, chip_set, contents or {}) for part, chip_set, contents in lines)


def _require_totals(row: CountSession) -> dict[str, Any]:
    """The totals of a session all of whose boxes are counted. Refused: ``boxes_not_counted``."""
    waiting = row.sheets.exclude(status=BoxStatus.COUNTED).order_by("box__table__code", "box__number", "part")
    names_of = waiting.values_list("box__table__code", "box__number", "part")
    if left := [{"table": table, "box": box, "part": part} for table, box, part in names_of]:
        raise Conflict("boxes_not_counted", boxes=left)
    return _totals(row)


def _require_verified(entry: log.Entry, row: CountSession, note: str) -> None:
    """Where the rule pack wants a verifier there is one, and a note if he found something else."""
    if row.verified is None:
        if rule_packs.of(entry).requires_verifier and row.sheets.exists():
            raise Conflict("verifier_required")
    elif not row.verified["agrees"] and not note:
        raise Invalid("verification_differs")


def _list_missing(row: CountSession, missing: Sequence[MissingBox]) -> None:
    """Note on each box that was not brought why; every box that was due is counted or is one of them."""
    boxes = DropBox.objects.filter(table__casino_id=row.casino_id, status=BoxStatus.REMOVED).select_related("table")
    away = {(box.table.code, box.number): box for box in boxes}
    for line in missing:
        if (line.table, line.box) not in away:
            raise Conflict("box_not_missing", table=line.table, box=line.box)
    told = {(line.table, line.box): line.reason for line in missing}
    due = [key for key, box in away.items() if box.removed_at is not None and box.removed_at <= row.opened_at]
    if left := [{"table": table, "box": number} for table, number in sorted(due) if (table, number) not in told]:
        raise Conflict("boxes_missing", boxes=left)
    for key, reason in told.items():
        away[key].missing = reason
        away[key].save(update_fields=["missing"])
