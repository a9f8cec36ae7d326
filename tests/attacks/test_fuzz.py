"""Schemathesis sends what the API's document allows, and what it does not, to every operation as every role.

No answer is a 5xx or something that the document does not describe, and a refusal writes nothing. A run is bounded and
repeats itself; ``script/fuzz`` asks longer, and other things each time.
"""

import itertools
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from accounting.services import follow
from tests import described
from tests.attacks import untouched
from tests.described import Operation
from tests.tables.api import test_examples
from tests.tables.api.matrix import ROLES, Row
from tests.tables.api.test_matrix import head
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

#: Requests to an operation, set by ``script/fuzz``; without it a few that are the same in every run.
ASKED = os.environ.get("CASINO_FUZZ")
EXAMPLES = int(ASKED or len(ROLES))

HELD = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(described.document())
SCHEMA.app = get_wsgi_application()
FUZZED: dict[str, Any] = {
    found.ok().definition.raw["operationId"]: found.ok()
    for found in SCHEMA.get_all_operations()
    if isinstance(found, Ok)
}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Thousands of refusals leave thousands of lines."""
    logging.disable(logging.ERROR)
    with untouched.connection_kept():
        yield
    logging.disable(logging.NOTSET)


def generated(operation: Any, row: Row) -> list[Case[Any]]:
    """Requests to an operation: right ones, wrong ones, half of them to the table and paper that the house has."""
    known = parameters(operation.path, row.path)
    kinds = [operation.as_strategy(GenerationMode.POSITIVE, path_parameters=known or None)]
    kinds.append(operation.as_strategy(GenerationMode.POSITIVE))
    if operation.body or operation.query:
        kinds.append(operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=known or None))
    found: list[Case[Any]] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=not ASKED,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(kinds))
    def collect(case: Case[Any]) -> None:
        found.append(case)

    with suppress(Unsatisfiable):  # raised when there are fewer requests than asked for
        collect()
    return found


def parameters(template: str, path: str) -> dict[str, str]:
    """The values that the house's own path has where the document's has names."""
    steps = zip(template.removeprefix("/api/v1/").split("/"), path.partition("?")[0].split("/"), strict=True)
    return {name[1:-1]: value for name, value in steps if name.startswith("{")}


def knock(whole: WholeHouse, case: Case[Any], row: Row, role: str) -> None:
    """Send the request as the role; at the house's own table with what a terminal there has seen last."""
    headers = {"Authorization": f"Token {whole[role].token}"} if role != "nobody" else {}
    seen = head(row.path) if row.method == "POST" else None
    if seen is not None and case.path_parameters.get("table") == "BJ-01":
        headers["If-Match"] = f'"{seen}"'
    answer = untouched.ask(lambda: case.call(headers=headers))
    case.validate_response(answer, checks=HELD, headers=headers)


@pytest.mark.parametrize("operation", described.operations(), ids=lambda operation: operation.told["operationId"])
def test_no_request_breaks_an_operation(operation: Operation, whole: WholeHouse) -> None:
    name, row = operation.told["operationId"], test_examples.row_of(operation)
    cases = generated(FUZZED[name], row)
    assert cases
    test_examples.prepare(name, row, whole)
    follow.follow_all()  # so that what catches up with the log before it refuses finds nothing to do
    sent = (*row.allowed, *ROLES) if not ASKED else ROLES * (EXAMPLES // len(ROLES) + 1)
    for case, role in zip(itertools.cycle(cases), sent, strict=False):
        knock(whole, case, row, role)
