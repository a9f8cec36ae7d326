"""What screens call markers and their states, and what is refused of markers, credit lines and cash reporting."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.table_states import MarkerStatus
from tables.reports.marker_papers import STATES

Words = Promise | str

COLOURS: Final[Mapping[str, str]] = {
    MarkerStatus.ISSUED: "warn",
    MarkerStatus.PART_PAID: "warn",
    MarkerStatus.TRANSFERRED: "info",
    MarkerStatus.PAID: "good",
    MarkerStatus.VOID: "bad",
}
PARTS: Final[Mapping[str, Words]] = {
    "original": _("Original"),
    "issue": _("Issue slip"),
    "payment": _("Payment slip"),
}
COPY: Final = _("printed again")
OVER_REASONS: Final = (_("Known to the house for years"), _("Funds confirmed by his bank"))
VOID_REASONS: Final = (_("Wrong patron"), _("Wrong amount keyed"), _("The patron did not want it"))
REPRINT_REASONS: Final = (_("The paper jammed"), _("The copy was lost"), _("For the file"))
CORRECTION_REASONS: Final = (
    _("Wrong amount keyed"),
    _("Wrong chips keyed"),
    _("Never took place"),
)


def state(status: str) -> tuple[str, Words]:
    """The colour of a marker's state, and the state in words."""
    return COLOURS[status], STATES[status]


REFUSALS: Final[Mapping[str, Words]] = {
    "bad_credit_source": _("Name what the line rests on: a credit bureau, a bank."),
    "bad_marker_step": _("The marker is elsewhere by now. This is how it stands."),
    "bad_span": _("These times cannot be: the first lies before now, the second after the first."),
    "credit_line_passed": _(
        "%(available)s are left of the line of %(limit)s. Give less, or a house manager or accountant signs why."
    ),
    "day_is_over": _("That gaming day is over. A line begins on the running one at the earliest: %(gaming_day)s."),
    "marker_at_table": _("The marker lies in the pit. It is paid there, or taken over by the cage first."),
    "marker_changed": _("Something was paid on %(slip)s in the meantime. Compare again what is left."),
    "marker_in_cage": _("The marker lies in the cage. Send the patron there."),
    "marker_not_owed": _("Nothing is owed on this marker."),
    "marker_out_of_order": _("The house's rules have %(first)s paid first."),
    "markers_not_allowed": _("The rules that the house plays by allow no credit."),
    "no_credit_line": _("Nobody has given %(patron)s a credit line. Accounting or the house manager sets one."),
    "no_markers": _("Tick the markers that are handed over."),
    "no_such_buy_in": _("There is no such buy-in at this table."),
    "no_such_marker": _("There is no such marker."),
    "no_such_patron": _("No patron has this code. The pit boss registers one."),
    "no_such_place": _("There is no such table."),
    "name_or_description_required": _("Key a name, or what he looks like."),
    "patron_exists": _("There is a patron with this code. Choose another."),
    "nothing_paid": _("Key what is paid, in cash or in chips."),
    "nothing_to_correct": _("That is what was keyed. There is nothing to correct."),
    "overpaid": _("Only %(left)s are owed on this marker."),
    "parts_not_marked": _("Mark all three parts of the marker VOID."),
    "patron_signature_missing": _("The patron signs the marker first. Then tick that he has."),
    "period_over": _("The table has been counted since. What was counted stays; accounting adjusts."),
    "same_patron": _("This is already his code."),
    "too_many_markers": _("These are too many for one form: %(most)s at most."),
}
FIELDS: Final[Mapping[str, Words]] = {
    "patron_code": _("Key the code of the patron."),
    "since": _("Key a time such as 21:30."),
    "until": _("Key a time such as 21:30."),
    "limit": _("Key the limit; 0 ends the credit."),
    "effective_from": _("Choose the gaming day from which it holds."),
    "source": _("Name what the line rests on: a credit bureau, a bank."),
    "known_as": _("Say whom the table or the cage calls so."),
    "corrects": _("Choose the buy-in."),
}
