"""What papers and screens call claims, rulings and the states of a dispute."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.disputes import Claim
from tables.domain.rule_packs.words import Ruling
from tables.domain.table_states import DisputeStatus

Words = Promise | str

CLAIMS: Final[Mapping[str, Words]] = {
    Claim.WRONG_PAYOUT: _("Paid wrongly"),
    Claim.NOT_PAID: _("Not paid"),
    Claim.WRONG_TOTAL: _("Points added up wrongly"),
    Claim.BET_MISSED: _("A bet was missed, or taken too late"),
    Claim.ACT_MISTAKEN: _("Call or gesture understood wrongly"),
    Claim.DICE_MISREAD: _("Dice read wrongly"),
    Claim.CARD_OUT_OF_TURN: _("Card out of turn"),
    Claim.EXPOSED_CARD: _("Exposed card"),
    Claim.WRONG_COUNT: _("Wrong number of cards"),
    Claim.FOULED_SHOE: _("Fouled shoe"),
    Claim.OTHER: _("Something else"),
}
RULINGS: Final[Mapping[str, Words]] = {
    Ruling.CONTINUE: _("Go on: the result stands"),
    Ruling.VOID_ROUND: _("Call the round off"),
    Ruling.PAY_AS_CLAIMED: _("Pay as claimed"),
    Ruling.CORRECT_MISPAY: _("Correct a mispay"),
}
STATES: Final[Mapping[str, tuple[str, Words]]] = {
    # state -> colour, words
    DisputeStatus.OPEN: ("bad", _("waits for a ruling")),
    DisputeStatus.RULED: ("warn", _("ruled")),
    DisputeStatus.ACCEPTED: ("good", _("accepted")),
    DisputeStatus.ESCALATED: ("warn", _("with surveillance")),
    DisputeStatus.REGULATOR: ("info", _("with the regulator")),
}
STEPS: Final[Mapping[str, Words]] = {
    "opened": _("claimed"),
    "ruled": _("ruled"),
    "accepted": _("accepted"),
    "escalated": _("with surveillance"),
    "reported": _("with the regulator"),
}
"""What happened to a dispute, as a report lists it."""
