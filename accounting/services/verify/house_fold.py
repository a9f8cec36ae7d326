"""A house as its log tells it: settings, people, devices and charges, in the forms in which ``house_rows`` reads them.

What is in no event cannot follow from the log: hashes of PINs and passwords, tokens, a person's language, what is
known of a patron beyond his code. Of a secret it follows whether there is one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from accounting.services.verify.rounds import Wrong
from accounting.services.verify.table_fold import Told
from tables.domain import rotation
from tables.domain.actors import instant
from tables.domain.events import StreamKind
from tables.domain.house_settings import ChipKind
from tables.domain.rule_packs import forms
from tables.models.house import Casino
from tables.services import sign_ons, terminals

Row = dict[str, Any]
Rows = dict[Any, Row]

EARLY_COUNT_MINUTES = Casino._meta.get_field("early_count_minutes").default
UNDO_SECONDS = Casino._meta.get_field("undo_seconds").default
"""What every house begins with; no event changes it."""


@dataclass(slots=True)
class HouseFold:
    """Every row of the house by a key of its own, as it must stand. ``spans`` are rows that begin and end."""

    name: str
    casino: Rows = field(default_factory=dict)
    streams: Rows = field(default_factory=dict)
    day_starts: Rows = field(default_factory=dict)
    shifts: Rows = field(default_factory=dict)
    rule_packs: Rows = field(default_factory=dict)
    chip_sets: Rows = field(default_factory=dict)
    denominations: Rows = field(default_factory=dict)
    house_rules: Rows = field(default_factory=dict)
    pits: Rows = field(default_factory=dict)
    tables: Rows = field(default_factory=dict)
    crowds: Rows = field(default_factory=dict)
    people: Rows = field(default_factory=dict)
    games: Rows = field(default_factory=dict)
    terminals: Rows = field(default_factory=dict)
    patrons: Rows = field(default_factory=dict)
    credit_lines: Rows = field(default_factory=dict)
    roles: "Spans" = field(default_factory=lambda: Spans("since", "until"))
    charges: "Spans" = field(default_factory=lambda: Spans("since", "until"))
    sign_ons: "Spans" = field(default_factory=lambda: Spans("signed_on_at", "signed_off_at"))

    def take(self, event: Told) -> None:
        """The next event of the house. Raises Wrong when it does not fit what came before."""
        fold = _FOLDS.get(event.type)
        if fold is not None:
            fold(self, event)

    def sections(self) -> Mapping[str, Rows]:
        """What a row is called -> the rows by key."""
        return {
            "casino": self.casino,
            "stream": self.streams,
            "day start": self.day_starts,
            "shift": self.shifts,
            "rule pack": self.rule_packs,
            "chip set": self.chip_sets,
            "denomination": self.denominations,
            "house rules": self.house_rules,
            "pit": self.pits,
            "table": self.tables,
            "crowd of": self.crowds,
            "person": self.people,
            "game of": self.games,
            "terminal": self.terminals,
            "patron": self.patrons,
            "credit line": self.credit_lines,
            "role": self.roles.numbered(),
            "charge of pit": self.charges.numbered(),
            "sign-on": self.sign_ons.numbered(),
        }

    def settings_changed(self) -> None:
        """The casino's settings have another version from here on."""
        self.casino[""]["settings_version"] += 1

    def add_stream(self, kind: StreamKind, table: str | None = None) -> None:
        """A stream begins, and stands in the list of streams for ever."""
        key = f"{self.name}/{kind}/{table}" if table else f"{self.name}/{kind}"
        self.streams[key] = {"kind": kind.value, "table": table}


