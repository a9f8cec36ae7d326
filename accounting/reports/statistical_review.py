"""The statistical review as a document: hold against its base, and win against the range of chance (domain.md §1.4)."""

from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.domain.statistics import CONFIDENCE, MODELS, Verdict
from accounting.reports import framing
from accounting.reports.asking import Ask, ReportKind
from accounting.reports.shift_tables import game_title
from accounting.selectors import statistics
from accounting.selectors.statistics import Review, ReviewLine
from tables.documents import spelling
from tables.documents.model import Chart, Column, Document, Fact, Facts, Notes, Part, Row, Series, Style, Table
from tables.documents.values import Kind
from tables.domain.rule_packs.words import StatisticsMeasure

VERDICTS: Final[Mapping[str, Promise | str]] = {
    Verdict.WITHIN: _("within"),
    Verdict.FLAGGED: _("to be investigated"),
    Verdict.DROP_TOO_SMALL: _("drop too small to judge"),
    Verdict.NOT_COUNTED: _("not counted"),
    Verdict.NO_BASE: _("no base to compare with"),
    Verdict.NO_SPREAD: _("too few days in the base"),
}
BASES: Final[Mapping[str, Promise | str]] = {
    "prior_business_year": _("the business year before"),
    "prior_month": _("the month before (first business year)"),
    "lifetime": _("all days so far, against the last 30"),
    "": _("there is none yet"),
}
MEASURES: Final[Mapping[str, Promise | str]] = {
    StatisticsMeasure.POINTS: _("more than %(value)s percentage points away"),
    StatisticsMeasure.RELATIVE: _("more than %(value)s %% of the base away"),
    StatisticsMeasure.INTERVAL: _("outside the %(value)s %% interval of the base's days"),
}
MOST_BARS = 40
_PLACES = Decimal("0.01")
_A_PERCENT = 10_000
"""Parts per million."""


def build(ask: Ask) -> Document:
    """The review of the days. Refused: ``not_permitted``, ``bad_days``."""
    found = statistics.review(ask.actor, *framing.span(ask))
    with translation.override(ask.language):
        return framing.framed(
            ask,
            "statistical_review",
            gettext("Statistical review"),
            tuple(_parts(ask, found)),
            more=(
                Fact("days", gettext("Locked days"), found.days, Kind.COUNT),
                Fact("base", gettext("Base"), str(BASES[found.basis.kind])),
            ),
        )


def _parts(ask: Ask, found: Review) -> Iterator[Part]:
    yield _values(ask, found)
    yield _table(found)
    yield from _chart(found)
    flagged = [line for line in found.lines if line.judged.verdict is Verdict.FLAGGED]
    yield Notes("flagged", gettext("To be investigated in writing"), tuple(map(_told, flagged)), gettext("nothing"))


def _values(ask: Ask, found: Review) -> Facts:
    tolerance = spelling.plain(found.trigger.tolerance, 2)
    base = found.basis.base
    least = spelling.money(found.trigger.minimum_drop, ask.house.exponent)
    games = ", ".join(
        gettext("%(game)s: edge %(edge)s %%, sigma squared %(variance)s a hand")
        % {
            "game": game_title(name),
            "edge": _decimal(model.edge * 100),
            "variance": model.variance.numerator / Decimal(model.variance.denominator),
        }
        for name, model in MODELS.items()
    )
    edges = ", ".join(
        gettext("%(game)s: %(edge)s %% from %(day)s")
        % {"game": game_title(game), "edge": Decimal(edge) / _A_PERCENT, "day": since}
        for (game, since), edge in sorted(found.edges.set.items())
    )
    return Facts(
        "values",
        gettext("How it is judged"),
        (
            Fact("pack", gettext("Rule pack"), f"{found.pack} v{found.pack_version}"),
            Fact("trigger", gettext("Investigated when"), str(MEASURES[found.trigger.measure]) % {"value": tolerance}),
            Fact("minimum_drop", gettext("Smallest drop that is judged"), least),
            Fact("reviewed", gettext("Reviewed"), f"{found.basis.reviewed.first} – {found.basis.reviewed.last}"),
            Fact("base_days", gettext("Days of the base"), f"{base.first} – {base.last}" if base else None),
            Fact("locked", gettext("Locked days in the base"), found.base_days, Kind.COUNT),
            Fact("models", gettext("What chance does"), games),
            *([Fact("edges", gettext("Edges of the house"), edges)] if edges else []),
        ),
    )


