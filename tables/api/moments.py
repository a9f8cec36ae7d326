"""Instants as a client writes them: RFC 3339 with a zone, kept in UTC."""

from datetime import UTC, datetime

from django.utils.dateparse import parse_datetime

LONGEST = 40
"""Signs; microseconds and an offset with seconds need 35."""


def read(text: str) -> datetime | None:
    """The instant that ``text`` says, in UTC; None where it says none.

    In UTC because a zone of Python may be 23:59 hours away and one of PostgreSQL no more than 15:59.
    """
    try:
        found = parse_datetime(text) if len(text) <= LONGEST else None
        return None if found is None or found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):  # the 30th of February; the first and the last hours of the calendar
        return None
