"""A slip on paper: what was recorded, who signed, and what cannot be overlooked."""

from datetime import UTC, date, datetime
from typing import Any

import pypdfium2
import pytest

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.documents.model import Document, Paper, Style
from tables.domain.actors import Role, Signature
from tables.reports import slips, words
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors.house import HouseFacts

HOUSE = HouseFacts("DEMO", "Harbour House", "USD", 2, "America/Los_Angeles", 1)
AT = datetime(2026, 3, 4, 20, tzinfo=UTC)


def signed(name: str, role: Role, content: str = "ab" * 32) -> dict[str, Any]:
    """A signature as it stands in the log."""
    signature = Signature(1, name.lower(), f"{name} Person", f"L-{name}", role, "T-CAGE", AT, content)
    return dict(signature.as_data())


def facts(**more: Any) -> SlipFacts:
    told: dict[str, Any] = {
        "kind": "fill",
        "number": "F-2026-000218",
        "table": "BJ-01",
        "made_at": AT,
        "gaming_day": date(2026, 3, 4),
        "shift": "day",
        "chips": (Pieces(2_500, 40, "green"), Pieces(500_000, 2, "purple")),
        "signatures": (signed("Cass", Role.CASHIER), signed("Sam", Role.SECURITY), signed("Dana", Role.DEALER)),
    }
    return SlipFacts(**{**told, **more})


def slip(language: str = "en", **more: Any) -> Document:
    return slips.slip(facts(**more), HOUSE, language)


def paper_text(document: Document) -> str:
    opened = pypdfium2.PdfDocument(drawing.file(document, Format.PDF).content)
    assert len(opened) == 1
    text = str(opened[0].get_textpage().get_text_bounded())
    opened.close()
    return text.replace("\r\n", " ")


def test_chips_by_denomination_with_their_total() -> None:
    (table,) = slip().tables
    assert [row.cells for row in table.rows] == [
        (500_000, "purple", 2, 1_000_000),
        (2_500, "green", 40, 100_000),
        (None, "Total", 42, 1_100_000),
    ]
    assert (table.rows[2].style, table.rows[2].adds) == (Style.TOTAL, (0, 1))


def test_an_exchange_shows_both_ways() -> None:
    there, back = slip(kind="exchange", taken=(Pieces(100_000, 11),)).tables
    assert (there.title, back.title) == ("From the table", "To the table")
    assert back.rows[-1].cells == (None, 11, 1_100_000)
    assert slip(kind="count_sheet").tables[0].title == "Banknotes"


def test_everybody_signs_with_licence_terminal_time_and_content() -> None:
    line = slip().signatures[0]
    assert (line.role, line.name, line.badge, line.licence, line.terminal) == (
        "Cashier",
        "Cass Person",
        "cass",
        "L-Cass",
        "T-CAGE",
    )
    assert (line.signed_at, line.content) == (AT, "ab" * 32)
    act = slip(signatures=(signed("Cass", Role.CASHIER) | {"act": "issue"},), acts={"issue": "issued"})
    assert act.signatures[0].role == "Cashier · issued"


def test_the_paper_says_it_all() -> None:
    text = paper_text(slip(void="wrong table", reprint=2, note="a chip is chipped", more=(("Carrier", "Sam"),)))
    for said in (
        "Fill slip", "F-2026-000218", "Table BJ-01", "Harbour House", "2026-03-04", "VOID", "REPRINT 2",
        "5,000.00", "11,000.00", "Cass Person", "licence L-Cass", "2026-03-04 12:00:00", "Void: wrong table",
        "a chip is chipped", "Carrier", "DEMO/F-2026-000218",
    ):  # fmt: skip
        assert said in text, said
    assert "ab" * 32 in text.replace(" ", "")  # a hash may be broken into lines, and no sign comes between


def test_t_26_void_and_reprint_are_marks_and_nothing_else_changes() -> None:
    plain, void, again = slip(), slip(void="wrong table"), slip(reprint=1)
    assert (plain.marks, plain.stamps) == ((), ())
    assert (void.marks, again.stamps) == (("VOID",), ("REPRINT 1",))
    assert plain.tables == void.tables == again.tables
    assert plain.signatures == void.signatures == again.signatures


def test_in_chinese() -> None:
    text = paper_text(slip("zh-hans", void="桌台错误"))
    for said in ("加彩单", "作废", "桌台错误", "账房出纳", "面额"):
        assert said in text, said


def test_a_slip_is_of_a5_and_can_be_looked_up() -> None:
    assert (slip().paper, slip().look_up, slip(look_up="/slips/1").look_up) == (
        Paper.SLIP,
        "DEMO/F-2026-000218",
        "/slips/1",
    )


@pytest.mark.parametrize("kind", list(slips.TITLES))
def test_every_kind_has_a_title_in_both_languages(kind: str) -> None:
    english, chinese = slip(kind=kind).title, slip("zh-hans", kind=kind).title
    assert english != chinese
    assert english.isascii()


def test_an_unknown_kind_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        slip(kind="iou")


def test_every_role_has_a_word() -> None:
    assert set(words.ROLES) == set(Role)
    assert words.role("notary") == "notary"
