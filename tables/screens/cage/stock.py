"""What lies in cage and vault against what should, what is due there, and what moved."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from tables.domain import permissions
from tables.domain.cage import CagePlace
from tables.reports import cage_words
from tables.screens import forms, paging
from tables.screens.cage import frame, lines, words
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import cage, drops, impressments, markers, slips
from tables.selectors.cage import StockLine
from tables.services import cage_counts, clock


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of chip or note, in the drawers and in the vault beside each other; ``line`` says which it is."""

    line: StockLine
    drawers: StockLine | None
    vault: StockLine | None

    @property
    def worth(self) -> int:
        """At both places together, minor units."""
        return sum(line.worth for line in (self.drawers, self.vault) if line is not None)


@dataclass(frozen=True, slots=True)
class Shelf:
    """A chip set, or the banknotes (``chip_set`` empty)."""

    chip_set: str
    kind: str
    rows: Sequence[Row]

    @property
    def worth(self) -> int:
        """All of it, minor units."""
        return sum(row.worth for row in self.rows)


@require_GET
@page
def stock(visit: Visit) -> HttpResponse:
    """Every denomination in cage and vault, its target, and what is due."""
    found = cage.stock(visit.actor)
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    totals = [
        (cage_words.PLACES[place], found.chips_total(place), found.cash_total(place), place.value)
        for place in CagePlace
    ]
    context = {
        "places": totals,
        "shelves": _shelves(found.lines),
        "kinds": words.KINDS,
        "due": [(cage_words.PLACES[count.place], count) for count in cage.counts_due(visit.actor, window)],
        "impressments": impressments.due(visit.actor, visit.at),
        "drops": drops.waiting(visit.actor),
        "strays": slips.long_on_the_way(visit.actor.casino_id, visit.at),
        "late_markers": markers.at_tables_since(visit.actor.casino_id, window.gaming_day),
        "sees_books": visit.may("read_books"),
    }
    return frame.draw(visit, "cage/stock.html", context)


def _shelves(found: Sequence[StockLine]) -> list[Shelf]:
    """Chip sets first, banknotes last; a line that one place does not have shows as nothing there."""
    here = {(line.place, line.chip_set, line.value): line for line in found}
    shelves: dict[str, list[Row]] = {}
    for line in sorted(found, key=lambda line: (not line.chip_set, line.chip_set, line.value)):
        both = [here.get((place.value, line.chip_set, line.value)) for place in CagePlace]
        if line is both[0] or both[0] is None:
            shelves.setdefault(line.chip_set, []).append(Row(line, *both))
    return [Shelf(chip_set, rows[0].line.kind, rows) for chip_set, rows in shelves.items()]


@require_GET
@page
def movements(visit: Visit) -> HttpResponse:
    """What came, went and was counted, the newest first."""
    found = cage.movements(visit.actor, before=paging.before(visit), limit=paging.PAGE + 1)
    context = {
        "movements": [words.told(movement) for movement in found[: paging.PAGE]],
        "older": paging.older(found, lambda movement: movement.seq),
    }
    return frame.draw(visit, "cage/movements.html", context)


@require_http_methods(["GET", "POST"])
@page
def targets(visit: Visit) -> HttpResponse:
    """The house manager says what should lie where."""
    permissions.require(visit.actor, "manage_house")

    def draw(refusal: Refusal | None) -> HttpResponse:
        return frame.draw(visit, "cage/targets.html", {"forms": _target_forms(visit)}, refusal)

    def aim() -> None:
        keyed = visit.request.POST
        place, chip_set = keyed.get("place", ""), keyed.get("chip_set", "")
        cage_counts.set_target(
            actor=visit.actor,
            at=visit.at,
            place=CagePlace.VAULT if place == CagePlace.VAULT else CagePlace.CAGE,
            chip_set=chip_set or None,
            target=forms.chips_of(keyed),
            key=visit.key,
        )

    return pages.answer(visit, {"target": aim}, draw)


def _target_forms(visit: Visit) -> list[dict[str, Any]]:
    """A form a place and set (or banknotes), filled with the target as it is."""
    found = cage.stock(visit.actor).lines
    standing = {(line.place, line.chip_set, line.value): line.target for line in found if line.target}
    made = []
    for place in CagePlace:
        for known in lines.sets(visit):
            rows = [
                (chip.value, chip.colour, chip.letter, standing.get((place.value, known.code, chip.value), ""))
                for chip in known.chips
                if not chip.retired
            ]
            made.append({"place": place.value, "title": cage_words.PLACES[place], "chip_set": known.code, "rows": rows})
        rows = [
            (line.value, "", "", standing.get((place.value, "", line.value), ""))
            for line in lines.notes(visit, visit.request.GET)
        ]
        made.append({"place": place.value, "title": cage_words.PLACES[place], "chip_set": "", "rows": rows})
    return made
