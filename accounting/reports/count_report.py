"""The count report: every box and every rake that was counted on some gaming days, by denomination (domain.md §1.1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.reports import event_links, framing
from accounting.reports.asking import Ask, ReportKind
from accounting.selectors import box_spans, log_days
from accounting.selectors.box_spans import Spans
from accounting.selectors.log_days import LoggedEvent
from tables.documents import spelling
from tables.documents.model import Chart, Column, Document, Part, Row, Series, Style, Table
from tables.documents.values import Kind
from tables.domain.foreign_chips import ForeignKind
from tables.reports import words

COUNTED = ("box_counted", "rake_counted")
STEPS = ("count_opened", "box_counts_differed", "rake_counts_differed", "count_verified", "count_closed")
MOST_BARS = 40


def build(ask: Ask) -> Document:
    """Boxes and sessions of the days. Refused: ``not_permitted``, ``bad_days``."""
    found = log_days.read(ask.actor, *framing.span(ask), "read_counts", types=(*COUNTED, *STEPS), tell=ask.tell)
    counted = ((event.data["table"], event.data["box"]) for event in found if event.type in COUNTED)
    spans = box_spans.of_boxes(ask.actor, counted)
    with translation.override(ask.language):
        return framing.framed(ask, "count_report", gettext("Count report"), tuple(_parts(ask, found, spans)))


def _parts(ask: Ask, found: Sequence[LoggedEvent], spans: Spans) -> Iterator[Part]:
    boxes = [event for event in found if event.type == "box_counted"]
    rakes = [event for event in found if event.type == "rake_counted"]
    yield _counted("boxes", gettext("Boxes"), "notes", boxes, ask.house.exponent, spans)
    if rakes:
        yield _counted("rakes", gettext("Rake"), "chips", rakes, ask.house.exponent, spans)
    if differed := [event for event in found if "differed" in event.data]:
        yield _differed(differed)
    if apart := [line for event in boxes for line in _lines_apart(event)]:
        yield _apart(apart)
    closings = [event for event in found if event.type == "count_closed"]
    if missing := [(event, line) for event in closings for line in event.data["missing"]]:
        yield _missing(missing)
    if papers := [event for event in boxes if event.data["papers"]]:
        yield _papers(papers)
    if closings:
        yield _closings(closings)
    yield _steps([event for event in found if event.type in STEPS])
    yield from _chart(boxes)


def _counted(name: str, title: str, holding: str, events: Sequence[LoggedEvent], exponent: int, spans: Spans) -> Table:
    """A line a box with whose drop it is, a column a denomination (pieces), and their total in money."""
    values = sorted({int(value) for event in events for value in event.data[holding]}, reverse=True)
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("at", gettext("Counted"), Kind.INSTANT),
        Column("table", gettext("Table")),
        Column("box", gettext("Box"), Kind.COUNT),
        Column("drop_of", gettext("Drop of")),
        *(Column(f"pieces_{value}", spelling.plain(value, exponent), Kind.COUNT) for value in values),
        Column("total", gettext("Total"), Kind.MONEY),
        Column("signed", gettext("Signed")),
    )
    rows = [_row(event, event.data[holding], values, spans) for event in events]
    if rows:
        pieces = (sum(_pieces(event.data[holding], value) for event in events) for value in values)
        total = sum(event.data["total"] for event in events)
        cells = (None, None, gettext("Total"), None, None, *pieces, total, None)
        rows.append(Row(cells, Style.TOTAL, tuple(range(len(events)))))
    note = gettext("Pieces of each value. Listed by the gaming day of the count; whose drop it is stands beside it.")
    return Table(name, title, columns, tuple(rows), note=note, empty=gettext("none"))


def _row(event: LoggedEvent, holding: Mapping[str, int], values: Sequence[int], spans: Spans) -> Row:
    pieces = (_pieces(holding, value) for value in values)
    table, box = event.data["table"], event.data["box"]
    drop_of = "; ".join(
        f"{day.isoformat()}: {', '.join(map(words.shift, shifts))}"
        for day, shifts in spans.get((table, box), {}).items()
    )
    where = (event.gaming_day, event.at, table, box, drop_of)
    return Row((*where, *pieces, event.data["total"], words.signers(event.signatures)), link=event_links.of(event))


def _pieces(holding: Mapping[str, int], value: int) -> int:
    return holding.get(str(value), 0)


def _differed(events: Sequence[LoggedEvent]) -> Table:
    """The drop variance reports: what each of two persons had counted, what stands, and why."""
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("table", gettext("Table")),
        Column("box", gettext("Box"), Kind.COUNT),
        Column("what", gettext("What")),
        Column("first", gettext("First count"), Kind.MONEY),
        Column("second", gettext("Second count"), Kind.MONEY),
        Column("stands", gettext("Verifier"), Kind.MONEY),
        Column("explanation", gettext("Explanation")),
        Column("signed", gettext("Signed")),
    )
    rows = []
    for event in events:
        data, differed = event.data, event.data["differed"]
        what = gettext("Cash") if event.type == "box_counted" else gettext("Rake")
        totals = (differed["first"]["total"], differed["second"]["total"], data["total"])
        where = (event.gaming_day, data["table"], data["box"], what)
        cells = (*where, *totals, differed["explanation"], words.signers(event.signatures))
        rows.append(Row(cells, link=event_links.of(event)))
    return Table("variances", gettext("Drop variance reports"), columns, tuple(rows))


Apart = tuple[LoggedEvent, str, int | None, int | None]
"""A thing that is no cash: the box's event, in words, how many, and what is written on all of them."""


