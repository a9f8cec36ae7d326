"""Refusals of the crowd and of front money, in the reader's language; a part of ``wording``."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[Mapping[str, Promise | str]] = {
    "no_such_crowd": _("This table takes no crowd."),
    "no_back_bets": _("Nobody backs another's hand in this game."),
    "not_this_round": _("Another round is on at this table."),
    "crowd_has_bet": _("Onlookers have bet on this round: its opening stays. The pit boss can void the round."),
    "front_money_short": _("There is not so much on the patron's account."),
    "bad_line": _("A line of the document is no bet."),
    "spot_limit": _("The spot takes no more from the crowd in this round."),
    "round_limit": _("The round takes no more from the crowd."),
    "bad_crowd_limits": _("A patron's limit is at most a spot's, and a spot's at most the round's."),
    "crowd_busy": _("Another document is being taken. Send this one again."),
    "crowd_behind": _("Too many bets wait for their settlement. Send the document again a little later."),
}
