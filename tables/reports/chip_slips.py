"""A fill, a credit or an even exchange on paper, as its row and its signatures tell it."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.documents import spelling
from tables.documents.model import Document
from tables.domain import chips
from tables.domain.errors import Conflict
from tables.domain.rule_packs.words import SlipCopy
from tables.domain.table_states import SlipStatus
from tables.reports import slips
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors import codes
from tables.selectors.house import HouseFacts
from tables.selectors.slips import SlipView

ACTS: Final[Mapping[str, Promise | str]] = {
    # event -> what the signature stands for
    "fill_requested": _("asked for it"),
    "credit_requested": _("asked for it"),
    "exchange_requested": _("asked for it"),
    "fill_issued": _("made it out"),
    "credit_issued": _("made it out"),
    "exchange_issued": _("made it out"),
    "slip_carried": _("carried the chips"),
    "fill_accepted": _("took it at the table"),
    "fill_declined": _("declined it"),
    "exchange_declined": _("declined it"),
    "credit_counted_out": _("counted it out"),
    "exchange_made": _("changed the chips"),
    "credit_received": _("took it in the cage"),
    "exchange_received": _("took it in the cage"),
    "fill_returned": _("took it back"),
    "exchange_returned": _("took it back"),
    "slip_voided": _("voided it"),
}
STATES: Final[Mapping[str, Promise | str]] = {
    SlipStatus.REQUESTED: _("asked for"),
    SlipStatus.REFUSED: _("refused"),
    SlipStatus.WITHDRAWN: _("withdrawn"),
    SlipStatus.ISSUED: _("made out"),
    SlipStatus.IN_TRANSIT: _("on its way to the table"),
    SlipStatus.ACCEPTED: _("in the rack"),
    SlipStatus.COUNTED_OUT: _("on its way to the cage"),
    SlipStatus.RECEIVED: _("in the cage"),
    SlipStatus.DECLINED: _("declined, on its way back"),
    SlipStatus.RETURNED: _("back in the cage"),
    SlipStatus.VOID: _("void"),
}


def is_printable(view: SlipView) -> bool:
    """Whether this is the original, just made out, or a copy that was recorded: nothing else leaves the printer."""
    return bool(view.reprints) or view.status == SlipStatus.ISSUED


def printed(view: SlipView, house: HouseFacts, language: str, copies: Sequence[SlipCopy]) -> Document:
    """The paper to be printed, once for each of ``copies``, each with where it goes.

    Refused: ``copy_not_recorded`` (T-26), ``bad_slip_step`` while there is no slip.
    """
    if view.slip is not None and not is_printable(view):
        raise Conflict("copy_not_recorded")
    return document(view, house, language, copies)


def document(view: SlipView, house: HouseFacts, language: str, copies: Sequence[SlipCopy] = ()) -> Document:
    """The slip as its paper, marked with the number of its newest copy (T-26). Refused: ``bad_slip_step`` (no slip)."""
    with translation.override(language):
        return slips.slip(facts(view, house, copies), house, language)


def facts(view: SlipView, house: HouseFacts, copies: Sequence[SlipCopy] = ()) -> SlipFacts:
    """What the paper says, in the language that is current. Refused: ``bad_slip_step`` while there is no slip."""
    if view.slip is None or view.issued_at is None:
        raise Conflict("bad_slip_step", state=view.status, wanted=SlipStatus.ISSUED)
    return SlipFacts(
        kind=view.kind,
        number=view.slip,
        table=view.table,
        made_at=view.issued_at,
        chips=_pieces(view.chips),
        taken=_pieces(view.taken),
        gaming_day=view.gaming_day,
        shift=view.shift,
        pit=view.pit,
        game=codes.game(house.code, view.table),
        signatures=view.signatures,
        acts={act: str(words) for act, words in ACTS.items()},
        more=_more(view),
        note=_note(view, house),
        void=view.reason if view.status == SlipStatus.VOID else None,
        reprint=len(view.reprints),
        copies=copies,
    )


def _pieces(holding: Mapping[str, int]) -> list[Pieces]:
    return [Pieces(value, count) for value, count in chips.from_data(holding).items()]


def _more(view: SlipView) -> list[tuple[str, str]]:
    told = [(gettext("Request"), str(view.request)), (gettext("State"), str(STATES[view.status]))]
    if view.period is not None:
        told.append((gettext("Bank period"), str(view.period)))
    if view.box is not None:
        told.append((gettext("Copy in box"), str(view.box)))
    return told


def _note(view: SlipView, house: HouseFacts) -> str:
    """What was declined, and what counts found missing: both counts stay, the difference stands alone (T-21)."""
    said = []
    if view.reason and view.status != SlipStatus.VOID:
        said.append(view.reason)
    if view.missing:
        words = gettext("Missing: %(amount)s") if view.missing > 0 else gettext("Too much: %(amount)s")
        said.append(words % {"amount": spelling.grouped(abs(view.missing), house.exponent)})
    if view.note:
        said.append(view.note)
    return " · ".join(said)
