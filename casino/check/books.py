"""What the books made of a round: waited for, then read, then added up."""

import time
from collections.abc import Callable, Sequence

from accounting.selectors import heads, ledger
from accounting.selectors.ledger import JournalView
from casino.check.door import CheckFailed
from casino.check.one_round import Played
from tables.documents.spelling import grouped as spelt
from tables.domain.actors import Actor

PATIENCE = 60.0
"""Seconds. The follower needs a fraction of one; more means that no worker runs."""
_PAUSE = 0.2


def journals_of(
    played: Played, reader: Actor, *, patience: float = PATIENCE, sleep: Callable[[float], object] = time.sleep
) -> Sequence[JournalView]:
    """The journals of the round once the books have followed it. Raises CheckFailed when they do not."""
    waited = 0.0
    while heads.followed(reader.casino_id)[played.stream].seq < played.seq:
        if waited >= patience:
            raise CheckFailed(f"the books did not follow {played.stream} within {patience:.0f} s: is a worker running?")
        sleep(_PAUSE)
        waited += _PAUSE
    found = ledger.journals(actor=reader, stream=played.stream, round_=played.number)
    if not found:
        raise CheckFailed(f"the books have no journal of round {played.number}")
    for journal in found:
        _require_balance(journal)
    return found


def lines(journals: Sequence[JournalView], exponent: int) -> list[str]:
    """The journals to print, leg by leg, then the sum of each asset, with ``exponent`` decimal places."""
    told = []
    sums: dict[str, int] = {}
    for journal in journals:
        told.append(f"{journal.stream} #{journal.seq} {journal.type}")
        for leg in journal.legs:
            told.append(f"   {leg.account:<24} {leg.asset:<6} {_written(leg.amount, exponent):>12}")
            sums[leg.asset] = sums.get(leg.asset, 0) + leg.amount
    return told + [f"sum of {asset}: {_written(total, exponent)}" for asset, total in sorted(sums.items())]


def _written(amount: int, exponent: int) -> str:
    return ("-" if amount < 0 else "") + spelt(amount, exponent)


def _require_balance(journal: JournalView) -> None:
    sums: dict[str, int] = {}
    for leg in journal.legs:
        sums[leg.asset] = sums.get(leg.asset, 0) + leg.amount
    if wrong := {asset: total for asset, total in sums.items() if total}:
        raise CheckFailed(f"{journal.stream} #{journal.seq} does not balance: {wrong}")
