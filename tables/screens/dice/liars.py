"""A round of liar's dice as its dealer reads it: cups, the standing bid, the bids that may follow, the open.

Pure presentation of the engine's view. What may be seen and what is legal was decided there: a cup that is down has no
dice in the view, so it has none here. Money is in minor units.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as key

from tables.games.contract import player_place
from tables.games.dice import ORDINARY, Face
from tables.screens.phases import Prompt
from tables.templatetags.floor import player as spelt

ROLL: Final = "roll"
BID: Final = "bid"
SHOW: Final = "show"
ZHAI: Final = "zhai"
FEI: Final = "fei"
UNIT_KEYS: Final = 4
"""So many places for a key that opens; more units than that are told through the API."""
_NONE: Final = _("none left")
_ON_ONES: Final = {ZHAI: _("ones are zhai"), FEI: _("not on ones")}
"""Why there is no bid on ones with a call."""
WHOLE_CUP: Final[Mapping[int, str]] = {1: key("Wei"), 2: key("Full wei")}
"""How a cup is called that counts so many dice more than it has: all alike with ones, all alike without."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die of a cup that is up; ``counts`` when it answers the bid."""

    face: Face
    counts: bool


@dataclass(frozen=True, slots=True)
class Cup:
    """A player with his cup. ``dice`` is empty while it is down; ``whole`` names a cup that counts more than it has."""

    player: str
    throws: int
    ready: bool
    dice: tuple[Die, ...]
    counted: int | None
    whole: str
    on: bool
    wanted: bool
    chosen: bool
    bid: Mapping[str, Any] | None

    @property
    def again(self) -> bool:
        """A single hand has to be thrown again."""
        return self.throws > 0 and not self.ready


@dataclass(frozen=True, slots=True)
class BidKey:
    """The key of a face: the bid it makes, and why there is none if it is off, or what it does besides."""

    face: int
    quantity: int
    call: str
    enabled: bool
    lowest: bool
    why: Promise | str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """All of it, ready to be drawn."""

    cups: tuple[Cup, ...]
    view: Mapping[str, Any]
    keys: tuple[BidKey, ...] = ()
    call: str = ""
    calls: tuple[str, ...] = ()
    plus: int = 0
    units: tuple[int | None, ...] = ()

    @property
    def turn(self) -> Mapping[str, Any] | None:
        """Who is to bid or to open."""
        turn: Mapping[str, Any] | None = self.view["turn"]
        return turn

    @property
    def standing(self) -> Mapping[str, Any] | None:
        """The bid that is to be raised or opened; at the open, the one that was."""
        standing: Mapping[str, Any] | None = self.view["standing_bid"]
        return standing

    @property
    def can_open(self) -> bool:
        """Whether there is a bid to open."""
        return self.turn is not None and "open" in self.turn["acts"]

    @property
    def doubled(self) -> bool:
        """Whether the loser pays double because his cup is a wei (L7.4)."""
        result, opened = self.view["result"], self.view["opened"]
        return bool(result and opened and result["units"] > opened["units"])

    @property
    def moves(self) -> Sequence[tuple[str, str, int]]:
        """What each player, at his place, has won or lost, those who have neither left out."""
        seats = {player["player"]: player["seat"] for player in self.view["players"]}
        net = self.view["net"] or {}
        return [(player, player_place(seats[player]), amount) for player, amount in net.items() if amount]


def read(view: Mapping[str, Any], *, call: str = "", plus: int = 0, chosen: str = "") -> Round:
    """The round of a view. ``call`` and ``plus`` say which bids the keys make: so called, so far above the lowest.

    ``chosen`` is whose cup is keyed; the next one that is wanted if he has none to key.
    """
    wanted = view["wanted"]
    whose = chosen if chosen in wanted else (wanted[0] if wanted else "")
    last = {bid["by"]: bid for bid in view["bids"]}
    turn = view["turn"]
    cups = tuple(_cup(view, player, turn, wanted, whose, last.get(player["player"])) for player in view["players"])
    if turn is None:
        return Round(cups, view)
    calls = ("", FEI) if view["zhai"] else ("", ZHAI)
    call = call if call in calls else ""
    plus = max(0, min(plus, view["maximum_bid"]))
    units = tuple(at if at <= turn["max_open_units"] else None for at in range(1, UNIT_KEYS + 1))
    return Round(cups, view, _keys(view, turn["bids"], call, plus), call, calls, plus, units)


