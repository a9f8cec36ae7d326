"""Verifying: every part over every stream, each stream in one snapshot, so that a live house can be proven too."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction

from accounting.services import streams
from accounting.services.streams import StreamInfo
from accounting.services.verify import (
    approvals,
    audit,
    books,
    cage,
    chain,
    conservation,
    count_room,
    days,
    disputes,
    finding_fold,
    house,
    markers,
    orphans,
    papers,
    pit_shifts,
    review_fold,
    slips,
)
from accounting.services.verify.findings import Finding, first
from accounting.services.verify.floor import FloorCheck
from tables.domain.events import StreamKind


@dataclass(slots=True)
class Outcome:
    """What was looked at, and what is wrong; nothing found means that everything agrees."""

    streams: int = 0
    events: int = 0
    rounds: int = 0
    findings: list[Finding] = field(default_factory=list)


def verify(keys: Sequence[str] = (), tell: Callable[[str], None] = lambda _: None) -> Outcome:
    """Prove the streams called ``keys``, or all of them and what belongs to none. ``tell`` hears of each stream.

    Raises LookupError for a key that no stream has.
    """
    outcome = Outcome()
    chosen = [streams.by_key(key) for key in keys] if keys else streams.in_order()
    for stream in chosen:
        tell(stream.key)
        with snapshot():
            _stream(streams.get(stream.id), outcome)
    if not keys:
        with snapshot():
            outcome.findings += books.check_trial_balance()
            outcome.findings += orphans.check()
        for casino in sorted({stream.casino_id for stream in chosen}):
            with snapshot():
                outcome.findings += first("*", "the house's chips", conservation.check(casino))
    return outcome


def _stream(stream: StreamInfo, outcome: Outcome) -> None:
    walked = chain.check(stream)
    outcome.streams += 1
    outcome.events += walked.events
    outcome.findings += walked.findings
    if stream.kind == StreamKind.TABLE:
        checked = FloorCheck(stream)
        outcome.findings += first(stream.key, "the floor", checked.findings())
        outcome.rounds += checked.rounds
        outcome.findings += first(stream.key, "a dispute", disputes.check(stream))
        outcome.findings += first(stream.key, "an approval", approvals.check(stream))
        outcome.findings += first(stream.key, "an explained opener", approvals.check_openers(stream))
    outcome.findings += first(stream.key, "the books", books.check(stream))
    if stream.kind == StreamKind.CAGE:
        outcome.findings += first(stream.key, "the cage", cage.check(stream))
        outcome.findings += first(stream.key, "a slip", slips.check(stream))
        outcome.findings += first(stream.key, "a marker", markers.check(stream))
    if stream.kind == StreamKind.COUNT:
        outcome.findings += first(stream.key, "the count room", count_room.check(stream))
    if stream.kind == StreamKind.HOUSE:
        outcome.findings += first(stream.key, "the house", house.check(stream))
        outcome.findings += first(stream.key, "a report", papers.check(stream))
        outcome.findings += first(stream.key, "a locked day", days.check(stream))
        outcome.findings += first(stream.key, "a review", review_fold.check(stream))
        outcome.findings += first(stream.key, "the pit's shifts", pit_shifts.check(stream))
        outcome.findings += first(stream.key, "the audit", audit.check(stream))
        outcome.findings += first(stream.key, "the register of findings", finding_fold.check(stream))


@contextmanager
def snapshot() -> Iterator[None]:
    """One unchanging view of the database. Inside somebody's transaction (a test's), that one's view."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
