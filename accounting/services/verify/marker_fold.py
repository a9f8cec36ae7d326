"""A marker as the streams of its tables and of the cage tell it: what its row must be (docs/custody.md).

The streams have no common order. What is owed gives them one: it falls with every payment, and a transfer says how
much it was.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from accounting.services.verify.rounds import Wrong
from tables.domain import chips, markers, slips
from tables.domain.table_states import MARKER_ARROWS, MarkerStatus

Row = dict[str, Any]
Data = Mapping[str, Any]
M = MarkerStatus

FUNDS: Mapping[str, Callable[[Data], int]] = {
    "marker_issued": lambda data: int(data["amount"]),
    "marker_voided": lambda data: -int(data["amount"]),
    "marker_paid": lambda data: -int(data["chips_total"]),
}
"""By how much each event changes the known chips of a patron who is tracked at the table."""


class MarkerEvent(NamedTuple):
    """An event as the fold takes it; ``place`` is its table, or ``cage``."""

    stream: str
    seq: int
    type: str
    body: Mapping[str, Any]

    @property
    def place(self) -> str:
        """The last part of the stream's name."""
        return self.stream.rpartition("/")[2]


class Misfit(Wrong):
    """An event that cannot follow; ``event`` is the one."""

    def __init__(self, what: str, event: MarkerEvent) -> None:
        super().__init__(what)
        self.event = event


def row_of(events: Sequence[MarkerEvent]) -> Row:
    """The row that the events of one marker make. Raises Misfit."""
    first, *rest = sorted(events, key=_order)
    row = _issued(first)
    for event in rest:
        if event.type == markers.REPRINTED:
            _copied(row, event)
            continue
        _TAKES.get(event.type, _twice)(row, event)
        row["changed_at"] = event.body["occurred_at"]
        _sign(row, event)
    return row


def _order(event: MarkerEvent) -> tuple[int, int, int]:
    """Issued, then by what is owed; at the same debt a payment comes before the transfer of what it left.

    Copies come last: all are in the cage's stream, and change nothing that others look at.
    """
    data = event.body["data"]
    if event.type == "marker_issued":
        return 0, 0, event.seq
    if event.type == markers.REPRINTED:
        return 2, 0, event.seq
    owed = data["left"] if "left" in data else data["amount"]
    return 1, -int(owed), markers.EVENTS.index(event.type)


def _issued(event: MarkerEvent) -> Row:
    data, body = event.body["data"], event.body
    number = slips.parsed(data["slip"])
    if event.type != "marker_issued" or number is None:
        raise Misfit("the marker was never given", event)
    if data["owed_before"] + data["amount"] > data["limit"] and not data["over_limit"]:
        raise Misfit("passes the credit line, and nobody let it", event)
    if chips.value(chips.from_data(data["chips"])) != data["amount"]:
        raise Misfit("the chips are not the amount", event)
    row: Row = {
        "table": event.place,
        "patron": data["patron"],
        "series": number[0],
        "number": number[1],
        "status": M.ISSUED.value,
        "held": markers.AT_TABLE,
        "amount": data["amount"],
        "paid": 0,
        "chips": data["chips"],
        "limit": data["limit"],
        "owed_before": data["owed_before"],
        "over_limit": data["over_limit"],
        "gaming_day": body["gaming_day"],
        "shift": body["shift"],
        "period": data["period"],
        "box": data["box"],
        "reason": "",
        "signatures": [],
        "payments": [],
        "reprints": [],
        "issued_at": body["occurred_at"],
        "changed_at": body["occurred_at"],
    }
    _sign(row, event)
    return row


def _paid(row: Row, event: MarkerEvent) -> None:
    """A payment at a table or in the cage."""
    data = event.body["data"]
    held = markers.IN_CAGE if event.type == "marker_settled" else markers.AT_TABLE
    if row["held"] != held or row["patron"] != data["patron"] or data.get("table", row["table"]) != row["table"]:
        raise Misfit(f"cannot be paid where it is: it lies {row['held']}", event)
    row["paid"] += data["cash"] + data["chips_total"]
    if row["amount"] - row["paid"] != data["left"]:
        raise Misfit("does not leave what it says", event)
    _advance(row, event, markers.after(row["amount"], row["paid"], in_cage=held == markers.IN_CAGE))
    names = ("cash", "chips", "chips_total", "left")
    line = {"at": event.body["occurred_at"], "where": event.place, "box": data.get("box")}
    row["payments"].append({**line, **{name: data[name] for name in names}})


def _transferred(row: Row, event: MarkerEvent) -> None:
    data = event.body["data"]
    if data["amount"] != row["amount"] - row["paid"] or row["held"] != markers.AT_TABLE:
        raise Misfit("the transfer form does not say what was owed", event)
    row["held"] = markers.IN_CAGE
    _advance(row, event, M.TRANSFERRED)


def _voided(row: Row, event: MarkerEvent) -> None:
    data = event.body["data"]
    if data["period"] != row["period"] or data["chips"] != row["chips"] or event.place != row["table"]:
        raise Misfit("is not undone where and when it was given", event)
    *_, second = data["signatures"]
    if second["badge"] in {signature["badge"] for signature in row["signatures"]}:
        raise Misfit("is seconded by somebody who signed it before", event)
    row["reason"] = data["reason"]
    _advance(row, event, M.VOID)


def _copied(row: Row, event: MarkerEvent) -> None:
    """A copy, which says how many there are and nothing else (T-26)."""
    data, body = event.body["data"], event.body
    if data["copy"] != len(row["reprints"]) + 1 or (data["table"], data["patron"]) != (row["table"], row["patron"]):
        raise Misfit("is not the next copy of its marker", event)
    line = {"copy": data["copy"], "at": body["occurred_at"], "by": body["actor"], "reason": data["reason"]}
    row["reprints"].append(line)


def _twice(row: Row, event: MarkerEvent) -> None:
    raise Misfit("the marker was given twice", event)


def _advance(row: Row, event: MarkerEvent, status: MarkerStatus) -> None:
    if status not in MARKER_ARROWS[row["status"]]:
        raise Misfit(f"cannot follow a marker that is {row['status']}", event)
    row["status"] = status.value


def _sign(row: Row, event: MarkerEvent) -> None:
    """Put signatures under the marker. Raises Misfit when somebody stands there in two roles (T-100)."""
    stands = {signature["badge"]: signature["role"] for signature in row["signatures"]}
    for signature in event.body["data"]["signatures"]:
        if stands.setdefault(signature["badge"], signature["role"]) != signature["role"]:
            raise Misfit("is signed by somebody who stands under the marker in another role", event)
        row["signatures"].append({**signature, "act": event.type})


_TAKES: Mapping[str, Callable[[Row, MarkerEvent], None]] = {
    "marker_paid": _paid,
    "marker_transferred": _transferred,
    "marker_settled": _paid,
    "marker_voided": _voided,
}
