"""What the scopes and causes of a statistical review are called, on screen and on paper."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.domain.review_papers import DeviationCause
from accounting.reports.shift_tables import game_title

CAUSES: Final[Mapping[str, Promise | str]] = {
    DeviationCause.WITHIN_CHANCE: _("within chance"),
    DeviationCause.LARGE_WAGERS: _("large wagers"),
    DeviationCause.FEW_HANDS: _("few hands"),
    DeviationCause.CHIPS_NOT_PLAYED: _("chips not played"),
    DeviationCause.PROCEDURE_NOT_FOLLOWED: _("procedure not followed"),
    DeviationCause.COUNT_ERROR: _("error in counting"),
    DeviationCause.CLERICAL_ERROR: _("clerical error"),
    DeviationCause.SUSPICION: _("suspicion"),
    DeviationCause.UNEXPLAINED: _("unexplained"),
}


def scope(name: str) -> str:
    """A scope in words: ``table/BJ-01``, ``game/blackjack`` or ``house``."""
    kind, _slash, code = name.partition("/")
    if kind == "game":
        return game_title(code)
    return code or gettext("Whole house")
