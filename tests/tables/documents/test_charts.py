"""Charts as SVG: well-formed, harmless, the same bytes for the same figures, and true to scale."""

import xml.etree.ElementTree as ElementTree
from decimal import Decimal

import pytest

from tables.documents import charts
from tables.documents.model import Chart, Series
from tables.documents.values import Kind
from tests.tables.documents import paper

NS = "{http://www.w3.org/2000/svg}"


def drawn(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(charts.svg(chart, paper.HKD))  # noqa: S314 - our own drawing


def texts(chart: Chart) -> list[str]:
    return [text.text or "" for text in drawn(chart).iter(f"{NS}text")]


def bars(chart: Chart, colour: str = charts.COLOURS[0]) -> list[tuple[Decimal, Decimal]]:
    """Top and height of the bars of a colour, the legend's square aside."""
    found = [rect for rect in drawn(chart).iter(f"{NS}rect") if rect.get("fill") == colour]
    boxes = [(Decimal(rect.get("y", "")), Decimal(rect.get("height", ""))) for rect in found]
    return [box for box in boxes if box[0] != charts.HEIGHT]


def test_bars_are_true_to_scale() -> None:
    chart = Chart("win", "Win", ("A", "B", "C"), (Series("Win", (20_000, 10_000, -10_000)),))
    (tall, short, below) = bars(chart)
    assert abs(tall[1] - 2 * short[1]) <= Decimal("0.02")
    assert abs(below[1] - short[1]) <= Decimal("0.02")
    assert tall[0] + tall[1] == short[0] + short[1] == below[0]


def test_what_is_not_known_is_not_drawn() -> None:
    assert len(bars(paper.WON)) == 2
    assert "(350.00)" in texts(paper.WON)
    (path,) = [
        path.get("d", "") for path in drawn(paper.BY_HOUR).iter(f"{NS}path") if path.get("stroke") == charts.COLOURS[0]
        and path.get("fill") == "none"
    ]  # fmt: skip
    assert (path.count("M"), path.count("L")) == (2, 0)


def test_what_was_expected_is_a_band_with_its_name() -> None:
    assert len(bars(paper.WON, charts.BAND)) == 2
    assert "Expected" in texts(paper.WON)


@pytest.mark.parametrize(
    ("values", "least", "ticks"),
    [
        ((0,), 1, (0, 1)),
        ((0,), 100, (0, 100)),
        ((610_000, -35_000), 100, (-200_000, 0, 200_000, 400_000, 600_000, 800_000)),
        ((50,), 100, (0, 100)),
        ((-10,), 1, (-10, -8, -6, -4, -2, 0)),
        ((1, 2, 3), 1, (0, 1, 2, 3)),
    ],
)
def test_axes_have_round_steps_and_nought(values: tuple[int, ...], least: int, ticks: tuple[int, ...]) -> None:
    assert charts.axis_of(values, least).ticks == ticks


def test_there_is_room_below_the_lowest_bar_for_its_figure() -> None:
    assert charts.axis_of((-10,), 1, below=True).ticks[0] == -12


def test_figures_that_would_touch_are_left_to_the_table() -> None:
    many = Chart("win", "Win", tuple(f"T{at}" for at in range(30)), (Series("Win", (123_456,) * 30),))
    assert "1,234.56" not in texts(many)
    assert [text for text in texts(many) if text.startswith("T")] == [f"T{at}" for at in range(0, 30, 3)]


def test_long_names_stand_in_rows_by_turns_and_end_inside_the_picture() -> None:
    kinds = (
        "Chips received",
        "Between cage and vault",
        "Taken from the bank",
        "Chips sold",
        "Credits received by the cage",
    )
    picture = drawn(Chart("kinds", "Kinds", kinds, (Series("Chips", (1, 2, 3, 4, 5)), Series("Cash", (1, 2, 3, 4, 5)))))
    names = {text.text: text for text in picture.iter(f"{NS}text") if text.text in kinds}
    assert [int(names[name].attrib["y"]) for name in kinds] == [181, 195, 209, 181, 195]
    assert float(names[kinds[-1]].attrib["x"]) == charts.WIDTH - 28 * 7 / 2
    assert picture.attrib["viewBox"] == f"0 0 {charts.WIDTH} {charts.HEIGHT + 2 * charts.ROW + 18}"


def test_no_text_becomes_markup() -> None:
    evil = '<script>alert("x")</script>'
    chart = Chart("win", evil, (evil,), (Series(evil, (1,)), Series("b", (2,))), range_title=evil, ranges=((1, 2),))
    raw = charts.svg(chart, paper.HKD)
    assert "<script" not in raw
    assert drawn(chart).get("aria-label") == evil


def test_percentages_and_counts_have_their_own_axis() -> None:
    ratio = Chart("hold", "Hold", ("A",), (Series("Hold", (Decimal("32.5"),)),), Kind.PERCENT)
    assert {"32.5 %", "40 %"} <= set(texts(ratio))
    assert {"10", "40"} <= set(texts(paper.BY_HOUR))


def test_the_same_figures_are_the_same_bytes() -> None:
    assert charts.svg(paper.WON, paper.HKD) == charts.svg(paper.WON, paper.HKD)


def test_a_chart_is_told_in_words_too() -> None:
    assert charts.described(paper.BY_HOUR, paper.HKD) == (
        "Rounds by hour. Rounds: 14:00 10, 15:00 , 16:00 12; Hands: 14:00 30, 15:00 31, 16:00 32"
    )
