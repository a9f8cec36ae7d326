"""Words of the queue, of alerts and of the handover."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.approvals import VarianceCause

Words = Promise | str

KINDS: Final[dict[str, Words]] = {
    "lift": _("Lift a limit"),
    "void": _("Void a round"),
    "fill": _("Fill"),
    "variance": _("Opener differs"),
    "ruling": _("Ruling"),
    "dispute": _("Dispute"),
}
STATES: Final[Mapping[str, tuple[str, Words]]] = {
    # status -> colour, word
    "asked": ("warn", _("waits for the pit boss")),
    "given": ("good", _("approved")),
    "refused": ("bad", _("refused")),
    "withdrawn": ("", _("taken back")),
}
CAUSES: Final[Mapping[str, Words]] = {
    VarianceCause.COUNT_ERROR: _("Counted wrong"),
    VarianceCause.CLERICAL_ERROR: _("Written down wrong"),
    VarianceCause.PROCEDURE_NOT_FOLLOWED: _("Procedure was not followed"),
    VarianceCause.EQUIPMENT: _("Equipment failed"),
    VarianceCause.UNEXPLAINED: _("Nobody knows"),
}
REFUSAL_REASONS: Final = (
    _("Not tonight"),
    _("The player is not known"),
    _("The round stands as it was played"),
    _("The rack has enough"),
    _("Done at the table already"),
)
LISTS: Final[Mapping[str, Words]] = {
    "approvals": _("Approvals that wait"),
    "open_slips": _("Open slips"),
    "variances": _("Openers that nobody has explained"),
    "disputes": _("Open disputes and rulings"),
    "limits": _("Limits posted in this shift, and those lifted now"),
    "patrons": _("Patrons near a reporting threshold"),
    "cards_due": _("Cards due for a change"),
    "dealers_due": _("Dealers due for relief"),
    "alerts": _("Other alerts"),
}
REFUSALS: Final[Mapping[str, Words]] = {
    "already_asked": _("The same is asked already and waits for the pit boss."),
    "no_such_approval": _("There is no such approval at this table."),
    "approval_decided": _("Decided meanwhile by %(by)s."),
    "not_in_queue": _("This does not wait in the queue: it is decided, or was taken back."),
    "being_decided": _("%(by)s has this open and is deciding it."),
    "pin_required": _("This is put on paper: sign it with your PIN."),
    "no_such_period": _("There is no such bank period at this table."),
    "no_variance": _("This opener is what it should be. There is nothing to explain."),
    "already_explained": _("The difference of this opener is explained already."),
    "no_such_alert": _("This alert is over."),
    "already_acknowledged": _("%(by)s has seen this already."),
    "handover_changed": _("Something came or went in the pit since this was drawn. Look at it again and sign."),
    "no_such_handover": _("There is no such handover of this pit."),
    "bad_messages": _("The messages are too long or hold signs that do not belong there."),
}
