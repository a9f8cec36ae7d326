"""Statistical reviews as documents: what was flagged, what was explained, and what is left."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from accounting.models.reviews import DeviationExplained, ReviewClosed, StatisticalReview
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound


@dataclass(frozen=True, slots=True)
class Deviation:
    """A flagged scope; the rest is empty until it is explained."""

    scope: str
    cause: str = ""
    explanation: str = ""
    explained_by: str = ""
    explained_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A review as it stands. ``content`` are the figures as they were frozen."""

    number: int
    first: date
    last: date
    opened_by: str
    opened_at: datetime
    deviations: tuple[Deviation, ...]
    closed_by: str
    seconded_by: str
    closed_at: datetime | None
    content: Mapping[str, Any]


def listed(actor: Actor, *, before: int | None = None, limit: int = 50) -> list[ReviewView]:
    """Reviews, the newest first, those below number ``before`` if it is given. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    rows = StatisticalReview.objects.filter(casino_id=actor.casino_id)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return _views(actor.casino_id, list(rows.order_by("-number")[:limit]))


def one(actor: Actor, number: int) -> ReviewView:
    """A review. Refused: ``not_permitted``, ``no_such_review``."""
    permissions.require(actor, "read_books")
    row = StatisticalReview.objects.filter(casino_id=actor.casino_id, number=number).first()
    if row is None:
        raise NotFound("no_such_review")
    return _views(actor.casino_id, [row])[0]


def _views(casino_id: int, rows: list[StatisticalReview]) -> list[ReviewView]:
    numbers = [row.number for row in rows]
    told = DeviationExplained.objects.filter(casino_id=casino_id, review__in=numbers).order_by("seq")
    explained = {(row.review, row.scope): row for row in told}
    closed = {row.review: row for row in ReviewClosed.objects.filter(casino_id=casino_id, review__in=numbers)}
    return [
        ReviewView(
            number=row.number,
            first=row.first,
            last=row.last,
            opened_by=row.opened_by,
            opened_at=row.opened_at,
            deviations=tuple(_deviation(scope, explained.get((row.number, scope))) for scope in row.flagged),
            closed_by=end.closed_by if (end := closed.get(row.number)) else "",
            seconded_by=end.seconded_by if end else "",
            closed_at=end.closed_at if end else None,
            content=row.content,
        )
        for row in rows
    ]


def _deviation(scope: str, row: DeviationExplained | None) -> Deviation:
    if row is None:
        return Deviation(scope)
    return Deviation(scope, row.cause, row.explanation, row.explained_by, row.explained_at)
