"""What undoes a round (T-79): each movement the other way round, except for notes that are locked in the drop box.

A lost money play's notes went into the box, which nobody opens at the table; the player gets his stake back in chips
and the notes stay where they are, counted with the rest of the box (T-43, T-44).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tables.games.contract import Place, Tender, Transfer, player_place

REASON = "round_voided"


def undo(story: Sequence[Mapping[str, Any]]) -> list[Transfer]:
    """The transfers that give back all that the events' data of one round (``story``, in order) have moved."""
    boxed = _boxed(story)
    left_as_it_is = Counter(boxed)
    back = []
    for data in reversed(story):
        for source, target, amount, _, tender in reversed(data.get("transfers", ())):
            if target == Place.BOX:
                continue
            if tender == Tender.CASH and target == Place.LAYOUT and left_as_it_is[source, amount]:
                left_as_it_is[source, amount] -= 1
                continue
            back.append(Transfer(target, source, amount, REASON, tender))
    back += [Transfer(Place.RACK, player, amount, REASON, Tender.CHIPS) for player, amount in boxed]
    return back


def _boxed(story: Sequence[Mapping[str, Any]]) -> list[tuple[str, int]]:
    """Player and amount of every cash stake whose notes went into the box: decided, and not handed back."""
    seats = {bet["bet"]: bet["seat"] for data in story for bet in data.get("laid", ())}
    boxed = []
    for data in story:
        handed_back = Counter(
            (target, amount)
            for source, target, amount, _, tender in data.get("transfers", ())
            if source == Place.LAYOUT and tender == Tender.CASH and target != Place.BOX
        )
        for bet in data.get("settled", ()):
            if bet["tender"] != Tender.CASH:
                continue
            note = (player_place(seats[bet["bet"]]), bet["stake"])
            if handed_back[note]:
                handed_back[note] -= 1
            else:
                boxed.append(note)
    return boxed
