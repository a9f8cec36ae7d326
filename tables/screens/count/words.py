"""What the count room's pages call states and things found, and what is refused there."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.box_contents import Part
from tables.domain.table_states import BoxStatus
from tables.reports import count_sheets

Words = Promise | str

STATES: Final[Mapping[str, tuple[str, Words]]] = {
    # state -> colour, words
    BoxStatus.ON_TABLE: ("", _("on the table")),
    BoxStatus.REMOVED: ("warn", _("taken, not brought")),
    BoxStatus.IN_COUNT: ("info", _("waits for the first count")),
    BoxStatus.FIRST_COUNTED: ("info", _("waits for the second count")),
    BoxStatus.VARIANCE: ("bad", _("the counts differ")),
    BoxStatus.COUNTED: ("good", _("counted")),
}
PARTS: Final[Mapping[str, Words]] = {Part.CASH: _("Drop box"), Part.RAKE: _("Rake box")}
TURNS: Final = count_sheets.TURNS
KINDS: Final = count_sheets.KINDS

REFUSALS: Final[Mapping[str, Words]] = {
    "already_accepted": _("The box is in the count already."),
    "already_counted": _("The box is counted. This is how it stands."),
    "bad_count_step": _("The box is elsewhere in the count by now. This is how it stands."),
    "bad_description": _("Say in a few words what the foreign pieces are."),
    "bad_kind": _("Promotional chips are counted by their set, not as foreign pieces."),
    "bad_paper": _("%(given)s is no number of a slip."),
    "box_not_accepted": _("Take the box into the count first."),
    "box_not_missing": _("The box is not missing. Look at the list again."),
    "box_not_removed": _("The box still stands on its table."),
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
    "not_shown_empty": _("Show the box empty before you sign."),
    "team_too_small": _("At least %(least)s persons have to count together."),
    "verification_differs": _("The verifier found other banknotes than the sheets say. Count again, or say why."),
    "verifier_required": _(
        "Somebody who is not of the team has to count all banknotes again first, an accountant or another counter, "
        "signed in for himself: Count room, “Count all notes again”."
    ),
}
FIELDS: Final[Mapping[str, Words]] = {
    "box": _("Key the number on the box."),
    "description": _("Say in a few words what the foreign pieces are."),
    "kind": _("Choose what the foreign pieces are."),
    "nothing": _("You ticked that there was nothing, and keyed something."),
    "notes": _("Key what you counted. If there was nothing, tick that."),
    "pieces": _("Key what one is worth and how many there are."),
    "value": _("Key what one is worth and how many there are."),
}
