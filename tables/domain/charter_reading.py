"""Reading what a person wrote in a file: every entry typed, every problem collected with the place where it stands.

Nothing here raises for what is wrong; whoever reads asks for ``problems`` at the end and tells all of them at once.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from difflib import get_close_matches
from typing import Any, Final, TypeVar

from tables.domain import limits
from tables.domain.errors import Invalid

_AMOUNT: Final = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,4}))?", re.ASCII)
T = TypeVar("T")

HINTS: Final[Mapping[str, str]] = {
    # code of a refusal -> what would be right
    "bad_amount": "is no amount above zero, or too large",
    "bad_badge": "a badge has 1 to 16 letters, digits and hyphens",
    "bad_code": "a code has 1 to 16 capitals, digits and inner hyphens (a shift's: small letters)",
    "bad_colour": "a colour is # and six hexadecimal digits in small letters, such as #c8102e",
    "bad_currency": "a currency has three capitals (ISO 4217), such as USD",
    "bad_denominations": "needs one chip at least, and no value twice",
    "bad_exponent": "decimals are 0 to 4",
    "bad_language": "the languages are en and zh-hans",
    "bad_letter": "a letter is one or two signs",
    "bad_licence": "a licence has at most 32 signs",
    "bad_name": "a name is not empty, not too long, and has no hidden signs or outer blanks",
    "bad_quantity": "a number of chips is a whole number, 0 or more",
    "bad_shifts": "needs one shift at least, and no two that start at the same time",
    "bad_source": "chance comes from elsewhere: reader or server for cards, keyed or server for dice",
    "bad_spots": "a table has 1 to 12 spots",
    "bad_time_zone": "is no time zone (IANA), such as America/Los_Angeles",
    "bad_username": "a user name has small letters, digits and . _ @ -",
}


@dataclass(slots=True)
class Problems:
    """What is wrong, each with its place: ``casino.currency: a currency has three capitals``."""

    told: list[str] = field(default_factory=list)

    def tell(self, where: str, what: str) -> None:
        """One more problem."""
        self.told.append(f"{where}: {what}")

    def check(self, where: str, rule: Callable[..., object], *given: Any) -> bool:
        """Whether a rule of the house accepts what is given; what it refuses is a problem."""
        try:
            rule(*given)
        except Invalid as error:
            self.tell(where, HINTS.get(error.code, error.code))
            return False
        except ValueError as error:  # an engine's own words about a house rule
            self.tell(where, str(error))
            return False
        return True


@dataclass(frozen=True, slots=True)
class Part:
    """A group of entries in the file, and where it stands."""

    where: str
    given: Mapping[str, Any]
    problems: Problems

    def text(self, name: str, default: str | None = None) -> str:
        """A text; an entry without a default must be there."""
        return self._typed(name, str, "a text in quotes", default, "")

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        return self._typed(name, int, "a whole number", default, 0)

    def mapping(self, name: str) -> Mapping[str, Any]:
        """A group of named values; none is empty."""
        return self._typed(name, dict, "a group of entries", {}, {})

    def clock(self, name: str) -> time:
        """A local time of day, to the minute."""
        return _clock(self.given.get(name), f"{self.where}.{name}", self.problems)

    def clocks(self, name: str) -> tuple[tuple[str, time], ...]:
        """Named times of day, in the order of the file."""
        found = self._typed(name, dict, "times by name", None, {})
        return tuple((code, _clock(at, f"{self.where}.{name}.{code}", self.problems)) for code, at in found.items())

    def day(self, name: str) -> date | None:
        """A date, if it is given."""
        value = self.given.get(name)
        if value is None or type(value) is date:
            return value
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            self.problems.tell(f"{self.where}.{name}", "is no date, such as 2027-12-31")
            return None

    def amount(self, name: str, decimals: int) -> int:
        """An amount in units of the currency, as minor units; more decimals than the currency has are a problem."""
        return amount(self.given.get(name), f"{self.where}.{name}", decimals, self.problems)

    def parts(self, name: str, label: str) -> "list[Part]":
        """A list of groups, each called by what its entry ``label`` says."""
        found = self._typed(name, list, "a list", None, [])
        made = []
        for number, given in enumerate(found, 1):
            called = given.get(label, number) if isinstance(given, dict) else number
            where = f"{self.where}.{name}[{called}]".lstrip(".")
            if isinstance(given, dict):
                made.append(Part(where, given, self.problems))
            else:
                self.problems.tell(where, "must be a group of entries")
        return made

    def part(self, name: str) -> "Part":
        """A group inside this one; of one that is missing nothing more is told."""
        given = self._typed(name, dict, "a group of entries", None, {})
        problems = self.problems if type(self.given.get(name)) is dict else Problems()
        return Part(f"{self.where}.{name}".lstrip("."), given, problems)

    def only(self, *known: str) -> None:
        """Nothing but these entries: a misspelt one must not be passed over."""
        for name in self.given:
            if name not in known:
                close = get_close_matches(str(name), known, n=1)
                meant = f"; did you mean {close[0]}?" if close else f" ({', '.join(known)})"
                self.problems.tell(f"{self.where}.{name}".lstrip("."), f"there is no such entry{meant}")

    def _typed(self, name: str, kind: type[T], called: str, default: T | None, otherwise: T) -> T:
        value = self.given.get(name, default)
        if isinstance(value, kind) and type(value) is kind:  # a bool is no number here
            return value
        where = f"{self.where}.{name}".lstrip(".")
        self.problems.tell(where, "is missing" if value is None else f"must be {called}")
        return otherwise


def amount(value: Any, where: str, decimals: int, problems: Problems) -> int:
    """``10000`` or ``"0.50"`` in minor units, above zero; 0 when it cannot be read."""
    if value is None:
        problems.tell(where, "is missing")
        return 0
    found = _AMOUNT.fullmatch(str(value)) if isinstance(value, (int, str)) and type(value) is not bool else None
    cents = (found[2] or "") if found else ""
    if found is None or len(cents) > decimals:
        problems.tell(where, f"is no amount of the currency with at most {decimals} decimals")
        return 0
    minor = int(found[1] + cents.ljust(decimals, "0"))
    if not 0 < minor <= limits.MOST:
        problems.tell(where, HINTS["bad_amount"])
        return 0
    return minor


def spelt(value: int, decimals: int) -> str:
    """An amount in minor units as a person would write it in the file."""
    digits = str(value).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def repeated(names: list[str]) -> Iterator[str]:
    """Every name that stands more than once."""
    return (name for name in dict.fromkeys(names) if names.count(name) > 1)


def _clock(value: Any, where: str, problems: Problems) -> time:
    if type(value) is time:
        found = value
    else:
        try:
            found = time.fromisoformat(value)
        except (TypeError, ValueError):
            problems.tell(where, "is missing" if value is None else "is no time of day, such as 06:00")
            return time()
    if found.second or found.microsecond or found.tzinfo is not None:
        problems.tell(where, "is a time of day to the minute")
    return found
