"""A casino as it is to be founded: clock, money, chips, house rules, pits, tables and its first house manager.

A charter is read from a file (docs/operations.md has one) or from a person's answers. It is checked as a whole before
anything is written, by the rules that the services will ask again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

from tables.domain import charter_reading as reading
from tables.domain import house_settings, names
from tables.domain.charter_reading import Part, Problems
from tables.domain.errors import Invalid
from tables.domain.rule_packs import shipped
from tables.games import catalogue

LANGUAGES = ("en", "zh-hans")
MOST_SPOTS = 12


class CharterError(Exception):
    """The charter cannot be founded; ``problems`` are all the reasons, each with its place."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Manager:
    """The first house manager; the password is made when the house is founded."""

    badge: str
    name: str
    username: str
    licence: str
    licence_expires_on: date | None
    language: str


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips that a group of tables plays with."""

    code: str
    chips: tuple[house_settings.Chip, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules of a game under the name by which tables ask for them; ``values`` are all of them."""

    name: str
    game: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is licensed and furnished; ``rules`` is a name among the charter's. Money in minor units."""

    code: str
    pit: str
    rules: str
    chip_set: str
    spots: int
    card_source: str
    licensed_maximum: int
    par: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Charter:
    """A casino that makes sense. ``decimals`` are those of the currency's minor unit."""

    code: str
    name: str
    currency: str
    decimals: int
    time_zone: str
    day_starts_at: time
    shifts: tuple[tuple[str, time], ...]
    opens_on: date | None
    rule_pack: tuple[str, int]
    manager: Manager
    chip_sets: tuple[ChipSet, ...]
    rules: Mapping[str, Rules]
    pits: Mapping[str, str]
    tables: tuple[Table, ...] = field(default=())


def read(given: Mapping[str, Any]) -> Charter:
    """The charter that a file or a person's answers give. Raises CharterError with everything that is wrong."""
    problems = Problems()
    whole = Part("", given, problems)
    whole.only("casino", "manager", "chip_sets", "house_rules", "pits", "tables")
    casino = whole.part("casino")
    decimals = casino.whole("decimals", 2)
    known = _casino(casino, decimals)
    manager = _manager(whole.part("manager"))
    chip_sets = tuple(_chip_set(part, decimals) for part in whole.parts("chip_sets", "code"))
    rules = [_rules(part) for part in whole.parts("house_rules", "name")]
    pits = [_pit(part) for part in whole.parts("pits", "code")]
    made = Charter(
        **known,
        manager=manager,
        chip_sets=chip_sets,
        rules={rule.name: rule for rule in rules},
        pits=dict(pits),
        tables=tuple(_table(part, decimals) for part in whole.parts("tables", "code")),
    )
    _once("chip_sets", (chip_set.code for chip_set in chip_sets), problems)
    _once("house_rules", (rule.name for rule in rules), problems)
    _once("pits", (code for code, _ in pits), problems)
    _once("tables", (table.code for table in made.tables), problems)
    for table in made.tables:
        _require_furnished(table, made, problems)
    if problems.told:
        raise CharterError(problems.told)
    return made


def _casino(part: Part, decimals: int) -> dict[str, Any]:
    part.only("code", "name", "currency", "decimals", "time_zone", "day_starts_at", "shifts", "opens_on", "rule_pack")
    problems, pack = part.problems, part.text("rule_pack", shipped.DEFAULT[0])
    code, name, currency, zone = (part.text(entry) for entry in ("code", "name", "currency", "time_zone"))
    for entry, value in (("code", code), ("name", name), ("currency", currency), ("time_zone", zone)):
        if value:
            problems.check(f"{part.where}.{entry}", _require_casino, entry, value)
    problems.check(f"{part.where}.decimals", _require_casino, "exponent", decimals)
    shifts = part.clocks("shifts")
    problems.check(f"{part.where}.shifts", house_settings.require_shifts, shifts)
    return {
        "code": code,
        "name": name,
        "currency": currency,
        "decimals": decimals,
        "time_zone": zone,
        "day_starts_at": part.clock("day_starts_at"),
        "shifts": shifts,
        "opens_on": part.day("opens_on"),
        "rule_pack": _pack(pack, part),
    }


def _pack(name: str, part: Part) -> tuple[str, int]:
    """The newest version of the rule pack with this name."""
    versions = [version for known, version in shipped.PACKS if known == name]
    if not versions:
        known = ", ".join(sorted({known for known, _ in shipped.PACKS}))
        part.problems.tell(f"{part.where}.rule_pack", f"there is no such rule pack ({known})")
        return shipped.DEFAULT
    return name, max(versions)


