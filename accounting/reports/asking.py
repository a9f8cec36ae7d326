"""How a kind of report is asked for: its parameters, who may, and the function that builds the document.

A kind is a value in its own module; ``kinds`` lists them all. The same kind serves the screen's form, the API and the
worker, so that nothing can be asked for at one door and not at the other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise

from tables.documents.model import Document
from tables.domain.actors import Actor
from tables.domain.errors import Invalid
from tables.selectors.house import HouseFacts

MOST_NUMBER = 10**15


class Shape(StrEnum):
    """What a parameter is."""

    DAY = "day"  # a date, 2026-03-04
    TEXT = "text"
    NUMBER = "number"  # a whole number from 1 on
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something to say when asking. ``choices`` are value and words, for a CHOICE."""

    name: str
    title: Promise | str
    shape: Shape = Shape.TEXT
    required: bool = True
    choices: Sequence[tuple[str, Promise | str]] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """What a builder is given.

    ``actor`` is who asked, as he is when it is built; selectors check his permission. ``at`` is when he asked: the
    moment the document is dated, so that asking is what makes a report new, not building it. ``tell(done, of)`` says
    how far it is; a builder of a long range calls it once a day or a table, at the least every minute.
    """

    actor: Actor
    house: HouseFacts
    parameters: Mapping[str, Any]
    language: str
    at: datetime
    tell: Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A kind of report. ``permission`` is needed to ask for it and to see what came of it.

    ``build`` runs in one unchanging view of the database, may raise what the floor refuses (the job then fails with
    that code), and returns the same document for the same log.
    """

    name: str
    title: Promise | str
    about: Promise | str
    build: Callable[[Ask], Document]
    parameters: Sequence[Parameter] = ()
    permission: str = "read_reports"


def parsed(kind: ReportKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as values; what a form leaves empty is not given.

    Refused: ``bad_report_parameter`` with its name, when one is missing, unknown or of the wrong shape.
    """
    known = {parameter.name: parameter for parameter in kind.parameters}
    said = {name: value for name, value in given.items() if value not in (None, "")}
    for name in said:
        if name not in known:
            raise Invalid("bad_report_parameter", parameter=name)
    found = {}
    for name, parameter in known.items():
        if name in said:
            found[name] = _value(parameter, said[name])
        elif parameter.required:
            raise Invalid("bad_report_parameter", parameter=name)
    return found


def kept(values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as they are kept in the job and told by the API."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


def _value(parameter: Parameter, given: Any) -> Any:
    wrong = Invalid("bad_report_parameter", parameter=parameter.name)
    if parameter.shape is Shape.NUMBER:
        text = str(given) if isinstance(given, int | str) and not isinstance(given, bool) else ""
        if not (text.isascii() and text.isdigit() and len(text) < 17 and 1 <= int(text) <= MOST_NUMBER):
            raise wrong
        return int(text)
    if not isinstance(given, str) or len(given) > 64:
        raise wrong
    if parameter.shape is Shape.DAY:
        try:
            found = date.fromisoformat(given)
        except ValueError as error:
            raise wrong from error
        if found.isoformat() != given:
            raise wrong
        return found
    if parameter.shape is Shape.CHOICE and given not in {value for value, _ in parameter.choices}:
        raise wrong
    return given
