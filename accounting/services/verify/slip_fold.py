"""A slip as its two streams tell it: what its row must be (docs/custody.md).

The table's stream and the cage's have no common order. The slip's own states give it one: of both streams' next events
only one can follow.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from accounting.services.verify.rounds import Wrong
from tables.domain import chips, slips
from tables.domain.table_states import SlipStatus

Row = dict[str, Any]
S = SlipStatus

_SAME: Mapping[str, str] = {"total": "total", "chips": "chips", "given": "chips", "taken": "taken"}
"""What a later event says again of the request -> the column it stands in."""


class SlipEvent(NamedTuple):
    """An event as the fold takes it; ``stream`` and ``seq`` say where it stands."""

    stream: str
    seq: int
    type: str
    body: Mapping[str, Any]


class Misfit(Wrong):
    """An event that cannot follow; ``event`` is the one."""

    def __init__(self, what: str, event: SlipEvent) -> None:
        super().__init__(what)
        self.event = event


def row_of(at_table: Sequence[SlipEvent], at_cage: Sequence[SlipEvent]) -> Row:
    """The row that one request's events of both streams make, each in its stream's order. Raises Misfit."""
    events = [list(reversed(at_table)), list(reversed(at_cage))]
    if not at_table:
        raise Misfit("the table never asked for it", at_cage[0])
    row = _asked(events[0].pop())
    while waiting := [stream for stream in events if stream]:
        fitting = next((stream for stream in waiting if _follows(row, stream[-1])), None)
        if fitting is None:
            raise Misfit(f"cannot follow a slip that is {row['status']}", waiting[0][-1])
        _take(row, fitting.pop())
    return row


def _asked(event: SlipEvent) -> Row:
    if slips.STATES.get(event.type) != S.REQUESTED:
        raise Misfit("the table never asked for it", event)
    data = event.body["data"]
    row: Row = {
        "kind": event.type.removesuffix("_requested"),
        "status": S.REQUESTED.value,
        "urgent": data.get("urgent", False),
        "chips": data.get("chips", data.get("given")),
        "taken": data.get("taken", {}),
        "total": data["total"],
        "series": "",
        "number": None,
        "gaming_day": None,
        "shift": "",
        "period": None,
        "box": None,
        "counted": None,
        "received": None,
        "missing": 0,
        "reason": "",
        "note": "",
        "signatures": [],
        "reprints": [],
        "requested_at": event.body["occurred_at"],
        "issued_at": None,
        "changed_at": event.body["occurred_at"],
    }
    _sign(row, event)
    return row


def _follows(row: Row, event: SlipEvent) -> bool:
    if event.type == slips.REPRINTED:
        return row["status"] not in slips.UNNUMBERED
    kind = event.body["data"].get("kind", event.type.partition("_")[0])
    return kind == row["kind"] and slips.STATES[event.type] in slips.ARROWS[row["kind"]][row["status"]]


def _take(row: Row, event: SlipEvent) -> None:
    body, data = event.body, event.body["data"]
    if any(name in data and data[name] != row[column] for name, column in _SAME.items()):
        raise Misfit("is not what was asked for", event)
    if row["number"] is not None and data["slip"] != slips.text_of(row["series"], row["number"]):
        raise Misfit("names another slip", event)
    if event.type == slips.REPRINTED:
        line = {"copy": data["copy"], "at": body["occurred_at"], "by": body["actor"], "reason": data["reason"]}
        row["reprints"].append(line)
        return
    row["status"], row["changed_at"] = slips.STATES[event.type].value, body["occurred_at"]
    if row["status"] == S.ISSUED:
        _issued(row, event)
    if row["status"] in {S.REFUSED, S.WITHDRAWN, S.VOID, S.DECLINED}:
        row["reason"] = data["reason"]
    for name in ("period", "box", "note"):
        row[name] = data.get(name, row[name])
    _count(row, data)
    _sign(row, event)


def _issued(row: Row, event: SlipEvent) -> None:
    number = slips.parsed(event.body["data"]["slip"])
    if number is None:
        raise Misfit("has no number of a slip", event)
    row["series"], row["number"] = number
    row["issued_at"] = event.body["occurred_at"]
    row["gaming_day"], row["shift"] = event.body["gaming_day"], event.body["shift"]


def _count(row: Row, data: Mapping[str, Any]) -> None:
    """Counts of the table and of the cage; what the last one that settles the slip found missing stands alone."""
    if "counted" not in data:
        return
    at_cage = row["status"] in {S.RECEIVED, S.RETURNED}
    row["received" if at_cage else "counted"] = data["counted"]
    if row["status"] != S.DECLINED:
        row["missing"] = row["total"] - chips.value(chips.from_data(data["counted"]))


def _sign(row: Row, event: SlipEvent) -> None:
    """Put the signatures of an event under the slip. Raises Misfit when somebody stands there in two roles (T-100)."""
    stands = {signature["badge"]: signature["role"] for signature in row["signatures"]}
    for signature in event.body["data"].get("signatures", ()):
        if stands.setdefault(signature["badge"], signature["role"]) != signature["role"]:
            raise Misfit("is signed by somebody who stands under the slip in another role", event)
        row["signatures"].append({**signature, "act": event.type})
