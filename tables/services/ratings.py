"""Rating slips: the boss in charge writes what a player bet and how long, and corrects himself beside it (§1.1)."""

from datetime import datetime
from typing import Any

from tables.domain import names, permissions, ratings
from tables.domain.actors import Actor, Role
from tables.domain.errors import Invalid, NotFound
from tables.domain.ratings import Rating
from tables.models.ratings import RatingSlip
from tables.services import log, pits, signatures


def record_rating(*, actor: Actor, at: datetime, table: str, rating: Rating, key: str | None = None) -> dict[str, Any]:
    """A slip of its own, numbered at its table; the boss's session signs it.

    Refused: ``no_such_table``, ``not_in_charge``, and what ``Rating.require_right`` refuses.
    """
    return _write(actor, at, table, rating, None, "", key)


def correct_rating(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    number: int,
    rating: Rating,
    reason: str,
    key: str | None = None,
) -> dict[str, Any]:
    """What a slip should have said; what it said before stays in the log.

    Refused: as ``record_rating``, and ``no_such_rating``, ``bad_reason``, ``nothing_to_correct``.
    """
    names.require_name(reason, ratings.LONGEST_NOTE, "bad_reason")
    return _write(actor, at, table, rating, number, reason, key)


def _write(
    actor: Actor, at: datetime, table: str, rating: Rating, corrects: int | None, reason: str, key: str | None
) -> dict[str, Any]:
    permissions.require(actor, "rate_players")
    rating.require_right(at)
    paper = ratings.paper(actor.casino, table, rating, corrects, reason)
    signed = signatures.of_session(actor=actor, role=Role.PIT_BOSS, content=paper, at=at)
    with log.table_entry(actor=actor, at=at, table=table, request={"do": "rate", "paper": paper}, key=key) as entry:
        if not entry.repeated:
            table_id = entry.table_id or 0
            pits.require_pit_boss(actor, table_id, entry.window.gaming_day)
            row = _row(table_id, corrects)
            if corrects is not None and _says(row) == rating.as_data():
                raise Invalid("nothing_to_correct")
            data = {"rating": row.number, **rating.as_data()}
            if corrects is not None:
                data["reason"] = reason
            kind = "rating_recorded" if corrects is None else "rating_corrected"
            row.seq = entry.record(kind, {**data, "signatures": [signed.as_data()]})
            row.rated_by, row.theo = actor.badge, rating.theo
            row.corrections += corrects is not None
            for name in Rating.__slots__:
                setattr(row, name, getattr(rating, name))
            row.save()
            entry.answer = {"table": table, **data, "corrections": row.corrections}
    return entry.answer


def _row(table_id: int, corrects: int | None) -> RatingSlip:
    """The slip that is corrected, or a new one with the table's next number. Refused: ``no_such_rating``."""
    slips = RatingSlip.objects.filter(table_id=table_id)
    if corrects is None:
        return RatingSlip(table_id=table_id, number=slips.count() + 1)
    found = slips.filter(number=corrects).first()
    if found is None:
        raise NotFound("no_such_rating")
    return found


def _says(row: RatingSlip) -> dict[str, Any]:
    told = {name: getattr(row, name) for name in Rating.__slots__}
    return Rating(**{**told, "skill": ratings.Skill(row.skill)}).as_data()
