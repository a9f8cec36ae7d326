"""Two tables ask for a bank that the cage can give to one of them only."""

from collections import Counter
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models import cage
from tables.services import cage_stock
from tests import builders, cages, custody
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

BANK = {10_000: 60}


@pytest.fixture
def house() -> House:
    """Two closed tables, and 100 black chips in the cage."""
    return builders.house(tables=("BJ-01", "BJ-02"), stock={10_000: 100})


def ask(house: House, table: str) -> Any:
    return custody.issue_bank(house, BANK, table=table)


def test_one_table_gets_its_bank(house: House) -> None:
    outcomes = meeting.at_once(lambda: ask(house, "BJ-01"), lambda: ask(house, "BJ-02"))
    assert meeting.told(outcomes) == Counter(ok=1, cage_short=1)
    assert cages.stock_of(house) == {10_000: 40}
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_without_the_rows_lock_the_cage_gives_what_it_does_not_have(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlocked(casino_id: int, places: set[str]) -> dict[cage_stock.Line, cage.CageStock]:
        rows = cage.CageStock.objects.filter(casino_id=casino_id, place__in=places)
        return {cage_stock.Line(row.place, row.chip_set_id or 0, row.value): row for row in rows}

    monkeypatch.setattr(cage_stock, "_locked", unlocked)
    found = meeting.without_lock(
        monkeypatch, lambda: ask(house, "BJ-01"), lambda: ask(house, "BJ-02"), meet=(cage_stock, "_locked")
    )
    assert found == Counter(ok=2)
    assert cages.stock_of(house) == {10_000: 40}  # 120 went out of 100, and 40 are said to be left
