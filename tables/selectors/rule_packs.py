"""The rule pack of a house on a gaming day, and how it came to be chosen."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.rule_packs import forms, shipped
from tables.domain.rule_packs.pack import RulePack
from tables.models import house
from tables.models.rule_packs import RulePackChoice

_HISTORY = """
SELECT e.body
FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.type = 'rule_pack_chosen' AND e.round IS NULL
ORDER BY e.seq DESC LIMIT %s
"""
MOST_HISTORY = 100


@dataclass(frozen=True, slots=True)
class Choice:
    """One act of choosing; a later one for the same day took its place. ``chosen_at`` as it stands in the log."""

    seq: int
    chosen_by: str
    chosen_at: str
    pack: str
    version: int
    effective_from: str
    values: Mapping[str, Any]


def in_force(casino_id: int, gaming_day: date, settings_version: int | None = None) -> RulePack:
    """The pack that the house keeps to on ``gaming_day``.

    ``settings_version`` is the casino's as the caller read it (an entry has it); without it one query reads it. A day
    before the first choice has the default pack: a house that is older than rule packs chose none.
    """
    if settings_version is None:
        settings_version = house.Casino.objects.values_list("settings_version", flat=True).get(pk=casino_id)
    for effective_from, pack in _chosen(casino_id, settings_version):
        if effective_from <= gaming_day:
            return pack
    return _default(casino_id)


def history(actor: Actor) -> Sequence[Choice]:
    """The newest choices of the actor's house, newest first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_rule_packs")
    with connection.cursor() as cursor:
        cursor.execute(_HISTORY, [actor.casino_id, MOST_HISTORY])
        events = [json.loads(body) for (body,) in cursor.fetchall()]
    return [_choice(event["seq"], event["actor"], event["occurred_at"], event["data"]) for event in events]


def _choice(seq: int, actor: str, occurred_at: str, data: Mapping[str, Any]) -> Choice:
    return Choice(seq, actor, occurred_at, data["pack"], data["version"], data["effective_from"], data["values"])


@lru_cache(maxsize=64)
def _chosen(casino_id: int, settings_version: int) -> Sequence[tuple[date, RulePack]]:
    """The choices as of ``settings_version``, latest day first; a new choice has a new version."""
    rows = RulePackChoice.objects.filter(casino_id=casino_id).order_by("-effective_from")
    return [(row.effective_from, forms.read(row.name, row.version, row.values)) for row in rows]


@lru_cache(maxsize=64)
def _default(casino_id: int) -> RulePack:
    """Of a casino that chose nothing. A casino's currency never changes."""
    exponent = house.Casino.objects.values_list("exponent", flat=True).get(pk=casino_id)
    return shipped.pack(*shipped.DEFAULT, exponent)
