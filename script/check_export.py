#!/usr/bin/env python3
"""Proves an export of the floor log whole, without the system that wrote it. Needs Python 3.8 or later, nothing else.

    python3 check_export.py EXPORT [--seal HASH ...]

EXPORT is the zip or a folder that it was unpacked into; docs/log.md describes what is in it. The checker recomputes

* the chain of every stream: numbers without a gap, every hash, the head, and the root over all heads;
* the seals: what each certified report, locked day and earlier export said of the log is still what the log says;
* the reveals: a card or a seed that was shown is the one that was committed to;
* the chips: every movement from place to place, racks by denomination against every count.

A wrong event is named and the checker exits with 1; with 2 when there is no export to check. Somebody who writes a
whole log anew makes it agree with itself: only a hash from paper (--seal, as it stands on a report you kept) finds him.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

FORMAT = "casino-log 1"
GENESIS = bytes(32)
LONGEST_LINE = 1 << 26
SEALING = ("shift_certified", "day_locked", "log_exported")
"""Events of the house that say how far every stream had come, and with which hash."""

BACK_IN_CAGE = (("in_transit", "variance", "total"), ("variance", "cage", "counted_total"))
UNMOVED = (
    *("promotional_given", "cash_received", "cash_banked", "exchange_made", "marker_transferred", "chips_changed"),
    *("count_closed", "front_money_taken", "front_money_returned", "crowd_bets_taken", "crowd_chunk_settled"),
)
MOVES: dict[str, tuple[tuple[str, str, str], ...]] = {
    **dict.fromkeys(UNMOVED, ()),
    **dict.fromkeys(("fill_issued", "exchange_issued"), (("cage", "in_transit", "total"),)),
    **dict.fromkeys(("fill_returned", "credit_received", "exchange_received", "exchange_returned"), BACK_IN_CAGE),
    **dict.fromkeys(("buy_in_taken", "buy_in_corrected"), (("rack", "players", "cash"),)),
    "table_opened": (("variance", "rack", "variance"),),
    "chips_received": (("issued", "@place", "total"),),
    "chips_withdrawn": (("@place", "issued", "total"),),
    "vault_moved": (("@source", "@target", "chips_total"),),
    "chips_sold": (("cage", "players", "cash"),),
    "chips_redeemed": (("players", "cage", "total"),),
    "cage_counted": (("variance", "@place", "chips_difference"),),
    "drop_taken_over": (("count_room", "vault", "chips_total"),),
    "fill_accepted": (("in_transit", "variance", "total"), ("variance", "rack", "counted_total")),
    "credit_counted_out": (("rack", "in_transit", "total"),),
    "slip_voided": (("in_transit", "cage", "total"),),
    "marker_issued": (("rack", "players", "amount"),),
    "marker_voided": (("players", "rack", "amount"),),
    "marker_paid": (("players", "rack", "chips_total"),),
    "marker_settled": (("players", "cage", "chips_total"),),
    "table_bank_issued": (("cage", "rack", "total"),),
    "table_closed": (("variance", "rack", "difference"),),
    "rake_counted": (("rake", "count_room", "total"),),
    "box_counted": (("variance", "count_room", "found_chips_total"),),
}
"""Type -> source, target and amount of each movement of chips. A round's movements stand in its ``transfers``."""
OF_A_TABLE = ("rack", "layout", "pot", "rake")
NEVER_NEGATIVE = ("rack", "layout", "pot", "cage", "vault", "in_transit", "count_room", "players")
WITHOUT_VALUE = ("promotional", "non_value")
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)
BROKEN = (OSError, EOFError, zipfile.BadZipFile, zlib.error)
COUNTED = (("chips", "total"), ("counted", "counted_total"), ("opener", "total"), ("closer", "total"))


class Wrong(Exception):
    """Something in the export is not what was recorded; the text names it."""


class Unusable(Exception):
    """There is nothing here that could be checked."""


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical(value: Any) -> str:
    """The one text that stands for a value: what was hashed."""
    return _encode(value)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def worth(chips: dict[str, int]) -> int:
    return sum(int(value) * pieces for value, pieces in chips.items())


