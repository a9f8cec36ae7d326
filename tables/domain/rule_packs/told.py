"""What is said of a rule pack's value: its row in domain.md, its meaning, and what it may be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tables.domain.limits import MOST
from tables.games.house_rules import Check, whole


@dataclass(frozen=True, slots=True)
class Told:
    """``row`` names the row of domain.md §0's table, or the section or trap. ``money``: in minor units."""

    row: str
    meaning: str
    check: Check
    money: bool = False


def amount(row: str, meaning: str, least: int = 0) -> Told:
    """An amount in minor units."""
    return Told(row, meaning, whole(least, MOST), money=True)


def optional_amount(row: str, meaning: str, least: int = 0) -> Told:
    """An amount in minor units, or None where the jurisdiction has no such limit."""
    return Told(row, meaning, optional(whole(least, MOST)), money=True)


def optional(check: Check) -> Check:
    """None, or what ``check`` takes."""
    return lambda value: None if value is None else check(value)


def word(kind: type[StrEnum]) -> Check:
    """One word of ``kind``."""

    def check(value: Any) -> Any:
        if not isinstance(value, str) or value not in {known.value for known in kind}:
            raise ValueError(f"must be one of {', '.join(kind)}")
        return kind(value)

    return check


def words(kind: type[StrEnum], least: int = 1) -> Check:
    """Different words of ``kind``, at least ``least`` of them, in the order given."""
    return several(word(kind), least, lambda value: value)


def several(check: Check, least: int, key: Callable[[Any], Any]) -> Check:
    """A list of what ``check`` takes, at least ``least`` of them and no two with the same ``key``."""

    def each(value: Any) -> Any:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError("must be a list")
        checked = tuple(check(one) for one in value)
        if len(checked) < least or len({key(one) for one in checked}) != len(checked):
            raise ValueError(f"must be at least {least}, each once")
        return checked

    return each
