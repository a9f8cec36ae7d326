"""What the auditor has done before a test begins, by the name of the stage."""

from collections.abc import Callable, Mapping
from typing import Any

from accounting.selectors import log_exports
from accounting.services import log_archive, log_export
from tests.builders import House


def export(house: House, **more: Any) -> dict[str, Any]:
    """Axel records an export of the whole log."""
    return log_export.export_log(**{"actor": house.axel, "at": house.at, **more})


def archive(house: House, number: int = 1) -> bytes:
    """The archive of an export, as axel gets it."""
    found = log_exports.export(house.axel, number)
    return b"".join(log_archive.pieces(house.casino.pk, house.casino.code, found))


STAGES: Mapping[str, Callable[[House], Any]] = {"exported": export}
