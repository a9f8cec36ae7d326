"""A small report with everything in it, for tests of what draws documents."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from tables.documents.model import (
    Chart,
    ChartKind,
    Check,
    Checks,
    Column,
    Document,
    Fact,
    Facts,
    Notes,
    Row,
    Series,
    Signature,
    State,
    Style,
    Table,
    Tone,
    Words,
)
from tables.documents.values import Kind, Money

AT = datetime(2026, 11, 29, 14, 14, 3, tzinfo=UTC)
WORDS = Words(
    page="Page {page} of {pages}",
    of="{agree} of {of}",
    currency="Currency",
    times="Times",
    made="Made",
    signed="Signed",
    licence="licence",
    terminal="terminal",
    content="Signed content",
    proof="Proof",
    sha256="SHA-256",
    summary="Summary",
    charts="Charts",
    category="Category",
    look_up="Look up",
    estimate="e",
    total="Total",
)
HKD = Money("HKD", 2)
COLUMNS = (
    Column("table", "Table"),
    Column("drop", "Drop", Kind.MONEY),
    Column("win", "Win", Kind.MONEY),
    Column("hold", "Hold %", Kind.PERCENT, ("win", "drop")),
    Column("rounds", "Rounds", Kind.COUNT),
    Column("by_log", "By the log", Kind.MONEY, estimate=True),
    Column("opened", "Opened", Kind.INSTANT),
    Column("day", "Day", Kind.DAY),
    Column("hash", "Hash", Kind.CODE),
)


def line(name: str, drop: int | None, win: int | None, hold: str | None, rounds: int = 0, **more: Any) -> Row:
    """A row of the result."""
    ratio = None if hold is None else Decimal(hold)
    return Row((name, drop, win, ratio, rounds, drop, AT, date(2026, 11, 29), "4f1c"), **more)


RESULT = Table(
    "tables",
    "Result 结果",
    COLUMNS,
    (
        Row(("Pit P1",), Style.GROUP),
        line("BJ-01", 1_890_000, 610_000, "32.28", 412, link="/pit/P1/"),
        line("BJ-02", 620_000, -35_000, "-5.65", 301, marked=("win",)),
        line("=1+1", None, None, None),
        line("Pit P1", 2_510_000, 575_000, "22.91", 713, style=Style.SUBTOTAL, adds=(1, 2)),
        line("House", 2_510_000, 575_000, "22.91", 713, style=Style.TOTAL, adds=(4,)),
        line("Day to date", 9_000_000, 0, "0.00", 2_100, style=Style.TO_DATE),
    ),
    note="Hold = win ÷ drop.",
)
EXCEPTIONS = Table("exceptions", "Exceptions", (Column("what", "What"),), (), empty="none")
WON = Chart(
    "win",
    "Win by table",
    ("BJ-01", "BJ-02", "BJ-03"),
    (Series("Win", (610_000, -35_000, None)),),
    ranges=((-100_000, 800_000), None, (-50_000, 50_000)),
    range_title="Expected",
    caption="Losses are below the line.",
)
BY_HOUR = Chart(
    "hours",
    "Rounds by hour",
    ("14:00", "15:00", "16:00"),
    (Series("Rounds", (10, None, 12)), Series("Hands", (30, 31, 32))),
    kind=Kind.COUNT,
    draw=ChartKind.LINES,
)
SIGNATURES = (
    Signature("Incoming pit boss"),
    Signature("Accountant", "Ada Łukasz 陳", "ada", "L-1", "T-OFFICE-1", AT, "4f" * 32),
)


def report(**more: Any) -> Document:
    """The report; ``more`` replaces its members."""
    members: dict[str, Any] = {
        "name": "shift_report",
        "title": "Shift report",
        "casino": "DEMO",
        "house": "Harbour House 海港",
        "money": HKD,
        "zone": "Asia/Macau",
        "language": "en",
        "dated": AT,
        "words": WORDS,
        "number": "2026-11-29 swing v1",
        "subtitle": "14:00 to 22:00",
        "state": State("PRELIMINARY", Tone.WARN),
        "identity": (Fact("gaming_day", "Gaming day", date(2026, 11, 29), Kind.DAY), Fact("shift", "Shift", "swing")),
        "parts": (
            RESULT,
            Checks("ties", "Tie-outs", (Check("a", "Boxes are counted", 8, 9), Check("b", "Openers agree", 2, 2))),
            Notes("rulings", "Rulings", ("round 12 voided",)),
            Notes("limits", "Limits", (), empty="none changed"),
            Facts("cage", "Cage", (Fact("chips", "Chips", 5_000, Kind.MONEY),)),
            WON,
            BY_HOUR,
            EXCEPTIONS,
        ),
        "signatures": SIGNATURES,
        "proof": (Fact("root", "Root of the log", "9a" * 32, Kind.CODE),),
        "proof_note": "Keep this page.",
        "look_up": "DEMO/2026-11-29",
    }
    return Document(**{**members, **more})
