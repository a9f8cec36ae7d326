"""Reasons that are offered to who rules, and what is refused of disputes."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Promise | str

REASONS: Final = (
    _("Seen on the recording"),
    _("Rebuilt from the discard rack"),
    _("Dealer and player agree"),
    _("The log is right"),
)

REFUSALS: Final[Mapping[str, Words]] = {
    "bad_claim": _("Choose what went wrong."),
    "bad_dispute_step": _("The dispute is elsewhere by now. This is how it stands."),
    "bad_reference": _("Key the reference, 80 signs at most."),
    "bad_ruling": _("Choose a ruling."),
    "bad_spot": _("Key the spot."),
    "bad_text": _("Say in a few words what happened."),
    "claim_waits": _("Play is stopped over a claim. Rule on dispute %(dispute)s."),
    "dispute_open": _("A claim of this player about this round waits already: dispute %(dispute)s."),
    "no_such_dispute": _("There is no such dispute."),
    "not_a_misdeal": _("Only a misdeal stops the table."),
    "nothing_claimed": _("Nothing is claimed that has not been paid."),
    "round_ruled": _("A ruling has moved chips for this round. It cannot be called off any more."),
    "ruling_not_allowed": _("The house's rules do not allow it: %(pack)s, rule %(rule)s."),
}
FIELDS: Final[Mapping[str, Words]] = {
    "claim": _("Choose what went wrong."),
    "claimed": _("Key what the player wants, or nothing."),
    "text": _("Say in a few words what happened."),
    "surveillance": _("Key the reference of the recording."),
    "reference": _("Key the reference of the report."),
    "note": _("Say it in 240 signs at most."),
    "spot": _("Key the spot."),
    "patron": _("Key the code of the patron, or nothing."),
}
