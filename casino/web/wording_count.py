"""Refusals of the count room, in the reader's language; a part of ``wording``."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[Mapping[str, Promise | str]] = {
    "already_accepted": _("The box is in the count already."),
    "bad_count_step": _("The box does not wait for this count now."),
    "bad_kind": _("Promotional chips are counted by their set, not as foreign pieces."),
    "bad_paper": _("This is not the number of a slip."),
    "box_not_accepted": _("Take the box into the count first."),
    "box_not_missing": _("This box is not on its way; it cannot be missing."),
    "boxes_missing": _("A box that left its table is not in the count. Take it in, or say why it is missing."),
    "boxes_not_counted": _("A box of this count is not counted yet."),
    "count_closed": _("The count is closed."),
    "count_open": _("A count is open already. Close it first."),
    "count_went_on": _("The count went on in the meantime. Look at the totals again."),
    "knows_estimates": _("Somebody who could read the pit's estimates cannot count its boxes."),
    "no_such_count": _("There is no such count."),
    "no_such_promotional_set": _("There is no such set of promotional chips."),
    "no_such_sheet": _("No count has taken in such a box."),
    "not_in_team": _("Only those who opened the count take part in it."),
    "not_shown_empty": _("Show the box empty before the count is signed."),
    "team_too_small": _("More persons have to count together."),
    "verification_differs": _("The verifier found other banknotes than the sheets say. Count again, or say why."),
    "verifier_required": _(
        "Somebody who is not of the team has to count all banknotes again first, an accountant or another counter, "
        "signed in for himself: Count room, “Count all notes again”."
    ),
}
