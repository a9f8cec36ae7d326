"""Entries in the cage's own stream."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from tables.domain.actors import Actor
from tables.domain.events import StreamKind
from tables.services import log


def cage_entry(
    *, actor: Actor, at: datetime, request: Mapping[str, Any], key: str | None = None, expected_seq: int | None = None
) -> AbstractContextManager[log.Entry]:
    """An entry in the stream of the actor's cage."""
    stream = log.stream_key(actor.casino, StreamKind.CAGE)
    return log.entry(actor=actor, at=at, stream=stream, request=request, key=key, expected_seq=expected_seq)
