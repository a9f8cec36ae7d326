"""Statistical reviews: opened over locked days, explained deviation by deviation, closed by two (domain.md §1.4).

The facts stand in the house's stream; the rows are written in the same transaction and follow from them.
"""

from datetime import date, datetime
from typing import Any

from django.db.models import Max

from accounting.domain import review_papers as papers
from accounting.domain.review_papers import DeviationCause
from accounting.domain.statistics import Verdict
from accounting.models.days import DayLock
from accounting.models.reviews import DeviationExplained, ReviewClosed, StatisticalReview
from accounting.selectors import statistics
from accounting.selectors.statistics import Review
from tables.domain import names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.services import second_signers, witnesses
from tables.services.house_stream import house_entry
from tables.services.signatures import SignatureRequest


def open_review(
    *, actor: Actor, at: datetime, first: date, last: date, accountant: SignatureRequest, key: str | None = None
) -> dict[str, Any]:
    """Freeze the review of some days under the accountant's signature; what it flags has to be explained.

    Refused: ``bad_days``, ``days_not_locked`` (the last day is not locked yet, T-61), and what signing refuses.
    """
    permissions.require(actor, "review_statistics")
    found = statistics.review(actor, first, last)
    signed = witnesses.sign(actor, at, papers.opening(actor.casino, first, last), [(Role.ACCOUNTANT, accountant)])
    with house_entry(actor=actor, at=at, request=signed.request("open_review"), key=key) as entry:
        if not entry.repeated:
            locked = DayLock.objects.filter(casino_id=actor.casino_id).aggregate(newest=Max("gaming_day"))["newest"]
            if locked is None or last > locked:
                raise Conflict("days_not_locked", newest=locked and locked.isoformat())
            content = frozen(found)
            flagged = [line["scope"] for line in content["lines"] if line["verdict"] == Verdict.FLAGGED]
            number = StatisticalReview.objects.filter(casino_id=actor.casino_id).count() + 1
            data = {"review": number, "first": first.isoformat(), "last": last.isoformat(), "flagged": flagged}
            seq = entry.record("review_opened", {**data, "content": content, "signatures": signed.as_data()})
            StatisticalReview.objects.create(
                stream_id=entry.stream_id,
                seq=seq,
                casino_id=actor.casino_id,
                number=number,
                first=first,
                last=last,
                flagged=flagged,
                content=content,
                opened_by=signed.signatures[0].badge,
                opened_at=at,
            )
            entry.answer = data
    return entry.answer


def explain_deviation(
    *,
    actor: Actor,
    at: datetime,
    review: int,
    scope: str,
    cause: str,
    explanation: str,
    owner: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Say in writing why the hold of a flagged scope left its base; a better explanation takes the place of one before.

    Refused: ``bad_cause``, ``bad_explanation`` (also for a text that only says that somebody looked),
    ``no_such_review``, ``review_closed``, ``not_flagged``, and what signing refuses.
    """
    permissions.require(actor, "explain_deviation")
    if cause not in list(DeviationCause):
        raise Invalid("bad_cause", known=list(DeviationCause))
    names.require_name(explanation, papers.LONGEST_TEXT, "bad_explanation")
    if papers.says_nothing(explanation):
        raise Invalid("bad_explanation")
    paper = papers.explanation(actor.casino, review, scope, cause, explanation)
    role = second_signers.held_of(actor, owner.badge, list(papers.EXPLAINING))
    signed = witnesses.sign(actor, at, paper, [(role, owner)])
    with house_entry(actor=actor, at=at, request=signed.request("explain_deviation"), key=key) as entry:
        if not entry.repeated:
            if scope not in _open(actor.casino_id, review).flagged:
                raise Conflict("not_flagged")
            data = {"review": review, "scope": scope, "cause": cause, "explanation": explanation}
            seq = entry.record("deviation_explained", {**data, "signatures": signed.as_data()})
            DeviationExplained.objects.create(
                stream_id=entry.stream_id,
                seq=seq,
                casino_id=actor.casino_id,
                **data,
                explained_by=signed.signatures[0].badge,
                explained_at=at,
            )
            entry.answer = data
    return entry.answer


def close_review(
    *,
    actor: Actor,
    at: datetime,
    review: int,
    accountant: SignatureRequest,
    second: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Close a review in which every flagged deviation is explained; the second person has explained none of them.

    Refused: ``no_such_review``, ``review_closed``, ``deviations_open`` with their scopes, ``same_person``, and what
    signing refuses.
    """
    permissions.require(actor, "review_statistics")
    explained = _explained(actor.casino_id, review)
    seqs = {scope: row.seq for scope, row in sorted(explained.items())}
    role = second_signers.held_of(actor, second.badge, list(papers.SECONDING))
    paper = papers.closing(actor.casino, review, seqs)
    signed = witnesses.sign(actor, at, paper, [(Role.ACCOUNTANT, accountant), (role, second)])
    with house_entry(actor=actor, at=at, request=signed.request("close_review"), key=key) as entry:
        if not entry.repeated:
            row = _open(actor.casino_id, review)
            if left := [scope for scope in row.flagged if scope not in explained]:
                raise Conflict("deviations_open", scopes=left)
            if second.badge in {one.explained_by for one in explained.values()}:
                raise NotAllowed("same_person")
            data = {"review": review, "explained": seqs}
            seq = entry.record("review_closed", {**data, "signatures": signed.as_data()})
            ReviewClosed.objects.create(
                stream_id=entry.stream_id,
                seq=seq,
                casino_id=actor.casino_id,
                review=review,
                closed_by=signed.signatures[0].badge,
                seconded_by=signed.signatures[1].badge,
                closed_at=at,
            )
            entry.answer = data
    return entry.answer


def _open(casino_id: int, number: int) -> StatisticalReview:
    """The review, which is not closed. Refused: ``no_such_review``, ``review_closed``."""
    row = StatisticalReview.objects.filter(casino_id=casino_id, number=number).first()
    if row is None:
        raise NotFound("no_such_review")
    if ReviewClosed.objects.filter(casino_id=casino_id, review=number).exists():
        raise Conflict("review_closed")
    return row


def _explained(casino_id: int, number: int) -> dict[str, DeviationExplained]:
    """Scope -> the explanation that stands."""
    rows = DeviationExplained.objects.filter(casino_id=casino_id, review=number).order_by("seq")
    return {row.scope: row for row in rows}


def frozen(found: Review) -> dict[str, Any]:
    """A review's figures and the values they were judged by, as they stand in its event."""
    base = found.basis.base
    return {
        "reviewed": [found.basis.reviewed.first.isoformat(), found.basis.reviewed.last.isoformat()],
        "base": {"kind": found.basis.kind, "days": [base.first.isoformat(), base.last.isoformat()] if base else None},
        "pack": {"name": found.pack, "version": found.pack_version},
        "measure": found.trigger.measure.value,
        "tolerance": found.trigger.tolerance,
        "minimum_drop": found.trigger.minimum_drop,
        "days": found.days,
        "base_days": found.base_days,
        "models": papers.models(),
        **({"edges": papers.edges(found.edges.set)} if found.edges.set else {}),
        "lines": [
            papers.line(one.kind, one.code, one.won, one.base, one.judged, one.staked, one.expected)
            for one in found.lines
        ],
    }
