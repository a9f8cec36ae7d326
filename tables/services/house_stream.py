"""Entries in the house's own stream: settings and people."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from django.db.models import F

from tables.domain.actors import Actor
from tables.domain.events import StreamKind
from tables.models import house
from tables.services import log


def house_entry(
    *, actor: Actor, at: datetime, request: Mapping[str, Any], key: str | None = None
) -> AbstractContextManager[log.Entry]:
    """An entry in the stream of the actor's house."""
    stream = log.stream_key(actor.casino, StreamKind.HOUSE)
    return log.entry(actor=actor, at=at, stream=stream, request=request, key=key)


def settings_changed(casino_id: int) -> None:
    """Raise the casino's settings version, which is part of the key of everything cached from its settings."""
    house.Casino.objects.filter(pk=casino_id).update(settings_version=F("settings_version") + 1)
