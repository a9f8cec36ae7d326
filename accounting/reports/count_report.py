"""The count report: every box and every rake that was counted on some gaming days, by denomination (domain.md §1.1)."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.reports import framing
from accounting.reports.asking import Ask, ReportKind
from accounting.selectors import log_days
from accounting.selectors.log_days import LoggedEvent
from tables.documents import spelling
from tables.documents.model import Chart, Column, Document, Part, Row, Series, Style, Table
from tables.documents.values import Kind

TYPES = ("count_opened", "box_counts_differed", "box_counted", "rake_counted", "count_closed")
MOST_BARS = 40


def build(ask: Ask) -> Document:
    """Boxes and sessions of the days. Refused: ``not_permitted``, ``bad_days``."""
    found = log_days.read(ask.actor, *framing.span(ask), "read_counts", types=TYPES, tell=ask.tell)
    with translation.override(ask.language):
        return framing.framed(ask, "count_report", gettext("Count report"), tuple(_parts(ask, found)))


def _parts(ask: Ask, found: Sequence[LoggedEvent]) -> Iterator[Part]:
    boxes = [event for event in found if event.type == "box_counted"]
    rakes = [event for event in found if event.type == "rake_counted"]
    yield _counted("boxes", gettext("Boxes"), "notes", boxes, ask.house.exponent)
    if rakes:
        yield _counted("rakes", gettext("Rake"), "chips", rakes, ask.house.exponent)
    yield _steps([event for event in found if event.type not in ("box_counted", "rake_counted")])
    yield from _chart(boxes)


def _counted(name: str, title: str, holding: str, events: Sequence[LoggedEvent], exponent: int) -> Table:
    """A line a box, a column a denomination (pieces), and their total in money."""
    values = sorted({int(value) for event in events for value in event.data[holding]}, reverse=True)
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("at", gettext("Counted"), Kind.INSTANT),
        Column("table", gettext("Table")),
        Column("box", gettext("Box"), Kind.COUNT),
        *(Column(f"pieces_{value}", spelling.plain(value, exponent), Kind.COUNT) for value in values),
        Column("total", gettext("Total"), Kind.MONEY),
        Column("signed", gettext("Signed")),
    )
    rows = [_row(event, event.data[holding], values) for event in events]
    if rows:
        pieces = (sum(_pieces(event.data[holding], value) for event in events) for value in values)
        total = sum(event.data["total"] for event in events)
        cells = (None, None, gettext("Total"), None, *pieces, total, None)
        rows.append(Row(cells, Style.TOTAL, tuple(range(len(events)))))
    return Table(name, title, columns, tuple(rows), note=gettext("Pieces of each value."), empty=gettext("none"))


def _row(event: LoggedEvent, holding: Mapping[str, int], values: Sequence[int]) -> Row:
    pieces = (_pieces(holding, value) for value in values)
    where = (event.gaming_day, event.at, event.data["table"], event.data["box"])
    return Row((*where, *pieces, event.data["total"], event.signers))


def _pieces(holding: Mapping[str, int], value: int) -> int:
    return holding.get(str(value), 0)


def _steps(events: Sequence[LoggedEvent]) -> Table:
    """Sessions as they were opened and closed, and boxes whose two counts differed."""
    titles = {
        "count_opened": gettext("Count opened"),
        "count_closed": gettext("Count closed"),
        "box_counts_differed": gettext("First and second count differ"),
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
                event.data.get("cash_total"),
                event.signers,
            ),
            marked=("what",) if event.type == "box_counts_differed" else (),
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
