"""Dealers come to a table and leave it: one dealer a table, one table a dealer (domain.md §4, T-15, T-16)."""

from datetime import date, datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotAllowed
from tables.domain.table_states import TableStatus
from tables.models import floor, staff
from tables.services import log, pits, staffing, standing


def tap_in(
    *, actor: Actor, at: datetime, table: str, key: str | None = None, expected_seq: int | None = None
) -> dict[str, Any]:
    """The actor takes over as the table's dealer, also in the middle of a round; who dealt before is relieved.

    A relief is two facts, the old dealer's tap-out first, and each names both dealers (T-15). Refused:
    ``not_permitted``, ``terminal_required``, ``licence_expired`` and ``not_signed_off`` (T-16), ``dealing_elsewhere``,
    ``already_dealing``,
    ``supervises_pit`` (T-100), ``table_retired``, ``person_left``.
    """
    permissions.require(actor, "tap_in")
    request = {"do": "tap_in", "table": table}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = _state(entry.table_id)
            permissions.require_at_table(actor, state.pk)
            if state.status == TableStatus.RETIRED:
                raise Conflict("table_retired")
            member = pits.lock_person(actor.staff_id or 0)
            staffing.require_here(member)
            _require_fit(member, state.table, entry.window.gaming_day)
            _require_free(member, state)
            relieved = _relieve(entry, state, member.badge)
            staff.DealerTurn.objects.create(table_id=state.pk, staff=member, tapped_in_at=at)
            state.dealer = member
            state.save(update_fields=["dealer"])
            entry.record("dealer_tapped_in", {"badge": member.badge, "relieves": relieved})
            entry.answer = {"table": table, "dealer": member.badge, "relieved": relieved}
    return entry.answer


def tap_out(
    *, actor: Actor, at: datetime, table: str, key: str | None = None, expected_seq: int | None = None
) -> dict[str, Any]:
    """The table's dealer leaves without a relief: by his own word, or the pit boss's in charge.

    Refused: ``no_dealer``, ``not_in_charge``, ``round_in_play`` (then only a relief may take over).
    """
    request = {"do": "tap_out", "table": table}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = _state(entry.table_id)
            if state.dealer is None:
                raise Conflict("no_dealer")
            if state.dealer_id != actor.staff_id:
                pits.require_pit_boss(actor, state.pk, entry.window.gaming_day)
            standing.require_between_rounds(state)
            badge = _relieve(entry, state, None)
            state.dealer = None
            state.save(update_fields=["dealer"])
            entry.answer = {"table": table, "dealer": None, "relieved": badge}
    return entry.answer


def _state(table_id: int | None) -> floor.TableState:
    """The table's projection with what a tap needs of the table; the stream's lock covers it."""
    return floor.TableState.objects.select_related("table__rules", "dealer").get(pk=table_id)


def _require_fit(member: staff.StaffMember, table: floor.GamingTable, gaming_day: date) -> None:
    """A licence that is valid on the gaming day, and the game signed off (T-16)."""
    if member.licence_expires_on is None or member.licence_expires_on < gaming_day:
        raise NotAllowed("licence_expired", badge=member.badge)
    if not member.games.filter(game=table.rules.game).exists():
        raise NotAllowed("not_signed_off", game=table.rules.game)


def _require_free(member: staff.StaffMember, state: floor.TableState) -> None:
    if state.dealer_id == member.pk:
        raise Conflict("already_dealing")
    if member.turns.filter(tapped_out_at=None).exists():
        raise Conflict("dealing_elsewhere")
    if member.pit_assignments.filter(pit_id=state.table.pit_id, until=None).exists():
        raise Conflict("supervises_pit")


def _relieve(entry: log.Entry, state: floor.TableState, relieved_by: str | None) -> str | None:
    """End the turn of whoever deals at the table, and say so; his badge, or None when nobody did."""
    if state.dealer is None:
        return None
    badge = state.dealer.badge
    staff.DealerTurn.objects.filter(table_id=state.pk, tapped_out_at=None).update(tapped_out_at=entry.at)
    entry.record("dealer_tapped_out", {"badge": badge, "relieved_by": relieved_by})
    return badge
