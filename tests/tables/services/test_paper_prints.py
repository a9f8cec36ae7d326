"""A paper of the log leaves the printer once; every further print is a copy with a number and a reason (T-26)."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.models.prints import PaperPrint
from tables.reports import papers
from tables.selectors import house as house_reads
from tables.services import taps
from tests import builders, count_stages, counting, custody, prints
from tests.builders import House
from tests.prints import WHY, place, print_

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Opened and closed, its box taken."""
    made = custody.running(builders.house(outsider=True))
    taps.tap_out(actor=made.dana, at=made.at, table="BJ-01")
    custody.close_table(made)
    custody.remove_box(made)
    return made


def read(house: House, seq: int, who: str = "ada", where: str = "BJ-01") -> papers.HousePaper:
    actor = builders.actor(who)
    return papers.read(actor, house_reads.of(actor), where, seq)


def test_t26_the_original_once_and_then_copies_that_are_counted(house: House) -> None:
    """T-26: same number, a mark, a reason, and each in the records."""
    opener, facts = place(house, "table_opened"), house_reads.of(house.ada)
    with pytest.raises(Conflict, match="copy_not_recorded"):
        papers.printed(read(house, opener), facts, "en")
    assert print_(house, opener, "petra") == 0
    original = papers.printed(read(house, opener), facts, "en")
    assert (original.number, original.stamps) == ("BJ-01-O1", ())
    assert [print_(house, opener, reason=WHY), print_(house, opener, reason="for the file")] == [1, 2]
    copy = papers.printed(read(house, opener, "petra"), facts, "en")
    assert (copy.number, copy.stamps) == ("BJ-01-O1", ("REPRINT 2",))
    assert prints.recorded(house) == [
        ("opener", "BJ-01-O1", 0, "", "petra"),
        ("opener", "BJ-01-O1", 1, WHY, "ada"),
        ("opener", "BJ-01-O1", 2, "for the file", "ada"),
    ]
    told = [(one.copy, one.by, one.reason) for one in read(house, opener).prints]
    assert told == [(0, "petra", ""), (1, "ada", WHY), (2, "ada", "for the file")]


def test_a_roll_is_one_paper_with_one_count_of_copies(house: House) -> None:
    custody.open_table(house)
    custody.roll_table(house)
    closer = [event["seq"] for event in custody.events(house) if event["type"] == "table_closed"][-1]
    assert print_(house, closer) == 0
    assert print_(house, closer + 1, reason=WHY) == 1
    assert read(house, closer).seq == read(house, closer + 1).seq == closer
    assert {(slip, copy) for _, slip, copy, *_ in prints.recorded(house)} == {("BJ-01-C2-O3", 0), ("BJ-01-C2-O3", 1)}


def test_each_paper_counts_its_own_copies(house: House) -> None:
    seqs = [place(house, type_) for type_ in ("table_opened", "table_closed", "box_removed")]
    assert [print_(house, seq) for seq in seqs] == [0, 0, 0]
    assert [slip for _, slip, *_ in prints.recorded(house)] == ["BJ-01-O1", "BJ-01-C1", "BJ-01-B1"]


def test_t29_the_same_key_prints_once(house: House) -> None:
    opener = place(house, "table_opened")
    assert [print_(house, opener, key="a-key-of-mine") for _ in range(2)] == [0, 0]
    assert len(prints.recorded(house)) == 1


def test_t107_a_sheet_is_printed_by_who_may_know_it(house: House) -> None:
    """T-107: the accountant who may still verify prints no sheet, and finds no number of copies."""
    counting.open_count(house)
    counting.accept(house)
    counting.both(house, counting.cash(count_stages.NOTES))
    sheet = place(house, "box_counted", "count")
    with pytest.raises(NotAllowed, match="not_your_view"):
        print_(house, sheet, where="count")
    assert print_(house, sheet, "cora", "count") == 0
    assert prints.recorded(house) == [("count_sheet", "BJ-01-B1-cash", 0, "", "cora")]


Ask = Callable[[House, int], int]
REFUSED: list[tuple[str, type[FloorError], str, str, Ask]] = [
    (
        "cage reads no opener",
        NotAllowed,
        "not_permitted",
        "table_opened",
        lambda house, seq: print_(house, seq, "cass"),
    ),
    (
        "pit reads no removal",
        NotAllowed,
        "not_permitted",
        "box_removed",
        lambda house, seq: print_(house, seq, "petra"),
    ),
    ("a reason is a text", Invalid, "bad_reason", "table_opened", lambda house, seq: print_(house, seq, reason="\x00")),
    ("no paper", NotFound, "no_such_paper", "dealer_tapped_in", lambda house, seq: print_(house, seq)),
    ("nothing there", NotFound, "no_such_paper", "table_opened", lambda house, seq: print_(house, seq + 400)),
    ("no such place", NotFound, "no_such_paper", "table_opened", lambda house, seq: print_(house, seq, where="BJ-09")),
    ("another casino's", NotFound, "no_such_paper", "table_opened", lambda house, seq: print_(house, seq, "otto")),
]


@pytest.mark.parametrize(
    ("family", "code", "type_", "ask"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_a_refusal_prints_nothing(house: House, family: type[FloorError], code: str, type_: str, ask: Ask) -> None:
    with pytest.raises(family, match=code):
        ask(house, place(house, type_))
    assert (prints.recorded(house), PaperPrint.objects.count()) == ([], 0)


@pytest.mark.parametrize(
    ("who", "reason", "family", "code"),
    [("petra", WHY, NotAllowed, "not_permitted"), ("ada", "", Invalid, "bad_reason")],
)
def test_t26_a_copy_is_for_the_cage_and_accounting_with_a_reason(
    house: House, who: str, reason: str, family: type[FloorError], code: str
) -> None:
    """T-26: who may read the paper, and so had printed it, prints no copy by himself."""
    opener = place(house, "table_opened")
    print_(house, opener, who)
    with pytest.raises(family, match=code):
        print_(house, opener, who, reason=reason)
    assert (prints.recorded(house), PaperPrint.objects.count()) == ([("opener", "BJ-01-O1", 0, "", who)], 1)


@pytest.mark.by_hand
def test_no_row_is_a_copy_without_a_reason(house: House) -> None:
    print_(house, place(house, "table_opened"))
    row = PaperPrint.objects.get()
    row.pk, row.copy, row.seq = None, 1, row.seq + 1
    with pytest.raises(IntegrityError, match="copied_paper_has_reason"), transaction.atomic():
        row.save()
