"""What the subledger computes by itself."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from accounting.models.results import Settlement

pytestmark = pytest.mark.django_db


def settled(stake: int, paid: int, due: tuple[int, int], bet: int = 1, entry: int = 0) -> Settlement:
    """A won bet as it is read back."""
    Settlement.objects.create(
        stream_id=4, round=1, bet=bet, entry=entry, seq=7, period=1, kind="main", player="anna", tender="chips",
        outcome="natural", stake=stake, returned=stake + paid, due_numerator=due[0], due_denominator=due[1],
        gaming_day=date(2026, 3, 4),
    )  # fmt: skip
    return Settlement.objects.get(round=1, bet=bet, entry=entry)


@pytest.mark.parametrize(
    ("stake", "paid", "due", "breakage"),
    [
        (500, 700, (1_500, 2), -100),
        (500, 800, (1_500, 2), 100),
        (2_500, 3_750, (7_500, 2), 0),
        (5, 7, (15, 2), -1),
    ],
    ids=["5 at 3:2, down to whole chips", "5 at 3:2, up", "25 at 3:2, exact", "half a cent"],
)
def test_t_47_breakage_is_paid_less_due_exactly(stake: int, paid: int, due: tuple[int, int], breakage: int) -> None:
    row = settled(stake, paid, due)
    assert (row.breakage, row.due_denominator) == (breakage, 2)


def test_a_bet_is_decided_once_an_entry() -> None:
    settled(500, 500, (500, 1))
    with pytest.raises(IntegrityError, match="accounting_settlement_other_pkey"), transaction.atomic():
        settled(500, 0, (0, 1))
    assert settled(500, 0, (0, 1), entry=1).returned == 500
    assert Settlement.objects.count() == 2
