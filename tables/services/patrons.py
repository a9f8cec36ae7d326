"""Players the house knows, and what the table knows of their chips. Most players stay anonymous and have no row."""

from datetime import datetime
from typing import Any

from tables.domain import limits, names, permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, Invalid, NotFound
from tables.models import rounds
from tables.services import live, log, pits, seated_names, standing, tellable_codes
from tables.services.house_stream import house_entry


def register_patron(
    *, actor: Actor, at: datetime, code: str, name: str = "", description: str = "", key: str | None = None
) -> dict[str, Any]:
    """A player by name or, as the regulations allow, by description ("tall, red cap").

    The log holds the code only: what is known of a person can be corrected or erased, the log cannot. Refused:
    ``bad_code``, ``bad_name``, ``bad_description``, ``name_or_description_required``, ``patron_exists``,
    ``name_looks_alike`` (the code: money hangs on it).
    """
    permissions.require(actor, "register_patron")
    names.require_code(code)
    _require_told(name, description)
    request = {"do": "register_patron", "patron": code, "name": name, "description": description}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            if rounds.Patron.objects.filter(casino_id=actor.casino_id, code=code).exists():
                raise Conflict("patron_exists", patron=code)
            tellable_codes.require_tellable(rounds.Patron.objects.filter(casino_id=actor.casino_id), "code", code)
            rounds.Patron.objects.create(casino_id=actor.casino_id, code=code, name=name, description=description)
            entry.record("patron_registered", {"patron": code})
            entry.answer = {"patron": code}
    return entry.answer


def correct_patron(
    *,
    actor: Actor,
    at: datetime,
    patron: str,
    name: str = "",
    description: str = "",
    reason: str,
    key: str | None = None,
) -> dict[str, Any]:
    """What a patron is called and looks like from now on; what the house said before is kept with its day.

    The log holds which of the two was corrected and why, never what they say. Refused: ``not_permitted`` (a dealer
    registers whom he sees, and reads nobody), ``no_such_patron``, ``bad_name``, ``bad_description``,
    ``name_or_description_required``, ``bad_reason``, ``nothing_to_correct``.
    """
    permissions.require(actor, "correct_patron")
    _require_told(name, description)
    names.require_name(reason, 240, "bad_reason")
    asked = {"patron": patron, "name": name, "description": description, "reason": reason}
    with house_entry(actor=actor, at=at, request={"do": "correct_patron", **asked}, key=key) as entry:
        if not entry.repeated:
            row = rounds.Patron.objects.filter(casino_id=actor.casino_id, code=patron).first()
            if row is None:
                raise NotFound("no_such_patron", patron=patron[:24])
            told = {"name": name, "description": description}
            changed = [field for field, value in told.items() if getattr(row, field) != value]
            if not changed:
                raise Invalid("nothing_to_correct")
            row.past.create(
                number=row.past.count() + 1,
                name=row.name,
                description=row.description,
                until=at,
                corrected_by=actor.badge,
                reason=reason,
            )
            row.name, row.description = name, description
            row.save(update_fields=["name", "description"])
            data = {"patron": patron, "changed": changed, "reason": reason}
            entry.record("patron_corrected", data)
            entry.answer = data
    return entry.answer


def _require_told(name: str, description: str) -> None:
    if not name and not description:
        raise Invalid("name_or_description_required")
    if name:
        names.require_person(name, 120)
    if description:
        names.require_name(description, 240, "bad_description")


def declare_funds(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    player: str,
    amount: int,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """How much in chips a player has before him, in minor units, at a table that keeps track of it.

    The next round then refuses what he cannot stake. By the dealer at the table or the pit boss in charge. Refused:
    ``bad_player``, ``bad_amount``, ``not_in_charge``, ``terminal_required``, ``round_in_play`` (a round keeps its own
    account of the chips), ``name_looks_alike``.
    """
    permissions.require(actor, "declare_funds")
    names.require_person(player, 40, "bad_player")
    limits.require_amount(amount, least=0)
    data = {"player": player, "amount": amount}
    request = {"do": "declare_funds", "table": table, **data}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            if state.dealer_id == actor.staff_id:
                permissions.require_at_table(actor, state.pk)
            else:
                pits.require_pit_boss(actor, state.pk, entry.window.gaming_day)
            standing.require_between_rounds(state)
            seated_names.require_tellable(live.read(entry), player)
            state.funds = {**state.funds, player: amount}
            state.save(update_fields=["funds"])
            entry.record("patron_funds_declared", data)
            entry.answer = {"table": table, **data}
    return entry.answer