class Spans:
    """Rows that begin with one event and end with another, grouped by what they are of."""

    def __init__(self, begins: str, ends: str) -> None:
        self._begins, self._ends = begins, ends
        self._rows: dict[tuple[str, ...], list[Row]] = {}

    def begin(self, key: tuple[str, ...], at: str, **more: Any) -> None:
        """A row begins."""
        self._rows.setdefault(key, []).append({self._begins: at, **more, self._ends: None})

    def end(self, key: tuple[str, ...], at: str) -> None:
        """The row that runs longest ends. Raises Wrong when none runs."""
        running = [row for row in self._rows.get(key, []) if row[self._ends] is None]
        if not running:
            raise Wrong("ends what had not begun")
        running[0][self._ends] = at

    def numbered(self) -> Rows:
        """Row by row in the order of their beginning, each under its key and a number."""
        return numbered(self._rows, self._begins, self._ends)


def numbered(grouped: Mapping[tuple[str, ...], list[Row]], begins: str, ends: str) -> Rows:
    """Spans of each key in one order for both sides, the log's and the rows'.

    Of several that run at once (a person signed on twice without a device) no event tells which one ended, so the
    ends are put in order by themselves.
    """
    found: Rows = {}
    for key, rows in grouped.items():
        begun = sorted(rows, key=lambda row: str(row[begins]))
        ended = sorted((row[ends] for row in rows), key=lambda at: (at is None, at or ""))
        pairs = enumerate(zip(begun, ended, strict=True), 1)
        found |= {(*key, number): {**row, ends: at} for number, (row, at) in pairs}
    return found


def _casino_registered(fold: HouseFold, event: Told) -> None:
    names = ("code", "name", "currency", "exponent", "time_zone")
    fold.casino[""] = {
        **{name: event.data[name] for name in names},
        "early_count_minutes": EARLY_COUNT_MINUTES,
        "undo_seconds": UNDO_SECONDS,
        "settings_version": 1,
    }
    for kind in (StreamKind.HOUSE, StreamKind.CAGE, StreamKind.COUNT):
        fold.add_stream(kind)


def _day_start_set(fold: HouseFold, event: Told) -> None:
    if fold.day_starts:  # the first of each setting comes with the casino
        fold.settings_changed()
    fold.day_starts[event.data["effective_from"]] = {"starts_at": _time(event.data["starts_at"])}


def _shift_pattern_set(fold: HouseFold, event: Told) -> None:
    if fold.shifts:
        fold.settings_changed()
    since = event.data["effective_from"]
    kept = {key: row for key, row in fold.shifts.items() if key[0] != since}
    lines = event.data["shifts"]
    fold.shifts = kept | {(since, line["code"]): {"starts_at": _time(line["starts_at"])} for line in lines}


def _undo_time_set(fold: HouseFold, event: Told) -> None:
    fold.casino[""]["undo_seconds"] = event.data["seconds"]
    fold.settings_changed()


def _rule_pack_chosen(fold: HouseFold, event: Told) -> None:
    if fold.rule_packs:
        fold.settings_changed()
    data = event.data
    chosen = {"name": data["pack"], "version": data["version"], "values": data["values"]}
    forms.read(**chosen)
    fold.rule_packs[data["effective_from"]] = chosen


def _chip_set_added(fold: HouseFold, event: Told) -> None:
    fold.settings_changed()
    code = event.data["chip_set"]
    fold.chip_sets[code] = {"kind": event.data.get("kind", ChipKind.VALUE.value)}
    for line in event.data["denominations"]:
        row = {"colour": line["colour"], "letter": line["letter"], "retired": False}
        fold.denominations[code, line["value"]] = row


def _denominations_retired(fold: HouseFold, event: Told) -> None:
    fold.settings_changed()
    for value in event.data["denominations"]:
        fold.denominations[event.data["chip_set"], value]["retired"] = True


def _house_rules_added(fold: HouseFold, event: Told) -> None:
    fold.settings_changed()
    fold.house_rules[event.data["game"], event.data["version"]] = {"values": event.data["values"]}


