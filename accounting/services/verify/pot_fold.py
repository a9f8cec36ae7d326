"""The pot of a table as its log tells it: what lies in it, chip by chip, and how it was paid out (docs/events.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounting.services.verify.rounds import Wrong
from tables.domain import chips, pot_chips
from tables.domain.chips import Chips
from tables.games.contract import Place

Data = Mapping[str, Any]


@dataclass(slots=True)
class FoldedPot:
    """Players' chips that the house holds; ``settlement`` tells how the newest round was paid, as it is kept."""

    chips: Chips = field(default_factory=dict)
    settlement: Data | None = None

    @property
    def value(self) -> int:
        """What lies in the pot, in minor units."""
        return chips.value(self.chips)

    def as_data(self) -> dict[str, Any]:
        """The pot as the floor keeps it."""
        return {"chips": chips.as_data(self.chips), "settlement": self.settlement}

    def take(self, data: Data, rack: Chips) -> None:
        """Recompute the pot by an event; ``rack`` is what the rack held before it.

        Stakes lie in it in the chips they were laid in; payments are cut from it, with change only where its own chips
        do not do. Raises Wrong when the event says anything else, and takes the pot as it says all the same.
        """
        moves = data.get("transfers", ())
        if not any(Place.POT in move[:2] for move in moves):
            return
        stacks = [chips.from_data(stack) for stack in data["stacks"]]
        if [chips.value(stack) for stack in stacks] != [move[2] for move in moves]:
            raise Wrong("the chips in and out of the pot are not worth what was moved")
        into = [stack for move, stack in zip(moves, stacks, strict=True) if move[1] == Place.POT]
        out = [stack for move, stack in zip(moves, stacks, strict=True) if move[0] == Place.POT]
        before = chips.add(self.chips, *into)
        change = data.get("change")
        given, taken = (chips.from_data(change[side]) if change else {} for side in ("given", "taken"))
        self.chips = chips.less(chips.add(before, taken), chips.add(given, *out))
        if "input" in data:
            self._settled(data, moves)
        if "laid" in data and into != [chips.from_data(stake["chips"]) for stake in data["laid"]]:
            raise Wrong("the chips in the pot are not the ones that were laid")
        if min(self.chips.values(), default=0) < 0:
            raise Wrong("more came out of the pot than was in it")
        _check_change(data, change, given, taken, rack)
        _check_cut(before, out, change is not None, void="input" not in data)

    def _settled(self, data: Data, moves: Sequence[Sequence[Any]]) -> None:
        payments = [
            [move[1], move[2], stack] for move, stack in zip(moves, data["stacks"], strict=True) if move[0] == Place.POT
        ]
        if payments:
            self.settlement = {"payments": payments, "change": data.get("change")}


def _check_change(data: Data, change: Data | None, given: Chips, taken: Chips, rack: Chips) -> None:
    """Change is of equal value, and the rack's part in it is what the event says of the rack."""
    if chips.value(given) != chips.value(taken):
        raise Wrong("the change is not of equal value")
    with_rack = change is not None and change["source"] == pot_chips.RACK
    moved = chips.less(given, taken) if with_rack else {}
    if chips.from_data(data.get("rack", {})) != moved:
        raise Wrong("the rack did not change as the change says")
    if with_rack and any(rack.get(value, 0) < count for value, count in taken.items()):
        raise Wrong("the rack had not the chips of the change")


def _check_cut(before: Chips, out: Sequence[Chips], changed: bool, *, void: bool) -> None:
    """Payments are the pot's own chips, largest first; no change is made where these will do. A void may give the very
    chips that were laid."""
    made = pot_chips.pay(before, [chips.value(stack) for stack in out], out if void else ())
    if changed != (made is None) or (made is not None and made.stacks != out):
        raise Wrong("the chips out of the pot are not what it gives")
