"""From a simulated shift to its certified report: the accountant's part."""

import json
from dataclasses import dataclass
from typing import Any

from accounting.models.reports import ShiftReport
from accounting.services import certify
from tables.domain.actors import Role
from tables.services.simulation.shift import PlayedShift


@dataclass(frozen=True, slots=True)
class Certified:
    """A certified report: its content, and the SHA-256 (hex) of its text."""

    report: dict[str, Any]
    sha256: str


def certify_played(played: PlayedShift) -> Certified:
    """Let the books follow the shift and certify it. Refused: what ``certify_shift`` refuses."""
    made = played.made
    answer = certify.certify_shift(
        actor=made.cast.actor(made.holder(Role.ACCOUNTANT)),
        at=played.counted,
        gaming_day=played.gaming_day,
        shift=played.shift,
    )
    row = ShiftReport.objects.get(
        casino__code=made.code, gaming_day=played.gaming_day, shift=played.shift, version=answer["version"]
    )
    return Certified(json.loads(row.text), row.sha256)
