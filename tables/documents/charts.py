"""Charts as SVG, the same on screen and on paper: no script, no style sheet, the same bytes for the same figures.

Bars or lines over categories, a band for what was to be expected, a line at nought. The figures stand in a table too,
so a chart carries no number that is written nowhere else.
"""

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from typing import NamedTuple

from tables.documents import spelling
from tables.documents.model import Chart, ChartKind
from tables.documents.values import Kind, Money

Number = int | Decimal

WIDTH, HEIGHT = 560, 204
LEFT, RIGHT, TOP, BOTTOM = 78, 12, 14, 40
INK, FAINT, RULE, BAND = "#1b211e", "#59635e", "#d5dbd8", "#e3d9b8"
COLOURS = ("#1f5c43", "#b0741a", "#35508f", "#7d2a4b")
FONT = "Noto Sans CJK SC, Noto Sans SC, sans-serif"
MOST_LABELS = 11
"""Categories that fit below the axis with their names; of more, every second or third is named."""
ROW, GAP = 14, 4
"""Names that are longer than their place stand in rows below each other by turns, so far apart; ``GAP`` beside them."""
DIGIT = Decimal("6.2")
"""About as wide as a digit is. Where figures would touch each other, the table is the place to read them."""


class Axis(NamedTuple):
    """The values from the bottom to the top of the picture, and where the lines across it are."""

    low: Decimal
    high: Decimal
    ticks: tuple[Decimal, ...]

    def y(self, value: Number) -> Decimal:
        """How far from the top a value is drawn."""
        span = self.high - self.low
        return TOP + (self.high - value) / span * (HEIGHT - TOP - BOTTOM)


def svg(chart: Chart, money: Money) -> str:
    """The picture. ``money`` is the document's, for the figures on it."""
    axis = axis_of(_values(chart), 10**money.exponent if chart.kind is Kind.MONEY else 1, below=_below(chart, money))
    drawn = [_grid(axis, chart, money), _ranges(chart, axis)]
    drawn.append(_bars(chart, axis, money) if chart.draw is ChartKind.BARS else _lines(chart, axis))
    drawn += [_nought(axis), _labels(chart), _legend(chart)]
    height = HEIGHT + _lower(chart) + (18 if _legend_needed(chart) else 0)
    title = _text(chart.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}" '
        f'font-family="{FONT}" font-size="11" fill="{INK}">{"".join(drawn)}</svg>'
    )


def described(chart: Chart, money: Money) -> str:
    """The chart in words, for who cannot see it: each series with its values."""
    lines = []
    for series in chart.series:
        pairs = zip(chart.categories, series.values, strict=True)
        lines.append(f"{series.title}: " + ", ".join(f"{name} {_spelt(value, chart, money)}" for name, value in pairs))
    return f"{chart.title}. " + "; ".join(lines)


def axis_of(values: Sequence[Number], least: int = 1, *, below: bool = False) -> Axis:
    """An axis with nought on it and up to eight round steps that hold all ``values``.

    ``least`` is the smallest step: a whole unit of money. ``below`` leaves room under the lowest value for its figure.
    """
    low, high = Decimal(min([0, *values])), Decimal(max([0, *values]))
    step = max(_round_step((high - low) / 5), Decimal(least)) if low != high else Decimal(least)
    first, last = (low / step).to_integral_value("ROUND_FLOOR"), (high / step).to_integral_value("ROUND_CEILING")
    if first == last:
        last += 1
    if below and low < 0 and low - first * step < (last - first) * step / 12:
        first -= 1
    return Axis(first * step, last * step, tuple(number * step for number in range(int(first), int(last) + 1)))


def _round_step(about: Decimal) -> Decimal:
    """The next of 1, 2, 5, 10, … at or above ``about``."""
    power = Decimal(1).scaleb(about.adjusted())
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= about)


def _values(chart: Chart) -> list[Number]:
    known = [value for series in chart.series for value in series.values if value is not None]
    return known + [bound for pair in chart.ranges if pair for bound in pair]


def _with_values(chart: Chart, money: Money) -> bool:
    """Whether every bar has room for its figure."""
    longest = max((len(_spelt(value, chart, money)) for series in chart.series for value in series.values), default=0)
    room = _bar_width(chart) if len(chart.series) > 1 else _slot(chart)
    return longest * DIGIT <= room


def _below(chart: Chart, money: Money) -> bool:
    return chart.draw is ChartKind.BARS and _with_values(chart, money)


def _bar_width(chart: Chart) -> Decimal:
    return min(_slot(chart) * Decimal("0.8") / len(chart.series), Decimal(60))


def _slot(chart: Chart) -> Decimal:
    return Decimal(WIDTH - LEFT - RIGHT) / max(len(chart.categories), 1)


def _grid(axis: Axis, chart: Chart, money: Money) -> str:
    drawn = []
    for tick in axis.ticks:
        y = _at(axis.y(tick))
        drawn.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="{RULE}" stroke-width="0.7"/>')
        label = _tick(tick, chart, money)
        drawn.append(
            f'<text x="{LEFT - 7}" y="{_at(axis.y(tick) + 4)}" text-anchor="end" fill="{FAINT}">{label}</text>'
        )
    return "".join(drawn)


def _nought(axis: Axis) -> str:
    return f'<path d="M{LEFT} {_at(axis.y(0))}H{WIDTH - RIGHT}" stroke="{INK}" stroke-width="1"/>'