def _lines_apart(event: LoggedEvent) -> Iterator[Apart]:
    """What of a box is no cash, and the papers that lack or belong elsewhere."""
    data = event.data
    for code, pieces in data["promotional"].items():
        yield event, gettext("Promotional chips %(set)s") % {"set": code}, sum(pieces.values()), _worth(pieces)
    if data["coupons"]:
        yield event, gettext("Coupons"), sum(data["coupons"].values()), data["coupons_total"]
    if data["found_chips"]:
        yield event, gettext("Chips of the table"), sum(data["found_chips"].values()), data["found_chips_total"]
    for item in data["foreign"]:
        yield event, f"{_foreign(item['kind'])}: {item['description']}", item["pieces"], None
    for number in data["missing_papers"]:
        yield event, gettext("Slip %(number)s is missing") % {"number": number}, None, None
    for number in data["stray_papers"]:
        yield event, gettext("Slip %(number)s belongs to another box") % {"number": number}, None, None


def _foreign(kind: str) -> str:
    titles = {
        ForeignKind.FOREIGN: gettext("Foreign"),
        ForeignKind.NON_VALUE: gettext("Without a value"),
        ForeignKind.COUNTERFEIT: gettext("Counterfeit"),
    }
    return titles[ForeignKind(kind)]


def _worth(pieces: Mapping[str, int]) -> int:
    return sum(int(value) * count for value, count in pieces.items())


def _apart(lines: Sequence[Apart]) -> Table:
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("table", gettext("Table")),
        Column("box", gettext("Box"), Kind.COUNT),
        Column("what", gettext("What")),
        Column("pieces", gettext("Pieces"), Kind.COUNT),
        Column("worth", gettext("Written on it"), Kind.MONEY),
    )
    rows = (
        Row((event.gaming_day, event.data["table"], event.data["box"], what, pieces, worth))
        for event, what, pieces, worth in lines
    )
    return Table("apart", gettext("Counted apart from cash"), columns, tuple(rows))


def _missing(lines: Sequence[tuple[LoggedEvent, Mapping[str, Any]]]) -> Table:
    """Boxes that had left their tables and that no team got (T-54): an exception until they are counted."""
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("session", gettext("Session"), Kind.COUNT),
        Column("table", gettext("Table")),
        Column("box", gettext("Box"), Kind.COUNT),
        Column("reason", gettext("Reason")),
    )
    rows = tuple(
        Row((event.gaming_day, event.data["session"], line["table"], line["box"], line["reason"]), marked=("reason",))
        for event, line in lines
    )
    return Table("missing", gettext("Missing boxes"), columns, rows)


