"""Reports of some gaming days: what they say of a house where everything happened once, in both languages and forms."""

import io
import zipfile
from collections.abc import Iterator
from csv import reader
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pytest_django import DjangoDbBlocker
from python_calamine import CalamineWorkbook

from accounting.reports import (
    audit_trail,
    cage_report,
    count_report,
    day_report,
    exception_report,
    kinds,
    master_game,
    shift_report,
    slip_register,
    statistical_review,
    transaction_log,
)
from accounting.reports.asking import Ask, ReportKind
from accounting.services import follow
from tables.documents import csv, data, drawing, spelling
from tables.documents.drawing import Format
from tables.documents.model import Checks, Column, Document, Style, Table
from tables.documents.values import Kind, Value
from tables.domain.errors import Invalid, NotAllowed
from tables.selectors import house as house_selector
from tests import builders, cages, days, dealt, slips, whole_house
from tests.builders import House
from tests.days import DAY

pytestmark = pytest.mark.django_db

KINDS = [
    module.KIND
    for module in (
        audit_trail,
        cage_report,
        count_report,
        exception_report,
        slip_register,
        statistical_review,
        transaction_log,
    )
]
SPAN = {"first": DAY, "last": DAY}


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A round dealt, a fill to the table, a buy-in of 3,000.00, a quarter short and explained; counted and locked."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        made = dealt.settled(builders.house())
        dealt.press(made, {"do": "confirm_settlement"})
        cages.receive_cash(made)
        slips.accept(made, slips.carried_fill(made))
        days.closed(made, cash=300_000, note="25.00 short", lost=1)
        days.counted(made, cash=300_000)
        days.certified(made)
        days.explained(made, "closer_difference/BJ-01/1")
        days.locked(made)
        follow.follow_all()
        yield made


def ask(house: House, name: str = "ada", language: str = "en", **parameters: Any) -> Ask:
    actor = house.people[name]
    return Ask(actor, house_selector.of(house.ada), {**SPAN, **parameters}, language, house.at, lambda _done, _of: None)


def table(found: Document, name: str) -> Table:
    (part,) = [part for part in found.tables if part.name == name]
    return part


def lines(part: Table) -> list[dict[str, Any]]:
    names = [column.name for column in part.columns]
    return [dict(zip(names, row.cells, strict=True)) for row in part.rows if row.style is not Style.TOTAL]


def total(part: Table) -> dict[str, Any]:
    (row,) = [row for row in part.rows if row.style is Style.TOTAL]
    return dict(zip((column.name for column in part.columns), row.cells, strict=True))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_is_offered(kind: ReportKind) -> None:
    assert kinds.get(kind.name) is kind


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_is_the_same_figures_in_both_languages(house: House, kind: ReportKind) -> None:
    english, chinese = kind.build(ask(house)), kind.build(ask(house, language="zh-hans"))
    assert english.title != chinese.title
    assert [part.name for part in english.parts] == [part.name for part in chinese.parts]
    assert [len(part.rows) for part in english.tables] == [len(part.rows) for part in chinese.tables]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("form", [Format.PDF, Format.XLSX, Format.CSV, Format.JSON])
