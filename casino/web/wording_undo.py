"""What each refusal of an undo means; see ``wording``."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[Mapping[str, Promise | str]] = {
    "nothing_to_undo": _("The last thing at this table was no press, or it has been undone."),
    "not_your_press": _("Somebody else pressed last, or it was at another terminal."),
    "undo_too_late": _("The press is too old to be undone. The pit boss can void the round."),
    "press_final": _("This press cannot be undone. The pit boss can void the round."),
    "bad_seconds": _("The undo time is 0 to 60 whole seconds."),
}
