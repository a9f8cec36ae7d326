"""Wrong values in every field of every write that the document names: refused, and nothing has changed.

The example of the document is accepted where the house stands; with one place spoilt it must not be. So no service is
the only one that forgot to look.
"""

import json
import logging
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.attacks import bodies
from tests.attacks.attacked import WRITES, Attacked
from tests.described import Operation
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

EVERY_WRITE = pytest.mark.parametrize("operation", WRITES, ids=lambda operation: operation.told["operationId"])

#: What is no whole number from nought up, as it stands in the body.
NO_NUMBERS = (
    "-1",
    "1.5",
    "25e2",
    "NaN",
    "-Infinity",
    str(10**15 + 1),
    str(2**63),
    "9" * 5_000,
    '"2500"',
    "true",
    "[2500]",
    '{"amount": 2500}',
)
#: What is no text that a person could have keyed.
NO_TEXTS = (
    "1",
    "true",
    "[]",
    r'"an\u0000na"',
    r'"an\ud800na"',
    r'"an\u202ena"',
    r'"an\u200bna"',
    r'"an\r\nna"',
    r'"an\u001b[31mna"',
    json.dumps("a" * 5_000),
)
NO_FLAGS = ('"true"', "1", "[true]")
NO_LISTS = ('"[]"', "1", "{}")
NO_OBJECTS = ('"{}"', "1", "[]")
#: What rows have and no body may say.
FOREIGN = ("id", "at", "seq", "status", "actor", "casino", "gaming_day", "is_superuser")
MARK = "the spoilt place"


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Thousands of refusals leave thousands of lines."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def let_in(attacked: Attacked, kind: str, values: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    """Where which value was let in, or broke something."""
    for field in attacked.fields(kind):
        text = json.dumps(bodies.spoilt(attacked.body, field.place, MARK))
        for value in values:
            if value == "-1" and field.schema.get("minimum", 0) < 0:
                continue
            status = attacked.answer(text.replace(json.dumps(MARK), value).encode()).status_code
            if not 400 <= status < 500:
                yield str(field), value[:24], status


def foreign_let_in(attacked: Attacked) -> Iterator[tuple[str, str, int]]:
    """Where an object took a field that is not its own."""
    for place in bodies.objects(attacked.body):
        for name in FOREIGN:
            if name not in bodies.at(attacked.body, place):
                body = json.dumps(bodies.spoilt(attacked.body, (*place, name), 7))
                status = attacked.answer(body.encode()).status_code
                if status != 422:
                    yield "/".join(str(step) for step in place), name, status


@EVERY_WRITE
def test_no_field_takes_what_is_not_its_kind(operation: Operation, whole: WholeHouse) -> None:
    attacked = Attacked(operation, whole)
    assert list(let_in(attacked, "integer", NO_NUMBERS)) == []
    assert list(let_in(attacked, "string", NO_TEXTS)) == []
    assert list(let_in(attacked, "boolean", NO_FLAGS)) == []
    assert list(let_in(attacked, "array", NO_LISTS)) == []
    assert list(let_in(attacked, "object", NO_OBJECTS)) == []
    assert list(foreign_let_in(attacked)) == []


def test_the_document_names_fields_of_every_kind() -> None:
    kinds = Counter(
        field.schema.get("type")
        for operation in WRITES
        for content in operation.told["requestBody"]["content"].values()
        for field in bodies.fields(content["schema"], next(iter(content["examples"].values()))["value"])
    )
    assert (kinds["integer"] > 100, kinds["string"] > 300, kinds["boolean"] > 5, kinds["array"] > 20) == (True,) * 4
