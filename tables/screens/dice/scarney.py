"""A game of Straight Scarney Dice as its dealer reads it: the score sheet, the throw, the pot.

Pure presentation of the engine's view; nothing here knows a rule. Frames count from 1, money is in minor units.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.games.contract import player_place
from tables.games.dice import DEAD, SCARNEY, Face
from tables.screens.dice import wording
from tables.screens.phases import Prompt
from tables.templatetags.floor import player as spelt

ANTES: Final = "antes"
SEATING: Final = "seating"
SHOOT: Final = "shoot"
FALL: Final = "fall"
SIDES: Final = "AB"

FACES: Final[Sequence[Face]] = (*(face for face in SCARNEY if face != DEAD), DEAD)
"""What a die can show, each once, the dead face last."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line of the score sheet; None for a frame not yet played. ``side`` is empty without partners."""

    player: str
    side: str
    frames: tuple[tuple[int, int] | None, ...]
    playoffs: tuple[int | None, ...]
    total: int
    paid: int
    left: bool
    shooting: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Side:
    """The partners of a side, added up: their totals, and each playoff frame as far as it is in."""

    letter: str
    total: int
    playoffs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of the frame with its words; ``points`` is what it scored."""

    player: str
    dice: tuple[Face, ...]
    points: int
    words: tuple[Promise | str, ...]
    dead: bool


@dataclass(frozen=True, slots=True)
class Share:
    """What a winner gets out of the pot, at ``place``: his net with all that he had put in."""

    player: str
    place: str
    amount: int


@dataclass(frozen=True, slots=True)
class Game:
    """All of it, ready to be drawn."""

    lines: tuple[Line, ...]
    columns: tuple[int, ...]
    playoffs: tuple[int, ...]
    frame: int
    throws: tuple[Throw, ...]
    view: Mapping[str, Any]

    @property
    def turn(self) -> Mapping[str, Any] | None:
        """Who has the dice, if somebody has."""
        turn: Mapping[str, Any] | None = self.view["turn"]
        return turn

    @property
    def last(self) -> Throw | None:
        """The newest throw."""
        return self.throws[-1] if self.throws else None

    @property
    def sides(self) -> Sequence[Side]:
        """Both sides; none without partners."""
        found = []
        for letter, team in zip(SIDES, self.view["teams"], strict=False):
            frames = (sum(scores.get(player, 0) for player in team["players"]) for scores in self.view["playoffs"])
            found.append(Side(letter, team["total"], tuple(frames)))
        return found

    @property
    def shares(self) -> Sequence[Share]:
        """Who gets how much, once the game is over."""
        lines = {line["player"]: line for line in self.view["sheet"]}
        net = self.view["net"] or {}
        return [
            Share(player, player_place(lines[player]["seat"]), net[player] + lines[player]["paid"])
            for player in self.view["winners"]
            if net
        ]

    @property
    def reason(self) -> Promise | str:
        """Why the game is over, in a sentence."""
        return wording.REASONS.get(self.view["reason"] or "", "")


def read(view: Mapping[str, Any]) -> Game:
    """The game of a view."""
    shooter = (view["turn"] or {}).get("player")
    columns = tuple(range(1, view["frames"] + 1))
    sides = {player: SIDES[at] for at, team in enumerate(view["teams"]) for player in team["players"]}
    lines = tuple(
        Line(
            player=line["player"],
            side=sides.get(line["player"], ""),
            frames=_filled([(score, total) for score, total in line["frames"]], len(columns)),
            playoffs=tuple(scores.get(line["player"]) for scores in view["playoffs"]),
            total=line["total"],
            paid=line["paid"],
            left=line["left"],
            shooting=line["player"] == shooter,
            won=line["player"] in view["winners"],
        )
        for line in view["sheet"]
    )
    playoffs = tuple(range(1, len(view["playoffs"]) + 1))
    return Game(lines, columns, playoffs, view["frame"], tuple(map(_throw, view["throws"])), view)


def phase_of(view: Mapping[str, Any]) -> str:
    """What the terminal waits for, while a game is on and not decided."""
    if view["awaits"] == "dice":
        return SEATING if view["seating"]["to_throw"] else FALL
    return {"stakes": ANTES, "act": SHOOT}[view["awaits"]]


def prompt_of(phase: str, game: Game, *, server: bool) -> Prompt:
    """What the dealer does next; where the server throws he keys no die."""
    view = game.view
    if phase == ANTES:
        return Prompt(gettext("Antes"), gettext("From the first shooter clockwise, each into the pot."))
    if phase == SEATING:
        who = spelt(view["seating"]["to_throw"][0])
        return Prompt(gettext("%(player)s throws for his seat") % {"player": who}, gettext("Highest sum shoots first."))
    if game.turn is None:
        return Prompt("")
    who = spelt(game.turn["player"])
    if phase == FALL:
        return Prompt(gettext("%(player)s: the dice fall") % {"player": who})
    keyed = "" if server else gettext("Key each die as it lies, then Throw. On ordinary dice 2 and 5 are dead.")
    if game.turn["craps"]:
        return Prompt(gettext("%(player)s throws again") % {"player": who}, gettext("After craps: the live dice."))
    throws = gettext("%(player)s throws") % {"player": who}
    if "stay" in game.turn["acts"]:
        throws = gettext("%(player)s throws or stays") % {"player": who}
    return Prompt(throws, keyed)


def why_not(game: Game, act: str) -> Promise | str:
    """Words beside a key that the rules have switched off; they explain and decide nothing."""
    turn = game.turn
    if turn is None:
        return ""
    if act == "stay":
        return _("throw again") if turn["points"] else _("no score yet")
    if act == "double":
        return _("before the first score") if turn["points"] else _("not enough chips")
    return _("with one die only")


def _throw(throw: Mapping[str, Any]) -> Throw:
    words: list[Promise | str] = []
    if throw["kind"] in wording.THROWS:
        words.append(wording.THROWS[throw["kind"]])
    elif throw["bonus_name"]:
        words.append(wording.BONUSES.get(throw["bonus_name"], throw["bonus_name"]))
    words += [said for called, said in (("double", _("doubled")), ("opposite", _("opposite"))) if throw[called]]
    dead = throw["kind"] in ("craps", "crap_out")
    return Throw(throw["player"], tuple(throw["dice"]), throw["points"], tuple(words), dead)


def _filled(frames: Sequence[tuple[int, int]], columns: int) -> tuple[tuple[int, int] | None, ...]:
    return (*frames, *[None] * (columns - len(frames)))