def _manager(part: Part) -> Manager:
    part.only("badge", "name", "username", "licence", "licence_expires_on", "language")
    made = Manager(
        badge=part.text("badge"),
        name=part.text("name"),
        username=part.text("username"),
        licence=part.text("licence", ""),
        licence_expires_on=part.day("licence_expires_on"),
        language=part.text("language", "en"),
    )
    for entry, rule, value in (
        ("badge", names.require_badge, made.badge),
        ("name", _require_person_name, made.name),
        ("username", names.require_username, made.username),
        ("licence", _require_licence, made.licence),
        ("language", _require_language, made.language),
    ):
        if value:
            part.problems.check(f"{part.where}.{entry}", rule, value)
    return made


def _chip_set(part: Part, decimals: int) -> ChipSet:
    part.only("code", "chips")
    code, made = part.text("code"), []
    if code:
        part.problems.check(f"{part.where}.code", names.require_code, code)
    for line in part.parts("chips", "value"):
        line.only("value", "colour", "letter")
        chip = house_settings.Chip(line.amount("value", decimals), line.text("colour"), line.text("letter"))
        if chip.value and chip.colour and chip.letter:
            line.problems.check(line.where, house_settings.require_denominations, [chip])
        made.append(chip)
    if len({chip.value for chip in made}) != len(made) or not made:
        part.problems.tell(f"{part.where}.chips", reading.HINTS["bad_denominations"])
    return ChipSet(code, tuple(made))


def _rules(part: Part) -> Rules:
    part.only("name", "game", "values")
    name, game, values = part.text("name"), part.text("game"), part.mapping("values")
    known = catalogue.GAMES.get(game)
    if known is None:
        if game:
            part.problems.tell(f"{part.where}.game", f"there is no such game ({', '.join(catalogue.GAMES)})")
        return Rules(name, game, values)
    engine = known.engine
    if part.problems.check(f"{part.where}.values", lambda: engine.rules(values)):
        values = engine.rule_values(engine.rules(values))
    return Rules(name, game, values)


def _pit(part: Part) -> tuple[str, str]:
    part.only("code", "name")
    code, name = part.text("code"), part.text("name")
    if code:
        part.problems.check(f"{part.where}.code", names.require_code, code)
    if name:
        part.problems.check(f"{part.where}.name", names.require_name, name, 80)
    return code, name


def _table(part: Part, decimals: int) -> Table:
    part.only("code", "pit", "rules", "chip_set", "spots", "card_source", "licensed_maximum", "par")
    code, where, problems = part.text("code"), part.where, part.problems
    if code:
        problems.check(f"{where}.code", names.require_code, code)
    par: dict[int, int] = {}
    for worth, count in part.mapping("par").items():
        value = reading.amount(worth, f"{where}.par.{worth}", decimals, problems)
        if type(count) is not int or count < 0:
            problems.tell(f"{where}.par.{worth}", reading.HINTS["bad_quantity"])
        par[value] = count
    spots = part.whole("spots", 7)
    if not 1 <= spots <= MOST_SPOTS:
        problems.tell(f"{where}.spots", reading.HINTS["bad_spots"])
    maximum = part.amount("licensed_maximum", decimals)
    return Table(
        code=code,
        pit=part.text("pit"),
        rules=part.text("rules"),
        chip_set=part.text("chip_set"),
        spots=spots,
        card_source=part.text("card_source"),
        licensed_maximum=maximum,
        par=par,
    )


def _require_furnished(table: Table, charter: Charter, problems: Problems) -> None:
    """What a table refers to is there and fits it."""
    where = f"tables[{table.code}]"
    for entry, value, known in (
        ("pit", table.pit, charter.pits.keys()),
        ("rules", table.rules, charter.rules.keys()),
        ("chip_set", table.chip_set, {chip_set.code for chip_set in charter.chip_sets}),
    ):
        if value and value not in known:
            problems.tell(f"{where}.{entry}", f"there is no {value!r} here ({', '.join(sorted(known)) or 'none'})")
    rules = charter.rules.get(table.rules)
    game = catalogue.GAMES.get(rules.game) if rules else None
    if game is not None and table.card_source:
        problems.check(f"{where}.card_source", house_settings.require_source, game.engine.chance, table.card_source)
    chip_set = next((found for found in charter.chip_sets if found.code == table.chip_set), None)
    for unknown in sorted(table.par.keys() - {chip.value for chip in chip_set.chips}) if chip_set else ():
        problems.tell(f"{where}.par", f"{reading.spelt(unknown, charter.decimals)} is no chip of {table.chip_set}")


def _once(where: str, found: Iterable[str], problems: Problems) -> None:
    for name in reading.repeated([name for name in found if name]):
        problems.tell(f"{where}[{name}]", "stands here more than once")


def _require_casino(entry: str, value: Any) -> None:
    """One entry of the casino by the house's own rule, beside others that are right."""
    sound: dict[str, Any] = {"code": "X", "name": "X", "currency": "XXX", "exponent": 0, "time_zone": "UTC"}
    house_settings.require_casino(**(sound | {entry: value}))


def _require_person_name(name: str) -> None:
    names.require_person(name, 120)


def _require_licence(licence: str) -> None:
    names.require_name(licence, 32, "bad_licence")


def _require_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Invalid("bad_language")
