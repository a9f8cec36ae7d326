"""Composing a shift report from the books as of given heads: the same text each time (T-104)."""

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from accounting.domain import shift_report
from accounting.selectors import crowd_rows, shift_rows
from accounting.selectors.heads import Heads
from tables.models.house import Casino


@dataclass(frozen=True, slots=True)
class Certificate:
    """Which report it is, and who made it when. ``certified_at`` as it stands in the log."""

    casino: str
    gaming_day: date
    shift: str
    version: int
    supersedes: str
    certified_by: str
    certified_at: str


def content(casino: str, gaming_day: date, shift: str, heads: Heads) -> dict[str, Any]:
    """What happened in a shift by the log up to ``heads``; nothing in it depends on when or by whom it is asked."""
    rows = shift_rows.of_shift(casino, gaming_day, shift, heads)
    crowd = crowd_rows.block(rows.periods, rows.of_day, heads)
    return shift_report.content(rows.periods, rows.of_day, rows.boxes, crowd)


def text(certificate: Certificate, heads: Heads, body: dict[str, Any]) -> str:
    """The frozen text of a report."""
    house = Casino.objects.get(code=certificate.casino)
    head = {
        "casino": certificate.casino,
        "currency": house.currency,
        "exponent": house.exponent,
        "gaming_day": certificate.gaming_day.isoformat(),
        "shift": certificate.shift,
        "version": certificate.version,
        "supersedes": certificate.supersedes,
        "certified_by": certificate.certified_by,
        "certified_at": certificate.certified_at,
    }
    return shift_report.text_of(head, {key: {"seq": h.seq, "hash": h.hash} for key, h in heads.items()}, body)


def sha256(frozen: str) -> str:
    """The hash that the event and the printed report carry."""
    return hashlib.sha256(frozen.encode()).hexdigest()


def same_content(frozen: str, body: dict[str, Any]) -> bool:
    """Whether a frozen report already says what ``body`` says."""
    before = json.loads(frozen)
    return all(before.get(name) == value for name, value in json.loads(json.dumps(body)).items())
