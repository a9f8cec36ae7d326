"""One sheet: who may know what of it, and the variance report of one whose counts differed."""

from typing import Any

import pytest

from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.selectors import count_sheets
from tables.selectors.count_sheets import SheetRecord
from tables.services import taps
from tests import builders, counting, custody
from tests.builders import House

pytestmark = pytest.mark.django_db

FOUND, OTHER = counting.cash({10_000: 37, 2_000: 13}), counting.cash({10_000: 36, 2_000: 13})
READERS = ("colin", "cora", "ada", "axel", "cass", "hana")


@pytest.fixture
def house() -> House:
    """The box of a closed table is in the count."""
    made = custody.running(builders.house(outsider=True))
    custody.close_table(made, custody.rack_of(made))
    taps.tap_out(actor=made.dana, at=made.at, table=made.tables[0])
    custody.remove_box(made)
    counting.open_count(made)
    counting.accept(made)
    return made


def seen(who: str, part: str = "cash") -> SheetRecord:
    return count_sheets.sheet(builders.actor(who), "BJ-01", 1, part)


def who_knows() -> list[str]:
    return [name for name in READERS if seen(name).result is not None]


def test_a_blind_count_is_nobodys_to_read(house: House) -> None:
    assert seen("colin").first_by is None
    counting.first(house, FOUND)
    assert (seen("ada").status, seen("ada").first_by, who_knows()) == ("first_counted", ("colin", "Colin Counter"), [])
    counting.second(house, OTHER)
    assert (seen("ada").status, seen("ada").second_by, who_knows()) == ("variance", ("cora", "Cora Counter"), [])


def test_who_counts_and_audit_know_at_once_and_the_others_after_the_closing(house: House) -> None:
    """Accounting when the notes are verified: until then one of it may be who counts them again."""
    counting.both(house, FOUND)
    assert who_knows() == ["colin", "cora", "axel"]
    sheet = seen("cass")
    assert (sheet.status, sheet.session, sheet.team, sheet.open) == ("counted", 1, ("colin", "cora"), True)
    counting.verify(house)
    assert who_knows() == ["colin", "cora", "ada", "axel"]
    counting.close(house)
    assert who_knows() == list(READERS)
    assert not seen("cass").open


def test_what_stands_has_its_variance_report(house: House) -> None:
    counting.first(house, FOUND)
    counting.second(house, OTHER)
    counting.recount(house, FOUND)
    result: Any = seen("colin").result
    assert (result.drop, result.promo_in_drop, result.decided_by) == (396_000, False, "verifier")
    assert (result.missing_papers, result.stray_papers) == ([], [])
    assert (result.contents["total"], result.differed.first["total"], result.differed.second["total"]) == (
        396_000,
        396_000,
        386_000,
    )
    assert result.differed.explanation == "two notes stuck together"


def test_two_counts_that_agree_have_no_report(house: House) -> None:
    counting.both(house, FOUND)
    result: Any = seen("cora").result
    assert (result.decided_by, result.differed) == ("second", None)


def test_a_sheet_that_is_not_there(house: House) -> None:
    for table, box, part in (("BJ-02", 1, "cash"), ("BJ-01", 2, "cash"), ("BJ-01", 1, "rake"), ("BJ-01", 1, "")):
        with pytest.raises(NotFound, match="no_such_sheet"):
            count_sheets.sheet(builders.actor("ada"), table, box, part)
    with pytest.raises(NotFound, match="no_such_sheet"):
        count_sheets.sheet(builders.actor("otto"), "BJ-01", 1, "cash")


@pytest.mark.parametrize("who", ["petra", "dana", "sam"])
def test_the_floor_reads_no_sheet(house: House, who: str) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        seen(who)


def test_t107_a_paper_is_made_for_who_may_know_and_not_before_it_stands(house: House) -> None:
    """T-107: printing tells nobody more, and nobody sooner, than the sheet itself."""
    counting.first(house, FOUND)
    for name in READERS:
        with pytest.raises(Conflict, match="boxes_not_counted"):
            count_sheets.paper(builders.actor(name), "BJ-01", 1, "cash")
    counting.second(house, FOUND)
    for name in ("ada", "cass", "hana"):
        with pytest.raises(NotAllowed, match="not_your_view"):
            count_sheets.paper(builders.actor(name), "BJ-01", 1, "cash")
    for name in ("colin", "cora", "axel"):
        paper = count_sheets.paper(builders.actor(name), "BJ-01", 1, "cash")
        assert (paper.result.contents["total"], paper.periods, paper.pit) == (396_000, [1], "P1")
        assert [line["turn"] for line in paper.signatures] == ["first", "second"]
    counting.verify(house)
    counting.close(house)
    assert {count_sheets.paper(builders.actor(name), "BJ-01", 1, "cash").seq for name in READERS} == {4}


def test_others_have_no_paper_of_it(house: House) -> None:
    counting.both(house, FOUND)
    for name in ("petra", "dana", "sam"):
        with pytest.raises(NotAllowed, match="not_permitted"):
            count_sheets.paper(builders.actor(name), "BJ-01", 1, "cash")
    with pytest.raises(NotFound, match="no_such_sheet"):
        count_sheets.paper(builders.actor("otto"), "BJ-01", 1, "cash")
    with pytest.raises(NotFound, match="no_such_sheet"):
        count_sheets.paper(house.colin, "BJ-01", 1, "rake")
