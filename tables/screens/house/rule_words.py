"""What each house rule and each of its choices is called on the screens; docs/rules.md has the same names in full."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

NAMES: Final[Mapping[str, Promise | str]] = {
    # every game
    "pay_unit": _("smallest amount paid"),
    "rake": _("rake"),
    "rake_percent": _("rake, as a fraction of the pot"),
    "rake_cap": _("rake at most (0: no cap)"),
    "rake_amount": _("rake, a fixed amount"),
    "leaver": _("who leaves in mid-round"),
    # blackjack
    "spots": _("spots"),
    "natural_pays": _("a blackjack pays"),
    "rounding": _("rounding of winnings"),
    "insurance": _("insurance"),
    "insurance_amount": _("insurance: how much"),
    "dealer_soft_17": _("dealer on a soft 17"),
    "double_after_split": _("double after a split"),
    "double_card": _("card of a double"),
    "max_hands": _("hands from one by splitting"),
    "resplit_aces": _("aces split again"),
    "auto_stand_21": _("21 stands by itself"),
    "cut_card_first": _("cut card before the first card"),
    "exhaustion": _("shoe empty in mid-round"),
    "decks": _("decks"),
    "player_cards": _("players' cards"),
    "money_play": _("notes laid as a stake"),
    # Scarney dice
    "frames": _("frames of a game"),
    "frame_score": _("score of a frame"),
    "little_scarney_no_dice": _("Little Scarney without a die left"),
    "stay_after_craps": _("stay after craps"),
    "bonus_min_dice": _("dice that a bonus needs"),
    "playoff_ante": _("ante for a playoff"),
    "double_chips": _("chips that a double-down costs"),
    # liar's dice
    "dice_per_player": _("dice in a cup"),
    "counting": _("dice that answer"),
    "reroll_single": _("a single hand is thrown again"),
    "wei_double": _("a wei doubles the penalty"),
    "ones_rank": _("rank of ones"),
    "opening_odd": _("half a die in the first bid"),
    "to_zhai": _("turning zhai"),
    "max_open_units": _("units of an opening at most"),
    "payee": _("the loser pays"),
}
CHOICES: Final[Mapping[str, Promise | str]] = {
    "yes": _("yes"),
    "no": _("no"),
    "none": _("none"),
    "down": _("down"),
    "up": _("up"),
    "exact_half": _("exactly half"),
    "up_to_half": _("up to half"),
    "stand": _("stands"),
    "hit": _("draws"),
    "face_down": _("face down"),
    "face_up": _("face up"),
    "reshuffle_now": _("shuffle at once"),
    "last_round": _("one last round"),
    "reshuffle_discards": _("shuffle the discards"),
    "void_round": _("void the round"),
    "notes_back": _("the notes go back"),
    "changed": _("changed into chips"),
    "percent": _("a share of the pot"),
    "per_game": _("each game"),
    "per_round": _("each round"),
    "time": _("by time"),
    "frames_zero": _("his open frames count 0"),
    "out": _("he is out"),
    "cumulative": _("all throws added up"),
    "last_throw": _("the last throw"),
    "score": _("scores"),
    "crap_out": _("craps out"),
    "bonus": _("with the bonus"),
    "as_rolled": _("as they lie"),
    "with_bonus": _("where the bonus counts"),
    "always": _("always"),
    "never": _("never"),
    "low": _("lowest"),
    "high": _("highest"),
    "floor": _("rounded down"),
    "ceil": _("rounded up"),
    "raise": _("needs a higher bid"),
    "same_ok": _("may keep the number"),
    "winner": _("the winner"),
    "pot": _("the pot"),
    "forfeits": _("loses his stake"),
    "voids": _("the round is void"),
}
_WHOLE = re.compile(r"must be a whole number from (\d+) to (\d+)")
_PAIR = re.compile(r"must be two whole numbers, such as \[(\d+), (\d+)\]")


def name(rule: str) -> str:
    """What a rule is called; a rule of a game that is newer than these words keeps its own name."""
    return str(NAMES.get(rule, rule))


def written(value: Any) -> str:
    """A value as it is keyed and sent: ``yes``, ``6, 5``, ``face_down``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def choice(text: str) -> str:
    """How a written value is read; numbers are read as they stand."""
    return str(CHOICES.get(text, text))


def hint(belongs: str) -> str:
    """What the engine says belongs there, in the language of the screen; nothing when it is a choice."""
    if found := _WHOLE.fullmatch(belongs):
        return gettext("a whole number from %(low)s to %(high)s") % {"low": found[1], "high": found[2]}
    if found := _PAIR.fullmatch(belongs):
        return gettext("two whole numbers, such as %(one)s, %(other)s") % {"one": found[1], "other": found[2]}
    return ""
