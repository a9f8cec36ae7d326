"""What waits for a person in each of his rooms, for the first page that he sees.

Each source tells only what its reader may act on, so the sum of all is a person's own list. The floor knows no books:
what waits there is told by sources that the books register.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Q

from tables.domain import permissions, slips
from tables.domain.actors import Actor
from tables.domain.gaming_day import Window
from tables.domain.rule_packs.pack import RulePack
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus
from tables.models.slips import Slip
from tables.models.staff import PitAssignment
from tables.selectors import cage, counts, drops, locks, pit_board
from tables.selectors import slips as slip_reads

ORDER: Final = (
    *("proof_faults", "books_stopped", "to_decide", "table_items"),
    *("slips_to_issue", "slips_to_carry", "slips_to_receive", "drops_to_take_over"),
    *("cage_counts_due", "count_running", "shifts_to_certify", "days_to_lock"),
    *("cash_reports_due", "findings_to_answer", "findings_to_close", "locked_out"),
)
"""Kinds of what may wait, the most urgent first."""
TO_RECEIVE: Final[Mapping[str, frozenset[SlipStatus]]] = {
    SlipKind.FILL: frozenset({SlipStatus.DECLINED}),
    SlipKind.CREDIT: frozenset({SlipStatus.COUNTED_OUT}),
    SlipKind.EXCHANGE: frozenset({SlipStatus.COUNTED_OUT, SlipStatus.DECLINED}),
}
"""Chips are on their way back to the cage."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When the page is looked at: the running shift, and the rule pack in force on its gaming day."""

    at: datetime
    window: Window
    pack: RulePack


@dataclass(frozen=True, slots=True)
class Waiting:
    """``number`` things of ``kind``; ``where`` says where they are found, such as the pit."""

    kind: str
    number: int
    where: tuple[str, ...] = ()


Source = Callable[[Actor, Moment], Iterable[Waiting]]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask ``source`` as well from now on; it asks for permissions itself. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


def of(actor: Actor, moment: Moment) -> Sequence[Waiting]:
    """All that waits for the actor, the most urgent first; nothing for who has no room."""
    found = [one for source in (_pits, _slips, _cage, _count_room, _doors, *_sources) for one in source(actor, moment)]
    return sorted((one for one in found if one.number), key=lambda one: (ORDER.index(one.kind), one.where))


def _pits(actor: Actor, moment: Moment) -> Iterator[Waiting]:
    """What needs its boss, in the pits that he is in charge of."""
    if not permissions.may(actor, "supervise_count"):
        return
    own = PitAssignment.objects.filter(staff_id=actor.staff_id, until__isnull=True)
    for pit in sorted(own.values_list("pit__code", flat=True)):
        board = pit_board.of_pit(actor, pit, moment.at, moment.window, moment.pack)
        yield Waiting("to_decide", len(board.waiting), (pit,))
        yield Waiting("table_items", len(board.alerts), (pit,))


def _slips(actor: Actor, _moment: Moment) -> Iterator[Waiting]:
    """Slips whose next step is the actor's: the cage makes out and receives, security carries."""
    if not permissions.may(actor, "read_slips"):
        return
    acts = {
        "slips_to_issue": ("issue_slip", Q(status=SlipStatus.REQUESTED)),
        "slips_to_carry": ("carry_slip", slip_reads.in_states(slips.TO_CARRY)),
        "slips_to_receive": ("receive_slip", slip_reads.in_states(TO_RECEIVE)),
    }
    own = {kind: step for kind, (permission, step) in acts.items() if permissions.may(actor, permission)}
    if own:
        rows = Slip.objects.filter(casino_id=actor.casino_id, status__in=sorted(slips.OPEN))
        told = rows.aggregate(**{kind: Count("pk", filter=step) for kind, step in own.items()})
        yield from (Waiting(kind, number) for kind, number in told.items())


def _cage(actor: Actor, moment: Moment) -> Iterator[Waiting]:
    """The money of closed counts, and places that nobody has counted for the running shift."""
    if permissions.may(actor, "run_cage"):
        yield Waiting("drops_to_take_over", len(drops.waiting(actor)))
        yield Waiting("cage_counts_due", len(cage.counts_due(actor, moment.window)))


def _count_room(actor: Actor, _moment: Moment) -> Iterator[Waiting]:
    """A count that is not closed."""
    if permissions.may(actor, "close_count") and counts.running(actor) is not None:
        yield Waiting("count_running", 1)


def _doors(actor: Actor, moment: Moment) -> Iterator[Waiting]:
    """Devices and badges that are locked after wrong PINs."""
    if permissions.may(actor, "manage_staff"):
        yield Waiting("locked_out", len(locks.locks(actor, moment.at)))
