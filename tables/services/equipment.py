"""The inventory of cards and dice: received, given to tables, taken back, destroyed, counted (domain.md §1.1).

Security keeps the stores, because who keeps them neither deals nor supervises the dealing; persons are compared, not
roles (T-100). Every act has two persons: an accountant where something comes into the house or leaves it, the pit boss
in charge where it goes to his table.
The cards of a shoe are inspected at the table (``shoes``); this is where they come from and where they end.
"""

from datetime import datetime
from typing import Any, Final

from tables.domain import equipment, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.equipment import Item, Place, Stores
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.models import staff
from tables.models.equipment import EquipmentStock
from tables.selectors import codes
from tables.services import log, witnesses
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper

LONGEST_TEXT: Final = 240
STORES: Final = (Place.NEW, Place.USED)


def receive_equipment(
    *,
    actor: Actor,
    at: datetime,
    item: Item,
    pieces: int,
    source: str,
    keeper: SignatureRequest,
    accountant: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Sealed decks or dice come into the stores, counted by both.

    Refused: ``bad_pieces``, ``bad_note``, ``keeper_in_pit``, and what signing refuses.
    """
    permissions.require(actor, "keep_equipment")
    equipment.require_pieces(pieces)
    names.require_name(source, LONGEST_TEXT, "bad_note")
    paper = equipment.receipt(actor.casino, item, pieces, source)
    signed = witnesses.sign(actor, at, paper, [(Role.SECURITY, keeper), (Role.ACCOUNTANT, accountant)])
    with cage_entry(actor=actor, at=at, request=signed.request("receive_equipment"), key=key) as entry:
        if not entry.repeated:
            _require_off_the_floor(signed)
            _move(actor, item, Place.NEW, pieces)
            _record(entry, "equipment_received", {"item": item.value, "pieces": pieces, "source": source}, signed)
    return entry.answer


def issue_equipment(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    item: Item,
    pieces: int,
    keeper: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """The stores give sealed decks or dice to a table; the pit boss in charge takes them.

    Refused: ``no_such_table``, ``bad_pieces``, ``equipment_short``, ``not_in_charge``, ``keeper_in_pit``, and what
    signing refuses.
    """
    permissions.require(actor, "keep_equipment")
    equipment.require_pieces(pieces)
    paper = equipment.issue(actor.casino, table, item, pieces)
    signed = witnesses.sign(actor, at, paper, [(Role.SECURITY, keeper), (Role.PIT_BOSS, pit_boss)])
    with cage_entry(actor=actor, at=at, request=signed.request("issue_equipment"), key=key) as entry:
        if not entry.repeated:
            there = codes.table(actor.casino_id, table).pk
            witnesses.require_in_charge(there, signed)
            _require_off_the_floor(signed)
            _move(actor, item, Place.NEW, -pieces)
            _move(actor, item, Place.TABLE, pieces, there)
            _record(entry, "equipment_issued", {"table": table, "item": item.value, "pieces": pieces}, signed)
    return entry.answer


def return_equipment(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    item: Item,
    pieces: int,
    unused: int,
    keeper: SignatureRequest,
    pit_boss: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """A table gives back ``pieces``, ``unused`` of them still sealed; the others wait to be destroyed.

    Refused: ``no_such_table``, ``bad_pieces``, ``equipment_short`` (more than it was given), ``not_in_charge``,
    ``keeper_in_pit``, and what signing refuses.
    """
    permissions.require(actor, "keep_equipment")
    equipment.require_pieces(pieces)
    if not 0 <= unused <= pieces:
        raise Invalid("bad_pieces")
    paper = equipment.given_back(actor.casino, table, item, pieces, unused)
    signed = witnesses.sign(actor, at, paper, [(Role.SECURITY, keeper), (Role.PIT_BOSS, pit_boss)])
    with cage_entry(actor=actor, at=at, request=signed.request("return_equipment"), key=key) as entry:
        if not entry.repeated:
            there = codes.table(actor.casino_id, table).pk
            witnesses.require_in_charge(there, signed)
            _require_off_the_floor(signed)
            _move(actor, item, Place.TABLE, -pieces, there)
            _move(actor, item, Place.NEW, unused)
            _move(actor, item, Place.USED, pieces - unused)
            data = {"table": table, "item": item.value, "pieces": pieces, "unused": unused}
            _record(entry, "equipment_returned", data, signed)
    return entry.answer


def destroy_equipment(
    *,
    actor: Actor,
    at: datetime,
    item: Item,
    place: Place,
    pieces: int,
    how: str,
    keeper: SignatureRequest,
    accountant: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Decks or dice are cancelled and destroyed before both: used ones, or ``new`` ones that came damaged.

    Refused: ``bad_pieces``, ``bad_reason``, ``not_in_stores`` (a table's come back first), ``equipment_short``,
    ``keeper_in_pit``, and what signing refuses.
    """
    permissions.require(actor, "keep_equipment")
    equipment.require_pieces(pieces)
    names.require_name(how, LONGEST_TEXT, "bad_reason")
    if place not in STORES:
        raise Invalid("not_in_stores")
    paper = equipment.destruction(actor.casino, item, place, pieces, how)
    signed = witnesses.sign(actor, at, paper, [(Role.SECURITY, keeper), (Role.ACCOUNTANT, accountant)])
    with cage_entry(actor=actor, at=at, request=signed.request("destroy_equipment"), key=key) as entry:
        if not entry.repeated:
            _require_off_the_floor(signed)
            _move(actor, item, place, -pieces)
            data = {"item": item.value, "place": place.value, "pieces": pieces, "how": how}
            _record(entry, "equipment_destroyed", data, signed)
    return entry.answer


def count_equipment(
    *,
    actor: Actor,
    at: datetime,
    counted: Stores,
    note: str = "",
    keeper: SignatureRequest,
    accountant: SignatureRequest,
    key: str | None = None,
) -> dict[str, Any]:
    """Two persons count the stores, once a gaming day; the stores become what was counted.

    Blind: nothing here tells what should be there. ``counted`` names every item and place. Refused: ``bad_pieces``,
    ``bad_note``, ``keeper_in_pit``, ``count_differs`` unless a ``note`` says why, and what signing refuses.
    """
    permissions.require(actor, "keep_equipment")
    found = {item.value: {place.value: counted[item][place] for place in STORES} for item in Item}
    for places in found.values():
        for pieces in places.values():
            equipment.require_pieces(pieces, least=0)
    if note:
        names.require_name(note, LONGEST_TEXT, "bad_note")
    paper = equipment.count_sheet(actor.casino, found, note)
    signed = witnesses.sign(actor, at, paper, [(Role.SECURITY, keeper), (Role.ACCOUNTANT, accountant)])
    with cage_entry(actor=actor, at=at, request=signed.request("count_equipment"), key=key) as entry:
        if not entry.repeated:
            _require_off_the_floor(signed)
            difference = _become(actor, found)
            if difference and not note:
                raise Invalid("count_differs")
            day = entry.window.gaming_day.isoformat()
            data = {"gaming_day": day, "counted": found, "difference": difference, "note": note}
            _record(entry, "equipment_counted", data, signed)
    return entry.answer


def _record(entry: log.Entry, type_: str, data: dict[str, Any], signed: SignedPaper) -> None:
    entry.record(type_, {**data, "signatures": signed.as_data()})
    entry.answer = data


def _require_off_the_floor(signed: SignedPaper) -> None:
    """Refuse ``keeper_in_pit`` if who keeps or counts cards deals, or is in charge of a pit, at this moment."""
    people = {one.staff_id: one.badge for one in signed.signatures if one.role != Role.PIT_BOSS}
    dealing = staff.DealerTurn.objects.filter(staff_id__in=people, tapped_out_at=None).values_list("staff_id")
    in_charge = staff.PitAssignment.objects.filter(staff_id__in=people, until=None).values_list("staff_id")
    busy = {staff_id for (staff_id,) in dealing.union(in_charge)}
    for staff_id, badge in people.items():
        if staff_id in busy:
            raise NotAllowed("keeper_in_pit", badge=badge)


def _line(actor: Actor, item: str, place: str, table_id: int | None) -> EquipmentStock:
    """The line of an item at a place, under the cage's lock."""
    line, _ = EquipmentStock.objects.get_or_create(casino_id=actor.casino_id, item=item, place=place, table_id=table_id)
    return line


def _move(actor: Actor, item: str, place: Place, pieces: int, table_id: int | None = None) -> None:
    """Pieces come to a place or leave it. Refused: ``equipment_short``."""
    line = _line(actor, item, place.value, table_id)
    line.pieces += pieces
    if line.pieces < 0:
        raise Conflict("equipment_short", item=item, place=place.value)
    line.save(update_fields=["pieces"])


def _become(actor: Actor, found: Stores) -> dict[str, dict[str, int]]:
    """The stores are what was counted; what that is more or less than it was, item by item, without noughts."""
    difference: dict[str, dict[str, int]] = {}
    for item, places in found.items():
        for place, pieces in places.items():
            line = _line(actor, item, place, None)
            if line.pieces != pieces:
                difference.setdefault(item, {})[place] = pieces - line.pieces
                line.pieces = pieces
                line.save(update_fields=["pieces"])
    return difference
