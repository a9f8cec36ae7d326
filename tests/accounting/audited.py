"""What the auditor has done before a test begins, by the name of the stage."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from accounting.selectors import log_exports
from accounting.services import audit_samples, log_archive, log_export
from tests.builders import House

FIRST_DAY, LAST_DAY = date(2026, 3, 1), date(2026, 3, 3)


def export(house: House, **more: Any) -> dict[str, Any]:
    """Axel records an export of the whole log."""
    return log_export.export_log(**{"actor": house.axel, "at": house.at, **more})


def archive(house: House, number: int = 1) -> bytes:
    """The archive of an export, as axel gets it."""
    found = log_exports.export(house.axel, number)
    return b"".join(log_archive.pieces(house.casino.pk, house.casino.code, found))


def draw(house: House, **more: Any) -> dict[str, Any]:
    """Axel draws a sample from the gaming days before the house's."""
    asked = {"first_day": FIRST_DAY, "last_day": LAST_DAY, "seed": "a seed"}
    return audit_samples.draw_audit_sample(**{"actor": house.axel, "at": house.at, **asked, **more})


STAGES: Mapping[str, Callable[[House], Any]] = {"exported": export, "sampled": draw}
