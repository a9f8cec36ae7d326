"""What refusals of disputes and rulings mean, for ``wording``."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[Mapping[str, Promise | str]] = {
    "bad_claim": _("There is no such claim."),
    "bad_dispute_step": _("The dispute is past that step, or not there yet."),
    "bad_reference": _("The reference is empty, too long or holds hidden characters."),
    "bad_spot": _("The spot is too long or holds hidden characters."),
    "bad_text": _("The text is empty, too long or holds hidden characters."),
    "claim_waits": _("Play is stopped over a claim: the ruling on it lets play go on."),
    "dispute_open": _("A claim of this player about this round waits for its ruling already."),
    "no_such_dispute": _("There is no such dispute."),
    "not_a_misdeal": _("Only a misdeal stops the table."),
    "nothing_claimed": _("Nothing is claimed that has not been paid."),
    "round_ruled": _("A ruling has moved chips for this round; it cannot be called off any more."),
    "ruling_not_allowed": _("The rule pack does not allow this ruling; the details name the rule."),
}
