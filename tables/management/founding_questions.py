"""The questions that found a house at a terminal: the answers are a charter as a file would have it.

Each answer is checked as soon as it is given; the whole is checked again like a file. Chips get the usual colours, and
tables no par: both are the manager's to change on his pages.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tables.domain import charter, house_settings, names
from tables.domain.charter_reading import HINTS, Part, Problems, amount
from tables.domain.errors import Invalid
from tables.domain.rule_packs import shipped
from tables.games import catalogue

COLOURS: Final = (
    # in the order of the chips' values; the letter says the same to who cannot tell colours
    ("#d58fa4", "p"),
    ("#f4f4f0", "w"),
    ("#c8102e", "r"),
    ("#00843d", "g"),
    ("#1d1d1b", "b"),
    ("#6d2077", "v"),
    ("#f2a900", "y"),
    ("#0057b8", "n"),
    ("#7a4a21", "t"),
    ("#63666a", "k"),
)
CHIP_SET, RULES = "MAIN", "house rules of {game}"
Say = Callable[[str], object]
Check = Callable[[str], object]


def asked(say: Say) -> Mapping[str, Any]:
    """The answers. KeyboardInterrupt and EOFError end the questions and nothing is founded."""
    say("Founding a house. Return takes what stands in brackets; nothing is written before you agree at the end.")
    casino = _casino()
    manager = {
        "badge": _ask("Badge of the first house manager", "M001", names.require_badge),
        "name": _ask("Name of the first house manager", "", lambda name: names.require_person(name, 120)),
        "username": _ask("User name to sign in with", "", names.require_username),
        "language": _one_of("Language of the manager", charter.LANGUAGES),
    }
    pits = {"code": _ask("Code of the pit", "P1", names.require_code), "name": _ask("Name of the pit", "Main floor")}
    games = {game: count for game in catalogue.GAMES if (count := _how_many(game))}
    return {
        "casino": casino,
        "manager": manager,
        "chip_sets": [{"code": CHIP_SET, "chips": _chips(casino["decimals"])}],
        "house_rules": [{"name": RULES.format(game=game), "game": game} for game in games],
        "pits": [pits],
        "tables": [table for game, count in games.items() for table in _tables(game, count, pits["code"])],
    }


def _casino() -> dict[str, Any]:
    code = _ask("Code of the casino, which never changes (LUCKY)", "", names.require_code)
    name = _ask("Name of the casino", "", lambda given: names.require_name(given, 120))
    currency = _ask("Currency (ISO 4217)", "USD", lambda given: _casino_rule(currency=given))
    decimals = int(_ask("Decimals of its smallest unit", "2", lambda given: _casino_rule(exponent=int(given))))
    return {
        "code": code,
        "name": name,
        "currency": currency,
        "decimals": decimals,
        "time_zone": _ask("Time zone (America/Los_Angeles)", "", lambda given: _casino_rule(time_zone=given)),
        "day_starts_at": _ask("The gaming day starts at", "06:00", _clock),
        "shifts": _shifts(_ask("Shifts", "day 06:00, swing 14:00, grave 22:00", _require_shifts)),
        "rule_pack": _one_of("Rule pack", tuple(dict.fromkeys(pack for pack, _ in shipped.PACKS))),
    }


def _chips(decimals: int) -> list[dict[str, str]]:
    def check(given: str) -> None:
        problems = Problems()
        values = [amount(value.strip(), "chips", decimals, problems) for value in given.split(",")]
        if problems.told or 0 in values or len(set(values)) != len(values) or len(values) > len(COLOURS):
            raise Invalid("bad_denominations")

    values = _ask("Chips, by value", "1, 5, 25, 100, 500, 1000", check).split(",")
    return [
        {"value": value.strip(), "colour": colour, "letter": letter}
        for value, (colour, letter) in zip(values, COLOURS, strict=False)
    ]


def _how_many(game: str) -> int:
    def check(given: str) -> None:
        if not given.isdigit() or int(given) > 99:
            raise Invalid("bad_quantity")

    return int(_ask(f"Tables of {catalogue.GAMES[game].title_en}", "0", check))


def _tables(game: str, count: int, pit: str) -> list[dict[str, Any]]:
    known = catalogue.GAMES[game]
    stem = _ask(f"Their codes begin with ({known.title_en})", game[:2].upper(), names.require_code)
    spots = int(_ask("Spots or seats at each", "7", _require_spots))
    source = _one_of("Chance comes from", house_settings.SOURCES[known.engine.chance])
    maximum = _ask("No limit may pass (in units of the currency)", "10000", _require_whole)
    return [
        {
            "code": f"{stem}-{number:02d}",
            "pit": pit,
            "rules": RULES.format(game=game),
            "chip_set": CHIP_SET,
            "spots": spots,
            "card_source": source,
            "licensed_maximum": int(maximum),
        }
        for number in range(1, count + 1)
    ]


def _ask(question: str, default: str, check: Check | None = None) -> str:
    """Ask until the answer is sound."""
    while True:
        answer = input(f"{question}{f' [{default}]' if default else ''}: ").strip() or default
        try:
            if check is not None:
                check(answer)
        except Invalid as error:
            print(f"   {HINTS.get(error.code, error.code)}")
        except ValueError:
            print("   is not what belongs here")
        else:
            if answer:
                return answer


def _one_of(question: str, known: tuple[str, ...]) -> str:
    def check(given: str) -> None:
        if given not in known:
            raise ValueError(given)

    return _ask(f"{question} ({', '.join(known)})", known[0], check)


def _casino_rule(**entry: Any) -> None:
    sound: dict[str, Any] = {"code": "X", "name": "X", "currency": "XXX", "exponent": 0, "time_zone": "UTC"}
    house_settings.require_casino(**(sound | entry))


def _clock(given: str) -> None:
    part = Part("", {"at": given}, Problems())
    part.clock("at")
    if part.problems.told:
        raise ValueError(given)


def _shifts(given: str) -> dict[str, str]:
    return {code: at for code, at in (line.split() for line in given.split(","))}


def _require_shifts(given: str) -> None:
    part = Part("", {"shifts": _shifts(given)}, Problems())
    shifts = part.clocks("shifts")
    if part.problems.told:
        raise ValueError(given)
    house_settings.require_shifts(shifts)


def _require_spots(given: str) -> None:
    if not given.isdigit() or not 1 <= int(given) <= charter.MOST_SPOTS:
        raise Invalid("bad_spots")


def _require_whole(given: str) -> None:
    if not given.isdigit() or not int(given):
        raise Invalid("bad_amount")