class Export:
    """The files of an export, in a zip or in a folder."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.zip = None if os.path.isdir(path) else zipfile.ZipFile(path)
        if self.zip:
            found = [name for name in self.zip.namelist() if not name.endswith("/")]
        else:
            paths = [os.path.join(folder, name) for folder, _, files in os.walk(path) for name in files]
            found = [os.path.relpath(name, path).replace(os.sep, "/") for name in paths]
        self.names = set(found)
        if len(self.names) != len(found):
            raise Wrong("two files of one name")

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file, each with its end; a file of any length needs little memory."""
        if name not in self.names:
            raise Wrong(f"{name} is missing")
        try:
            with self.zip.open(name) if self.zip else open(os.path.join(self.path, name), "rb") as file:
                for line in iter(lambda: file.readline(LONGEST_LINE), b""):
                    if not line.endswith(b"\n"):
                        raise Wrong(f"{name} breaks off, or has a line without an end")
                    yield line
        except BROKEN as error:
            raise Wrong(f"{name} cannot be unpacked: {error}") from None

    def objects(self, name: str) -> Iterator[dict[str, Any]]:
        """The lines of a file as JSON objects."""
        for number, line in enumerate(self.lines(name), 1):
            try:
                found = json.loads(line)
            except ValueError:
                raise Wrong(f"{name} line {number} cannot be read") from None
            if not isinstance(found, dict):
                raise Wrong(f"{name} line {number} is not what it should be")
            yield found


class Seals:
    """What was said of the log at earlier moments, and what each stream must therefore have where."""

    def __init__(self, export: Export) -> None:
        self.all = list(export.objects("seals.jsonl"))
        self.wanted: dict[str, dict[int, list[tuple[str, str]]]] = {}
        self.waiting: dict[int, dict[str, Any]] = {}
        reached: dict[str, int] = {}
        for seal in self.all:
            name = self.name(seal)
            if seal["root"] != sha256(canonical(seal["heads"])):
                raise Wrong(f"{name}: the root does not follow from the heads")
            for key, head in seal["heads"].items():
                if head["seq"] < reached.get(key, 0):
                    raise Wrong(f"{name}: goes back in {key} from #{reached[key]} to #{head['seq']}")
                reached[key] = head["seq"]
                if head["seq"]:
                    self.wanted.setdefault(key, {}).setdefault(head["seq"], []).append((name, head["hash"]))
                elif head["hash"] != GENESIS.hex():
                    raise Wrong(f"{name}: {key} begins with another hash")
            self.waiting[seal["seq"]] = seal

    @staticmethod
    def name(seal: dict[str, Any]) -> str:
        return f"seal {seal['type']} {seal['stream']} #{seal['seq']}"

    def at(self, key: str, seq: int, digest: str) -> None:
        """A stream has come to ``seq`` with this hash."""
        for name, told in self.wanted.get(key, {}).pop(seq, ()):
            if told != digest:
                raise Wrong(f"is not what {name} was made from")

    def ended(self, key: str) -> None:
        for seq, told in self.wanted.get(key, {}).items():
            raise Wrong(f"{key}: ends before #{seq}, which {told[0][0]} was made from")

    def of_event(self, event: dict[str, Any]) -> None:
        """A sealing event of the house, and the seal that must say the same."""
        seal, data = self.waiting.pop(event["seq"], None), event["data"]
        if seal is None or (seal["type"], seal["stream"]) != (event["type"], event["stream"]):
            raise Wrong("has no seal in seals.jsonl")
        if {key: head["seq"] for key, head in seal["heads"].items()} != data["heads"]:
            raise Wrong("its seal is of other heads")
        for name in ("root", "sha256", "gaming_day", "shift", "version"):
            if name in data and seal.get(name) != data[name]:
                raise Wrong(f"its seal has another {name}")