def _papers(events: Sequence[LoggedEvent]) -> Table:
    """The slips that were found in each box: they go straight to accounting."""
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("table", gettext("Table")),
        Column("box", gettext("Box"), Kind.COUNT),
        Column("count", gettext("Slips"), Kind.COUNT),
        Column("papers", gettext("Numbers")),
    )
    rows = []
    for event in events:
        data = event.data
        found = sorted(data["papers"])
        rows.append(Row((event.gaming_day, data["table"], data["box"], len(found), ", ".join(found))))
    return Table("papers", gettext("Slips found"), columns, tuple(rows))


def _closings(events: Sequence[LoggedEvent]) -> Table:
    """What each team signed: cash, chips that count as such, and what is promotional or a coupon apart (T-41)."""
    titles = {
        "cash_total": gettext("Cash"),
        "chips_total": gettext("Chips"),
        "promotional_total": gettext("Promotional chips"),
        "coupons_total": gettext("Coupons"),
    }
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("session", gettext("Session"), Kind.COUNT),
        Column("boxes", gettext("Boxes"), Kind.COUNT),
        *(Column(name, title, Kind.MONEY) for name, title in titles.items()),
        Column("signed", gettext("Signed")),
    )
    rows = [
        Row(
            (
                event.gaming_day,
                event.data["session"],
                len(event.data["boxes"]),
                *(event.data[name] for name in titles),
                words.signers(event.signatures),
            )
        )
        for event in events
    ]
    sums = (sum(event.data[name] for event in events) for name in titles)
    boxes = sum(len(event.data["boxes"]) for event in events)
    rows.append(Row((None, None, boxes, *sums, None), Style.TOTAL, tuple(range(len(events)))))
    return Table("closings", gettext("What the teams signed"), columns, tuple(rows))


def _steps(events: Sequence[LoggedEvent]) -> Table:
    """Sessions as they were opened, verified and closed, and boxes whose two counts differed."""
    titles = {
        "count_opened": gettext("Count opened"),
        "count_verified": gettext("All banknotes counted again"),
        "count_closed": gettext("Count closed"),
        "box_counts_differed": gettext("First and second count differ"),
        "rake_counts_differed": gettext("First and second count of the rake differ"),
    }
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("session", gettext("Session"), Kind.COUNT),
        Column("what", gettext("What")),
        Column("table", gettext("Table")),
        Column("box", gettext("Box"), Kind.COUNT),
        Column("total", gettext("Total"), Kind.MONEY),
        Column("signed", gettext("Signed")),
    )
    rows = tuple(
        Row(
            (
                event.gaming_day,
                event.at,
                event.data.get("session"),
                titles[event.type],
                event.data.get("table"),
                event.data.get("box"),
                event.data.get("cash_total", event.data.get("total")),
                words.signers(event.signatures),
            ),
            marked=("what",) if event.type.endswith("_differed") or not event.data.get("agrees", True) else (),
        )
        for event in events
    )
    return Table("sessions", gettext("Sessions"), columns, rows, empty=gettext("none"))


def _chart(boxes: Sequence[LoggedEvent]) -> Iterator[Chart]:
    sums: dict[str, int] = {}
    for event in boxes:
        sums[event.data["table"]] = sums.get(event.data["table"], 0) + event.data["total"]
    if 0 < len(sums) <= MOST_BARS:
        names = tuple(sorted(sums))
        drop = Series(gettext("Counted"), tuple(sums[name] for name in names))
        yield Chart("counted", gettext("Counted by table"), names, (drop,))


KIND = ReportKind(
    name="count_report",
    title=_("Count report"),
    about=_("Boxes and rake that were counted on the days, by denomination, with who signed."),
    build=build,
    parameters=framing.DAYS,
    permission="read_counts",
)
