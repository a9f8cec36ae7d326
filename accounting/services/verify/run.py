"""Verifying: every part over every stream, each stream in one snapshot, so that a live house can be proven too."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from django.db import connection, transaction

from accounting.services import streams
from accounting.services.streams import StreamInfo
from accounting.services.verify import (
    approvals,
    audit,
    books,
    cage,
    chain,
    chip_statements,
    conservation,
    count_room,
    crowds,
    days,
    disputes,
    equipment,
    finding_fold,
    house,
    markers,
    orphans,
    papers,
    pit_shifts,
    prints,
    purses,
    ratings,
    review_fold,
    rounds,
    slips,
)
from accounting.services.verify.chip_statements import Head, Heads, Statement, head_of
from accounting.services.verify.conservation import Proof
from accounting.services.verify.findings import Finding, first
from accounting.services.verify.floor import FloorCheck
from tables.domain.events import StreamKind
from tables.selectors import whole


@dataclass(slots=True)
class Outcome:
    """What was looked at, and what is wrong; nothing found means that everything agrees."""

    streams: int = 0
    events: int = 0
    rounds: int = 0
    findings: list[Finding] = field(default_factory=list)
    chips: dict[str, Statement] = field(default_factory=dict)
    """Casino -> where its chips were found; nothing of a house whose chips do not add up."""


def verify(keys: Sequence[str] = (), tell: Callable[[str], None] = lambda _: None) -> Outcome:
    """Prove the streams called ``keys``, or all of them and what belongs to none. ``tell`` hears of each stream.

    Raises LookupError for a key that no stream has.
    """
    outcome = Outcome()
    chosen = [streams.by_key(key) for key in keys] if keys else streams.in_order()
    walked: dict[str, Head] = {}
    for stream in chosen:
        tell(stream.key)
        walked |= prove_stream(stream.id, outcome)
    if not keys:
        prove_house(walked, outcome)
    return outcome


def prove_stream(stream_id: int, outcome: Outcome) -> Heads:
    """Prove one stream by itself, in a snapshot of its own; its head as it was proven."""
    with snapshot():
        now = streams.get(stream_id)
        _stream(now, outcome)
    return {now.key: head_of(now)}


def prove_house(walked: Heads, outcome: Outcome) -> None:
    """Prove what belongs to no stream, and the chips of every casino, when all streams are ``walked``."""
    with snapshot():
        outcome.findings += books.check_trial_balance()
        outcome.findings += orphans.check()
    for casino, code in _casinos(streams.in_order()):
        with snapshot():
            _chain(casino, walked, outcome)
            known = chip_statements.newest(code)
            _chips(outcome, code, partial(conservation.prove, casino, known))
            name = f"{code}/front_money"
            outcome.findings += first(name, "front money", purses.check(casino, name))


def replay_day(stream_id: int, day: date, outcome: Outcome) -> None:
    """Play the rounds that a table opened on a gaming day again; only the log is looked at and where its days begin."""
    with snapshot():
        stream = streams.get(stream_id)
        between = rounds.of_day(stream, day)
        if between is None:
            return
        replayed = rounds.replay(stream, between)
    outcome.streams += 1
    outcome.events += between[1] - between[0] + 1
    outcome.rounds += replayed.rounds
    outcome.findings += first(stream.key, "the rounds", replayed.findings)


def verify_day(day: date, tell: Callable[[str], None] = lambda _: None) -> Outcome:
    """Play all rounds again that were opened on a gaming day: its cost is that of the day."""
    outcome = Outcome()
    for stream in streams.in_order():
        if stream.kind == StreamKind.TABLE:
            tell(stream.key)
            replay_day(stream.id, day, outcome)
    return outcome


def verify_since(tell: Callable[[str], None] = lambda _: None) -> Outcome:
    """Prove what was written since the last nightly proof that found nothing: its cost is that of the time since.

    Chain and conservation of chips go on from what that proof has stated, the trial balance is looked at; rounds, rows
    and reports are for the whole proof. Raises LookupError for a house of which no proof has stated anything.
    """
    outcome = Outcome()
    with snapshot():
        outcome.findings += books.check_trial_balance()
    for casino, code in _casinos(streams.in_order()):
        known = chip_statements.newest(code)
        if known is None:
            raise LookupError(f"no proof has stated where the chips of {code} are: run the whole one")
        tell(code)
        with snapshot():
            outcome.streams += _chain(casino, known.heads, outcome)
            _chips(outcome, code, partial(conservation.prove_since, casino, known))
    return outcome


def _casinos(chosen: Iterable[StreamInfo]) -> list[tuple[int, str]]:
    return sorted({(stream.casino_id, stream.key.partition("/")[0]) for stream in chosen})


def _chain(casino_id: int, known: Heads, outcome: Outcome) -> int:
    """What was written behind ``known``, or all of a stream that is not among them; how many streams there are."""
    found = streams.in_order(casino_id)
    for stream in found:
        if known.get(stream.key) != head_of(stream):
            walked = chain.check(stream, known.get(stream.key))
            outcome.events += walked.events
            outcome.findings += walked.findings
    return len(found)


def _chips(outcome: Outcome, casino: str, prove: Callable[[], Proof]) -> None:
    """The conservation of a house's chips, and where they are if it holds."""

    def found() -> Iterator[Finding]:
        proof = prove()
        if proof.finding is None:
            outcome.chips[casino] = proof.statement()
        else:
            yield proof.finding

    outcome.findings += first(f"{casino}/chips", "the house's chips", found())


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
        outcome.findings += first(stream.key, "a rating", ratings.check(stream))
        outcome.findings += first(stream.key, "an explained opener", approvals.check_openers(stream))
    outcome.findings += first(stream.key, "the books", books.check(stream))
    if stream.kind == StreamKind.CAGE:
        outcome.findings += first(stream.key, "the cage", cage.check(stream))
        outcome.findings += first(stream.key, "the stores", equipment.check(stream))
        outcome.findings += first(stream.key, "a slip", slips.check(stream))
        outcome.findings += first(stream.key, "a marker", markers.check(stream))
    if stream.kind == StreamKind.CROWD:
        outcome.findings += first(stream.key, "the crowd", crowds.check(stream))
    if stream.kind == StreamKind.COUNT:
        outcome.findings += first(stream.key, "the count room", count_room.check(stream))
    if stream.kind == StreamKind.HOUSE:
        outcome.findings += first(stream.key, "the house", house.check(stream))
        outcome.findings += first(stream.key, "a report", papers.check(stream))
        outcome.findings += first(stream.key, "a locked day", days.check(stream))
        outcome.findings += first(stream.key, "a review", review_fold.check(stream))
        outcome.findings += first(stream.key, "the pit's shifts", pit_shifts.check(stream))
        outcome.findings += first(stream.key, "a print", prints.check(stream))
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
        with whole.history():
            yield
