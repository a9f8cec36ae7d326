"""A document as values: what it is called, what its tables, charts and notes say, who signed it, and what proves it.

Builders (``accounting.reports``, ``tables.reports``) fill it with exact values and with texts in one language; the
renderers beside this module only decide the form.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from tables.documents.values import NUMERIC, Kind, Money, Value, check_value


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. ``name`` is stable (CSV heads, JSON members), ``title`` is what the reader sees.

    ``ratio`` names the two columns whose quotient this percentage is, so that a workbook divides sums and never
    averages ratios. ``money`` when it is not the document's. An ``estimate`` is set apart from what was counted (T-59).
    """

    name: str
    title: str
    kind: Kind = Kind.TEXT
    ratio: tuple[str, str] | None = None
    money: Money | None = None
    estimate: bool = False


class Style(StrEnum):
    """What a row is in its table."""

    LINE = "line"
    GROUP = "group"  # a heading across the table; its first cell is its text
    SUBTOTAL = "subtotal"
    TOTAL = "total"
    TO_DATE = "to_date"  # figures of a longer time, below the total


@dataclass(frozen=True, slots=True)
class Row:
    """A row: a value a column, in their order (a GROUP has its text alone).

    ``adds`` are the positions of the rows that this one is the sum of; a workbook then adds them itself. ``marked`` are
    names of columns whose value somebody has to explain. ``link`` is where a reader on screen finds out more, and
    ``proofs`` are the columns whose figure can be proven, each with what to ask for.
    """

    cells: tuple[Value, ...]
    style: Style = Style.LINE
    adds: tuple[int, ...] = ()
    marked: tuple[str, ...] = ()
    link: str = ""
    proofs: tuple[tuple[str, str], ...] = ()

    @property
    def is_unnamed_total(self) -> bool:
        """Whether it is a total in which no text says so, with room for the word in its first cell."""
        texts = any(isinstance(value, str) for value in self.cells)
        return self.style is Style.TOTAL and self.cells[0] is None and not texts


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns. ``note`` explains the figures below the table, ``empty`` stands in place of no rows.

    Raises ValueError for a row that does not fit its columns: a wrong figure must not get as far as paper.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""
    empty: str = ""

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.name}: two columns of one name")
        for position, row in enumerate(self.rows):
            self._check(position, row, names)

    def _check(self, position: int, row: Row, names: Sequence[str]) -> None:
        where = f"{self.name} row {position}"
        if row.style is Style.GROUP:
            if len(row.cells) != 1 or not isinstance(row.cells[0], str):
                raise ValueError(f"{where}: a group has its text and nothing else")
            return
        if len(row.cells) != len(self.columns):
            raise ValueError(f"{where}: {len(row.cells)} cells for {len(self.columns)} columns")
        for column, value in zip(self.columns, row.cells, strict=True):
            check_value(f"{where}, {column.name}", column.kind, value)
        if strange := set(row.marked) - set(names):
            raise ValueError(f"{where}: no column {min(strange)}")
        if not all(0 <= other < len(self.rows) and other != position for other in row.adds):
            raise ValueError(f"{where}: adds a row that is not there")


@dataclass(frozen=True, slots=True)
class Fact:
    """A named value of the head or the proof."""

    name: str
    title: str
    value: Value
    kind: Kind = Kind.TEXT

    def __post_init__(self) -> None:
        check_value(self.name, self.kind, self.value)


