"""Choosing the rule pack that a house keeps to (docs/rule-packs.md)."""

from datetime import date, datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid
from tables.domain.gaming_day import Window
from tables.domain.rule_packs import forms, shipped
from tables.domain.rule_packs.pack import RulePack
from tables.models import house
from tables.models.rule_packs import RulePackChoice
from tables.selectors import rule_packs as rule_pack_reads
from tables.services import clock, log
from tables.services.house_stream import house_entry, settings_changed


def choose_rule_pack(
    *, actor: Actor, at: datetime, name: str, version: int, effective_from: date, key: str | None = None
) -> dict[str, Any]:
    """From gaming day ``effective_from`` on, the running one at the earliest, the house keeps to this pack.

    Another choice for the same day takes its place; days that are over keep what they had (T-03). Refused:
    ``no_such_pack``, ``day_is_over``.
    """
    permissions.require(actor, "manage_house")
    casino = house.Casino.objects.get(pk=actor.casino_id)
    chosen = shipped.pack(name, version, casino.exponent)
    request = {
        "do": "choose_rule_pack",
        "pack": name,
        "version": version,
        "effective_from": effective_from.isoformat(),
    }
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            if effective_from < entry.window.gaming_day:
                raise Invalid("day_is_over", gaming_day=entry.window.gaming_day.isoformat())
            write_choice(actor.casino_id, chosen, effective_from)
            settings_changed(actor.casino_id)
            record_choice(entry, chosen, effective_from)
            entry.answer = {"pack": name, "version": version, "effective_from": effective_from.isoformat()}
    return entry.answer


def of(entry: log.Entry) -> RulePack:
    """The pack in force for what is being written: on the gaming day of the entry, as of its settings."""
    return rule_pack_reads.in_force(entry.actor.casino_id, entry.window.gaming_day, entry.settings_version)


def shift_at(casino_id: int, moment: datetime) -> tuple[Window, RulePack]:
    """The shift that runs at ``moment`` and the pack in force on its gaming day, for who only looks."""
    version = house.Casino.objects.values_list("settings_version", flat=True).get(pk=casino_id)
    window = clock.window(casino_id, version, moment)
    return window, rule_pack_reads.in_force(casino_id, window.gaming_day, version)


def at(casino_id: int, moment: datetime) -> RulePack:
    """The pack alone."""
    return shift_at(casino_id, moment)[1]


def write_choice(casino_id: int, chosen: RulePack, effective_from: date) -> None:
    """The choice's row; one a day."""
    RulePackChoice.objects.update_or_create(
        casino_id=casino_id,
        effective_from=effective_from,
        defaults={"name": chosen.name, "version": chosen.version, "values": forms.dump(chosen)},
    )


def record_choice(entry: log.Entry, chosen: RulePack, effective_from: date) -> None:
    """The fact that the pack was chosen, with every value of it: the log needs no product to be read."""
    entry.record(
        "rule_pack_chosen",
        {
            "pack": chosen.name,
            "version": chosen.version,
            "effective_from": effective_from.isoformat(),
            "values": forms.dump(chosen),
        },
    )
