"""What states, tie-outs and exceptions of a shift report are called, on screen and on paper."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STATES: Final[Mapping[str, tuple[str, Promise | str]]] = {
    "preliminary": ("warn", _("PRELIMINARY")),
    "final": ("good", _("FINAL")),
}
TIE_OUTS: Final[Mapping[str, Promise | str]] = {
    "opener_is_previous_closer": _("Opener is the closer before"),
    "first_opener_is_bank": _("First opener is the bank that was issued"),
    "closer_as_expected": _("Closer is what the rounds expect"),
    "boxes_counted": _("Boxes are counted"),
    "boxes_as_expected": _("Boxes hold what the log expects"),
    "rake_counted": _("Rake is counted"),
    "rake_as_expected": _("Rake is what the rounds expect"),
    "banks_even": _("Banks of pot games come out even"),
}
EXCEPTIONS: Final[Mapping[str, Promise | str]] = {
    "opener_variance": _("Opener differs from the closer before"),
    "first_opener_variance": _("First opener differs from the bank that was issued"),
    "closer_difference": _("Closer differs from what the rounds expect"),
    "round_voided": _("Round voided"),
    "misdeal": _("Misdeal"),
    "shoe_blocked": _("Shoe blocked"),
    "ruling_paid": _("A ruling moved chips"),
    "box_on_table": _("The box is still on the table"),
    "box_not_counted": _("The box is not counted"),
    "box_missing": _("The box was not brought to the count"),
    "counts_differed": _("Two counts of the box differed; a verifier decided"),
    "papers_missing": _("Copies of slips were not in the box"),
    "drop_variance": _("The box differs from what the log expects"),
    "bank_variance": _("The bank of a pot game does not come out even"),
    "pot_held": _("Chips stayed in the pot, or came from before"),
    "rake_not_counted": _("The rake is not counted"),
    "rake_difference": _("The rake differs from what the rounds expect"),
    "transit_variance": _("Chips were lost on the way"),
    "cage_variance": _("A count of the cage differs"),
}