def _pit_added(fold: HouseFold, event: Told) -> None:
    usual = {"deal_minutes": rotation.USUAL.deal, "rest_minutes": rotation.USUAL.rest}
    fold.pits[event.data["pit"]] = {"name": event.data["name"], **usual}


def _rotation_set(fold: HouseFold, event: Told) -> None:
    fold.pits[event.data["pit"]] |= {name: event.data[name] for name in ("deal_minutes", "rest_minutes")}


def _tables_placed(fold: HouseFold, event: Told) -> None:
    places = event.data["places"]
    stands = {code for code, row in fold.tables.items() if row["pit"] == event.data["pit"]}
    if strange := places.keys() - stands:
        raise Wrong(f"places {min(strange)}, which is not in the pit")
    for code in stands:
        fold.tables[code]["map_x"], fold.tables[code]["map_y"] = places.get(code, (None, None))


def _table_added(fold: HouseFold, event: Told) -> None:
    names = ("pit", "game", "rules_version", "spots", "chip_set", "card_source", "licensed_maximum")
    fold.tables[event.data["table"]] = {**{name: event.data[name] for name in names}, "map_x": None, "map_y": None}
    fold.add_stream(StreamKind.TABLE, event.data["table"])


def _table_rules_set(fold: HouseFold, event: Told) -> None:
    fold.settings_changed()
    fold.tables[event.data["table"]]["rules_version"] = event.data["version"]


def _crowd_limits_set(fold: HouseFold, event: Told) -> None:
    table = event.data["table"]
    if table not in fold.tables:
        raise Wrong("lets no table of the house take a crowd")
    names, stream = ("patron_limit", "spot_limit", "round_limit"), f"{fold.name}/{StreamKind.CROWD}/{table}"
    fold.crowds[table] = {"stream": stream, **{name: event.data[name] for name in names}}
    fold.streams[stream] = {"kind": StreamKind.CROWD.value, "table": None}


def _staff_registered(fold: HouseFold, event: Told) -> None:
    names = ("username", "name", "licence", "licence_expires_on")
    known = {
        **{"has_pin": False, "pin_one_time": False, "pin_set_at": None},
        **{"password_one_time": False, "password_set_at": None, "is_active": True, "is_staff": False},
    }
    fold.people[event.data["badge"]] = {**{name: event.data[name] for name in names}, **known}


def _staff_deactivated(fold: HouseFold, event: Told) -> None:
    fold.people[event.data["badge"]]["is_active"] = False


def _staff_reactivated(fold: HouseFold, event: Told) -> None:
    fold.people[event.data["badge"]]["is_active"] = True


def _licence_renewed(fold: HouseFold, event: Told) -> None:
    names = ("licence", "licence_expires_on")
    fold.people[event.data["badge"]] |= {name: event.data[name] for name in names}


def _pin_set(fold: HouseFold, event: Told) -> None:
    known = {"has_pin": True, "pin_one_time": event.data.get("one_time", False), "pin_set_at": event.at}
    fold.people[event.data["badge"]] |= known


def _password_set(fold: HouseFold, event: Told) -> None:
    fold.people[event.data["badge"]] |= {"password_one_time": event.data["one_time"], "password_set_at": event.at}


def _game_signed_off(fold: HouseFold, event: Told) -> None:
    fold.games[event.data["badge"], event.data["game"]] = {}


def _game_sign_off_revoked(fold: HouseFold, event: Told) -> None:
    del fold.games[event.data["badge"], event.data["game"]]


def _role_granted(fold: HouseFold, event: Told) -> None:
    fold.roles.begin((event.data["badge"], event.data["role"]), event.at)


def _role_revoked(fold: HouseFold, event: Told) -> None:
    fold.roles.end((event.data["badge"], event.data["role"]), event.at)


def _pit_boss_assigned(fold: HouseFold, event: Told) -> None:
    fold.charges.begin((event.data["pit"], event.data["badge"]), event.at)


