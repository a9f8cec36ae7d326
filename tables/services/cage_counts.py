"""The count of cage or vault by two cashiers, one going and one coming, and what should lie there (domain.md §1.1).

The count is blind: no request holds what should be there, and a refusal does not tell by how much a count differs.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import cage_papers, chips, limits, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.cage import CageCount, CagePlace
from tables.domain.chips import Chips
from tables.domain.errors import Invalid, NotFound
from tables.domain.house_settings import ChipKind
from tables.models import house
from tables.selectors import chip_sets
from tables.selectors.chip_sets import ChipSetView
from tables.services import cage_stock, clock, log, witnesses
from tables.services.cage_stock import Line
from tables.services.cage_stream import cage_entry
from tables.services.signatures import SignatureRequest

Sets = Mapping[str, ChipSetView]


def count_cage(
    *,
    actor: Actor,
    at: datetime,
    place: CagePlace,
    count: CageCount,
    outgoing: SignatureRequest,
    incoming: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The place becomes what the outgoing and the incoming cashier counted; differences are variances with a note.

    The count belongs to the shift that it begins, like a table's opener (T-08). Refused: ``no_such_chip_set``,
    ``unknown_denomination``, ``unknown_note``, ``bad_quantity``, ``total_mismatch`` (T-31), ``bad_note``,
    ``count_differs``, ``same_person``, and what signing refuses.
    """
    permissions.require(actor, "run_cage")
    if count.note:
        names.require_name(count.note, 240, "bad_note")
    notes = count.notes.checked()
    paper = cage_papers.cage_count_sheet(actor.casino, place.value, count)
    signed = witnesses.sign(actor, at, paper, [(Role.CASHIER, outgoing), (Role.CASHIER, incoming)])
    request = signed.request("count_cage")
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            known = chip_sets.of_casino(actor.casino_id)
            sets = _checked_sets(count, known)
            correction = cage_stock.become_counted(actor.casino_id, place, _lines(place, sets, notes, known))
            data = {**_counted(entry, place, count, sets, notes, known), **_differences(correction, known)}
            if data["differs"] and not count.note:
                raise Invalid("count_differs")
            del data["differs"]
            entry.record("cage_counted", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def set_target(
    *,
    actor: Actor,
    at: datetime,
    place: CagePlace,
    chip_set: str | None,
    target: Mapping[int, int],
    key: str | None = None,
) -> dict[str, Any]:
    """How many chips of a set (None: banknotes) should lie at a place; what is not named has no target any more.

    Refused: ``no_such_chip_set``, ``unknown_denomination``, ``unknown_note``, ``bad_quantity``.
    """
    permissions.require(actor, "manage_house")
    data = {"place": place.value, "chip_set": chip_set or "", "target": chips.as_data(chips.add(target))}
    with cage_entry(actor=actor, at=at, request={"do": "set_cage_target", **data}, key=key) as entry:
        if not entry.repeated:
            known = chip_sets.named(actor.casino_id, chip_set) if chip_set else None
            wanted = chips.checked(target, known.in_use if known else _notes(target))
            cage_stock.aim_at(actor.casino_id, place, known.id if known else None, wanted)
            entry.record("cage_target_set", data)
            entry.answer = data
    return entry.answer


def _notes(pieces: Mapping[int, int]) -> Mapping[int, int]:
    for note in pieces:
        if not 0 < note <= limits.MOST:
            raise Invalid("unknown_note", note=note)
    return pieces


def _checked_sets(count: CageCount, known: Sets) -> dict[str, Chips]:
    """The counted chips by set, those sets that have any; both totals are those of the chips (T-31)."""
    sets = {}
    for code, pieces in sorted(count.sets.items()):
        if code not in known:
            raise NotFound("no_such_chip_set", chip_set=code)
        sets[code] = chips.checked(pieces, known[code].ever)
    for kind, total in ((ChipKind.VALUE, count.chips_total), (ChipKind.PROMOTIONAL, count.promotional_total)):
        chips.require_total(_together(sets, known, kind), total)
    return {code: pieces for code, pieces in sets.items() if pieces}


def _together(sets: Mapping[str, Mapping[int, int]], known: Sets, kind: ChipKind) -> Chips:
    """The chips of all sets of a kind, by denomination."""
    return chips.add(*(pieces for code, pieces in sets.items() if known[code].kind == kind))


def _lines(place: CagePlace, sets: Mapping[str, Chips], notes: Chips, known: Sets) -> dict[Line, int]:
    lines = {
        Line(place.value, known[code].id, value): count
        for code, pieces in sets.items()
        for value, count in pieces.items()
    }
    return lines | {Line(place.value, 0, value): count for value, count in notes.items()}


def _counted(
    entry: log.Entry, place: CagePlace, count: CageCount, sets: Mapping[str, Chips], notes: Chips, known: Sets
) -> dict[str, Any]:
    casino = house.Casino.objects.get(pk=entry.actor.casino_id)
    window = clock.window_after_count(casino.pk, entry.settings_version, entry.at, casino.early_count_minutes)
    return {
        "place": place.value,
        "gaming_day": window.gaming_day.isoformat(),
        "shift": window.shift,
        "sets": {code: chips.as_data(pieces) for code, pieces in sets.items()},
        "chips": chips.as_data(_together(sets, known, ChipKind.VALUE)),
        "chips_total": count.chips_total,
        "promotional_total": count.promotional_total,
        "notes": chips.as_data(notes),
        "cash_total": count.notes.total,
        "note": count.note,
    }


def _differences(correction: Mapping[Line, int], known: Sets) -> dict[str, Any]:
    """What the count found more or less, by set and in money; ``differs`` unless only the mix of a value changed."""
    codes = {view.id: code for code, view in known.items()}
    by_set: dict[str, Chips] = {}
    for line, change in correction.items():
        by_set.setdefault(codes.get(line.chip_set, ""), {})[line.value] = change
    notes = by_set.pop("", {})
    money = {
        "chips_difference": chips.value(_together(by_set, known, ChipKind.VALUE)),
        "promotional_difference": chips.value(_together(by_set, known, ChipKind.PROMOTIONAL)),
        "cash_difference": chips.value(notes),
    }
    lost_colours = _together(by_set, known, ChipKind.NON_VALUE)
    corrected = {code: chips.as_data(change) for code, change in sorted(by_set.items())}
    return {
        **money,
        "correction": {"chips": corrected, "notes": chips.as_data(notes)},
        "differs": any(money.values()) or bool(lost_colours),
    }
