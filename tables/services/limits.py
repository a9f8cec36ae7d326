"""Posted limits of a table, and the maximum lifted for one player (T-17)."""

from datetime import datetime, timedelta
from typing import Any, Protocol

from tables.domain import limits as limit_rules
from tables.domain import names, permissions
from tables.domain.actors import Actor, Role, instant
from tables.domain.errors import Conflict, StaleSequence
from tables.domain.table_states import RoundStatus, TableStatus
from tables.models import floor
from tables.selectors import limits as limit_reads
from tables.services import actions, authority, live, log, pits, rule_packs, seated_names, signatures
from tables.services.log import Entry

_ENGINE_KNOWS = frozenset({RoundStatus.BETTING, RoundStatus.IN_PLAY})


class HoldsRaised(Protocol):
    """The table's projection, in whichever form the service at work holds it."""

    raised: dict[str, int]


def post_limits(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    minimum: int,
    maximum: int,
    key: str | None = None,
    expected_seq: int | None = None,
    expected_version: int | None = None,
) -> dict[str, Any]:
    """New limits for the table, in force from the next round on (T-17); minor units.

    Where people play, the rule pack may owe them notice (a sign and an announcement): then the limits count from the
    first round after it. Limits posted meanwhile take their place.
    ``expected_version`` is how many postings the sender knows of: the table's sequence moves with every card, so it
    is too fine a guard against two pit bosses. Refused: ``stale_limits``, ``not_in_charge``, ``bad_amount``,
    ``bad_limits``, ``above_licensed_cap``.
    """
    permissions.require(actor, "set_limits")
    request = {"do": "post_limits", "table": table, "minimum": minimum, "maximum": maximum}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = floor.GamingTable.objects.select_related("state").get(pk=entry.table_id or 0)
            pits.require_pit_boss(actor, row.pk, entry.window.gaming_day)
            version = limit_reads.version(row.pk)
            if expected_version is not None and expected_version != version:
                raise StaleSequence("stale_limits", expected=expected_version, version=version)
            limit_rules.require_postable(minimum, maximum, row.licensed_maximum)
            effective_from = _free_moment(row.pk, at + _notice(entry, row.state))
            floor.BettingLimit.objects.create(
                table=row,
                minimum=minimum,
                maximum=maximum,
                effective_from=effective_from,
                set_by_id=actor.staff_id or 0,
            )
            data = {"minimum": minimum, "maximum": maximum, "effective_from": instant(effective_from)}
            entry.record("limits_set", data)
            entry.answer = {"table": table, **data, "version": version + 1}
    return entry.answer


def raise_limit(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    player: str,
    maximum: int,
    signature: signatures.SignatureRequest | None = None,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Lift the maximum of one player at once, until the bank period ends: by the pit boss in charge, or by signature.

    A running round keeps its own account of lifted limits and hands it on, so there the lift is an action of the
    round; between rounds it is a fact of the table. Refused: ``not_permitted``, ``not_in_charge``, ``same_person``
    (the dealer cannot sign for himself), ``table_not_open``, ``no_limits``, ``bad_amount`` (below the posted maximum),
    ``above_licensed_cap``, ``name_looks_alike``.
    """
    names.require_person(player, 40, "bad_player")
    content = {"act": "raise_limit", "table": table, "player": player, "maximum": maximum}
    if signature is not None:
        permissions.require(actor, "deal")
    boss = authority.of(actor=actor, at=at, permission="raise_limit", content=content, boss=signature)
    if signature is not None:
        signatures.require_different(actor.staff_id, boss.staff_id)
    request = {"do": "raise_limit", "table": table, "player": player, "maximum": maximum, "by": boss.badge}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            raise_within(entry, player, maximum, boss)
            entry.answer = {"table": table, "player": player, "maximum": maximum}
    return entry.answer


def raise_within(entry: Entry, player: str, maximum: int, boss: authority.Authority) -> None:
    """Lift a player's maximum inside an entry of his table. Refused: what ``raise_limit`` refuses."""
    state = live.read(entry)
    authority.require_place(entry.actor, "raise_limit", state.table_id)
    pits.require_in_charge(boss.staff_id, state.table_id, entry.window.gaming_day)
    if state.status == TableStatus.CLOSED:  # a lift ends with the bank period, and there is none
        raise Conflict("table_not_open", state=state.status)
    seated_names.require_tellable(state, player)
    lift(entry, state, player, maximum)
    signed = {"signatures": boss.as_data()}
    if state.round_status in _ENGINE_KNOWS:
        word = {"do": "raise_limit", "by": Role.PIT_BOSS.value, "player": player, "max": maximum}
        actions.apply(entry, state, word, signed)
    else:
        entry.record("limit_lifted", {"player": player, "maximum": maximum, **signed})
    live.save(entry, state)


def lift(entry: Entry, state: HoldsRaised, player: str, maximum: int) -> None:
    """Check a lifted maximum against posted and licensed limits and put it into ``state``; the caller saves it.

    Refused: ``no_limits``, ``bad_amount``, ``above_licensed_cap``.
    """
    row = _table(entry)
    posted = limit_reads.in_force(row.pk, entry.at)
    if posted is None:
        raise Conflict("no_limits")
    limit_rules.require_liftable(maximum, posted.maximum, row.licensed_maximum)
    state.raised = {**state.raised, player: maximum}


def _table(entry: Entry) -> floor.GamingTable:
    return floor.GamingTable.objects.get(pk=entry.table_id or 0)


def _notice(entry: Entry, state: floor.TableState) -> timedelta:
    """How long the new limits must have been announced: nothing where nobody has played for just as long."""
    notice = timedelta(minutes=rule_packs.of(entry).limit_change_notice_minutes)
    there = notice and state.period_id and limit_reads.played_since(state.table_id, state.period_id, entry.at - notice)
    return notice if there else timedelta(0)


def _free_moment(table_id: int, moment: datetime) -> datetime:
    """``moment``, or just after it where other limits have that one: the clock may stand still or be set back."""
    while floor.BettingLimit.objects.filter(table_id=table_id, effective_from=moment).exists():
        moment += timedelta(microseconds=1)
    return moment
