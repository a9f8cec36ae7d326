"""The count room: the rake of a pot game, counted by two counters when it left the table with the drop box (T-84).

Rake is taken visibly from the pot and lies in a box of its own beside the drop box. What the rounds took is *expected*;
the books set it against this count, and the counters never see it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.domain import chips, limits, papers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, NotFound
from tables.domain.events import StreamKind
from tables.domain.table_states import BoxStatus
from tables.games import catalogue
from tables.models import floor, house, periods
from tables.selectors import locked_days
from tables.services import log, witnesses
from tables.services.signatures import SignatureRequest


@dataclass(frozen=True, slots=True)
class RakeCount:
    """Chips of a rake box by denomination, and what they are worth in minor units. None at all is a legal count."""

    chips: Chips
    total: int


def count_rake(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    box: int,
    count: RakeCount,
    counters: tuple[SignatureRequest, SignatureRequest],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """What two counters, independent of the pit, found of the rake that was taken while ``box`` stood on ``table``.

    A count stands, like that of the drop box; either may come first. Refused: ``already_counted``,
    ``box_not_removed``, ``day_locked``, ``no_such_box`` (also where the house is the bank, which takes no rake),
    ``not_independent``, ``unknown_denomination``, ``bad_quantity``, ``bad_amount``, ``total_mismatch``,
    and what signing refuses.
    """
    permissions.require(actor, "count_box")
    limits.require_amount(count.total, least=0)
    counted = chips.checked(count.chips, _denominations(actor, table))
    chips.require_total(counted, count.total)
    paper = papers.rake_sheet(actor.casino, table, box, counted, count.total)
    signed = witnesses.sign(actor, at, paper, [(Role.COUNTER, counter) for counter in counters])
    with log.entry(
        actor=actor,
        at=at,
        stream=log.stream_key(actor.casino, StreamKind.COUNT),
        request=signed.request("count_rake"),
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            row = _removed_box(actor, table, box)
            locked_days.require_open(actor.casino_id, row.periods.values_list("gaming_day", flat=True))
            witnesses.require_independent(row.table.pit_id, row.placed_at, signed)
            row.rake_counted_at, row.rake_counted_total = at, count.total
            row.save(update_fields=["rake_counted_at", "rake_counted_total"])
            covered = list(row.periods.order_by("number").values_list("number", flat=True))
            data = {
                "table": table,
                "box": box,
                "periods": covered,
                "chips": chips.as_data(counted),
                "total": count.total,
            }
            entry.record("rake_counted", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def _denominations(actor: Actor, table: str) -> list[int]:
    """Every chip that the set of a pot game's table has or had: a retired one may still be in play."""
    row = floor.GamingTable.objects.select_related("rules").filter(casino_id=actor.casino_id, code=table).first()
    known = catalogue.GAMES.get(row.rules.game) if row else None
    if row is None or known is None or known.engine.banked:
        raise NotFound("no_such_box")
    return list(house.Denomination.objects.filter(chip_set_id=row.chip_set_id).values_list("value", flat=True))


def _removed_box(actor: Actor, table: str, number: int) -> periods.DropBox:
    """The box under the count stream's lock, which alone takes a count."""
    boxes = periods.DropBox.objects.select_related("table")
    box = boxes.filter(table__casino_id=actor.casino_id, table__code=table, number=number).first()
    if box is None:
        raise NotFound("no_such_box")
    if box.status == BoxStatus.ON_TABLE:
        raise Conflict("box_not_removed", state=box.status, wanted=BoxStatus.COUNTED)
    if box.rake_counted_total is not None:
        raise Conflict("already_counted")
    return box
