"""Reports of locked gaming days as they were frozen."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from accounting.models.days import DayLock
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.selectors import signers
from tables.selectors.signers import Signer


@dataclass(frozen=True, slots=True)
class FrozenDay:
    """A report to the byte: ``text`` is what ``sha256`` was computed from, ``content`` the same read as JSON.

    ``signers`` are the persons behind its badges, as they were when it was locked.
    """

    text: str
    sha256: str
    content: Mapping[str, Any]
    signers: Mapping[str, Signer]


def report(actor: Actor, gaming_day: date) -> FrozenDay:
    """The report of a locked day. Refused: ``not_permitted``, ``no_such_report``."""
    permissions.require(actor, "read_books")
    row = DayLock.objects.filter(casino_id=actor.casino_id, gaming_day=gaming_day).first()
    if row is None:
        raise NotFound("no_such_report")
    people = signers.of(actor.casino_id, [row.locked_by, row.seconded_by], row.locked_at)
    return FrozenDay(row.text, row.sha256, json.loads(row.text), people)