def _ranges(chart: Chart, axis: Axis) -> str:
    """A box a category from the lowest to the highest value that was to be expected."""
    slot, drawn = _slot(chart), []
    for position, pair in enumerate(chart.ranges):
        if pair:
            top, bottom = axis.y(max(pair)), axis.y(min(pair))
            left, width, height = LEFT + slot * position + slot / 12, slot * 10 / 12, max(bottom - top, Decimal(1))
            drawn.append(
                f'<rect x="{_at(left)}" y="{_at(top)}" width="{_at(width)}" height="{_at(height)}" fill="{BAND}"/>'
            )
    return "".join(drawn)


def _bars(chart: Chart, axis: Axis, money: Money) -> str:
    slot, drawn = _slot(chart), []
    width, with_values = _bar_width(chart), _with_values(chart, money)
    for at, series in enumerate(chart.series):
        for position, value in enumerate(series.values):
            if value is None:
                continue
            middle = LEFT + slot * (position + Decimal("0.5"))
            left = middle - width * len(chart.series) / 2 + width * at
            top, bottom = sorted((axis.y(value), axis.y(0)))
            drawn.append(
                f'<rect x="{_at(left)}" y="{_at(top)}" width="{_at(width - 1)}" height="{_at(bottom - top)}" '
                f'fill="{COLOURS[at % len(COLOURS)]}"/>'
            )
            if with_values:
                y = top - 4 if value >= 0 else bottom + 12
                drawn.append(
                    f'<text x="{_at(left + width / 2)}" y="{_at(y)}" text-anchor="middle">'
                    f"{_spelt(value, chart, money)}</text>"
                )
    return "".join(drawn)


def _lines(chart: Chart, axis: Axis) -> str:
    """A line through the known values of a series; it breaks where one is not known."""
    slot, drawn = _slot(chart), []
    for at, series in enumerate(chart.series):
        colour, path, pen_down = COLOURS[at % len(COLOURS)], [], False
        for position, value in enumerate(series.values):
            if value is not None:
                x, y = _at(LEFT + slot * (position + Decimal("0.5"))), _at(axis.y(value))
                path.append(f"{'L' if pen_down else 'M'}{x} {y}")
                drawn.append(f'<circle cx="{x}" cy="{y}" r="2.2" fill="{colour}"/>')
            pen_down = value is not None
        dashes = "" if at == 0 else f' stroke-dasharray="{6 - at} {at + 1}"'
        drawn.append(f'<path d="{"".join(path)}" fill="none" stroke="{colour}" stroke-width="1.8"{dashes}/>')
    return "".join(drawn)


def _named(chart: Chart) -> list[tuple[int, str]]:
    """The categories that are named below the axis, with their places."""
    each = -(-len(chart.categories) // MOST_LABELS)
    return list(enumerate(chart.categories))[:: max(each, 1)]


def _rows(chart: Chart) -> int:
    """In how many rows the names stand by turns, so that none touches the next."""
    named = _named(chart)
    room = Decimal(WIDTH - LEFT - RIGHT) / max(len(named), 1)
    return max([1, *(-(-(_width(name) + GAP) // int(room)) for _, name in named)])


def _lower(chart: Chart) -> int:
    """How much lower than HEIGHT the picture ends for the rows of its names."""
    return (_rows(chart) - 1) * ROW


def _width(words: str) -> int:
    """About as wide as the words are drawn, rather too much than too little."""
    return sum(11 if ord(sign) > 0x2E7F else 7 for sign in words)


def _labels(chart: Chart) -> str:
    slot, rows, drawn = _slot(chart), _rows(chart), []
    for turn, (position, name) in enumerate(_named(chart)):
        middle = LEFT + slot * (position + Decimal("0.5"))
        x = min(middle, Decimal(WIDTH) - Decimal(_width(name)) / 2) if rows > 1 else middle
        y = HEIGHT - BOTTOM + 17 + turn % rows * ROW
        drawn.append(f'<text x="{_at(x)}" y="{y}" text-anchor="middle">{_text(name)}</text>')
    return "".join(drawn)


def _legend_needed(chart: Chart) -> bool:
    return len(chart.series) > 1 or bool(chart.ranges)


def _legend(chart: Chart) -> str:
    if not _legend_needed(chart):
        return ""
    entries = [(COLOURS[at % len(COLOURS)], series.title) for at, series in enumerate(chart.series)]
    if chart.ranges:
        entries.append((BAND, chart.range_title))
    drawn, x, y = [], LEFT, HEIGHT + _lower(chart)
    for colour, words in entries:
        drawn.append(f'<rect x="{x}" y="{y}" width="11" height="11" fill="{colour}"/>')
        drawn.append(f'<text x="{x + 17}" y="{y + 10}">{_text(words)}</text>')
        x += 17 + 28 + _width(words)
    return "".join(drawn)


def _tick(value: Decimal, chart: Chart, money: Money) -> str:
    """A value at the axis: whole units of money wherever they are exact."""
    if chart.kind is Kind.PERCENT:
        return _text(f"{spelling.percent(value.normalize())} %")
    if chart.kind is Kind.COUNT or not money.exponent:
        return f"{value:,f}" if value >= 0 else f"({-value:,f})"
    whole, rest = divmod(abs(value), 10**money.exponent)
    digits = f"{whole:,f}" if not rest else spelling.grouped(int(abs(value)), money.exponent)
    return f"({digits})" if value < 0 else digits


def _spelt(value: Number | None, chart: Chart, money: Money) -> str:
    if value is not None and chart.kind is Kind.PERCENT:
        return f"{spelling.percent(Decimal(value))} %"
    return spelling.for_reader(value, chart.kind, money, "UTC")


def _at(place: Number) -> str:
    """A place in the picture to a hundredth."""
    return f"{Decimal(place).quantize(Decimal('0.01')).normalize():f}"


def _text(words: str) -> str:
    return escape(words)
