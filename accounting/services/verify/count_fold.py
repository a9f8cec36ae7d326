"""The count room as its log tells it: sessions, sheets and boxes, and that every blind count was what was shown later.

Three things are proven of a blind count: what the log commits to is what is sealed (``chain``), what is shown is what
was sealed, and the signature under it is under just that count. Then the rule: equal counts stand, different ones wait
for a verifier (T-107). No finding says what a sealed count holds.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accounting.services.verify.rounds import Wrong
from accounting.services.verify.table_fold import Told
from tables.domain import box_contents, count_papers
from tables.domain.box_contents import Part
from tables.domain.canonical import canonical, content_hash
from tables.domain.count_papers import FIRST, SECOND, VERIFIER
from tables.domain.count_totals import CountedSheet, totals_of
from tables.domain.table_states import BoxStatus, CountStatus

Data = Mapping[str, Any]
Row = dict[str, Any]
Box = tuple[str, int]
"""A table's code and the number of a box of it."""
FIELD = "count"


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A blind count that is not shown yet."""

    seq: int
    nonce: str
    value: str


@dataclass(slots=True)
class CountFold:
    """Rows as they must stand: sessions by number, sheets by (table, box, part), boxes that came in or are missing.

    ``table_sets`` is the chip set of each table.
    """

    casino: str
    table_sets: Mapping[str, str]
    sessions: dict[int, Row] = field(default_factory=dict)
    sheets: dict[tuple[str, int, str], Row] = field(default_factory=dict)
    boxes: dict[Box, Row] = field(default_factory=dict)
    _sealed: dict[tuple[str, int, str], list[_Sealed]] = field(default_factory=dict)

    def take(self, event: Told) -> None:
        """The next event of the count room. Raises Wrong when it does not fit what came before."""
        FOLDS[event.type](self, event)

    def open_session(self, number: int) -> Row:
        """A session that is counting. Raises Wrong."""
        session = self.sessions[number]
        if session["status"] != CountStatus.OPEN:
            raise Wrong(f"count {number} is closed")
        return session

    def totals(self, number: int) -> dict[str, Any]:
        """What the sheets of a session add up to. Raises Wrong unless all of them are counted."""
        own = {key: row for key, row in self.sheets.items() if row["session"] == number}
        if any(row["status"] != BoxStatus.COUNTED for row in own.values()):
            raise Wrong(f"a box of count {number} is not counted")
        return totals_of(CountedSheet(key[2], self.table_sets[key[0]], row["contents"]) for key, row in own.items())

    def blind(self, event: Told, part: str, turn: str) -> None:
        """A blind count is made: it is sealed, and its signature is under it."""
        data, key = event.data, _key(event.data, part)
        nonce, value = event.hidden[FIELD]
        self._require_signed(data, part, turn, json.loads(value), nonce, data["signatures"])
        sheet, waits = self.sheets[key], BoxStatus.IN_COUNT if turn == FIRST else BoxStatus.FIRST_COUNTED
        if sheet["status"] != waits or data[FIELD] is not None:
            raise Wrong(f"the sheet did not wait for the {turn} count")
        self.open_session(data["session"])
        badge = data["signatures"][-1]["badge"]
        sheet |= {f"{turn}_by": badge, f"{turn}_seq": event.seq}
        sheet["status"] = BoxStatus.FIRST_COUNTED if turn == FIRST else BoxStatus.VARIANCE
        before = self._sealed.setdefault(key, [])
        if any(earlier.value == value for earlier in before):
            raise Wrong("equal counts were told to differ")
        before.append(_Sealed(event.seq, nonce, value))
        self._box(key, {"status": sheet["status"]})

    def stands(self, event: Told, part: str) -> None:
        """A count stands: it is what the first person found, or a third person has decided. All counts are shown."""
        data, key = event.data, _key(event.data, part)
        sheet, turn = self.sheets[key], data["decided_by"]
        contents = {name: data[name] for name in _CONTENTS[part]}
        earlier = self._sealed.pop(key)
        if data["revealed"] != [_shown(one) for one in earlier]:
            raise Wrong("what is shown is not what was sealed")
        if sheet["status"] != {SECOND: BoxStatus.FIRST_COUNTED, VERIFIER: BoxStatus.VARIANCE}[turn]:
            raise Wrong(f"the sheet did not wait for the {turn} count")
        if turn == SECOND and earlier[0].value != canonical(contents):
            raise Wrong("different counts were told to agree")
        self._require_signed(data, part, turn, contents, data["nonce"], data["signatures"])
        if turn == VERIFIER:
            first, second = (json.loads(one.value) for one in earlier)
            if (data["differed"][FIRST], data["differed"][SECOND]) != (first, second):
                raise Wrong("the variance report is not of the two counts")
        if part == Part.CASH and data["drop"] != box_contents.drop_of(contents, promo_in_drop=data["promo_in_drop"]):
            raise Wrong("the drop is not what was counted")
        sheet |= {"second_by" if turn == SECOND else "verified_by": data["signatures"][-1]["badge"]}
        people = [sheet[name] for name in ("first_by", "second_by", "verified_by") if sheet[name]]
        if len(set(people)) != len(people):
            raise Wrong("one person counted a box twice")
        sheet |= {"status": BoxStatus.COUNTED, "counted_at": event.at, "counted_seq": event.seq, "contents": contents}
        total = contents["total"]
        if part == Part.CASH:
            self._box(key, {"status": BoxStatus.COUNTED, "counted_at": event.at, "counted_total": total})
        else:
            self.boxes[key[:2]] |= {"rake_counted_at": event.at, "rake_counted_total": total}

    def _box(self, key: tuple[str, int, str], change: Row) -> None:
        """The box is as far as the sheet of its cash."""
        if key[2] == Part.CASH:
            self.boxes[key[:2]] |= change

    def _require_signed(
        self, data: Data, part: str, turn: str, contents: Data, nonce: str, signatures: list[Data]
    ) -> None:
        paper = count_papers.count_sheet(
            self.casino, data["session"], data["table"], data["box"], part, turn, contents, nonce
        )
        if (signatures[-1]["content"], signatures[-1]["turn"]) != (content_hash(paper), turn):
            raise Wrong(f"the {turn} count is not what was signed")


_CONTENTS: Mapping[str, tuple[str, ...]] = {
    Part.CASH: (
        *("notes", "total", "promotional", "promotional_total", "coupons", "coupons_total", "found_chips"),
        *("found_chips_total", "foreign", "papers"),
    ),
    Part.RAKE: ("chips", "total"),
}
_NEW_SHEET: Row = {
    "status": BoxStatus.IN_COUNT,
    "first_by": None,
    "first_seq": None,
    "second_by": None,
    "second_seq": None,
    "verified_by": None,
    "counted_at": None,
    "counted_seq": None,
    "contents": None,
}
_NEW_BOX: Row = {
    "status": BoxStatus.REMOVED,
    "missing": "",
    "counted_at": None,
    "counted_total": None,
    "rake_counted_at": None,
    "rake_counted_total": None,
}


def _key(data: Data, part: str) -> tuple[str, int, str]:
    return data["table"], data["box"], part


def _shown(one: _Sealed) -> dict[str, Any]:
    return {"seq": one.seq, "field": FIELD, "nonce": one.nonce, "value": one.value}


def _opened(fold: CountFold, event: Told) -> None:
    data = event.data
    if any(row["status"] == CountStatus.OPEN for row in fold.sessions.values()):
        raise Wrong("another count is open")
    if data["session"] != len(fold.sessions) + 1:
        raise Wrong("a number of a count was left out")
    fold.sessions[data["session"]] = {
        "gaming_day": data["gaming_day"],
        "shift": data["shift"],
        "status": CountStatus.OPEN,
        "team": data["team"],
        "opened_at": event.at,
        "closed_at": None,
        "verified": None,
        "totals": None,
        "missing": [],
        "note": "",
        "taken_over_at": None,
    }


def _accepted(fold: CountFold, event: Told) -> None:
    data, box = event.data, (event.data["table"], event.data["box"])
    fold.open_session(data["session"])["verified"] = None
    if fold.boxes.get(box, _NEW_BOX)["status"] != BoxStatus.REMOVED:
        raise Wrong("the box was in the count already")
    fold.boxes[box] = {**_NEW_BOX, "status": BoxStatus.IN_COUNT}
    for part in data["parts"]:
        fold.sheets[(*box, part)] = {"session": data["session"], "accepted_at": event.at, **_NEW_SHEET}


def _verified(fold: CountFold, event: Told) -> None:
    data = event.data
    session = fold.open_session(data["session"])
    badge = data["signatures"][0]["badge"]
    if badge in session["team"]:
        raise Wrong("the verifier is of the team")
    if data["agrees"] != (data["notes"] == fold.totals(data["session"])["notes"]):
        raise Wrong("what the verifier found was not compared rightly")
    session["verified"] = {"badge": badge, "total": data["total"], "agrees": data["agrees"]}


def _closed(fold: CountFold, event: Told) -> None:
    data = event.data
    session, totals = fold.open_session(data["session"]), fold.totals(data["session"])
    if {name: data[name] for name in totals} != totals:
        raise Wrong("the totals are not those of the sheets")
    counted = sorted({key[:2] for key, row in fold.sheets.items() if row["session"] == data["session"]})
    if [(line["table"], line["box"]) for line in data["boxes"]] != counted:
        raise Wrong("the boxes are not those that were counted")
    session |= {"status": CountStatus.CLOSED, "closed_at": event.at, "totals": totals}
    session |= {"missing": data["missing"], "note": data["note"]}
    for line in data["missing"]:
        box = fold.boxes.setdefault((line["table"], line["box"]), dict(_NEW_BOX))
        if box["status"] != BoxStatus.REMOVED:
            raise Wrong(f"box {line['box']} of {line['table']} is not missing")
        box["missing"] = line["reason"]


def _first(part: str) -> Callable[[CountFold, Told], None]:
    return lambda fold, event: fold.blind(event, part, FIRST)


def _second(part: str) -> Callable[[CountFold, Told], None]:
    return lambda fold, event: fold.blind(event, part, SECOND)


def _stands(part: str) -> Callable[[CountFold, Told], None]:
    return lambda fold, event: fold.stands(event, part)


FOLDS: Mapping[str, Callable[[CountFold, Told], None]] = {
    "count_opened": _opened,
    "box_accepted": _accepted,
    "box_first_counted": _first(Part.CASH),
    "box_counts_differed": _second(Part.CASH),
    "box_counted": _stands(Part.CASH),
    "rake_first_counted": _first(Part.RAKE),
    "rake_counts_differed": _second(Part.RAKE),
    "rake_counted": _stands(Part.RAKE),
    "count_verified": _verified,
    "count_closed": _closed,
}
"""Every event of the count room."""
