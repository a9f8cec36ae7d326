"""Rating slips: the boss in charge writes what a player bet and how long, and corrects himself beside it (§1.1)."""

from datetime import date, datetime
from typing import Any

from tables.domain import names, permissions, ratings
from tables.domain.actors import Actor, Role
from tables.domain.errors import Invalid, NotFound
from tables.domain.ratings import Rating
from tables.models.ratings import RatingSlip
from tables.selectors import house
from tables.selectors import ratings as reads
from tables.services import clock, log, pits, signatures


def house_edge(*, actor: Actor, table: str, since: datetime) -> int:
    """What a slip is reckoned with where its rater names no edge, in parts per million: the house's for the table's
    game, as it was on the gaming day of the player's time.

    Refused: ``not_permitted``, ``no_such_table``, ``bad_rating_span``, ``edge_required`` (the house had set none by
    then).
    """
    permissions.require(actor, "rate_players")
    found = reads.edge_for(actor, table, _day(actor, since))
    if found is None:
        raise Invalid("edge_required")
    return found


def record_rating(*, actor: Actor, at: datetime, table: str, rating: Rating, key: str | None = None) -> dict[str, Any]:
    """A slip of its own, numbered at its table; the boss's session signs it.

    Refused: ``no_such_table``, ``not_in_charge``, ``bad_rating_span`` (before the house began), and what
    ``Rating.require_right`` refuses.
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
    _day(actor, rating.since)
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


def _day(actor: Actor, since: datetime) -> date:
    """The gaming day of a player's time. Refused: ``bad_rating_span`` where the house had not begun."""
    schedule = clock.schedule(actor.casino_id, house.of(actor).settings_version)
    try:
        return schedule.gaming_day(since)
    except (ValueError, OverflowError) as error:  # no start of a day is in force yet; the ends of the calendar
        raise Invalid("bad_rating_span") from error


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
