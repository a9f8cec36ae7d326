"""Whatever single thing is changed behind the services' back, ``verify`` names it: each column of each kind of row."""

from datetime import date

import pytest

from accounting.models import accounts, cursors, journals, reports, results
from accounting.services.verify.run import verify
from tables.models import cage, counts, floor, log, periods, rounds, shoes, staff
from tests.accounting.columns import unnoticed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unguarded")]

BOOKS = (
    accounts.Account, accounts.StreamBalance, journals.Journal, journals.Leg, results.Settlement, results.RoundResult,
    results.PeriodResult, results.BoxRemoval, results.BoxCount, results.RakeCount, results.TableListing,
    results.CountClosing, results.MissingBox, results.GameEdge,
    cursors.Cursor, reports.ShiftReport,
)  # fmt: skip
FLOOR = (
    floor.TableState, floor.RackChips, floor.BettingLimit, periods.BankPeriod, periods.DropBox, rounds.Round,
    rounds.Bet, shoes.Shoe, staff.DealerTurn, cage.CageStock, counts.CountSession, counts.CountSheet,
)  # fmt: skip
HELD_BY_CONSTRAINTS = {
    # The database itself refuses another value here: it would be a second row of something that there is one of.
    "tables_tablestate.table_id", "accounting_cursor.stream_id", "tables_rackchips.table_id",
    # Chips have a set and notes have none; this house has one set.
    "tables_cagestock.asset", "tables_cagestock.chip_set_id",
    # A closed count has totals and an open one has none; a counted sheet says what it counted; there are two parts.
    "tables_countsession.status", "tables_countsheet.status", "tables_countsheet.part",
    # A box on its table was never removed, a counted one has a total; test_verify_boxes.py has one that is on its way.
    "tables_dropbox.status",
    # Rake is booked at the higher of both, so neither alone can become another number.
    "accounting_rakecount.counted", "accounting_rakecount.booked",
}  # fmt: skip


def test_every_column_of_the_books() -> None:
    assert [name for model in BOOKS for name in unnoticed(model, HELD_BY_CONSTRAINTS)] == []


def test_every_column_of_the_floor() -> None:
    assert [name for model in FLOOR for name in unnoticed(model, HELD_BY_CONSTRAINTS)] == []


def test_a_row_more_and_a_row_less_of_the_books() -> None:
    table = log.Stream.objects.get(key="DEMO/table/BJ-01")
    leg = journals.Leg.objects.filter(stream_id=table.pk).earliest("seq", "line")
    settled = results.Settlement.objects.filter(stream_id=table.pk).earliest("seq")
    journals.Leg.objects.filter(stream_id=leg.stream_id, seq=leg.seq, line=leg.line).delete()
    results.Settlement.objects.create(
        **{
            f.attname: getattr(settled, f.attname)
            for f in settled._meta.concrete_fields
            if f.name not in ("pk", "breakage")
        }
        | {"bet": 77}
    )
    journals.Journal.objects.create(
        stream_id=table.pk, seq=table.head_seq + 1, type="gift", gaming_day=date(2026, 3, 4), shift="day"
    )
    told = [str(finding) for finding in verify([table.key]).findings]
    assert told == [
        f"{table.key} #{leg.seq}: leg {leg.seq}/{leg.line} is missing",
        f"{table.key} #{settled.seq}: settlement {settled.round}/77/0 does not follow from the log",
        f"{table.key} #{table.head_seq + 1}: journal of an event that the books have not followed",
    ]


def test_a_trial_balance_that_is_out() -> None:
    row = accounts.StreamBalance.objects.earliest("pk")
    asset = accounts.Account.objects.get(pk=row.account_id).asset
    accounts.StreamBalance.objects.filter(pk=row.pk).update(balance=row.balance + 7)
    assert f"DEMO/books: the trial balance is out by 7 in {asset}" in [str(f) for f in verify().findings]
