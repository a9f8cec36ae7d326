"""What the table waits for, in the terminal's words: which keys are there, and what the dealer does next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as key

from tables.screens import felt
from tables.screens.felt import Felt, Hand

CLOSED: Final = "closed"
STOPPED: Final = "stopped"
AWAY: Final = "away"
"""Somebody is signed on who does not deal here."""
BETTING: Final = "betting"
DEALING: Final = "dealing"
INSURANCE: Final = "insurance"
ACTS: Final = "acts"
SHUFFLE: Final = "shuffle"
SETTLE: Final = "settle"
SHOE: Final = "shoe"

_BY_AWAITED: Final = {"stakes": BETTING, "card": DEALING, "offer": INSURANCE, "act": ACTS, "shuffle": SHUFFLE}
_USABLE: Final = ("cut", "in_play", "cut_card_out")

_LETTERS: Final = {"hit": "H", "stand": "S", "double": "D", "split": "P"}

SHOE_WORDS: Final[Mapping[str, Promise | str]] = {
    "received": _("received"),
    "inspected": _("inspected"),
    "shuffled": _("mixed, to be cut"),
    "cut": _("ready"),
    "in_play": _("in play"),
    "cut_card_out": _("cut card is out"),
    "blocked": _("blocked"),
    "retired": _("retired"),
}
SHOE_STEPS: Final[Mapping[str, tuple[str, str, Promise | str]]] = {
    # state -> the next step, the words on its key, what is to be done
    "": ("receive", key("Receive cards"), _("Take new cards for this table, as many decks as the house rules say.")),
    "received": ("inspect", key("Sign inspection"), _("Two persons inspect and count the cards.")),
    "blocked": ("inspect", key("Sign inspection"), _("Two persons inspect and count the cards again.")),
    "inspected": ("mix", key("Cards are mixed"), _("Mix all cards face down beside the face-up joker.")),
    "shuffled": ("cut", key("Cards are cut"), _("A player cuts; then the cut card goes in.")),
    "in_play": ("mix", key("Cards are mixed"), _("Mix all cards that are not on the table.")),
    "cut_card_out": ("mix", key("Cards are mixed"), _("Mix all cards that are not on the table.")),
    "cut": ("mix", key("Cards are mixed"), _("The shoe is ready. Mix again only if it has to be.")),
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """The next step in a few big words, a hint beside them, and what fills the panel when no key does."""

    words: str
    hint: str = ""
    more: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """A key of the player in turn. A key that is off says why."""

    do: str
    words: str
    enabled: bool
    why: Promise | str = ""

    @property
    def shortcut(self) -> str:
        """The letter that presses the key on a keyboard."""
        return _LETTERS[self.do]


def phase_of(picture: Mapping[str, Any], *, mine: bool) -> str:
    """The phase of the table for the person at its terminal; ``mine`` when he deals here."""
    if picture["status"] == "stopped":
        return STOPPED
    if not mine:
        return AWAY
    if picture["status"] != "open":
        return CLOSED
    if felt.running(picture):
        if picture["round"]["status"] == "settled":
            return SETTLE
        return _BY_AWAITED[picture["next"]["kind"]]
    shoe = picture["shoe"]
    return BETTING if shoe and shoe["status"] in _USABLE else SHOE


def acts_of(phase: str, seen: Felt) -> Sequence[Act]:
    """The four acts in their fixed places."""
    acts = (("hit", key("Hit")), ("stand", key("Stand")), ("double", key("Double")), ("split", key("Split")))
    if phase != ACTS:
        return [Act(do, words, False) for do, words in acts]
    return [Act(do, words, do in seen.acts, "" if do in seen.acts else _why_not(do, seen.hand)) for do, words in acts]


def _why_not(act: str, hand: Hand | None) -> Promise | str:
    """Words beside a key that the rules have switched off; they explain and decide nothing."""
    if hand is None:
        return ""
    if act == "hit":
        return _("split aces: one card")
    if len(hand.cards) != 2:
        return _("only on two cards")
    return _("no pair to split") if act == "split" and hand.total is not None else _("not on this hand")


def prompt_of(phase: str, picture: Mapping[str, Any], seen: Felt, *, chosen: bool, over: str = "") -> Prompt:
    """What the dealer does next; ``over`` is the claim over which the table stands still, if one does."""
    if phase == DEALING:
        return _next_card(picture["next"], seen)
    if phase == ACTS and seen.turn is not None and seen.hand is not None:
        spot = gettext("Spot %(spot)s acts") % {"spot": seen.turn.number}
        hand = gettext("hand %(hand)s of %(hands)s") % {"hand": seen.hand.index + 1, "hands": len(seen.turn.hands)}
        return Prompt(spot, hand if seen.turn.split else "")
    if phase == BETTING:
        hint = (
            gettext("Touch chips, then Place bet.")
            if chosen
            else gettext("A green key lays what it says. Touch the spot for another stake.")
        )
        more = gettext("Touch a spot; touch it again for a back-bet. Close betting when all chips lie still.")
        return Prompt(gettext("Bets"), hint, more)
    if phase == SHOE or phase == SHUFFLE:
        step = next_step(picture)
        return Prompt(gettext("Shoe"), str(SHOE_STEPS[step][2]))
    words = {
        CLOSED: Prompt(gettext("The table is closed"), "", gettext("Count the rack with the pit boss to open it.")),
        STOPPED: Prompt(
            gettext("Play is stopped"),
            over or gettext("A card came that was not called for."),
            gettext("Hands off the table. The pit boss looks at the felt and rules."),
        ),
        INSURANCE: Prompt(gettext("Insurance?"), gettext("Touch who insures, then close.")),
        AWAY: Prompt(gettext("Tap in to deal"), "", gettext("Somebody else deals here, or nobody does.")),
    }
    return words.get(phase, Prompt(""))


def next_step(picture: Mapping[str, Any]) -> str:
    """The state of the shoe from which ``SHOE_STEPS`` goes on; empty when there is none."""
    return str(picture["shoe"]["status"]) if picture["shoe"] else ""


def _next_card(upcoming: Mapping[str, Any], seen: Felt) -> Prompt:
    down = gettext("face down") if upcoming["face_down"] else gettext("face up")
    if upcoming["to"] == felt.DEALER:
        return Prompt(gettext("Next card → dealer"), down)
    spot = gettext("Next card → spot %(spot)s") % {"spot": upcoming["to"]}
    hands = next((len(spot.hands) for spot in seen.spots if spot.next_card), 1)
    if hands > 1:
        hand = gettext("hand %(hand)s of %(hands)s") % {"hand": (upcoming["hand"] or 0) + 1, "hands": hands}
        return Prompt(spot, f"{hand} · {down}")
    return Prompt(spot, down)
