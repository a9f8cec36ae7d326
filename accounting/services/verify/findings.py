"""What verifying finds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What comes of rows that nobody of ours has written."""
HIDDEN = frozenset({"live", "stock", "dealt", "on_table", "seeds"})
"""Columns that hold what nobody may know yet: a finding says that they are wrong, never what they say (T-90)."""
MOST_A_STREAM = 20
"""A part stops in a stream after so many findings: the first ones tell where to look."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. ``seq`` and ``type`` name the event, where there is one."""

    stream: str
    what: str
    seq: int | None = None
    type: str = ""

    def __str__(self) -> str:
        event = f" #{self.seq} {self.type}".rstrip() if self.seq is not None else ""
        return f"{self.stream}{event}: {self.what}"

    def as_data(self) -> dict[str, Any]:
        """The finding as JSON."""
        return {"stream": self.stream, "seq": self.seq, "type": self.type, "what": self.what}


def differences(names: Sequence[str], made: Sequence[Any], found: Sequence[Any]) -> str:
    """Which columns of a row are not what follows from the log, and what they should be."""
    wrong = [
        f"{name} is not what it should be"
        if name in HIDDEN
        else f"{name} is {_short(there)} and should be {_short(right)}"
        for name, right, there in zip(names, made, found, strict=True)
        if right != there
    ]
    return ", ".join(wrong)


def compared(
    stream: str, what: str, made: Mapping[Any, Mapping[str, Any]], found: Mapping[Any, Mapping[str, Any]]
) -> Iterator[Finding]:
    """Rows as the log tells them against the floor's rows, both by key: missing, strange, or with other values."""
    for key in sorted(made.keys() | found.keys()):
        name = f"{what} {'/'.join(map(str, key)) if isinstance(key, tuple) else key}".rstrip()
        if key not in found:
            yield Finding(stream, f"{name} is missing on the floor")
        elif key not in made:
            yield Finding(stream, f"{name} does not follow from the log")
        elif made[key] != found[key]:
            names = list(made[key])
            right, there = list(made[key].values()), [found[key].get(column) for column in names]
            yield Finding(stream, f"{name}: {differences(names, right, there)}")


def first(stream: str, part: str, findings: Iterable[Finding]) -> list[Finding]:
    """The first findings of one part in one stream.

    What cannot even be read is a finding as well; only the kind of error is told, because its words might hold a card.
    """
    kept: list[Finding] = []
    try:
        for finding in findings:
            kept.append(finding)
            if len(kept) == MOST_A_STREAM:
                break
    except UNREADABLE as error:
        kept.append(Finding(stream, f"{part} cannot be read: {type(error).__name__}"))
    return kept


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
