"""Locking a gaming day: its report is frozen under two signatures and its hash seals the log (domain.md §5, T-104).

Later knowledge never opens a locked day again: it is an adjustment in the open day, with two approvals (T-60).
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from accounting.domain import audit_findings, day_totals
from accounting.domain import days as papers
from accounting.domain.day_totals import Span, Totals
from accounting.models.days import DayAdjustment, DayLock, DayTotal, ExceptionExplained
from accounting.selectors import day_rows, heads, progress, shift_rows
from accounting.selectors.heads import Heads
from accounting.services import certify, day_checklist, day_reports, reports
from accounting.services.day_reports import Locking
from tables.domain import limits, names, permissions
from tables.domain.actors import Actor, Role, instant
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, Invalid, NotFound
from tables.models import periods
from tables.selectors import locked_days, rule_packs
from tables.services import log, second_signers, witnesses
from tables.services.house_stream import house_entry
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper

MOST_TOLD = 50
"""Hindrances in a refusal; the checklist has them all."""


def lock_day(
    *,
    actor: Actor,
    at: datetime,
    gaming_day: date,
    accountant: SignatureRequest,
    second: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Freeze the report of a gaming day for good. The books catch up first.

    ``second`` signs in a role that the rule pack names. Refused: ``no_such_day``, ``day_locked``, ``day_not_ready``
    with what hinders it, ``books_stopped``, ``books_behind``, and what signing refuses.
    """
    permissions.require(actor, "lock_day")
    signed = _signed(actor, at, gaming_day, papers.lock(actor.casino, gaming_day), accountant, second)
    certify.catch_up(actor.casino_id)
    with house_entry(actor=actor, at=at, request=signed.request("lock_day"), key=key) as entry:
        if not entry.repeated:
            locked_days.require_open(actor.casino_id, [gaming_day])
            if gaming_day not in day_checklist.to_lock(actor.casino_id):
                raise NotFound("no_such_day")
            seen = heads.followed(actor.casino_id)
            hindrances = day_checklist.hindrances(actor.casino_id, actor.casino, gaming_day, at, seen)
            if hindrances:
                told = [hindrance.as_data() for hindrance in hindrances[:MOST_TOLD]]
                raise Conflict("day_not_ready", hindrances=told, number=len(hindrances))
            _require_followed(actor.casino_id, gaming_day, seen)
            entry.answer = _freeze(entry, gaming_day, seen, signed)
    return entry.answer