def test_each_can_be_had_in_every_form(house: House, kind: ReportKind, form: Format) -> None:
    document = kind.build(ask(house, language="zh-hans"))
    assert drawing.file(document, form, seconds=120).content == drawing.file(document, form, seconds=120).content


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_day_on_which_nothing_was_is_a_report_too(house: House, kind: ReportKind) -> None:
    found = kind.build(ask(house, first=date(2025, 1, 1), last=date(2025, 1, 31)))
    assert [part.rows for part in found.tables] == [() for _ in found.tables]
    assert found.number == "2025-01-01 – 2025-01-31"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_who_may_not_read_it_is_refused(house: House, kind: ReportKind) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        kind.build(ask(house, "dana"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_days_that_are_none_are_refused(house: House, kind: ReportKind) -> None:
    with pytest.raises(Invalid, match="bad_days"):
        kind.build(ask(house, last=date(2026, 3, 3)))


def test_the_box_by_denomination(house: House) -> None:
    boxes = table(count_report.build(ask(house)), "boxes")
    (line,) = lines(boxes)
    assert (line["table"], line["box"], line["pieces_100"], line["total"]) == ("BJ-01", 1, 3_000, 300_000)
    assert line["drop_of"] == "2026-03-04: day"
    (line,) = lines(table(count_report.build(ask(house, language="zh-hans")), "boxes"))
    assert line["drop_of"] == "2026-03-04: 日班"
    assert total(boxes)["total"] == 300_000


def test_the_cages_balances_at_both_ends(house: House) -> None:
    """A bank of 10,000.00 and a fill of 700.00 left the cage; 50,000.00 of cash came into the vault."""
    found = {line["what"]: line for line in lines(table(cage_report.build(ask(house)), "balances"))}
    closing = total(table(cage_report.build(ask(house)), "balances"))
    assert [found["When the first day began"][name] for name in ("cage_chips", "vault_cash")] == [0, 0]
    assert found["First banks of tables"]["cage_chips"] == -10_000_00
    assert found["Movements of the cage"]["cage_chips"] - 10_000_00 == closing["cage_chips"]
    assert closing["vault_cash"] == found["Movements of the cage"]["vault_cash"] == 50_000_00
    later = table(cage_report.build(ask(house, first=DAY + days.NEXT, last=DAY + days.NEXT)), "balances")
    assert [line["what"] for line in lines(later)] == list(found)
    assert lines(later)[0]["cage_chips"] == total(later)["cage_chips"] == closing["cage_chips"]


def test_what_the_books_posted_in_the_cage(house: House) -> None:
    kinds_of = {line["what"]: line for line in lines(table(cage_report.build(ask(house)), "kinds"))}
    assert kinds_of["Cash from the bank"]["vault_cash"] == 50_000_00
    assert kinds_of["Fill made out"]["cage_chips"] == -700_00


def test_the_explained_shortage_and_who_dealt(house: House) -> None:
    found = exception_report.build(ask(house))
    (line,) = [line for line in lines(table(found, "exceptions")) if line["amount"] == -2_500]
    assert (line["where"], line["present"], line["by"]) == ("BJ-01 period 1", "dana", "petra")
    assert (line["cause"], line["explanation"]) == ("error in counting", "a chip lay under the rack's edge")
    (checks,) = [part for part in found.parts if isinstance(part, Checks)]
    assert [(check.agree, check.of) for check in checks.checks] == [(1, 1)]
    assert total(table(found, "kinds"))["short"] == -2_500


def test_who_signed_and_when_is_in_the_readers_language(house: House) -> None:
    """Roles and the usual names of shifts are words of the house's two languages, a sum of events is no time zone."""
    english, chinese = cage_report.build(ask(house)), cage_report.build(ask(house, language="zh-hans"))
    assert lines(table(english, "movements"))[0]["signed"] == "cass (Cashier), ada (Accountant)"
    assert lines(table(chinese, "movements"))[0]["signed"] == "cass (账房出纳), ada (会计)"
    assert {column.name: column.title for column in table(chinese, "kinds").columns}["times"] == "次数"
    game = master_game.build(ask(house, language="zh-hans", gaming_day=DAY, shift="day"))
    assert game.tables[0].title == "班次 日班"
    assert game.number == f"{DAY} day"  # a file is named by it


def test_who_signed_a_frozen_report_stands_there_with_name_and_licence(house: House) -> None:
    """As on slips; two lines of the shift's report are left open for a pen."""
    day = day_report.build(ask(house, gaming_day=DAY))
    assert [(one.name, one.badge, one.licence) for one in day.signatures] == [
        ("Ada Accountant", "ada", "L-ADA"),
        ("Hana House Manager", "hana", "L-HANA"),
    ]
    shift = shift_report.build(ask(house, gaming_day=DAY, shift="day"))
    assert [(one.name, one.badge, one.licence) for one in shift.signatures] == [
        ("", "", ""),
        ("", "", ""),
        ("Ada Accountant", "ada", "L-ADA"),
    ]
    assert all(one.signed_at for one in (*day.signatures, shift.signatures[2]))


def test_the_numbers_of_the_day(house: House) -> None:
    found = slip_register.build(ask(house))
    (series,) = lines(table(found, "series"))
    assert (series["used"], series["void"], series["missing"]) == (1, 0, 0)
    assert [line["what"] for line in lines(table(found, "steps"))] == ["Fill made out", "Carried", "Fill accepted"]


def test_every_event_of_the_day_with_its_hash(house: House) -> None:
    found = audit_trail.build(ask(house, stream="cage"))
    events = lines(table(found, "events"))
    assert {line["stream"] for line in events} == {"cage"}
    assert [line["seq"] for line in events] == list(range(1, len(events) + 1))
    assert all(len(line["hash"]) == 16 for line in events)
    one = audit_trail.build(ask(house, type="fill_issued"))
    assert [line["type"] for line in lines(table(one, "events"))] == ["fill_issued"]


def test_the_trail_says_in_words_what_happened(house: House) -> None:
    """The type stands beside the words, because it is what one asks for."""
    found = audit_trail.build(ask(house, language="zh-hans", type="fill_issued"))
    assert [(line["what"], line["type"]) for line in lines(table(found, "events"))] == [("已开加彩单", "fill_issued")]
    assert [(line["what"], line["events"]) for line in lines(table(found, "types"))] == [("已开加彩单", 1)]
    (asked,) = [fact.value for fact in found.identity if fact.name == "type"]
    assert asked == "已开加彩单"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_says_whom_it_was_made_for(house: House, kind: ReportKind) -> None:
    (fact,) = kind.build(ask(house)).proof
    assert (fact.title, fact.value) == ("Made for", "Ada Accountant · ada")


def test_who_bought_for_how_much(house: House) -> None:
    found = transaction_log.build(ask(house))
    (line,) = lines(table(found, "days"))
    assert (line["cash_in"], line["cash_out"], line["report"]) == (300_000, 0, None)
    (movement,) = lines(table(found, "movements"))
    assert (movement["kind"], movement["way"], movement["amount"]) == ("Chips bought", "in", 300_000)


def test_win_beside_what_chance_lets_expect(house: House) -> None:
    found = statistical_review.build(ask(house))
    review = table(found, "review")
    names = [column.name for column in review.columns]
    rows: list[dict[str, Any]] = [dict(zip(names, row.cells, strict=True)) for row in review.rows]
    assert [row["scope"] for row in rows] == ["BJ-01", "Blackjack", "Whole house"]
    assert [(row["verdict"], row["chance"], row["win"]) for row in rows] == [
        ("drop too small to judge", "within", 10_00)
    ] * 3
    assert (rows[0]["expected"], rows[0]["low"], rows[0]["high"]) == (17, -51_03, 51_37)


def of_kind(house: House, kind: ReportKind) -> Document:
    """A report of the day, whatever the kind wants to be asked."""
    given = {"gaming_day": DAY, "shift": "day", **SPAN}
    asked = {parameter.name: given[parameter.name] for parameter in kind.parameters if parameter.name in given}
    return kind.build(Ask(house.ada, house_selector.of(house.ada), asked, "en", house.at, lambda _done, _of: None))


def in_workbook(value: Value, column: Column) -> Any:
    """What another program reads of the value in a workbook."""
    if value is None:
        return ""
    match column.kind:
        case Kind.MONEY | Kind.PERCENT:
            return pytest.approx(float(value) / 100)  # type: ignore[arg-type]
        case Kind.INSTANT:
            assert isinstance(value, datetime)
            return value.astimezone(ZoneInfo("America/Los_Angeles")).replace(tzinfo=None)
        case _:
            return value


def in_csv(value: Value, column: Column) -> list[str]:
    """What stands in the cells of a value: money in minor units and as a decimal."""
    if column.kind is Kind.MONEY:
        assert value is None or isinstance(value, int)
        return ["", ""] if value is None else [str(value), str(Decimal(value) / 100 + Decimal("0.00"))]
    return [csv.cell(spelling.for_program(value))]


@pytest.mark.parametrize("kind", kinds.KINDS.values(), ids=lambda kind: kind.name)
def test_workbook_csv_and_json_hold_the_same_figures(house: House, kind: ReportKind) -> None:
    """Read back by other programs: a sheet and a file a table, cell by cell."""
    document = of_kind(house, kind)
    assert document.tables
    assert data.document_of(drawing.file(document, Format.JSON).content.decode()) == document
    book = CalamineWorkbook.from_filelike(io.BytesIO(drawing.file(document, Format.XLSX, seconds=120).content))
    packed = zipfile.ZipFile(io.BytesIO(drawing.file(document, Format.CSV).content))
    sheets = book.sheet_names[1 : 1 + len(document.tables)]
    for name, part in zip(sheets, document.tables, strict=True):
        rows = [row for row in part.rows if row.style is not Style.GROUP]
        head, *lines = list(reader(io.StringIO(packed.read(f"{part.name}.csv").decode("utf-8-sig"))))
        assert len(head) == 2 + sum(2 if column.kind is Kind.MONEY else 1 for column in part.columns)
        assert [line[2:] for line in lines] == [
            [text for value, column in zip(row.cells, part.columns, strict=True) for text in in_csv(value, column)]
            for row in rows
        ]
        told = book.get_sheet_by_name(name).to_python()[1 : 1 + len(part.rows)]
        for row, cells in zip(part.rows, told, strict=True):
            if row.style is not Style.GROUP:
                wanted = [in_workbook(value, column) for value, column in zip(row.cells, part.columns, strict=True)]
                assert cells == (["Total", *wanted[1:]] if row.is_unnamed_total else wanted)