def _pit_boss_relieved(fold: HouseFold, event: Told) -> None:
    fold.charges.end((event.data["pit"], event.data["badge"]), event.at)


def _terminal_registered(fold: HouseFold, event: Told) -> None:
    fold.terminals[event.data["terminal"]] = {
        "table": event.data["table"],
        "waits": True,
        "enrolled": False,
        "enrolment_expires_at": _later(event.at, terminals.ENROLMENT),
        "revoked_at": None,
    }


def _terminal_enrolled(fold: HouseFold, event: Told) -> None:
    known = {"waits": False, "enrolled": True, "enrolment_expires_at": None}
    fold.terminals[event.data["terminal"]] |= known


def _terminal_revoked(fold: HouseFold, event: Told) -> None:
    known = {"waits": False, "enrolled": False, "revoked_at": event.at}
    fold.terminals[event.data["terminal"]] |= known


def _signed_on(fold: HouseFold, event: Told) -> None:
    key = (event.data["badge"], event.data["terminal"])
    fold.sign_ons.begin(key, event.at, expires_at=_later(event.at, sign_ons.LIFETIME))


def _signed_off(fold: HouseFold, event: Told) -> None:
    fold.sign_ons.end((event.data["badge"], event.data["terminal"]), event.at)


def _patron_registered(fold: HouseFold, event: Told) -> None:
    fold.patrons[event.data["patron"]] = {"corrections": 0}


def _patron_corrected(fold: HouseFold, event: Told) -> None:
    """What it said is in no event; that it was said before is a row of its own."""
    if event.data["patron"] not in fold.patrons:
        raise Wrong("corrects nobody who is registered")
    fold.patrons[event.data["patron"]]["corrections"] += 1


def _credit_line_set(fold: HouseFold, event: Told) -> None:
    data = event.data
    if data["patron"] not in fold.patrons:
        raise Wrong("gives credit to nobody who is registered")
    fold.credit_lines[data["patron"], data["effective_from"]] = {
        "limit": data["limit"],
        "source": data["source"],
        "set_by": event.actor,
        "set_at": event.at,
    }


def _time(local: str) -> str:
    """A local time of day as the rows have it: events name the minute."""
    return f"{local}:00.000000"


def _later(at: str, by: timedelta) -> str:
    return instant(datetime.fromisoformat(at) + by)


_FOLDS: dict[str, Callable[[HouseFold, Told], None]] = {
    "casino_registered": _casino_registered,
    "day_start_set": _day_start_set,
    "shift_pattern_set": _shift_pattern_set,
    "undo_time_set": _undo_time_set,
    "rule_pack_chosen": _rule_pack_chosen,
    "chip_set_added": _chip_set_added,
    "denominations_retired": _denominations_retired,
    "house_rules_added": _house_rules_added,
    "pit_added": _pit_added,
    "tables_placed": _tables_placed,
    "rotation_set": _rotation_set,
    "table_added": _table_added,
    "table_rules_set": _table_rules_set,
    "crowd_limits_set": _crowd_limits_set,
    "staff_registered": _staff_registered,
    "staff_deactivated": _staff_deactivated,
    "staff_reactivated": _staff_reactivated,
    "licence_renewed": _licence_renewed,
    "pin_set": _pin_set,
    "password_set": _password_set,
    "game_signed_off": _game_signed_off,
    "game_sign_off_revoked": _game_sign_off_revoked,
    "role_granted": _role_granted,
    "role_revoked": _role_revoked,
    "pit_boss_assigned": _pit_boss_assigned,
    "pit_boss_relieved": _pit_boss_relieved,
    "terminal_registered": _terminal_registered,
    "terminal_enrolled": _terminal_enrolled,
    "terminal_revoked": _terminal_revoked,
    "signed_on": _signed_on,
    "signed_off": _signed_off,
    "patron_registered": _patron_registered,
    "patron_corrected": _patron_corrected,
    "credit_line_set": _credit_line_set,
}
