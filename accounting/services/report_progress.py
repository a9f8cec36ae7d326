"""How far a report is, written while it is being built.

The report is built in one unchanging, read-only view of the database, so the job's row is written through a
connection of its own.
"""

import time
from datetime import datetime
from types import TracebackType
from typing import Self

from django.db import DEFAULT_DB_ALIAS, connections
from django.utils import timezone

PAUSE = 0.5
"""Seconds between two writings: often enough for a bar that moves."""

_TELL = """
UPDATE accounting_reportjob SET percent = %s, message = %s, heard_at = %s WHERE id = %s AND status = 'running'
"""


class Progress:
    """Writes a job's percentage and stage; a context manager, because it holds a connection."""

    def __init__(self, job: int) -> None:
        self._job = job
        self._connection = connections.create_connection(DEFAULT_DB_ALIAS)
        self._told = -PAUSE
        self._stage = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def tell(self, percent: int, stage: str) -> None:
        """Write how far it is, unless that was just written."""
        now = time.monotonic()
        if stage == self._stage and now - self._told < PAUSE:
            return
        self._told, self._stage = now, stage
        self._write(min(percent, 99), stage, timezone.now())

    def _write(self, percent: int, stage: str, at: datetime) -> None:
        with self._connection.cursor() as cursor:
            cursor.execute(_TELL, [percent, stage, at, self._job])
