"""What the auditor has done before a test begins, by the name of the stage."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from accounting.selectors import log_exports
from accounting.services import audit_findings, audit_samples, log_archive, log_export
from accounting.services.audit_findings import NewFinding
from tests.builders import GAMING_DAY, House

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


def new(**more: Any) -> NewFinding:
    """A slip of the cage without a signature, for cass to answer."""
    seen: dict[str, Any] = {
        "area": "cage",
        "cause": "signature_missing",
        "explanation": "fill slip without the runner's signature",
        "gaming_day": GAMING_DAY,
        "owner": "cass",
    }
    return NewFinding(**{**seen, **more})


def find(house: House, finding: NewFinding | None = None, **more: Any) -> dict[str, Any]:
    """Axel records a finding and signs it."""
    asked = {"actor": house.axel, "at": house.at, "finding": finding or new(), "auditor": house.sign("axel")}
    return audit_findings.record_finding(**{**asked, **more})


def respond(house: House, number: int = 1, **more: Any) -> dict[str, Any]:
    """Cass answers."""
    asked = {"actor": house.cass, "at": house.at, "finding": number, "owner": house.sign("cass")}
    return audit_findings.answer_finding(**{**asked, "answer": "the runner was shown the slip again", **more})


def close(house: House, number: int = 1, **more: Any) -> dict[str, Any]:
    """Axel closes, and ada signs beside him."""
    asked = {"actor": house.axel, "at": house.at, "finding": number, "remark": "ten later slips were right"}
    signed = {"auditor": house.sign("axel"), "second": house.sign("ada")}
    return audit_findings.close_finding(**{**asked, **signed, **more})


def _answered(house: House) -> None:
    find(house)
    respond(house)


STAGES: Mapping[str, Callable[[House], Any]] = {
    "exported": export,
    "sampled": draw,
    "found": find,
    "answered": _answered,
}
