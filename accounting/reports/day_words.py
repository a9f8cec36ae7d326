"""What the states, hindrances, causes and figures of gaming days are called, on screen and on paper."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounting.domain.audit_findings import Cause
from accounting.domain.days import DayState
from accounting.reports.shift_words import EXCEPTIONS

Words = Mapping[str, Promise | str]

STATES: Final[Mapping[str, tuple[str, Promise | str]]] = {
    DayState.OPEN: ("warn", _("still open")),
    DayState.ROLLED: ("warn", _("rolled")),
    DayState.COUNTED: ("warn", _("counted")),
    DayState.BALANCED: ("good", _("balanced")),
    DayState.LOCKED: ("good", _("locked")),
}
KINDS: Final[Words] = {
    "house": _("Whole house"),
    "game": _("Game"),
    "pit": _("Pit"),
    "shift": _("Shift"),
    "table": _("Table"),
}
HINDRANCES: Final[Words] = {
    **EXCEPTIONS,
    "day_not_over": _("The gaming day is not over"),
    "earlier_day_open": _("An earlier gaming day has to be locked first"),
    "table_not_counted": _("The table was not counted since the day ended"),
    "box_missing": _("The box was not in the closed count"),
    "count_not_closed": _("A count is not closed"),
    "slip_open": _("A slip is not finished"),
    "number_missing": _("A number that no paper has"),
    "shift_not_certified": _("The shift has no final report of what the books say now"),
    "cage_count_due": _("Cage or vault was not counted for the shift"),
    "drop_waiting": _("The money of a count is not in the vault yet"),
    "marker_late": _("A marker still lies at its table"),
    "impressment_due": _("Chips without a value are to be counted"),
    "chips_from_nowhere": _("There are chips that the house never issued"),
    "crowd_not_settled": _("Bets of the crowd are not settled and paid"),
    "books_behind": _("The books have not followed all of the day"),
    "books_stopped": _("The books cannot go past an event"),
}
CAUSES: Final[Words] = {
    Cause.PROCEDURE_NOT_FOLLOWED: _("procedure not followed"),
    Cause.PROCEDURE_MISSING: _("procedure missing"),
    Cause.SIGNATURE_MISSING: _("signature missing"),
    Cause.PAPER_MISSING: _("paper missing"),
    Cause.COUNT_ERROR: _("error in counting"),
    Cause.CLERICAL_ERROR: _("clerical error"),
    Cause.ACCESS_NOT_ALLOWED: _("access not allowed"),
    Cause.TRAINING: _("training"),
    Cause.EQUIPMENT: _("equipment"),
    Cause.UNEXPLAINED: _("unexplained"),
}
RETAINED: Final[Words] = {
    "papers": _("Papers and statistics"),
    "cash": _("Cash logs"),
}
FIGURES: Final[Words] = {
    "opener": _("Opener"),
    "closer": _("Closer"),
    "box": _("Box cash"),
    "fills": _("Fills"),
    "credits": _("Credits"),
    "markers_issued": _("Markers issued"),
    "markers_paid_cash": _("Markers paid in cash"),
    "markers_paid_chips": _("Markers paid in chips"),
    "rake": _("Rake"),
}
