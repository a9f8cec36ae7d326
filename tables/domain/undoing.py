"""Undo: the dealer takes his own last press back, within seconds and before anything depends on it (docs/events.md).

A press is what one entry wrote: the events at the head of a table's stream with one ``recorded_at``. ``press_undone``
reverses it; nothing is deleted. From then on the table is the fold of its events without the undone ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from tables.domain import chips
from tables.domain.chips import Chips
from tables.games.contract import Place, Transfer

UNDO: Final = "press_undone"
REASON: Final = "press_undone"
RELAID: Final = "bet_relaid"
"""Why an undo moves money: the press is taken back; or it had taken back a bet, which now lies there again."""
MOST_SECONDS: Final = 60
"""No house gives its dealers longer: by then somebody has acted on what was keyed."""

CHANCE: Final = frozenset(
    {"card_dealt", "cut_card_appeared", "shoe_exhausted", "dice_thrown", "seats_thrown", "cup_rolled", "cup_shown"}
)
"""What chance did. Where the house deals or throws, it has shown what comes and cannot show it again."""
UNDOABLE: Final = (CHANCE - {"cup_rolled"}) | {
    *("round_opened", "bet_placed", "back_bet_placed", "bet_withdrawn", "betting_closed", "insurance_taken"),
    *("act_taken", "ante_paid", "throw_announced", "frame_stayed", "player_left", "bid_made", "bid_opened"),
}
"""What a dealer may take back by himself. A cup thrown before the bidding has been looked into, and with the end of the
insurance he has looked at his own cards; a cup that is keyed after the open lies there for all to see."""


class Pressed(NamedTuple):
    """An event as an undo looks at it. ``sealed`` is the text of the log's sealed column."""

    seq: int
    type: str
    actor: str
    terminal: str
    occurred_at: str
    recorded_at: str
    data: Mapping[str, Any]
    sealed: str = ""


def pressed(seq: int, event: Mapping[str, Any], sealed: str = "") -> Pressed:
    """The event whose body is ``event``."""
    return Pressed(
        seq,
        event["type"],
        event["actor"],
        event["terminal"],
        event["occurred_at"],
        event["recorded_at"],
        event["data"],
        sealed,
    )


def why_final(press: Sequence[Pressed], *, house_deals: bool, seats: Mapping[int, str]) -> str:
    """Why the dealer cannot take ``press`` back: ``kind``, ``ended``, ``chance``, ``money`` or ``shown``; else empty.

    ``seats`` tells where the cards lie that the press turned over, by their events. A card that busts a hand, or a
    split, shows that hand: to take a wrong key back gives nobody more to know than the cards of who sits there.
    Anything else that came to light stays known.
    """
    for event in press:
        if event.type not in UNDOABLE:
            return "kind"
        if "ended" in event.data:
            return "ended"
        if house_deals and event.type in CHANCE:
            return "chance"
        moved = [place for move in event.data.get("transfers", ()) for place in move[:2]]
        if Place.BOX in moved or Place.RAKE in moved:  # notes and rake are dropped at once and stay where they are
            return "money"
        own = event.data.get("to") or str(event.data.get("input", {}).get("spot"))
        shown = [seats.get(line["seq"]) for line in event.data.get("revealed", ())]
        if any(seat != own or seat == "dealer" for seat in shown):
            return "shown"
    return ""


def in_time(press: Sequence[Pressed], at: datetime, seconds: int) -> bool:
    """Whether ``at`` is within ``seconds`` of the press."""
    return (at - datetime.fromisoformat(press[0].occurred_at)).total_seconds() <= seconds


def back(press: Sequence[Pressed]) -> list[Transfer]:
    """The transfers that take back what the press had moved, last first."""
    found = []
    for event in reversed(press):
        reason = RELAID if event.type == "bet_withdrawn" else REASON
        for source, target, amount, _, tender in reversed(event.data.get("transfers", ())):
            found.append(Transfer(target, source, amount, reason, tender))
    return found


def rack_back(press: Iterable[Pressed]) -> Chips:
    """The change of the rack that takes the press back."""
    return chips.less({}, chips.add(*(chips.from_data(event.data.get("rack", {})) for event in press)))


def pot_back(press: Iterable[Pressed]) -> Chips:
    """The change of the pot's chips that takes the press back."""
    change: Chips = {}
    for event in press:
        for move, stack in zip(event.data.get("transfers", ()), event.data.get("stacks", ()), strict=False):
            came, went = move[1] == Place.POT, move[0] == Place.POT
            if came or went:
                change = (chips.less if came else chips.add)(change, chips.from_data(stack))
        if changed := event.data.get("change"):
            given, taken = chips.from_data(changed["given"]), chips.from_data(changed["taken"])
            change = chips.less(chips.add(change, given), taken)
    return change


def told(number: int, press: Sequence[Pressed]) -> dict[str, Any]:
    """The data of ``press_undone``; ``number`` is the round that the press belongs to.

    ``first`` to ``last`` are the undone events; ``reopened`` the bets whose decision is taken back, ``unlaid`` those
    that were never laid.
    """
    data: dict[str, Any] = {
        "round": number,
        "first": press[0].seq,
        "last": press[-1].seq,
        "types": [event.type for event in press],
        "unlaid": [bet["bet"] for event in press for bet in event.data.get("laid", ())],
        "reopened": sorted({bet["bet"] for event in press for bet in event.data.get("settled", ())}),
    }
    if transfers := back(press):
        data["transfers"] = [list(transfer) for transfer in transfers]
    if rack := rack_back(press):
        data["rack"] = chips.as_data(rack)
    return data


def undone_seqs(undos: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """Every event that one of ``undos``, the data of ``press_undone`` events, has taken back."""
    return frozenset(seq for undo in undos for seq in range(undo["first"], undo["last"] + 1))


def standing(events: Sequence[Pressed]) -> list[Pressed]:
    """Events without those that were undone, and without the undoing itself."""
    gone = undone_seqs(event.data for event in events if event.type == UNDO)
    return [event for event in events if event.type != UNDO and event.seq not in gone]
