"""The key that takes the last press back: what it was, and how long there still is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.domain.undoing import Pressed
from tables.games.cards import JOKER
from tables.screens.visits import Visit
from tables.selectors import presses
from tables.selectors.tables import TableView
from tables.templatetags import floor

_WORDS: Final[Mapping[str, Promise | str]] = {
    "round_opened": _("opening"),
    "bet_placed": _("bet"),
    "back_bet_placed": _("back-bet"),
    "bet_withdrawn": _("taken back"),
    "betting_closed": _("bets closed"),
    "card_dealt": _("card"),
    "cut_card_appeared": _("cut card"),
    "shoe_exhausted": _("shoe empty"),
    "insurance_taken": _("insurance"),
    "seats_thrown": _("throw"),
    "ante_paid": _("ante"),
    "throw_announced": _("announced"),
    "dice_thrown": _("throw"),
    "frame_stayed": _("stay"),
    "player_left": _("leaving"),
    "bid_made": _("bid"),
    "bid_opened": _("open"),
    "cup_shown": _("cup"),
}
_ACTS: Final[Mapping[str, Promise | str]] = {
    "hit": _("Hit"),
    "stand": _("Stand"),
    "double": _("Double"),
    "split": _("Split"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be taken back, and for how many milliseconds more by the house's clock."""

    words: str
    left: int

    @property
    def seconds(self) -> int:
        """Whole seconds, for a page without script."""
        return self.left // 1000


def offer(visit: Visit, view: TableView) -> Offer | None:
    """The last press of the person at the terminal, while he may take it back."""
    found = presses.last_press(
        actor=visit.actor,
        table=view.code,
        at=visit.at,
        settings_version=visit.house.settings_version,
        house_deals=view.card_source == "server",
    )
    if found is None:
        return None
    left = int((found.until - visit.at).total_seconds() * 1000)
    return Offer(words_of(found.event, visit.house.exponent), left)


def words_of(event: Pressed, exponent: int) -> str:
    """What was pressed, in few words: ``8♦``, ``bet 50 · 3``."""
    given: Mapping[str, Any] = event.data.get("input", {})
    if event.type == "act_taken":
        return f"{_ACTS.get(given['do'], given['do'])} · {given.get('spot', '')}".rstrip(" ·")
    if event.type == "card_dealt" and given.get("card") not in (None, JOKER):
        return floor.rank_name(given["card"][0]) + floor.suit(given["card"][1])
    words = str(_WORDS.get(event.type, ""))
    if event.type == "bet_placed":
        return gettext("bet %(amount)s · %(spot)s") % {
            "amount": floor.chips(given["amount"], exponent),
            "spot": given["spot"],
        }
    return f"{words} · {floor.player(given['by'])}" if "by" in given else words