class Chips:
    """Where every chip of the house is, in minor units, by the movements that the log tells."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {"issued": 0, "players": 0}

    def move(self, source: str, target: str, amount: int) -> None:
        self.places[source] = self.places.get(source, 0) - amount
        self.places[target] = self.places.get(target, 0) + amount

    def take(self, event: dict[str, Any], table: str) -> None:
        """All that an event moves. Raises Wrong for chips that are not there, or not worth what is written."""
        data, type_ = event["data"], event["type"]
        if data.get("kind") in WITHOUT_VALUE:
            return
        for chips, total in COUNTED:
            if chips in data and total in data and type_ in MOVES and worth(data[chips]) != data[total]:
                raise Wrong(f"{data[total]} written for {worth(data[chips])} in chips")
        if not (type_ == "slip_voided" and data["kind"] == "credit"):  # which had moved nothing yet
            for source, target, amount in MOVES.get(type_, ()):
                self.move(self._place(source, data, table), self._place(target, data, table), data[amount] or 0)
        for source, target, amount, _, tender in data.get("transfers", ()):
            if tender == "chips":
                self.move(self._place(source, data, table), self._place(target, data, table), amount)
        for name in ("rack", "layout", "pot") if table else ():
            if self.places.get(f"{name}/{table}", 0) < 0:
                raise Wrong(f"more chips leave {name}/{table} than were there")

    @staticmethod
    def _place(name: str, data: dict[str, Any], table: str) -> str:
        if name.startswith("@"):
            return str(data.get(name[1:], "cage"))
        if name.startswith("player:"):
            return "players"
        return f"{name}/{table or data['table']}" if name in OF_A_TABLE else name


class Rack:
    """The rack of one table by denomination."""

    def __init__(self) -> None:
        self.chips: dict[str, int] = {}

    def add(self, change: dict[str, int], sign: int = 1) -> None:
        for value, pieces in change.items():
            self.chips[value] = self.chips.get(value, 0) + sign * pieces
            if not self.chips[value]:
                del self.chips[value]
            elif self.chips[value] < 0:
                raise Wrong(f"the rack has not that many chips of {value}")

    def take(self, event: dict[str, Any]) -> None:
        """What an event does to the rack; a count must find what the movements left, or say the difference."""
        data, type_ = event["data"], event["type"]
        if type_ == "table_closed" and self.chips != {k: v for k, v in data["expected"].items() if v}:
            raise Wrong("expected is not what the movements left in the rack")
        if type_ == "table_bank_issued":
            self.add(data["chips"])
        elif type_ in ("buy_in_taken", "buy_in_corrected"):
            self.add(data["chips"], -1)
        elif type_ == "chips_changed":
            self.add(data["given"])
            self.add(data["taken"], -1)
        self.add(data.get("rack", {}))
        counted = {"table_opened": "opener", "table_closed": "closer"}.get(type_)
        if counted and self.chips != {k: v for k, v in data[counted].items() if v}:
            raise Wrong("the rack is not what was counted")


class Stream:
    """One stream, event by event."""

    def __init__(self, key: str, seals: Seals, chips: Chips) -> None:
        self.key, self.seals, self.chips = key, seals, chips
        self.table = key.split("/")[2] if "/table/" in key else ""
        self.rack = Rack()
        self.head, self.seq = GENESIS, 0
        self.sealed: dict[tuple[int, str], str] = {}
        self.tables: list[str] = []

    def check(self, lines: Iterator[bytes]) -> None:
        """Every event. Raises Wrong with the name of the first wrong one."""
        for line in lines:
            self.seq += 1
            name = f"{self.key} #{self.seq}"
            body, told = line[8:-76], line[-67:-3].decode("ascii", "replace")
            if line != b'{"body":%b,"hash":"%b"}\n' % (body, line[-67:-3]):
                raise Wrong(f"{name}: the line is not of an export")
            self.head = hashlib.sha256(self.head + body).digest()
            try:
                event = json.loads(body)
                name = f"{name} {event['type']}"
                if self.head.hex() != told:
                    raise Wrong("hash does not match")
                self._event(event, body)
            except Wrong as wrong:
                raise Wrong(f"{name}: {wrong}") from None
            except UNREADABLE as error:
                what = "hash does not match" if self.head.hex() != told else f"cannot be read ({type(error).__name__})"
                raise Wrong(f"{name}: {what}") from None
        self.seals.ended(self.key)

    def _event(self, event: dict[str, Any], body: bytes) -> None:
        if event["seq"] != self.seq:
            raise Wrong(f"says that it is #{event['seq']}")
        if event["stream"] != self.key:
            raise Wrong(f"is of {event['stream']}")
        if canonical(event).encode() != body:
            raise Wrong("is not in canonical form")
        self.seals.at(self.key, self.seq, self.head.hex())
        if event["type"] in SEALING:
            self.seals.of_event(event)
        elif event["type"] == "table_added":
            self.tables.append(event["data"]["table"])
        for name, commitment in event["data"].get("sealed", {}).items():
            self.sealed[self.seq, name] = commitment
        for shown in event["data"].get("revealed", ()):
            if self.sealed.pop((shown["seq"], shown["field"]), None) != sha256(f"{shown['nonce']}:{shown['value']}"):
                raise Wrong(f"shows another {shown['field']} than #{shown['seq']} committed to")
        self.chips.take(event, self.table)
        if self.table:
            self.rack.take(event)
            if worth(self.rack.chips) != self.chips.places.get(f"rack/{self.table}", 0):
                raise Wrong("the chips of the rack are not worth what was moved")


def check(path: str, given: list[str]) -> Iterator[str]:
    """The lines of a report on a whole export. Raises Wrong at the first thing that is wrong."""
    try:
        export = Export(path)
        manifest = json.loads(b"".join(export.lines("manifest.json")))
        if manifest["format"] != FORMAT:
            raise Unusable(f"this checker reads {FORMAT}, not {manifest['format']}")
    except (*BROKEN, *UNREADABLE, Wrong) as error:
        raise Unusable(f"not an export of a log: {error}") from None
    heads, seals, chips = manifest["heads"], Seals(export), Chips()
    files = {f"streams/{key}.jsonl": key for key in heads}
    strange = export.names - set(files) - {"manifest.json", "seals.jsonl", "check_export.py", "README.txt"}
    if strange:
        raise Wrong(f"{min(strange)} does not belong to the export")
    events = hidden = 0
    tables: list[str] = []
    for name in sorted(files):
        stream = Stream(files[name], seals, chips)
        stream.check(export.lines(name))
        if heads[stream.key] != {"seq": stream.seq, "hash": stream.head.hex()}:
            raise Wrong(f"{stream.key} #{stream.seq}: the manifest says that the stream ends otherwise")
        events, hidden, tables = events + stream.seq, hidden + len(stream.sealed), tables + stream.tables
    missing = [table for table in tables if f"{manifest['casino']}/table/{table}" not in heads]
    if manifest["whole"] and (missing or f"{manifest['casino']}/house" not in heads):
        raise Wrong(f"the stream of {missing[0] if missing else 'the house'} is missing")
    root = sha256(canonical(heads))
    if manifest["root"] != root:
        raise Wrong("the root does not follow from the heads")
    if manifest["whole"] and seals.waiting:
        raise Wrong(f"{Seals.name(min(seals.waiting.values(), key=lambda seal: seal['seq']))}: no event of the house")
    yield f"{manifest['casino']}: {len(heads)} streams, {events} events, {len(seals.all)} seals: whole"
    yield f"root {root}"
    yield from _seals_told(seals, root, given)
    yield f"{hidden} values are still sealed"
    yield from _chips_told(chips, manifest["whole"])


def _seals_told(seals: Seals, root: str, given: list[str]) -> Iterator[str]:
    known = {root: "the root of this export"}
    for seal in seals.all:
        known[seal["root"]] = f"the root of {Seals.name(seal)}"
        known.setdefault(seal.get("sha256", ""), f"what {Seals.name(seal)} froze")
    for wanted in given:
        if wanted.lower() not in known:
            raise Wrong(f"seal {wanted}: nothing in this export has that hash")
        yield f"seal {wanted}: {known[wanted.lower()]}"
    if not given:
        yield "no seal from paper was given: this only proves that the export agrees with itself"


def _chips_told(chips: Chips, whole: bool) -> Iterator[str]:
    if not whole:
        return
    sums: dict[str, int] = {}
    for place, amount in chips.places.items():
        sums[place.split("/")[0]] = sums.get(place.split("/")[0], 0) + amount
    yield "chips, in minor units: " + ", ".join(f"{place} {sums[place]}" for place in sorted(sums))
    for place in sorted(chips.places):
        if chips.places[place] < 0 and place.split("/")[0] in NEVER_NEGATIVE:
            yield f"look here: {place} is below zero, chips came from nowhere"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", help="the zip, or a folder that it was unpacked into")
    parser.add_argument(
        "--seal", action="append", default=[], metavar="HASH", help="from a report on paper; repeatable"
    )
    options = parser.parse_args(arguments)
    try:
        print("\n".join(list(check(options.export, options.seal))))
    except (Wrong, *UNREADABLE) as wrong:
        print(wrong if isinstance(wrong, Wrong) else f"manifest or seals cannot be read: {wrong!r}")
        return 1
    except Unusable as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
