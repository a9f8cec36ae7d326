"""What the dice games' refusals, throws and calls are called at the table, in the players' words."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: Final[Mapping[str, Promise | str]] = {
    # Straight Scarney Dice
    "seating_open": _("The seats have not been thrown for yet."),
    "seating_closed": _("Everybody has a seat."),
    "bad_seating": _("The seating throws are not those of the players who must throw."),
    "antes_open": _("The antes are not all in yet."),
    "antes_closed": _("Every ante is in."),
    "not_started": _("The game has not begun."),
    "game_over": _("The game is over."),
    "double_not_allowed": _("Doubling is allowed before the first score of a frame only."),
    "opposite_not_allowed": _("The opposite face may be called with one live die only."),
    "stay_without_score": _("There is no score to stay on."),
    "must_throw": _("After craps the live dice must be thrown again."),
    "throw_announced": _("A throw is announced; the dice must fall first."),
    "dice_not_called": _("No dice are awaited now."),
    "already_left": _("This player has left."),
    # liar's dice
    "cups_not_ready": _("Not every cup has been rolled yet."),
    "cup_not_called": _("No cup is awaited from this player now."),
    "bad_bid": _("A bid is a number of dice and a face from 1 to 6."),
    "bid_above_maximum": _("There cannot be that many dice."),
    "bid_not_higher": _("A bid must have more dice, or as many of a higher face."),
    "opening_too_low": _("The first bid must be higher for this many players."),
    "fei_without_zhai": _("Fei (飞) only breaks zhai (斋), and the round is not zhai."),
    "fei_on_ones": _("Fei (飞) cannot be called on ones."),
    "fei_not_double": _("Fei (飞) needs at least double the standing number."),
    "no_bid_to_open": _("There is no bid to open yet."),
    "bid_already_opened": _("The bid has been opened."),
    "bad_units": _("The opener may stake one unit, or as many as the house allows."),
    "seat_link_refused": _("The link is wrong, used or over. Ask the dealer for a new one."),
    "seat_link_of_house": _("This browser is the house's. Open the link on the player's own telephone."),
    "no_such_seat_link": _("This player has no link."),
    # both
    "unknown_player": _("Nobody of that name plays here."),
    "wrong_dice_count": _("Key every die once: %(dice)s dice."),
    "invalid_face": _("The die has no such face."),
    "no_seat_fee": _("The house rules of this table charge no time."),
    "pot_empty": _("There is nothing in the pot."),
    "pot_not_empty": _("Players' chips lie in the pot. Hand it over first."),
}

OPTIONS: Final[Mapping[str, Promise | str]] = {
    # what is wrong with the option that a game was to be opened with
    "players": _("Choose who plays: two at least, each once; partners are four or six."),
    "starter": _("Choose who begins among those who play."),
    "ante": _("The ante has to be within the limits of the table and payable in its chips."),
    "chip": _("The chip has to be an amount that the chips of the table can pay."),
    "unit": _("The unit has to be an amount that the chips of the table can pay."),
    "cups": _("Where the house throws the dice, cups are rolled before the bidding."),
    "teams": _("Partners sit turn about: the first and every second after him against the others."),
}

FIELDS: Final[Mapping[str, Promise | str]] = {
    # what the first empty or wrong field of a dice form asks for
    "ante": _("Key the ante."),
    "unit": _("Key the unit of the penalty."),
    "in": _("Choose who plays: two at least, each once; partners are four or six."),
    "first": _("Choose who begins among those who play."),
    "dice": _("Touch a face for every die."),
}

THROWS: Final[Mapping[str, Promise | str]] = {
    "craps": _("Craps"),
    "crap_out": _("Crapped out"),
    "little_scarney": _("Little Scarney"),
    "big_scarney": _("Big Scarney"),
}
BONUSES: Final[Mapping[str, Promise | str]] = {
    "four_of_a_kind": _("four of a kind"),
    "full_house": _("full house"),
    "three_of_a_kind": _("three of a kind"),
    "two_pairs": _("two pairs"),
    "little_scarney": _("Little Scarney"),
}
REASONS: Final[Mapping[str, Promise | str]] = {
    "total": _("The highest total wins."),
    "playoff": _("The playoff is won."),
    "big_scarney": _("Big Scarney wins the pot at once."),
    "walkover": _("Nobody is left to play against."),
    "shared": _("All have left level: the pot is shared."),
}
CALL_REASONS: Final = (
    _("Die off the table"),
    _("A cup was lifted too early"),
    _("Dispute over a throw or a bid"),
    _("Wrong dice keyed"),
    _("Player asks for a higher limit"),
    _("Relief is late"),
    _("Unruly player"),
    _("Something else"),
)
VOID_REASONS: Final = (
    _("Wrong dice keyed"),
    _("Die off the table"),
    _("A cup was lifted too early"),
    _("Wrong payout"),
    _("Player dispute"),
)
