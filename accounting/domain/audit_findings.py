"""Findings of internal audit: what was seen, who answers for it, and whether it was seen before (domain.md §1.4).

A finding is a document: area, cause, explanation, signature, date. It is open until its owner has answered, answered
until an auditor and a second person have closed it, and it never goes away: when the same is seen again, the new
finding points at the first one and says how often it was seen.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from tables.domain.actors import DEPARTMENTS, Role
from tables.domain.permissions import PERMISSIONS

Paper = dict[str, Any]

LONGEST_TEXT = 1_000
MOST_EVENTS = 20


class Area(StrEnum):
    """The department that a finding is about; its people answer for it."""

    TABLES = "tables"
    CAGE = "cage"
    COUNT = "count"
    ACCOUNTING = "accounting"
    SECURITY = "security"
    MANAGEMENT = "management"


class Cause(StrEnum):
    """Why it came to it, as far as audit can say."""

    PROCEDURE_NOT_FOLLOWED = "procedure_not_followed"
    PROCEDURE_MISSING = "procedure_missing"
    SIGNATURE_MISSING = "signature_missing"
    PAPER_MISSING = "paper_missing"
    COUNT_ERROR = "count_error"
    CLERICAL_ERROR = "clerical_error"
    ACCESS_NOT_ALLOWED = "access_not_allowed"
    TRAINING = "training"
    EQUIPMENT = "equipment"
    UNEXPLAINED = "unexplained"


class FindingStatus(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    CLOSED = "closed"


def answering_roles(area: str) -> Sequence[Role]:
    """In which roles a finding of the area is answered: the department's own, or the house manager above it."""
    may_answer = PERMISSIONS["answer_finding"]
    own = [role for role, department in DEPARTMENTS.items() if department == area and role in may_answer]
    return [*own, *([] if Role.HOUSE_MANAGER in own else [Role.HOUSE_MANAGER])]


def seconding_roles(area: str) -> Sequence[Role]:
    """In which roles the second signature under a closure may be given: never in the area's own department."""
    known = (Role.HOUSE_MANAGER, Role.ACCOUNTANT, Role.AUDITOR)
    return [role for role in known if DEPARTMENTS[role] != area]


def finding(casino: str, told: Mapping[str, Any]) -> Paper:
    """What the auditor signs: everything but the number, which the register gives."""
    names = ("area", "cause", "explanation", "gaming_day", "about", "owner", "repeat_of")
    return {"paper": "audit_finding", "casino": casino, **{name: told[name] for name in names}}


def answer(casino: str, number: int, text: str) -> Paper:
    """What the owner signs."""
    return {"paper": "finding_answer", "casino": casino, "finding": number, "answer": text}


def closure(casino: str, number: int, remark: str) -> Paper:
    """What an auditor and a second person sign."""
    return {"paper": "finding_closure", "casino": casino, "finding": number, "remark": remark}
