"""The master game report: the counted figures of a day by shift, pit and game, in both languages and every form."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from accounting.reports import kinds, master_game
from accounting.reports.asking import Ask
from accounting.services import follow
from tables.documents import drawing
from tables.documents.drawing import Format
from tables.documents.model import Document, Style, Table
from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import house as house_selector
from tests import builders, custody, days, whole_house
from tests.builders import House
from tests.days import DAY

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A day shift with 100.00 in its counted box, and a swing shift whose box nobody has counted."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        made = days.played(builders.house(), lost=1, note="25.00 short")
        days.counted(made)
        evening = made.at + timedelta(hours=3)
        custody.open_table(made, custody.rack_of(made), at=evening)
        days.closed(made, at=evening)
        follow.follow_all()
        yield made


def document(house: House, name: str = "ada", language: str = "en", **parameters: Any) -> Document:
    actor = house.people[name]
    given = {"gaming_day": DAY, **parameters}
    return master_game.build(
        Ask(actor, house_selector.of(house.ada), given, language, house.at, lambda _done, _of: None)
    )


def table(found: Document, name: str) -> Table:
    (part,) = [part for part in found.parts if isinstance(part, Table) and part.name == name]
    return part


def lines(part: Table) -> dict[str, dict[str, Any]]:
    names = [column.name for column in part.columns]
    return {
        str(row.cells[0]): dict(zip(names, row.cells, strict=True)) for row in part.rows if row.style is not Style.GROUP
    }


def test_a_shift_with_its_count_and_one_without(house: House) -> None:
    found = document(house)
    assert found.state is not None
    assert (found.number, found.state.word) == ("2026-03-04", "PRELIMINARY")
    day, swing = (lines(table(found, name))["BJ-01"] for name in ("shift_day", "shift_swing"))
    assert day == {
        "table": "BJ-01", "game": "Blackjack", "opener": 1_000_000, "fills": 0, "credits": 0, "closer": 987_500,
        "marker_issues": 0, "marker_payments": 0, "box_cash": 10_000, "drop": 10_000, "win": -2_500,
        "hold": Decimal("-25.00"),
    }  # fmt: skip
    assert (swing["opener"], swing["closer"], swing["box_cash"], swing["win"]) == (987_500, 977_500, None, None)
    assert lines(table(found, "day"))["House, banked games"]["win"] is None


def test_one_shift_alone_is_final(house: House) -> None:
    found = document(house, shift="day")
    assert found.state is not None
    assert (found.number, found.state.word) == ("2026-03-04 day", "FINAL")
    assert [part.name for part in found.parts] == ["shift_day", "win"]
    rows = lines(table(found, "shift_day"))
    for name in ("Pit P1, banked games", "Blackjack", "House, banked games"):
        assert rows[name]["win"] == -2_500


def test_it_is_drawn_in_every_form_and_in_chinese(house: House) -> None:
    found = document(house, language="zh-hans")
    assert found.title == "桌台总报告"
    for form in (Format.PDF, Format.XLSX):
        assert len(drawing.file(found, form).content) > 5_000


def test_what_is_refused(house: House) -> None:
    for parameters in ({"gaming_day": date(2026, 3, 3)}, {"shift": "grave"}):
        with pytest.raises(NotFound, match="no_such_shift"):
            document(house, **parameters)
    with pytest.raises(NotAllowed, match="not_permitted"):
        document(house, "cass")


def test_it_can_be_asked_for() -> None:
    assert kinds.get("master_game") is master_game.KIND


def test_the_day_by_the_hour_is_a_table_and_two_pictures_of_it(house: House) -> None:
    found = document(house)
    part = table(found, "hours")
    rows = [row.cells for row in part.rows if row.style is not Style.TOTAL]
    assert len(rows) == 24
    assert [chart.name for chart in found.charts] == ["drop_by_hour", "racks"]
    for chart, column in zip(found.charts, (1, 2), strict=True):
        assert chart.series[0].values == tuple(row[column] for row in rows)
        assert chart.categories[:2] == ("06", "07")
    assert [column.estimate for column in part.columns] == [False, True, True]
    assert "hours" not in [one.name for one in document(house, shift="day").parts]
