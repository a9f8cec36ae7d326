"""The API's document says which headers a write takes and which problems may come."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator


@pytest.fixture(scope="module")
def document() -> Any:
    generator: Any = SchemaGenerator
    return generator().get_schema(request=None, public=True)


def headers(operation: Any) -> dict[str, bool]:
    return {p["name"]: p.get("required", False) for p in operation.get("parameters", []) if p["in"] == "header"}


def test_a_write_takes_a_key_and_what_was_seen(document: Any) -> None:
    paths = document["paths"]
    post = paths["/api/v1/tables/{table}/limits"]["post"]
    assert headers(post) == {"Idempotency-Key": True, "If-Match": True}
    assert headers(paths["/api/v1/tables/{table}/taps-in"]["post"]) == {"Idempotency-Key": True, "If-Match": False}
    assert headers(paths["/api/v1/sign-ons"]["post"]) == {}


def test_every_operation_names_its_problems(document: Any) -> None:
    paths = document["paths"]
    post = paths["/api/v1/tables/{table}/limits"]["post"]
    assert set(post["responses"]) == {"201", "400", "401", "403", "404", "409", "412", "422", "428", "429"}
    assert set(paths["/api/v1/meta"]["get"]["responses"]) == {"200", "400", "401", "403", "429"}
    assert set(paths["/api/v1/sign-ons"]["post"]["responses"]) == {"201", "400", "403", "409", "422", "429"}
    schema = post["responses"]["409"]["content"]["application/problem+json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/Problem"}


def test_both_ways_in_are_described(document: Any) -> None:
    assert set(document["components"]["securitySchemes"]) == {"signOn", "terminalSession"}
    assert document["paths"]["/api/v1/meta"]["get"]["security"] == [{"signOn": []}, {"terminalSession": []}]