@dataclass(frozen=True, slots=True)
class Facts:
    """Named values as a block of their own."""

    name: str
    title: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """Sentences, one a line; ``empty`` stands in place of none."""

    name: str
    title: str
    lines: tuple[str, ...]
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must agree: ``agree`` of ``of`` cases do."""

    name: str
    text: str
    agree: int
    of: int


@dataclass(frozen=True, slots=True)
class Checks:
    """Tie-outs."""

    name: str
    title: str
    checks: tuple[Check, ...]


class ChartKind(StrEnum):
    """How a chart is drawn."""

    BARS = "bars"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Series:
    """Values of a chart, one a category; None leaves a gap."""

    title: str
    values: tuple[int | Decimal | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of figures that stand in a table too. ``ranges`` are what was to be expected, low and high, a category.

    ``kind`` is MONEY, COUNT or PERCENT. Raises ValueError when a series has not a value a category.
    """

    name: str
    title: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    kind: Kind = Kind.MONEY
    draw: ChartKind = ChartKind.BARS
    ranges: tuple[tuple[int | Decimal, int | Decimal] | None, ...] = ()
    range_title: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        if self.kind not in NUMERIC:
            raise ValueError(f"{self.name}: {self.kind} cannot be drawn")
        lengths = {len(series.values) for series in self.series} | ({len(self.ranges)} if self.ranges else set())
        if not self.series or lengths != {len(self.categories)}:
            raise ValueError(f"{self.name}: a value a category, please")
        for value in (value for series in self.series for value in series.values):
            check_value(self.name, self.kind, value)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to look at: no value is known, or all are nought. Such a chart is not drawn."""
        return not any(value for series in self.series for value in series.values)


Part = Table | Facts | Notes | Checks | Chart


@dataclass(frozen=True, slots=True)
class Signature:
    """A line to sign on. Without ``name`` it is left open for a pen."""

    role: str
    name: str = ""
    badge: str = ""
    licence: str = ""
    terminal: str = ""
    signed_at: datetime | None = None
    content: str = ""


class Tone(StrEnum):
    """How a state is to be taken."""

    PLAIN = "plain"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class State:
    """One word on every page: PRELIMINARY, FINAL, PROVISIONAL."""

    word: str
    tone: Tone = Tone.PLAIN


class Paper(StrEnum):
    """The sheet that a document is set for."""

    LANDSCAPE = "a4-landscape"
    PORTRAIT = "a4"
    SLIP = "a5"


@dataclass(frozen=True, slots=True)
class Words:
    """What the frame of a document says, in its language. ``page`` has {page} and {pages}, ``of`` {agree} and {of}.

    ``total`` stands in a total that has no name; documents that were kept before there was one have none.
    """

    page: str
    of: str
    currency: str
    times: str
    made: str
    signed: str
    licence: str
    terminal: str
    content: str
    proof: str
    sha256: str
    summary: str
    charts: str
    category: str
    look_up: str
    estimate: str
    total: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A report or a slip.

    ``name`` is its kind, ``number`` what it is filed under. ``dated`` is the moment it speaks of (also of the file: two
    renderings are the same bytes). ``sha256`` is that of the frozen text it was made from; when empty, that of the
    document's own JSON is printed. ``marks`` are set across every page (VOID) and ``stamps`` beside the title
    (REPRINT 2). ``look_up`` is what the QR code says. ``copies`` are printed one after the other, each
    with its own words beside the title; none: it is printed once.
    """

    name: str
    title: str
    casino: str
    house: str
    money: Money
    zone: str
    language: str
    dated: datetime
    words: Words
    number: str = ""
    subtitle: str = ""
    state: State | None = None
    identity: tuple[Fact, ...] = ()
    parts: tuple[Part, ...] = ()
    signatures: tuple[Signature, ...] = ()
    proof: tuple[Fact, ...] = ()
    proof_note: str = ""
    sha256: str = ""
    marks: tuple[str, ...] = ()
    stamps: tuple[str, ...] = ()
    look_up: str = ""
    copies: tuple[str, ...] = ()
    paper: Paper = Paper.LANDSCAPE

    def __post_init__(self) -> None:
        if self.dated.tzinfo is None:
            raise ValueError("a moment without a zone")
        names = [part.name for part in self.parts]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.name}: two parts of one name")

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables among the parts."""
        return tuple(part for part in self.parts if isinstance(part, Table))

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The charts among the parts that can be drawn."""
        return tuple(part for part in self.parts if isinstance(part, Chart) and not part.is_blank)
