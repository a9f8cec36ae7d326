"""Documents as files. What takes time is drawn in a process of its own, with a limit on its time and its memory.

The web process only waits: it keeps no lock while Python or typst draws, and what typst remembers dies with the child.
At most ``AT_ONCE`` are drawn at a time by one process, so that a crowd at the printer does not slow the floor.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from tables.documents import csv, data, names
from tables.documents.model import Document
from tables.domain.errors import Conflict

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20.0
"""For somebody who waits at a screen; a task may take longer."""
AT_ONCE = 2
TURN = 1.0
"""Seconds to wait for a turn: whoever waits holds one of the web process's eight threads, which dealers need, too."""


class Format(StrEnum):
    """Files that a document can be had as."""

    PDF = "pdf"
    XLSX = "xlsx"
    CSV = "csv"  # a ZIP with a file a table
    JSON = "json"


MOST_ROWS: Mapping[Format, int] = {Format.PDF: 4_000, Format.XLSX: 100_000}
"""Rows that a file may have: 4,000 are some 120 pages and a gigabyte for a moment."""
CONTENT_TYPES: Mapping[Format, str] = {
    Format.PDF: "application/pdf",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.CSV: "application/zip",
    Format.JSON: "application/json",
}
SUFFIXES: Mapping[Format, str] = {Format.PDF: "pdf", Format.XLSX: "xlsx", Format.CSV: "zip", Format.JSON: "json"}


class File(NamedTuple):
    """A file to be sent or kept."""

    name: str
    content_type: str
    content: bytes


class DrawingError(RuntimeError):
    """The child could not draw a document; the text is what it said."""


_turns = threading.BoundedSemaphore(AT_ONCE)


def file(document: Document, form: Format, *, seconds: float = SECONDS) -> File:
    """The document as a file.

    Refused: ``too_long_for_file`` (more rows than such a file may have), ``drawing_busy`` (no turn was to be had, or
    the time was not enough). Raises DrawingError when the drawing itself fails, which is a fault of ours.
    """
    name = names.file_name(document, SUFFIXES[form])
    return File(name, CONTENT_TYPES[form], _content(document, form, seconds))


def _content(document: Document, form: Format, seconds: float) -> bytes:
    if form is Format.JSON:
        return data.text_of(document).encode()
    if form is Format.CSV:
        return csv.archive(document)
    rows = sum(len(table.rows) for table in document.tables)
    if rows > MOST_ROWS[form]:
        raise Conflict("too_long_for_file", rows=rows, most=MOST_ROWS[form], format=form)
    if not _turns.acquire(timeout=min(TURN, seconds)):
        raise Conflict("drawing_busy")
    try:
        return _drawn(data.text_of(document), form, seconds)
    finally:
        _turns.release()


def _drawn(text: str, form: Format, seconds: float) -> bytes:
    """What the child writes. It gets no secret of ours: neither environment nor open files."""
    command = [sys.executable, "-s", "-m", "tables.documents", form, str(int(seconds) + 1)]
    environment = {"PATH": os.environ.get("PATH", ""), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, cwd=ROOT, env=environment, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Conflict("drawing_busy") from error
    if done.returncode:
        raise DrawingError(done.stderr.decode(errors="replace")[-2_000:] or f"ended with {done.returncode}")
    return done.stdout
