"""Journal drafts: what the posting rules make and the books write. A draft that does not balance cannot be built."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from accounting.domain.chart import Asset

MOST = 10**18
"""No single move is larger, in minor units: more than the floor may count at once (``tables.domain.chips``)."""
MOST_LINES = 4096
"""No journal has more lines; moves of one event that share an account become one line."""


class DraftError(ValueError):
    """The moves of an event cannot stand in a journal. The books stop there; nothing is guessed."""


class Line(NamedTuple):
    """``amount`` comes to ``account`` (leaves it when negative), in minor units of ``asset``."""

    account: str
    asset: str
    amount: int


@dataclass(frozen=True, slots=True)
class JournalDraft:
    """The lines of one journal: no zero line, no account twice in an asset, sum zero in each asset."""

    lines: tuple[Line, ...]

    def __post_init__(self) -> None:
        sums: dict[str, int] = {}
        seen: set[tuple[str, str]] = set()
        if not 2 <= len(self.lines) <= MOST_LINES:
            raise DraftError(f"{len(self.lines)} lines")
        for account, asset, amount in self.lines:
            if type(amount) is not int or amount == 0:
                raise DraftError(f"{amount!r} is no amount for {account}")
            if (account, asset) in seen:
                raise DraftError(f"{account} twice in {asset}")
            seen.add((account, asset))
            sums[asset] = sums.get(asset, 0) + amount
        for asset, total in sums.items():
            if total:
                raise DraftError(f"{asset} is out by {total}")


def moved(source: str, target: str, asset: Asset, amount: int) -> JournalDraft:
    """``amount`` minor units of ``asset`` from one account to another. An amount below zero moves the other way."""
    if type(amount) is not int or abs(amount) > MOST:
        raise DraftError(f"{amount!r} is no amount for {source}")
    return JournalDraft((Line(source, asset, -amount), Line(target, asset, amount)))


def joined(*drafts: JournalDraft) -> JournalDraft:
    """One journal of several; they must not share an account in an asset."""
    return JournalDraft(tuple(line for draft in drafts for line in draft.lines))


def from_sums(sums: Mapping[tuple[str, str], int]) -> JournalDraft | None:
    """The journal of what came to each (account, asset); None when everything went back to where it was."""
    lines = tuple([Line(key[0], key[1], amount) for key, amount in sorted(sums.items()) if amount])
    return JournalDraft(lines) if lines else None
