"""Sentences for the refusals of the pit: approvals, alerts, handovers; see ``wording``."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[Mapping[str, Promise | str]] = {
    "already_acknowledged": _("Somebody has seen this alert already; the details say who."),
    "already_asked": _("The same is asked already and waits for the pit boss."),
    "already_explained": _("The difference of this opener is explained already."),
    "approval_decided": _("This was decided meanwhile; the details say by whom and how."),
    "bad_messages": _("The messages are too long or hold hidden characters."),
    "being_decided": _("Somebody else has this open and is deciding it; the details say who."),
    "handover_changed": _("Something came or went in the pit since this was drawn. Look at it again and sign."),
    "no_such_alert": _("There is no such alert any more: it is over."),
    "no_such_approval": _("There is no such approval at this table."),
    "no_such_handover": _("There is no such handover of this pit."),
    "no_such_period": _("There is no such bank period at this table."),
    "no_variance": _("This opener is what the closer before it left. There is nothing to explain."),
    "not_in_queue": _("This does not wait in the queue: it is decided, or was taken back."),
    "pin_required": _("This is put on paper: sign it with your PIN."),
}
