"""A document laid out for readers: spelt, with its pictures."""

from typing import Any

from tables.documents import layout
from tables.documents.model import Chart, Column, Row, Series, Signature, Style, Table
from tables.documents.values import Kind, Money
from tests.tables.documents import paper


def laid(**more: Any) -> dict[str, Any]:
    return layout.laid_out(paper.report(**more))


def test_every_value_is_spelt() -> None:
    rows = laid()["parts"][0]["rows"]
    assert rows[0] == {"style": "group", "text": "Pit P1"}
    assert [cell["text"] for cell in rows[2]["cells"]] == [
        "BJ-02", "6,200.00", "(350.00)", "(5.65)", "301", "6,200.00", "2026-11-29 22:14:03", "2026-11-29", "4f1c",
    ]  # fmt: skip
    assert [cell["marked"] for cell in rows[2]["cells"]] == [False, False, True, *[False] * 6]
    assert rows[1]["link"] == "/pit/P1/"


def test_columns_say_how_they_are_set() -> None:
    columns = {column["title"]: column for column in laid()["parts"][0]["columns"]}
    assert (columns["Win"]["number"], columns["Table"]["number"], columns["Hash"]["code"]) == (True, False, True)
    assert (columns["By the log"]["estimate"], columns["Drop"]["estimate"]) == (True, False)
    assert (columns["Opened"]["apart"], columns["Day"]["apart"]) == (True, False)
    yen = Table("y", "Y", (Column("y", "Cash", Kind.MONEY, money=Money("JPY", 0)),), (Row((500,)),))
    (part,) = laid(parts=(yen,))["parts"]
    assert (part["columns"][0]["title"], part["rows"][0]["cells"][0]["text"]) == ("Cash (JPY)", "500")


def test_the_other_parts() -> None:
    parts = {part["name"]: part for part in laid()["parts"]}
    assert parts["ties"]["checks"][0] == {"text": "Boxes are counted", "good": False, "count": "8 of 9"}
    assert parts["ties"]["checks"][1]["good"] is True
    assert (parts["rulings"]["lines"], parts["limits"]["empty"]) == (["round 12 voided"], "none changed")
    assert parts["cage"]["facts"] == [{"title": "Chips", "text": "50.00", "code": False}]
    assert parts["win"]["svg"].startswith("<svg")
    assert parts["exceptions"]["empty"] == "none"


def test_signatures_name_person_licence_terminal_and_time() -> None:
    blank, ada = laid()["signatures"]
    assert blank == {"role": "Incoming pit boss", "name": "", "details": "", "at": "", "content": ""}
    assert (ada["name"], ada["details"], ada["at"]) == (
        "Ada Łukasz 陳",
        "ada · licence L-1 · terminal T-OFFICE-1",
        "2026-11-29 22:14:03",
    )


def test_what_all_have_signed_is_told_once() -> None:
    assert (laid()["content"], laid()["signatures"][1]["content"]) == ("4f" * 32, "")
    two = (Signature("Dealer", "Dana", content="aa"), Signature("Pit boss", "Petra", content="bb"))
    told = laid(signatures=two)
    assert told["content"] == ""
    assert [line["content"] for line in told["signatures"]] == ["aa", "bb"]


def test_the_code_says_what_stands_beside_it() -> None:
    told = laid()
    assert told["look_up"] == "DEMO/2026-11-29"
    assert told["qr"].startswith("<svg")
    assert layout.qr("A") != layout.qr("B")
    assert laid(look_up="")["qr"] == ""


def test_a_total_without_a_name_is_called_one() -> None:
    columns = (Column("denomination", "Denomination", Kind.MONEY), Column("pieces", "Pieces", Kind.COUNT))
    unnamed, named = Row((None, 3), Style.TOTAL, (0,)), Row((None, 3), Style.SUBTOTAL, (0,))
    (part,) = laid(parts=(Table("t", "T", columns, (Row((100, 3)), named, unnamed)),))["parts"]
    assert [row["cells"][0]["text"] for row in part["rows"]] == ["1.00", "", "Total"]
    columns = (Column("at", "At", Kind.COUNT), Column("what", "What"))
    (part,) = laid(parts=(Table("t", "T", columns, (Row((None, "all"), Style.TOTAL),)),))["parts"]
    assert [cell["text"] for cell in part["rows"][0]["cells"]] == ["", "all"]


def test_what_nobody_knows_is_not_drawn() -> None:
    def chart(*values: int | None) -> Chart:
        return Chart("win", "Win", ("BJ-01", "BJ-02"), (Series("Win", values),))

    assert laid(parts=(chart(0, None),))["parts"] == []
    assert [part["name"] for part in laid(parts=(chart(-5, None),))["parts"]] == ["win"]
    assert paper.report(parts=(chart(0, None),)).charts == ()


def test_figures_that_are_not_there_are_not_explained() -> None:
    column = (Column("n", "N", Kind.COUNT),)
    empty, full = (laid(parts=(Table("t", "T", column, rows, note="Why"),)) for rows in ((), (Row((1,)),)))
    assert [told["parts"][0]["note"] for told in (empty, full)] == ["", "Why"]


def test_which_rows_stay_on_one_page() -> None:
    def kept(lines: int, *sums: Style) -> tuple[bool, int]:
        rows = [Row((at,)) for at in range(lines)] + [Row((0,), style) for style in sums]
        (part,) = laid(parts=(Table("t", "T", (Column("n", "N", Kind.COUNT),), tuple(rows)),))["parts"]
        return part["short"], part["kept"]

    assert kept(13, Style.TOTAL) == (True, 0)
    assert kept(14, Style.TOTAL) == (False, 2)
    assert kept(14, Style.SUBTOTAL, Style.TOTAL, Style.TO_DATE) == (False, 4)
    assert kept(15) == (False, 0)
    assert kept(3, *[Style.SUBTOTAL] * 12) == (False, 0)
