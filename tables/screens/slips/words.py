"""What screens call slips, their states and what is refused of them."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus

Words = Promise | str

KINDS: Final[Mapping[str, Words]] = {
    SlipKind.FILL: _("Fill"),
    SlipKind.CREDIT: _("Credit"),
    SlipKind.EXCHANGE: _("Even exchange"),
}
ABOUT: Final[Mapping[str, Words]] = {
    SlipKind.FILL: _("chips from the cage to the table"),
    SlipKind.CREDIT: _("chips from the table to the cage"),
    SlipKind.EXCHANGE: _("other chips of the same worth"),
}
COLOURS: Final[Mapping[str, str]] = {
    SlipStatus.REQUESTED: "warn",
    SlipStatus.ISSUED: "info",
    SlipStatus.IN_TRANSIT: "info",
    SlipStatus.COUNTED_OUT: "info",
    SlipStatus.DECLINED: "bad",
    SlipStatus.ACCEPTED: "good",
    SlipStatus.RECEIVED: "good",
    SlipStatus.RETURNED: "",
    SlipStatus.VOID: "bad",
    SlipStatus.REFUSED: "",
    SlipStatus.WITHDRAWN: "",
}
NOTE_REASONS: Final = (
    _("Recounted twice, the difference stays"),
    _("A chip is missing"),
    _("A chip too many"),
    _("Wrong chips"),
    _("Not wanted any more"),
)
VOID_REASONS: Final = (_("Made out for the wrong table"), _("Wrong chips"), _("Not wanted any more"))
REFUSE_REASONS: Final = (_("The cage does not have these chips"), _("The cage is being counted"))
WITHDRAW_REASONS: Final = (_("Not wanted any more"), _("Wrong chips"))
REPRINT_REASONS: Final = (_("The paper jammed"), _("The copy was lost"), _("For the file"))

REFUSALS: Final[Mapping[str, Words]] = {
    "bad_slip_step": _("The slip is elsewhere by now. This is how it stands."),
    "cage_short": _("The cage does not have that many chips of %(denomination)s."),
    "chips_moved": _("The chips have left. Now it takes a slip the other way, not a void."),
    "copy_not_recorded": _("It has been printed. Record another copy first."),
    "fills_stopped": _("The shift is about to be counted. Only what is urgent is asked for now."),
    "no_chips": _("Key how many chips."),
    "no_such_request": _("There is no such request."),
    "no_such_paper": _("The log has no paper at this place."),
    "no_such_slip": _("There is no such slip, or it is not yours to see."),
    "slip_mismatch": _("That is not what the slip says, by %(difference)s. Count again; if it stays so, send it back."),
    "wrong_slip_kind": _("A slip of this kind has no such step."),
}
FIELDS: Final[Mapping[str, Words]] = {"slip": _("Choose a slip.")}