def phase_of(view: Mapping[str, Any]) -> str:
    """What the terminal waits for, while a round is on and not decided."""
    if view["awaits"] == "act":
        return BID
    return SHOW if view["opened"] else ROLL


def prompt_of(phase: str, seen: Round) -> Prompt:
    """What the dealer does next."""
    whose = next((cup.player for cup in seen.cups if cup.chosen), "")
    if phase == ROLL:
        return Prompt(
            gettext("Cup of %(player)s") % {"player": spelt(whose)},
            gettext("Key what lies under it; nobody else sees it. Touch another player to key his first."),
        )
    if phase == SHOW:
        return Prompt(
            gettext("Cup of %(player)s") % {"player": spelt(whose)}, gettext("The cups are up: key what lies there.")
        )
    if seen.turn is None:
        return Prompt("")
    words = gettext("%(player)s bids") if not seen.standing else gettext("%(player)s bids or opens")
    return Prompt(words % {"player": spelt(seen.turn["player"])}, _hint(seen))


def _hint(seen: Round) -> str:
    """What the keys do, in a sentence: who has never dealt the game has to know what to press."""
    if seen.call == FEI:
        return gettext("Fei (飞) breaks zhai: at least twice the number, and ones count as every face again.")
    if seen.call == ZHAI:
        return gettext("Zhai (斋): from this bid on ones count as ones only.")
    if not seen.standing:
        return gettext("All shake and look. Touch what he bids; each key shows the lowest bid of its face.")
    return gettext("Touch his bid, or Open. Higher is more dice, or as many of a higher face.")


def _cup(
    view: Mapping[str, Any],
    player: Mapping[str, Any],
    turn: Mapping[str, Any] | None,
    wanted: Sequence[str],
    whose: str,
    bid: Mapping[str, Any] | None,
) -> Cup:
    name, standing = player["player"], view["standing_bid"]
    asked: Sequence[Face] = ()
    if player["counted"] is not None:
        asked = (standing["face"],) if view["zhai"] else (standing["face"], 1)
    dice = tuple(Die(face, face in asked) for face in player["cup"] or ())
    more = 0 if player["counted"] is None else player["counted"] - sum(die.counts for die in dice)
    return Cup(
        player=name,
        throws=player["throws"],
        ready=player["ready"],
        dice=dice,
        counted=player["counted"],
        whole=WHOLE_CUP.get(more, ""),
        on=turn is not None and turn["player"] == name,
        wanted=name in wanted,
        chosen=name == whose,
        bid=bid,
    )


def _keys(view: Mapping[str, Any], bids: Sequence[Mapping[str, Any]], call: str, plus: int) -> tuple[BidKey, ...]:
    """A key for each face in its fixed place; the lowest bid of all is the one to begin with."""
    lowest = {bid["face"]: bid["quantity"] for bid in bids if (bid["call"] or "") == call}
    first = next((bid["face"] for bid in bids if (bid["call"] or "") == call), None)
    made = []
    for face in ORDINARY:
        number = int(face)
        quantity = lowest.get(number, 0) + plus
        if number not in lowest:
            why = _ON_ONES.get(call, _NONE) if number == 1 else _NONE
            made.append(BidKey(number, 0, call, False, False, why))
        elif quantity > view["maximum_bid"]:
            made.append(BidKey(number, 0, call, False, False, _("not so many dice")))
        else:
            turns = _ON_ONES[ZHAI] if number == 1 and not view["zhai"] else ""
            made.append(BidKey(number, quantity, call, True, number == first and plus == 0, turns))
    return tuple(made)
