"""The cash log as accounting and audit read it: totals, reports that are due, and what looks like structuring."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import connection

from accounting.domain import cash_report
from accounting.domain.cash_report import DayTotal, Identities, Structuring
from accounting.domain.rows import CashTransaction, PatronIdentity
from accounting.selectors import progress
from accounting.selectors.progress import Lag
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid
from tables.domain.rule_packs.pack import RulePack
from tables.models import house, rounds
from tables.selectors import rule_packs

MOST_DAYS = 31
"""So many gaming days are read at once."""

_ROWS = """
SELECT stream_id, seq, line, gaming_day::text,
       to_char(happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), place, who, direction, amount, kind,
       corrects, round, recorded_by
FROM accounting_cashtransaction
WHERE gaming_day BETWEEN %s AND %s AND stream_id IN (SELECT id FROM tables_stream WHERE casino_id = %s)
"""
# What was said of these people, and which codes are the same patron: a code that is met on the way may be another.
_IDENTITIES = """
SELECT stream_id, seq, known_as, place, since, until, patron FROM accounting_patronidentity
WHERE stream_id IN (SELECT id FROM tables_stream WHERE casino_id = %s AND kind = 'house')
      AND (known_as = ANY(%s) OR place = '')
"""


@dataclass(frozen=True, slots=True)
class CashDay:
    """A person's day with what follows from it: the directions in which a report is due, and whether he is logged.

    ``level`` is ``near`` or ``above`` the threshold of that day, or empty.
    """

    total: DayTotal
    reports: tuple[str, ...]
    logged: bool
    name: str
    level: str


@dataclass(frozen=True, slots=True)
class CashLog:
    """The days of some gaming days. ``above`` and ``from_`` are the thresholds of the last day, in minor units."""

    days: Sequence[CashDay]
    structuring: Sequence[Structuring]
    above: int | None
    from_: int
    lag: Lag

    @property
    def reports(self) -> list[CashDay]:
        """Days for which a report is due."""
        return [day for day in self.days if day.reports]

    @property
    def logged(self) -> list[CashDay]:
        """Days that the multiple-transaction log lists."""
        return [day for day in self.days if day.logged]


def read(actor: Actor, first: date, last: date, *, who: str = "") -> CashLog:
    """The cash log of gaming days ``first`` to ``last``, of everybody or of one patron's code or name.

    Structuring looks at the days before as well, as far as one week reaches. Refused: ``not_permitted``, ``bad_days``.
    """
    permissions.require(actor, "read_cash_log")
    if not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
        raise Invalid("bad_days", most=MOST_DAYS)
    since = first - timedelta(days=cash_report.REVIEWED_DAYS - 1)
    packs = _packs(actor.casino_id, since, last)
    rows = _rows(actor.casino_id, since, last)
    totals = cash_report.totals(rows, _identities(actor.casino_id, rows), packs)
    if who:
        totals = [total for total in totals if who in (total.person.patron, total.person.known_as)]
    shown = [total for total in totals if total.gaming_day >= first.isoformat()]
    suspicious = cash_report.structuring(totals, packs)
    pack = packs[last.isoformat()]
    known = _names(actor.casino_id, shown)
    return CashLog(
        days=[_day(total, packs[total.gaming_day], known) for total in shown],
        structuring=[one for one in suspicious if one.days[-1][0] >= first.isoformat()],
        above=pack.ctr_above,
        from_=pack.mtl_from,
        lag=progress.lag(actor.casino_id),
    )


def near_threshold(casino_id: int, gaming_day: date) -> list[tuple[DayTotal, str]]:
    """Who is near the threshold of a gaming day or above it, the largest first; for alerts, without a permission."""
    pack = rule_packs.in_force(casino_id, gaming_day)
    if pack.ctr_above is None:
        return []
    packs = {gaming_day.isoformat(): pack}
    rows = _rows(casino_id, gaming_day, gaming_day)
    if not rows:
        return []
    totals = cash_report.totals(rows, _identities(casino_id, rows), packs)
    return [(total, level) for total in totals if (level := cash_report.near(total, pack))]


def _day(total: DayTotal, pack: RulePack, known: Mapping[str, str]) -> CashDay:
    person = total.person
    name = known.get(person.patron, "") if person.known else person.known_as
    reports, logged = cash_report.reportable(total, pack), cash_report.logged(total, pack)
    return CashDay(total, reports, logged, name, cash_report.near(total, pack))


def _packs(casino_id: int, first: date, last: date) -> dict[str, RulePack]:
    version = house.Casino.objects.values_list("settings_version", flat=True).get(pk=casino_id)
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    return {day.isoformat(): rule_packs.in_force(casino_id, day, version) for day in days}


def _names(casino_id: int, totals: Sequence[DayTotal]) -> dict[str, str]:
    """Code -> what is known of him, of the patrons in these totals."""
    codes = {total.person.patron for total in totals if total.person.known}
    rows = rounds.Patron.objects.filter(casino_id=casino_id, code__in=codes)
    return {code: name or description for code, name, description in rows.values_list("code", "name", "description")}


def _rows(casino_id: int, first: date, last: date) -> list[CashTransaction]:
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [first, last, casino_id])
        return [CashTransaction(*line) for line in cursor.fetchall()]


def _identities(casino_id: int, rows: Sequence[CashTransaction]) -> Identities:
    """What tells who the people in these rows were. A house has more patrons than come in a day."""
    keyed = sorted({row.who for row in rows})
    codes = rounds.Patron.objects.filter(casino_id=casino_id, code__in=keyed).values_list("code", flat=True)
    with connection.cursor() as cursor:
        cursor.execute(_IDENTITIES, [casino_id, keyed])
        return Identities([PatronIdentity(*line) for line in cursor.fetchall()], codes)
