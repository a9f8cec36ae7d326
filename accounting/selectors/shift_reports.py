"""Certified shift reports as they were frozen, and the shifts that could be certified."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef

from accounting.models.reports import ShiftReport
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.selectors import signers
from tables.selectors.signers import Signer

MOST = 200

# As many days as shifts are wanted, the newest first: each has one at least, and older periods are not read.
_SHIFTS = """
WITH RECURSIVE of_house AS NOT MATERIALIZED (
    SELECT p.gaming_day, p.shift, p.opened_at, p.closed_at
    FROM tables_bankperiod p JOIN tables_gamingtable t ON t.id = p.table_id WHERE t.casino_id = %(casino)s
), played AS (
    (SELECT gaming_day AS day, 1 AS nth FROM of_house ORDER BY gaming_day DESC LIMIT 1)
    UNION ALL
    SELECT before.gaming_day, p.nth + 1
    FROM played p CROSS JOIN LATERAL (
        SELECT gaming_day FROM of_house WHERE gaming_day < p.day ORDER BY gaming_day DESC LIMIT 1
    ) before
    WHERE p.nth < %(limit)s
)
SELECT h.gaming_day, h.shift, min(h.opened_at), count(*), count(*) FILTER (WHERE h.closed_at IS NULL),
       (SELECT max(r.version) FROM accounting_shiftreport r
        WHERE r.casino_id = %(casino)s AND r.gaming_day = h.gaming_day AND r.shift = h.shift)
FROM played JOIN of_house h ON h.gaming_day = played.day
GROUP BY h.gaming_day, h.shift
ORDER BY min(h.opened_at) DESC LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Listed:
    """A version of a shift's report in the list. ``newest``: no later version supersedes it."""

    gaming_day: date
    shift: str
    version: int
    state: str
    certified_by: str
    certified_at: datetime
    sha256: str
    newest: bool


@dataclass(frozen=True, slots=True)
class Shift:
    """A shift in which tables were open: how many periods it has, how many are not counted, and its newest report."""

    gaming_day: date
    shift: str
    began: datetime
    periods: int
    open_periods: int
    version: int | None


@dataclass(frozen=True, slots=True)
class Frozen:
    """A report to the byte: ``text`` is what ``sha256`` was computed from, ``content`` the same read as JSON.

    ``signers`` are the persons behind its badges, as they were when it was certified.
    """

    text: str
    sha256: str
    content: Mapping[str, Any]
    newest: int
    signers: Mapping[str, Signer]


def certified(actor: Actor, *, before: int | None = None, limit: int = 50) -> list[tuple[int, Listed]]:
    """Reports in the order in which they were certified, the newest first, from before position ``before`` on.

    Each with its position in the house's stream. Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_reports")
    rows = ShiftReport.objects.filter(casino_id=actor.casino_id)
    same_shift = rows.filter(gaming_day=OuterRef("gaming_day"), shift=OuterRef("shift"))
    found = (rows if before is None else rows.filter(seq__lt=before)).order_by("-seq")
    told = found.annotate(newest=~Exists(same_shift.filter(version__gt=OuterRef("version")))).values_list(
        "seq", *(field.name for field in fields(Listed))
    )
    return [(seq, Listed(*line)) for seq, *line in told[:limit]]


def shifts(actor: Actor, *, limit: int = 12) -> list[Shift]:
    """The latest shifts with open or closed tables, the newest first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_reports")
    with connection.cursor() as cursor:
        cursor.execute(_SHIFTS, {"casino": actor.casino_id, "limit": min(limit, MOST)})
        return [Shift(*row) for row in cursor.fetchall()]


def report(actor: Actor, gaming_day: date, shift: str, version: int) -> Frozen:
    """One version of a shift's report. Refused: ``not_permitted``, ``no_such_report``."""
    permissions.require(actor, "read_reports")
    versions = ShiftReport.objects.filter(casino_id=actor.casino_id, gaming_day=gaming_day, shift=shift)
    row = versions.filter(version=version).first()
    if row is None:
        raise NotFound("no_such_report")
    newest = versions.order_by("-version").values_list("version", flat=True).first()
    people = signers.of(actor.casino_id, [row.certified_by], row.certified_at)
    return Frozen(row.text, row.sha256, json.loads(row.text), newest or row.version, people)


def newest_version(actor: Actor, gaming_day: date, shift: str) -> int:
    """The newest version of a shift's report. Refused: ``not_permitted``, ``no_such_report``."""
    permissions.require(actor, "read_reports")
    versions = ShiftReport.objects.filter(casino_id=actor.casino_id, gaming_day=gaming_day, shift=shift)
    newest = versions.order_by("-version").values_list("version", flat=True).first()
    if newest is None:
        raise NotFound("no_such_report")
    return newest