def explain_exception(
    *,
    actor: Actor,
    at: datetime,
    gaming_day: date,
    exception: str,
    cause: str,
    explanation: str,
    owner: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Settle a variance of a day that is not locked: cause, words, and the signature of who answers for the area.

    A better explanation takes the place of one before; the log keeps both. Refused: ``bad_cause``,
    ``bad_explanation``, ``day_locked``, ``no_such_exception``, and what signing refuses.
    """
    permissions.require(actor, "explain_exception")
    if cause not in list(audit_findings.Cause):
        raise Invalid("bad_cause", known=list(audit_findings.Cause))
    names.require_name(explanation, papers.LONGEST_TEXT, "bad_explanation")
    amount = _amount(actor, gaming_day, exception)
    paper = papers.explanation(actor.casino, gaming_day, exception, amount, cause, explanation)
    roles = papers.explaining_roles(exception.partition("/")[0])
    signed = witnesses.sign(actor, at, paper, [(second_signers.held_of(actor, owner.badge, roles), owner)])
    with house_entry(actor=actor, at=at, request=signed.request("explain_exception"), key=key) as entry:
        if not entry.repeated:
            locked_days.require_open(actor.casino_id, [gaming_day])
            data = {
                "gaming_day": gaming_day.isoformat(),
                "exception": exception,
                "amount": amount,
                "cause": cause,
                "explanation": explanation,
            }
            seq = entry.record("exception_explained", {**data, "signatures": signed.as_data()})
            ExceptionExplained.objects.create(
                stream_id=entry.stream_id,
                seq=seq,
                casino_id=actor.casino_id,
                gaming_day=gaming_day,
                exception=exception,
                cause=cause,
                explanation=explanation,
                explained_by=signed.signatures[0].badge,
                explained_at=at,
            )
            entry.answer = data
    return entry.answer


def adjust_day(
    *,
    actor: Actor,
    at: datetime,
    gaming_day: date,
    table: str,
    figure: str,
    amount: int,
    reason: str,
    accountant: SignatureRequest,
    second: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Put on record what was learnt of a locked day, dated into the day that is running (T-06, T-60).

    ``amount`` is added to ``figure`` (of ``days.ADJUSTED``) of ``table``, either sign, minor units. The locked report
    stays as it is. Refused: ``bad_figure``, ``bad_amount`` (0), ``bad_reason``, ``day_not_locked``,
    ``no_such_table``, and what signing refuses.
    """
    permissions.require(actor, "adjust_day")
    if figure not in papers.ADJUSTED:
        raise Invalid("bad_figure", known=list(papers.ADJUSTED))
    if amount == 0:
        raise Invalid("bad_amount")
    limits.require_amount(abs(amount))
    names.require_name(reason, papers.LONGEST_TEXT, "bad_reason")
    paper = papers.adjustment(actor.casino, gaming_day, table, figure, amount, reason)
    signed = _signed(actor, at, gaming_day, paper, accountant, second)
    with house_entry(actor=actor, at=at, request=signed.request("adjust_day"), key=key) as entry:
        if not entry.repeated:
            locked = locked_days.newest(actor.casino_id)
            if locked is None or gaming_day > locked:
                raise Conflict("day_not_locked")
            if day_reports.place_of(actor.casino, heads.followed(actor.casino_id), table) is None:
                raise NotFound("no_such_table")
            data = {
                "gaming_day": gaming_day.isoformat(),
                "table": table,
                "figure": figure,
                "amount": amount,
                "reason": reason,
            }
            seq = entry.record("day_adjusted", {**data, "signatures": signed.as_data()})
            DayAdjustment.objects.create(
                stream_id=entry.stream_id,
                seq=seq,
                casino_id=actor.casino_id,
                gaming_day=gaming_day,
                made_on=entry.window.gaming_day,
                table=table,
                figure=figure,
                amount=amount,
                reason=reason,
                made_by=signed.signatures[0].badge,
                approved_by=signed.signatures[1].badge,
                made_at=at,
            )
            entry.answer = {**data, "made_on": entry.window.gaming_day.isoformat()}
    return entry.answer


def total_rows(stream_id: int, seq: int, casino_id: int, day: date, totals: Mapping[Span, Totals]) -> list[DayTotal]:
    """The totals that a lock leaves, as rows."""
    return [
        DayTotal(
            stream_id=stream_id,
            seq=seq,
            casino_id=casino_id,
            gaming_day=day,
            span=span.value,
            **scope._asdict(),
            **{name: getattr(total, name) for name in day_totals.COLUMNS},
        )
        for span, scopes in totals.items()
        for scope, total in sorted(scopes.items())
    ]


def _signed(
    actor: Actor,
    at: datetime,
    day: date,
    paper: papers.Paper,
    accountant: SignatureRequest,
    second: SignatureRequest,
) -> SignedPaper:
    """The accountant, and a second person in one of the roles that the rule pack of the day names."""
    roles = rule_packs.in_force(actor.casino_id, day).day_second_roles
    role = second_signers.held_of(actor, second.badge, list(roles))
    return witnesses.sign(actor, at, paper, [(Role.ACCOUNTANT, accountant), (role, second)])


def _amount(actor: Actor, day: date, exception: str) -> int:
    """What the exception is about, in minor units. Refused: ``no_such_exception``."""
    seen = heads.followed(actor.casino_id)
    own = shift_rows.of_days(actor.casino, day, day, seen)
    boxes = shift_rows.boxes_of(actor.casino, own, seen)
    for line in day_rows.exceptions(actor.casino, actor.casino_id, day, seen, own, boxes):
        if line.get("exception") == exception:
            return int(line["amount"])
    raise NotFound("no_such_exception")


def _require_followed(casino_id: int, day: date, seen: Heads) -> None:
    """The closers that the floor has are all in the books: one may have come in after they caught up."""
    closers = periods.BankPeriod.objects.filter(table__casino_id=casino_id, gaming_day=day)
    for key, seq in closers.values_list("table__stream__key", "closed_seq"):
        if seq is None or seen[key].seq < seq:
            raise Conflict("books_behind", events=progress.lag(casino_id).events)


def _freeze(entry: log.Entry, day: date, seen: Heads, signed: SignedPaper) -> dict[str, Any]:
    before = day_rows.lock_before(entry.actor.casino_id)
    composed = day_reports.compose(entry.actor.casino_id, entry.actor.casino, day, seen, before)
    accountant, second = (signature.badge for signature in signed.signatures)
    previous = day_reports.previous(before)
    locking = Locking(entry.actor.casino, day, accountant, second, instant(entry.at), previous)
    frozen = day_reports.text(locking, seen, composed.body)
    digest, root = reports.sha256(frozen), content_hash(day_reports.told(seen))
    data = {
        "gaming_day": day.isoformat(),
        "heads": {key: head.seq for key, head in seen.items()},
        "root": root,
        "sha256": digest,
        "previous": previous,
    }
    seq = entry.record("day_locked", {**data, "signatures": signed.as_data()})
    DayLock.objects.create(
        stream_id=entry.stream_id,
        seq=seq,
        casino_id=entry.actor.casino_id,
        gaming_day=day,
        locked_on=entry.window.gaming_day,
        locked_by=accountant,
        seconded_by=second,
        locked_at=entry.at,
        previous=before.sha256 if before else "",
        root=root,
        sha256=digest,
        text=frozen,
    )
    DayTotal.objects.bulk_create(total_rows(entry.stream_id, seq, entry.actor.casino_id, day, composed.totals))
    return {"gaming_day": data["gaming_day"], "root": root, "sha256": digest, "previous": previous}
