"""A count begins: who counts, and which boxes came in."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max

from tables.domain import count_papers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.box_contents import Part
from tables.domain.errors import Conflict, Invalid
from tables.domain.table_states import BOX_ARROWS, BoxStatus, CountStatus, require_arrow
from tables.games import catalogue
from tables.models.counts import CountSession, CountSheet
from tables.models.periods import DropBox
from tables.selectors import locked_days
from tables.services import rule_packs, witnesses
from tables.services.counts import steps
from tables.services.signatures import SignatureRequest


def open_count(
    *,
    actor: Actor,
    at: datetime,
    team: Sequence[SignatureRequest],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """A team of counters begins to count; the rule pack says how many they are at least.

    Refused: ``team_too_small``, ``count_open`` (the one before is not closed), ``same_person``, ``knows_estimates``
    (somebody holds a role that reads the pit's figures), and what signing refuses.
    """
    permissions.require(actor, "count_box")
    if not team:
        raise Invalid("team_too_small", least=1)
    paper = count_papers.team(actor.casino, [member.badge for member in team])
    signed = witnesses.sign(actor, at, paper, [(Role.COUNTER, member) for member in team])
    with steps.count_entry(actor, at, signed.request("open_count"), key, expected_seq) as entry:
        if not entry.repeated:
            least = rule_packs.of(entry).count_team_size
            if len(team) < least:
                raise Invalid("team_too_small", least=least)
            witnesses.require_uninformed(entry.at, {one.staff_id: one.badge for one in signed.signatures})
            sessions = CountSession.objects.filter(casino_id=actor.casino_id)
            if sessions.filter(status=CountStatus.OPEN).exists():
                raise Conflict("count_open")
            row = CountSession.objects.create(
                casino_id=actor.casino_id,
                number=(sessions.aggregate(newest=Max("number"))["newest"] or 0) + 1,
                gaming_day=entry.window.gaming_day,
                shift=entry.window.shift,
                team=paper["team"],
                opened_at=entry.at,
            )
            data = {
                "session": row.number,
                "gaming_day": row.gaming_day.isoformat(),
                "shift": row.shift,
                "team": row.team,
            }
            entry.record("count_opened", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def accept_box(
    *,
    actor: Actor,
    at: datetime,
    session: int,
    table: str,
    box: int,
    counter: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """A removed box comes into the count, and the rake box with it; nobody of the team may know its pit or estimate.

    Refused: ``no_such_count``, ``count_closed``, ``no_such_box`` (the label is of another table), ``box_not_removed``,
    ``already_accepted``, ``day_locked`` (what is found now is an adjustment), ``not_in_team``, ``not_independent``,
    ``knows_estimates``, and what signing refuses.
    """
    permissions.require(actor, "count_box")
    paper = count_papers.box_acceptance(actor.casino, session, table, box)
    signed = witnesses.sign(actor, at, paper, [(Role.COUNTER, counter)])
    with steps.count_entry(actor, at, signed.request("accept_box"), key, expected_seq) as entry:
        if not entry.repeated:
            counting = steps.session(actor, session)
            steps.require_open(counting)
            steps.require_members(counting, signed)
            row = steps.box(actor, table, box)
            if row.status not in (BoxStatus.ON_TABLE, BoxStatus.REMOVED):
                raise Conflict("already_accepted")
            require_arrow(BOX_ARROWS, row.status, BoxStatus.IN_COUNT, "box_not_removed")
            locked_days.require_open(actor.casino_id, row.periods.values_list("gaming_day", flat=True))
            steps.require_team_independent(counting, row)
            row.status, row.missing = BoxStatus.IN_COUNT, ""
            row.save(update_fields=["status", "missing"])
            parts = _parts(row)
            CountSheet.objects.bulk_create(
                CountSheet(session=counting, box=row, part=part.value, accepted_at=entry.at) for part in parts
            )
            counting.verified = None
            counting.save(update_fields=["verified"])
            data = {
                "session": session,
                "table": table,
                "box": box,
                "periods": steps.covered(row),
                "parts": [part.value for part in parts],
            }
            entry.record("box_accepted", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def _parts(row: DropBox) -> list[Part]:
    """Beside the box of a pot game stood a rake box, which has a sheet of its own even if nothing was taken."""
    game = catalogue.GAMES.get(row.table.rules.game)
    pot = row.raked or (game is not None and not game.engine.banked)
    return [Part.CASH, Part.RAKE] if pot else [Part.CASH]
