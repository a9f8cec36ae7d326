"""The persons under a paper of custody: each signs once, all are different, each stands where the paper wants him.

Badge and PIN are proved before a stream is locked: hashing takes time, and a wrong PIN is remembered even when the
request comes to nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from tables.domain.actors import Actor, Role, Signature
from tables.domain.errors import NotAllowed
from tables.domain.papers import Paper
from tables.domain.permissions import READS_ESTIMATES
from tables.models import staff
from tables.services import pits, signatures
from tables.services.signatures import SignatureRequest


@dataclass(frozen=True, slots=True)
class SignedPaper:
    """A paper and the persons who signed it, in the order the paper names them."""

    paper: Paper
    signatures: tuple[Signature, ...]

    def request(self, do: str) -> dict[str, Any]:
        """What the client asked for, without PINs: the paper, and who signed it."""
        return {"do": do, "paper": self.paper, "signed": [[s.role, s.badge] for s in self.signatures]}

    def as_data(self) -> list[dict[str, str]]:
        """The signatures as they stand in the log."""
        return [signature.as_data() for signature in self.signatures]


def sign(actor: Actor, at: datetime, paper: Paper, signers: Sequence[tuple[Role, SignatureRequest]]) -> SignedPaper:
    """``paper`` signed by all ``signers``. Refused: ``same_person``, and what ``signatures.verify`` refuses."""
    signed = tuple(
        signatures.verify(
            casino=actor.casino_id,
            badge=signer.badge,
            pin=signer.pin,
            role=role,
            terminal=actor.terminal,
            content=paper,
            at=at,
            asker=actor.badge,
        )
        for role, signer in signers
    )
    signatures.require_different(*signed)
    return SignedPaper(paper, signed)


def require_in_charge(table_id: int, signed: SignedPaper) -> None:
    """Refuse ``not_in_charge`` unless the paper's pit boss is assigned to the table's pit now (T-100)."""
    for signature in signed.signatures:
        if signature.role == Role.PIT_BOSS:
            pits.require_assigned(signature.staff_id, table_id)


def require_independent(pit_id: int, since: datetime, signed: SignedPaper) -> None:
    """Refuse ``not_independent`` if a signer has dealt or supervised in this pit since ``since``, or does so now.

    ``since`` is when the box was placed: nobody takes or counts what he helped to fill (domain.md §1.1: the drop team
    is not scheduled in the pit on that shift).
    """
    require_away(pit_id, since, {signature.staff_id: signature.badge for signature in signed.signatures})


def require_away(pit_id: int, since: datetime, people: Mapping[int, str]) -> None:
    """The same for people who do not sign: row id of staff -> badge. Refused: ``not_independent``."""
    turns = staff.DealerTurn.objects.filter(table__pit_id=pit_id, staff_id__in=people)
    charges = staff.PitAssignment.objects.filter(pit_id=pit_id, staff_id__in=people)
    dealt = turns.filter(Q(tapped_out_at=None) | Q(tapped_out_at__gt=since)).values_list("staff_id")
    supervised = charges.filter(Q(until=None) | Q(until__gt=since)).values_list("staff_id")
    busy = {staff_id for (staff_id,) in dealt.union(supervised)}
    for staff_id, badge in people.items():
        if staff_id in busy:
            raise NotAllowed("not_independent", badge=badge)


def require_uninformed(since: datetime, people: Mapping[int, str]) -> None:
    """Refuse ``knows_estimates`` if one of ``people`` (as above) could read the pit's estimates since ``since``.

    What a role let him read stays known when it is taken away, so roles that ended after ``since`` count as well
    (domain.md §1.1: the count team has no access to pit-entered estimates).
    """
    held = staff.RoleHeld.objects.filter(staff_id__in=people, role__in=READS_ESTIMATES)
    informed = set(held.filter(Q(until=None) | Q(until__gt=since)).values_list("staff_id", flat=True))
    for staff_id, badge in people.items():
        if staff_id in informed:
            raise NotAllowed("knows_estimates", badge=badge)
