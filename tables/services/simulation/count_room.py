"""The count after a played shift: boxes taken, counted twice, verified, signed, and the money handed to the vault."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tables.domain import chips
from tables.domain.actors import Role
from tables.domain.box_contents import BoxContents, Contents, RakeContents
from tables.domain.chips import Chips
from tables.domain.notes import NoteCount
from tables.games.catalogue import GAMES
from tables.models import floor
from tables.selectors import box_papers
from tables.services import boxes, counts, drop_takeovers
from tables.services.boxes import BoxRemoval
from tables.services.drop_takeovers import Takeover
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import CHIP_SET, MadeHouse, TablePlan


class FullBox(NamedTuple):
    """A box as the shift left it: its table, the banknotes in it, and the rake beside it in minor units."""

    plan: TablePlan
    notes: Chips
    rake: int


def count_boxes(made: MadeHouse, found: Sequence[FullBox], clock: Clock) -> None:
    """Two counters take and count the boxes of closed tables; an accountant verifies, a cashier takes the money."""
    first, second, *_ = (member.badge for member in made.plan.people if member.role == Role.COUNTER)
    actor, both = made.cast.actor(first), (made.cast.sign(first), made.cast.sign(second))
    numbers = []
    for full in found:
        box = floor.TableState.objects.values_list("box__number", flat=True)
        numbers.append(int(box.get(table__casino__code=made.code, table__code=full.plan.code) or 0))
        removal = BoxRemoval(numbers[-1], both)
        boxes.remove_box(actor=actor, at=clock.tick(), table=full.plan.code, removal=removal)
    session = counts.open_count(actor=actor, at=clock.tick(), team=both)["session"]
    for full, number in zip(found, numbers, strict=True):
        table = full.plan.code
        counts.accept_box(
            actor=actor, at=clock.tick(), session=session, table=table, box=number, counter=made.cast.sign(first)
        )
        for contents in _contents(made, full, number):
            asked: dict[str, Any] = {"actor": actor, "table": table, "box": number, "found": contents}
            counts.count_box_first(**asked, at=clock.tick(), shown_empty=True, counter=made.cast.sign(first))
            counts.count_box_second(**asked, at=clock.tick(), counter=made.cast.sign(second))
    _close(made, session, found, both, clock)


def _contents(made: MadeHouse, full: FullBox, number: int) -> list[Contents]:
    """What lies in the box, and in the rake box beside it where the game is played for a pot."""
    table = floor.GamingTable.objects.get(casino__code=made.code, code=full.plan.code)
    papers = box_papers.due(table.pk, number)
    cash = BoxContents(NoteCount(full.notes, chips.value(full.notes)), papers=papers)
    if GAMES[full.plan.game].engine.banked:
        return [cash]
    return [cash, RakeContents(_rake(made, full), full.rake)]


def _rake(made: MadeHouse, full: FullBox) -> Chips:
    return chips.break_down(full.rake, made.denominations)


def _close(made: MadeHouse, session: int, found: Sequence[FullBox], team: tuple[Any, Any], clock: Clock) -> None:
    notes = chips.add(*(full.notes for full in found))
    rake = chips.add(*(_rake(made, full) for full in found))
    counter, accountant, cashier = (made.holder(role) for role in (Role.COUNTER, Role.ACCOUNTANT, Role.CASHIER))
    cash = NoteCount(notes, chips.value(notes))
    counts.verify_count(
        actor=made.cast.actor(accountant),
        at=clock.tick(),
        session=session,
        found=cash,
        verifier=made.cast.sign(accountant),
    )
    counts.close_count(
        actor=made.cast.actor(counter),
        at=clock.tick(),
        session=session,
        cash_total=cash.total,
        chips_total=chips.value(rake),
        missing=(),
        team=team,
    )
    sets: Mapping[str, Chips] = {CHIP_SET: rake} if rake else {}
    drop_takeovers.take_over_drop(
        actor=made.cast.actor(cashier),
        at=clock.tick(),
        handed=Takeover(session, cash, sets, chips.value(rake)),
        counter=made.cast.sign(counter),
        cashier=made.cast.sign(cashier),
    )