def _table(found: Review) -> Table:
    columns = (
        Column("scope", gettext("Table")),
        Column("game", gettext("Game")),
        Column("drop", gettext("Drop"), Kind.MONEY),
        Column("win", gettext("Win"), Kind.MONEY),
        Column("hold", gettext("Hold %"), Kind.PERCENT, ("win", "drop")),
        Column("base", gettext("Base %"), Kind.PERCENT),
        Column("points", gettext("Points"), Kind.PERCENT),
        Column("relative", gettext("Relative %"), Kind.PERCENT),
        Column("verdict", gettext("Judged")),
        Column("hands", gettext("Hands"), Kind.COUNT),
        Column("expected", gettext("Theoretical win"), Kind.MONEY),
        Column("low", gettext("Range from"), Kind.MONEY),
        Column("high", gettext("Range to"), Kind.MONEY),
        Column("chance", gettext("By chance")),
    )
    rows = tuple(_row(line) for line in sorted(found.lines, key=lambda line: _ORDER.index(line.kind)))
    note = gettext(
        "Range: where the win lies by chance alone in %(confidence)s %% of all cases, from the opening stakes of the "
        "hands that were dealt; hands are taken as independent. A table may well lose for a month."
    ) % {"confidence": CONFIDENCE // 100}
    return Table("review", gettext("Hold and its base"), columns, rows, note=note, empty=gettext("no locked day"))


_ORDER = ("table", "game", "house")
_STYLES = {"table": Style.LINE, "game": Style.SUBTOTAL, "house": Style.TOTAL}


def _row(line: ReviewLine) -> Row:
    judged, range_ = line.judged, line.expected
    chance = {None: None, True: gettext("outside"), False: gettext("within")}[line.outside]
    cells = (
        line.code if line.kind == "table" else game_title(line.code) if line.kind == "game" else gettext("Whole house"),
        game_title(line.game) if line.kind == "table" else None,
        line.won.drop,
        line.won.win,
        *(_percent(value) for value in (judged.hold, judged.base)),
        *(_rounded(value) for value in (judged.points, judged.relative)),
        str(VERDICTS[judged.verdict]),
        line.hands,
        *((range_.win, range_.low, range_.high) if range_ else (None, None, None)),
        chance,
    )
    marked = ("verdict",) if judged.verdict is Verdict.FLAGGED else ()
    return Row(cells, _STYLES[line.kind], marked=(*marked, *(("chance",) if line.outside else ())))


def _chart(found: Review) -> Iterator[Chart]:
    """Win of each table over its range of chance; of games where tables are too many."""
    lines = [line for line in found.lines if line.kind == "table"]
    if len(lines) > MOST_BARS:
        lines = [line for line in found.lines if line.kind == "game"]
    if lines:
        yield Chart(
            "win",
            gettext("Win and what chance lets expect"),
            tuple(line.code if line.kind == "table" else game_title(line.code) for line in lines),
            (Series(gettext("Win"), tuple(line.won.win for line in lines)),),
            ranges=tuple((line.expected.low, line.expected.high) if line.expected else None for line in lines),
            range_title=gettext("By chance, %(confidence)s %%") % {"confidence": CONFIDENCE // 100},
        )


def _told(line: ReviewLine) -> str:
    hold, base = _percent(line.judged.hold), _percent(line.judged.base)
    where = line.code or gettext("Whole house")
    return gettext("%(where)s: hold %(hold)s %%, base %(base)s %%") % {"where": where, "hold": hold, "base": base}


def _percent(ratio: Fraction | None) -> Decimal | None:
    return None if ratio is None else _decimal(ratio * 100)


def _rounded(value: Fraction | None) -> Decimal | None:
    return None if value is None else _decimal(value)


def _decimal(value: Fraction) -> Decimal:
    """To two places, halves away from nought: this is where the review rounds."""
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(_PLACES, ROUND_HALF_UP)


KIND = ReportKind(
    name="statistical_review",
    title=_("Statistical review"),
    about=_("Hold of locked days against its base, and win against what chance lets expect."),
    build=build,
    parameters=framing.DAYS,
    permission="read_books",
)
