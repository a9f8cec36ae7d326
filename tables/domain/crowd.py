"""Onlookers' bets in bulk: what a document holds, what the log commits to, what a bet is paid (docs/back-bets.md).

All money is integer minor units.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from tables.domain import limits
from tables.domain.errors import Invalid
from tables.games.backing import Pays

MOST_LINES = 10_000
"""Bets of one document."""
CHUNK = 10_000
"""Bets settled, and paid out, in one transaction: a third of a second of work (perf.md §3)."""
MOST_WAITING = 3_000_000
"""So many bets of one table may wait for their settlement; then its crowd has to wait, too."""
SETTLED_A_SECOND = 20_000
"""A careful guess, which only makes the ``Retry-After`` of a crowd that has to wait."""

RETURNED: Final = "returned"
"""What becomes of a bet on a spot whose hand was never dealt: the stake goes back."""
VOID: Final = "void"

_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,40}", re.ASCII)
_FIELDS = frozenset({"id", "patron", "spot", "amount"})
_MOST_SPOT = 12


class CrowdStatus(StrEnum):
    """Of a round's crowd. DECIDED: what each spot paid is known; chunks are being settled. DONE: all of it is paid."""

    OPEN = "open"
    DECIDED = "decided"
    DONE = "done"


class CrowdBet(NamedTuple):
    """One line of a document. ``id`` is the patron's own number of the bet, unique for him within the round."""

    id: str
    patron: str
    spot: int
    amount: int


@dataclass(frozen=True, slots=True)
class CrowdLimits:
    """The most that one patron, one spot and the whole crowd may have on a round, in minor units."""

    patron_limit: int
    spot_limit: int
    round_limit: int

    def checked(self) -> "CrowdLimits":
        """Refuse ``bad_amount``, and ``bad_crowd_limits`` where a part may be larger than the whole."""
        for amount in asdict(self).values():
            limits.require_amount(amount)
        if not self.patron_limit <= self.spot_limit <= self.round_limit:
            raise Invalid("bad_crowd_limits", **asdict(self))
        return self


def read(lines: Sequence[Any]) -> list[CrowdBet]:
    """The bets of a document. Refused: ``bad_inputs`` (how many), ``bad_line`` (``line`` tells which, from 0),
    ``id_taken`` (the same patron's same id twice)."""
    if not 1 <= len(lines) <= MOST_LINES:
        raise Invalid("bad_inputs", least=1, most=MOST_LINES)
    bets = [_line(given, number) for number, given in enumerate(lines)]
    seen: set[tuple[str, str]] = set()
    for number, bet in enumerate(bets):
        if (bet.patron, bet.id) in seen:
            raise Invalid("id_taken", line=number)
        seen.add((bet.patron, bet.id))
    return bets


def _line(given: Any, number: int) -> CrowdBet:
    if isinstance(given, Mapping) and given.keys() == _FIELDS:
        id_, patron, spot, amount = given["id"], given["patron"], given["spot"], given["amount"]
        named = type(id_) is str and type(patron) is str and _NAME.fullmatch(id_) and _NAME.fullmatch(patron)
        placed = type(spot) is int and 1 <= spot <= _MOST_SPOT
        if named and placed and type(amount) is int and 1 <= amount <= limits.MOST_LICENSED:
            return CrowdBet(id_, patron, spot, amount)
    raise Invalid("bad_line", line=number)


def digest(bets: Iterable[tuple[int, CrowdBet]]) -> str:
    """SHA-256 (hex) of numbered bets: a line each, ``number TAB id TAB patron TAB spot TAB amount`` and a line feed."""
    found = hashlib.sha256()
    for number, bet in bets:
        found.update(f"{number}\t{bet.id}\t{bet.patron}\t{bet.spot}\t{bet.amount}\n".encode())
    return found.hexdigest()


def returned(stake: int, pays: Pays | None) -> int:
    """All that goes back for a stake, in minor units; ``None`` for a spot whose hand was never dealt.

    The winnings are rounded here and in the settling statement, by the house rule that stands in ``pays``.
    """
    if pays is None:
        return stake
    if not pays.kept:
        return 0
    won, rest = divmod(stake * pays.numerator, pays.denominator)
    return stake + won + (1 if rest and pays.up else 0)


def chunks_of(bets: int) -> int:
    """In how many chunks so many bets are settled."""
    return -(-bets // CHUNK)


def bounds(chunk: int, bets: int) -> tuple[int, int]:
    """The numbers of the first and the last bet of a chunk; chunks and bets count from 1."""
    return (chunk - 1) * CHUNK + 1, min(chunk * CHUNK, bets)
