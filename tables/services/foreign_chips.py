"""What dealer and pit boss find in a rack that is not the table's: logged, and into the box at once (T-40)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tables.domain import cage_papers, foreign_chips, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict
from tables.domain.foreign_chips import ForeignItem
from tables.services import log, standing, witnesses
from tables.services.signatures import SignatureRequest


def log_foreign_chips(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    items: Sequence[ForeignItem],
    dealer: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Foreign, promotional, valueless and false chips leave the rack for the box, where they are counted apart.

    The rack's own figures do not change: such a piece never was rack value, and what is short because of it shows at
    the next count. Refused: ``no_chips``, ``bad_description``, ``bad_amount``, ``bad_quantity``, ``no_box``,
    ``not_in_charge``, and what signing refuses.
    """
    permissions.require(actor, "log_foreign_chips")
    foreign_chips.require_items(items)
    told = [item.as_data() for item in items]
    paper = cage_papers.foreign_chips(actor.casino, table, told)
    signed = witnesses.sign(actor, at, paper, [(Role.DEALER, dealer), (Role.PIT_BOSS, pit_boss)])
    request = signed.request("log_foreign_chips")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            if state.box is None:
                raise Conflict("no_box")
            witnesses.require_in_charge(state.table_id, signed)
            data = {"box": state.box.number, "items": told}
            entry.record("foreign_chips_found", {**data, "signatures": signed.as_data()})
            entry.answer = {"table": table, **data}
    return entry.answer
