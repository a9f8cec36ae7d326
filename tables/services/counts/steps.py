"""What every act in the count room does: find its session and sheets, compare persons, take a sheet further."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from tables.domain.actors import Actor, Role
from tables.domain.box_contents import KnownChips, Part
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.domain.events import StreamKind
from tables.domain.house_settings import ChipKind
from tables.domain.table_states import BOX_ARROWS, BoxStatus, CountStatus, require_arrow
from tables.models import staff
from tables.models.counts import CountSession, CountSheet
from tables.models.periods import DropBox
from tables.selectors import chip_sets
from tables.services import log, witnesses
from tables.services.witnesses import SignedPaper


def count_entry(
    actor: Actor, at: datetime, asked: Mapping[str, Any], key: str | None, expected_seq: int | None = None
) -> AbstractContextManager[log.Entry]:
    """An entry in the stream of the actor's count room."""
    stream = log.stream_key(actor.casino, StreamKind.COUNT)
    return log.entry(actor=actor, at=at, stream=stream, request=asked, key=key, expected_seq=expected_seq)


def session(actor: Actor, number: int) -> CountSession:
    """A session of the actor's house by its number. Refused: ``no_such_count``."""
    found = CountSession.objects.filter(casino_id=actor.casino_id, number=number).first()
    if found is None:
        raise NotFound("no_such_count")
    return found


def require_open(found: CountSession) -> None:
    """Refuse ``count_closed``: what a team signed is not counted on."""
    if found.status != CountStatus.OPEN:
        raise Conflict("count_closed", session=found.number)


def box(actor: Actor, table: str, number: int) -> DropBox:
    """A box that bears this table's label and number. Refused: ``no_such_box``, of another table's number as well."""
    boxes = DropBox.objects.select_related("table__chip_set", "table__rules")
    found = boxes.filter(table__casino_id=actor.casino_id, table__code=table, number=number).first()
    if found is None:
        raise NotFound("no_such_box")
    return found


def sheet(actor: Actor, table: str, number: int, part: Part) -> CountSheet:
    """The sheet of a box that a session has accepted.

    Refused: ``no_such_box`` (also of a rake box where the house is the bank), ``box_not_removed``,
    ``box_not_accepted``.
    """
    of_box = box(actor, table, number)
    found = CountSheet.objects.select_related("session").filter(box=of_box, part=part.value).first()
    if found is not None:
        found.box = of_box
        return found
    if of_box.status == BoxStatus.ON_TABLE:
        raise Conflict("box_not_removed", state=of_box.status, wanted=BoxStatus.IN_COUNT)
    if of_box.status == BoxStatus.REMOVED:
        raise Conflict("box_not_accepted")
    raise NotFound("no_such_box")


def advance(found: CountSheet, status: BoxStatus) -> None:
    """Take a sheet to its next state, and its box with it. Refused: ``bad_count_step``. The caller saves both."""
    require_arrow(BOX_ARROWS, found.status, status, "bad_count_step")
    found.status = status
    if found.part == Part.CASH:
        found.box.status = status


def require_members(of: CountSession, signed: SignedPaper) -> None:
    """Refuse ``not_in_team`` unless every signer is one of those who opened the count."""
    for signature in signed.signatures:
        if signature.badge not in of.team:
            raise NotAllowed("not_in_team", badge=signature.badge)


def require_team_independent(of: CountSession, found: DropBox) -> None:
    """Refuse who had to do with the pit while the box stood there (``not_independent``), or could read its estimates
    (``knows_estimates``)."""
    members = staff.StaffMember.objects.filter(casino_id=of.casino_id, badge__in=of.team)
    people = dict(members.values_list("pk", "badge"))
    witnesses.require_away(found.table.pit_id, found.placed_at, people)
    witnesses.require_uninformed(found.placed_at, people)


def known_chips(found: DropBox) -> KnownChips:
    """What may lie in a box: every chip that the sets have or had, because a retired one may still be in play."""
    sets = chip_sets.of_casino(found.table.casino_id)
    own = sets[found.table.chip_set.code]
    promotional = {code: known.ever for code, known in sets.items() if known.kind == ChipKind.PROMOTIONAL}
    return KnownChips(own.ever if own.kind == ChipKind.VALUE else (), promotional)


def role_of(actor: Actor, badge: str, roles: Iterable[Role]) -> Role:
    """The first of ``roles`` that the person holds. Who holds none signs in the first, and is refused there."""
    held = staff.RoleHeld.objects.filter(staff__casino_id=actor.casino_id, staff__badge=badge, until=None)
    has = set(held.values_list("role", flat=True))
    choices = tuple(roles)
    return next((role for role in choices if role in has), choices[0])


def named(found: CountSheet) -> dict[str, Any]:
    """How an event and an answer name a sheet; its event's type says which part of the box it is."""
    return {"session": found.session.number, "table": found.box.table.code, "box": found.box.number}


def covered(found: DropBox) -> list[int]:
    """The periods whose cash is in a box."""
    return list(found.periods.order_by("number").values_list("number", flat=True))
