"""Charts of a workbook: Excel's own, over the same figures as the drawn ones."""

from typing import Any

from xlsxwriter.worksheet import Worksheet

from tables.documents.charts import COLOURS
from tables.documents.model import Chart, ChartKind
from tables.documents.values import Kind
from tables.documents.xlsx.book import Book, number_format

HEIGHT_ROWS = 18


def write(book: Book) -> None:
    """Add the sheet with the charts below one another, each beside its figures; nothing when there are none."""
    charts = book.document.charts
    if not charts:
        return
    sheet = book.sheet(book.document.words.charts)
    sheet.set_column(0, 0, 22)
    at = 0
    for chart in charts:
        width = _figures(book, sheet, at, chart)
        sheet.insert_chart(at, width + 1, _picture(book, sheet, at, chart), {"description": chart.title})
        at += max(len(chart.categories) + 3, HEIGHT_ROWS)


def _columns(chart: Chart) -> list[tuple[str, list[Any]]]:
    found = [(series.title, list(series.values)) for series in chart.series]
    for side, name in enumerate(("−", "+")):
        if chart.ranges:
            found.append((f"{chart.range_title} {name}", [pair[side] if pair else None for pair in chart.ranges]))
    return found


def _figures(book: Book, sheet: Worksheet, at: int, chart: Chart) -> int:
    """The figures that the chart is drawn from; how many columns they take."""
    columns = _columns(chart)
    sheet.write_string(at, 0, chart.title, book.look(bold=True))
    sheet.write_string(at + 1, 0, book.document.words.category, book.look(bold=True, bottom=2))
    for column, (title, values) in enumerate(columns, 1):
        sheet.write_string(at + 1, column, title, book.look(bold=True, bottom=2, align="right"))
        sheet.set_column(column, column, 16)
        for row, value in enumerate(values):
            book.write(sheet, (at + 2 + row, column), value, chart.kind)
    for row, name in enumerate(chart.categories):
        book.write(sheet, (at + 2 + row, 0), name, Kind.TEXT)
    return len(columns)


def _picture(book: Book, sheet: Worksheet, at: int, chart: Chart) -> Any:
    bars = chart.draw is ChartKind.BARS
    drawn = book.workbook.add_chart({"type": "column" if bars else "line"})
    first, last, name = at + 2, at + 1 + len(chart.categories), sheet.get_name()
    for column in range(1, len(chart.series) + 1):
        colour = COLOURS[(column - 1) % len(COLOURS)]
        drawn.add_series(
            {
                "name": [name, at + 1, column],
                "categories": [name, first, 0, last, 0],
                "values": [name, first, column, last, column],
                **({"fill": {"color": colour}} if bars else {"line": {"color": colour}, "marker": {"type": "circle"}}),
            }
        )
    if chart.ranges:
        drawn.combine(_bounds(book, at, chart, name))
    form = number_format(chart.kind, book.document.money)["num_format"]
    drawn.set_y_axis({"num_format": form, "major_gridlines": {"visible": True, "line": {"color": "#D5DBD8"}}})
    drawn.set_x_axis({"label_position": "low"})
    drawn.set_title({"name": chart.title, "name_font": {"size": 11}})
    drawn.set_size({"width": 640, "height": 320})
    drawn.show_blanks_as("gap")
    drawn.set_legend({"position": "bottom"})
    return drawn


def _bounds(book: Book, at: int, chart: Chart, sheet: str) -> Any:
    """What was to be expected, as two lines of dashes."""
    lines = book.workbook.add_chart({"type": "line"})
    first, last = at + 2, at + 1 + len(chart.categories)
    for column in (len(chart.series) + 1, len(chart.series) + 2):
        lines.add_series(
            {
                "name": [sheet, at + 1, column],
                "categories": [sheet, first, 0, last, 0],
                "values": [sheet, first, column, last, column],
                "line": {"none": True},
                "marker": {
                    "type": "long_dash",
                    "size": 14,
                    "fill": {"color": COLOURS[1]},
                    "border": {"color": COLOURS[1]},
                },
            }
        )
    return lines
