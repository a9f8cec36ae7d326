"""The kinds of approvals: what is looked at when one is asked for, and what happens when it is given.

What is asked is checked at once, so that the queue holds nothing that nobody could allow; it is checked again when it
is given, because the table has moved on by then.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from tables.domain import approvals, chips, names
from tables.domain import limits as limit_rules
from tables.domain.actors import Actor, Signature
from tables.domain.errors import Conflict, NotFound
from tables.domain.slips import SlipKind
from tables.domain.table_states import RoundStatus
from tables.models import floor, rounds
from tables.models.approvals import Approval
from tables.selectors import limits as limit_reads
from tables.services import limits, live, rulings, seated_names
from tables.services.authority import Authority
from tables.services.log import Entry
from tables.services.signatures import SignatureRequest
from tables.services.slips import requests
from tables.services.slips.requests import Asked
from tables.services.witnesses import SignedPaper

Content = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """A pit boss's word on an approval: his signature, and the paper of the act where the act has one of its own."""

    signature: Signature
    paper: SignedPaper | None = None

    @property
    def authority(self) -> Authority:
        """The same word as the services of the table take it."""
        return Authority(self.signature.staff_id, self.signature.badge, (self.signature.as_data(),))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of approval.

    ``permission`` is what deciding takes beside ``decide_approval``; ``same`` are the fields in which two open ones of
    a table must differ. ``paper`` signs what the act itself puts on paper: such a kind takes the boss's PIN.
    """

    permission: str
    same: tuple[str, ...]
    check: Callable[[Entry, Content], None]
    do: Callable[[Entry, Approval, Word], Any]
    paper: Callable[[Actor, datetime, Approval, SignatureRequest], SignedPaper] | None = None

    @property
    def asks_pin(self) -> bool:
        """Whether the boss's session is not enough."""
        return self.paper is not None


def _check_lift(entry: Entry, content: Content) -> None:
    """Refused: ``bad_player``, ``no_limits``, ``bad_amount``, ``above_licensed_cap``, ``name_looks_alike``."""
    names.require_person(content["player"], 40, "bad_player")
    row = floor.GamingTable.objects.get(pk=entry.table_id or 0)
    posted = limit_reads.in_force(row.pk, entry.at)
    if posted is None:
        raise Conflict("no_limits")
    limit_rules.require_liftable(content["maximum"], posted.maximum, row.licensed_maximum)
    seated_names.require_tellable(live.read(entry), content["player"])


def _lift(entry: Entry, row: Approval, word: Word) -> None:
    limits.raise_within(entry, row.content["player"], row.content["maximum"], word.authority)


def _check_void(entry: Entry, content: Content) -> None:
    """Refused: ``reason_required``, ``no_such_round``, ``round_already_void``."""
    rulings.require_reason(content["reason"])
    found = rounds.Round.objects.filter(table_id=entry.table_id or 0, number=content["number"]).first()
    if found is None:
        raise NotFound("no_such_round")
    if found.status in (RoundStatus.VOIDED, RoundStatus.NO_BETS):
        raise Conflict("round_already_void")


def _void(entry: Entry, row: Approval, word: Word) -> None:
    rulings.void_within(entry, row.content["number"], row.content["reason"], word.authority)


def _fill_of(content: Content) -> Asked:
    return Asked(SlipKind.FILL, chips.from_data(content["chips"]), {}, content["total"], content["urgent"])


def _check_fill(entry: Entry, content: Content) -> None:
    """Refused: ``total_mismatch`` (T-31), ``unknown_denomination`` (T-34), ``no_chips``, ``fills_stopped``."""
    asked = _fill_of(content)
    chips.require_total(asked.moved, asked.total)
    requests.require_possible(entry, asked)


def _fill(entry: Entry, row: Approval, word: Word) -> None:
    if word.paper is None:
        raise RuntimeError("a fill is requested on paper")
    requests.request_within(entry, _fill_of(row.content), word.paper)


def _fill_paper(actor: Actor, at: datetime, row: Approval, boss: SignatureRequest) -> SignedPaper:
    return requests.sign_request(actor, at, row.table.code, _fill_of(row.content), boss)


KINDS: Final[Mapping[str, Kind]] = {
    approvals.LIFT: Kind("raise_limit", ("player",), _check_lift, _lift),
    approvals.VOID: Kind("void_round", ("number",), _check_void, _void),
    approvals.FILL: Kind("request_chips", (), _check_fill, _fill, _fill_paper),
}
"""Every kind that a dealer may ask for."""
