"""House rules of any game: a frozen dataclass of values, each checked by its name, and to and from JSON."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

Check = Callable[[Any], Any]
"""Returns the value as the rules keep it, or raises ValueError with what it must be."""

R = TypeVar("R")


def one_of(*allowed: Any) -> Check:
    """One of a few values of one type."""

    def check(value: Any) -> Any:
        if type(value) is not type(allowed[0]) or value not in allowed:
            raise ValueError(f"must be one of {', '.join(map(str, allowed))}")
        return value

    return check


def whole(low: int, high: int) -> Check:
    """A whole number, both ends included."""

    def check(value: Any) -> Any:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return value

    return check


def flag(value: Any) -> Any:
    """True or false."""
    if type(value) is not bool:
        raise ValueError("must be true or false")
    return value


def share(value: Any) -> tuple[int, int]:
    """A part of a whole as ``[numerator, denominator]``, from nothing to all of it."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ValueError("must be two whole numbers, such as [5, 100]")
    under = whole(1, 10_000)(value[1])
    return whole(0, under)(value[0]), under


def parse(kind: Callable[..., R], checks: Mapping[str, Check], given: Mapping[str, Any]) -> R:
    """``kind`` from JSON values. ValueError names the rule that is wrong or unknown."""
    checked: dict[str, Any] = {}
    for name, value in given.items():
        check = checks.get(name)
        if check is None:
            raise ValueError(f"{name}: no such house rule")
        try:
            checked[name] = check(value)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return kind(**checked)


def values(rules: Any) -> dict[str, Any]:
    """Every house rule as JSON, defaults included."""
    told = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}
