"""Chips that are no longer given out, and the count of colours that have no value (T-34, T-42)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tables.domain import cage_papers, chips, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, Invalid
from tables.domain.house_settings import ChipKind
from tables.domain.table_states import TableStatus
from tables.models import floor, house
from tables.selectors import chip_sets, impressments
from tables.services import witnesses
from tables.services.cage_stream import cage_entry
from tables.services.house_stream import house_entry, settings_changed
from tables.services.signatures import SignatureRequest


def retire_denominations(
    *, actor: Actor, at: datetime, chip_set: str, denominations: Sequence[int], key: str | None = None
) -> dict[str, Any]:
    """Chips that are given out no more, all of a set to retire the set: they may only come in, and be withdrawn.

    A rack that holds some keeps them until a credit takes them away. Refused: ``no_such_chip_set``,
    ``unknown_denomination`` (also one that is retired already), ``set_in_use`` (a table that is not closed would be
    left without chips).
    """
    permissions.require(actor, "manage_house")
    retired = sorted(set(denominations))
    data = {"chip_set": chip_set, "denominations": retired}
    with house_entry(actor=actor, at=at, request={"do": "retire_denominations", **data}, key=key) as entry:
        if not entry.repeated:
            known = chip_sets.named(actor.casino_id, chip_set)
            if not retired:
                raise Invalid("no_chips")
            chips.checked(dict.fromkeys(retired, 0), known.in_use)
            if set(retired) == set(known.in_use):
                _require_closed_tables(known.id)
            house.Denomination.objects.filter(chip_set_id=known.id, value__in=retired).update(retired=True)
            settings_changed(actor.casino_id)
            entry.record("denominations_retired", data)
            entry.answer = data
    return entry.answer


def _require_closed_tables(chip_set_id: int) -> None:
    playing = floor.TableState.objects.filter(
        table__chip_set_id=chip_set_id, status__in=[TableStatus.OPEN, TableStatus.STOPPED]
    )
    table = playing.order_by("table__code").values_list("table__code", flat=True).first()
    if table is not None:
        raise Conflict("set_in_use", table=table)


def impress_chips(
    *,
    actor: Actor,
    at: datetime,
    chip_set: str,
    found: Mapping[int, int],
    note: str,
    cashier: SignatureRequest,
    accountant: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """All pieces of a set without a value, wherever they lie, against what the house has brought in (T-42).

    They must all be there: none is anybody's property. ``missing`` has negative numbers for pieces too many. Refused:
    ``not_valueless``, ``no_such_chip_set``, ``unknown_denomination``, ``bad_quantity``, ``bad_note``,
    ``count_differs``, and what signing refuses.
    """
    permissions.require(actor, "run_cage")
    if note:
        names.require_name(note, 240, "bad_note")
    paper = cage_papers.impressment(actor.casino, chip_set, found, note)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, cashier), (Role.ACCOUNTANT, accountant)])
    request = signed.request("impress_chips")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            known = chip_sets.named(actor.casino_id, chip_set)
            if known.kind != ChipKind.NON_VALUE:
                raise Invalid("not_valueless")
            counted = chips.checked(found, known.ever)
            owned = impressments.owned(actor.casino_id, chip_set)
            missing = chips.less(owned, counted)
            if missing and not note:
                raise Invalid("count_differs")
            data = {
                "chip_set": chip_set,
                "chips": chips.as_data(counted),
                "owned": chips.as_data(owned),
                "missing": chips.as_data(missing),
                "note": note,
            }
            entry.record("chips_impressed", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer
