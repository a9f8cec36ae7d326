"""The API's document: current, valid, complete, and true of the running app, example by example."""

from collections.abc import Iterator

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.validation import validate_schema

from casino import api_document
from tests.described import Operation, check, document, operations, resolved
from tests.tables.api.test_matrix import ROWS


@pytest.fixture(scope="module")
def written() -> bytes:
    """What the code would write now."""
    GENERATOR_STATS.reset()
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return bytes(OpenApiYamlRenderer().render(schema, renderer_context={}))  # type: ignore[no-untyped-call]


#: Doors that let in who has not signed on: what they want is in the request itself.
STRANGERS = (
    "/api/v1/sign-ons",
    "/api/v1/terminals/enrolments",
    "/api/v1/seat-links/claims",
    "/api/v1/seat-links/current/felt",
)

EVERY = pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.told["operationId"])


def test_the_checked_in_document_is_current(written: bytes) -> None:
    assert api_document.DOCUMENT.read_bytes() == written, "run: manage.py spectacular --file docs/openapi.yaml"


def test_the_generator_has_nothing_to_warn_of(written: bytes) -> None:
    assert (dict(GENERATOR_STATS._warn_cache), dict(GENERATOR_STATS._error_cache)) == ({}, {})


def test_the_document_is_valid() -> None:
    validate_schema(document())  # type: ignore[no-untyped-call]
    assert document()["openapi"] == "3.0.3"


def test_the_document_has_every_door() -> None:
    described = {operation.told["operationId"] for operation in operations()}
    assert len(described) == len(operations()) == len(ROWS)


@EVERY
def test_an_operation_says_what_it_is(operation: Operation) -> None:
    told = operation.told
    assert told["summary"]
    assert told["description"].strip()
    assert len(told["tags"]) == 1
    assert told["tags"][0] in api_document.TAGS
    signed_on = any(scheme for scheme in told.get("security", ()))
    assert signed_on != (operation.path in STRANGERS)


@EVERY
def test_an_operation_shows_its_answer(operation: Operation) -> None:
    status, response = operation.success
    if status == "204":
        assert "content" not in response
        return
    (content,) = response["content"].values()
    if content["schema"].get("format") == "binary":  # a file: its media type says what it is
        assert not response["content"].keys() & {"application/json", "application/problem+json"}
        return
    assert content["examples"]
    for example in content["examples"].values():
        check(example["value"], content["schema"])


@EVERY
def test_an_operation_shows_its_request(operation: Operation) -> None:
    body = operation.told.get("requestBody")
    assert (body is None) == (operation.method != "POST" or not takes_a_body(operation))
    for content in (body or {"content": {}})["content"].values():
        assert content["examples"]
        for example in content["examples"].values():
            check(example["value"], content["schema"])


@EVERY
def test_an_operation_shows_its_main_refusals(operation: Operation) -> None:
    refused = {status: response for status, response in operation.told["responses"].items() if status >= "400"}
    assert set(refused) >= {"400", "403", "429"}
    shown = []
    for status, response in refused.items():
        content = response["content"]["application/problem+json"]
        assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
        for reference in content.get("examples", {}).values():
            problem = resolved(reference)["value"]
            assert problem["status"] == int(status)
            shown.append(problem["code"])
    assert shown or operation.path in ("/api/v1/meta", "/api/v1/sign-ons/current")


@EVERY
def test_a_write_names_its_headers(operation: Operation) -> None:
    headers = {item["name"]: item for item in operation.told.get("parameters", ()) if item["in"] == "header"}
    given = ("/api/v1/staff/{badge}/one-time-pins", "/api/v1/staff/{badge}/one-time-passwords")
    keyless = (*STRANGERS, "/api/v1/terminals", "/api/v1/tables/{table}/seat-links", QUEUE_CLAIMS, *given)
    assert ("Idempotency-Key" in headers) == (operation.method == "POST" and operation.path not in keyless)
    _, response = operation.success
    assert ("ETag" in response.get("headers", {})) == bool(headers.keys() & {"If-Match", "If-None-Match"})


QUEUE_CLAIMS = "/api/v1/tables/{table}/queue-claims"
"""Who looks at an item of the queue: it stands two minutes, writes no event, and saying it twice says the same."""


def takes_a_body(operation: Operation) -> bool:
    return operation.told["operationId"] not in BODILESS


#: Writes that say everything by their address.
BODILESS = frozenset(
    {
        "tap_in",
        "tap_out",
        "withdraw_approval",
        "revoke_terminal",
        "unlock_terminal",
        "deactivate_staff",
        "reactivate_staff",
        "unlock_pin",
        "issue_pin",
        "issue_password",
    }
)


def test_the_document_is_served_without_signing_on() -> None:
    response = Client().get("/api/schema/")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/yaml")
    assert response.content == api_document.DOCUMENT.read_bytes()


def pages() -> Iterator[tuple[str, bytes]]:
    page = Client().get("/api/docs/")
    yield page.headers["Content-Security-Policy"], page.content
    script = Client().get("/api/docs/?script=")
    yield script.headers["Content-Security-Policy"], script.content


def test_the_pages_load_nothing_from_elsewhere() -> None:
    (policy, page), (_, script) = pages()
    assert "script-src 'self'" in policy
    assert b"https://" not in page
    assert b"<style" not in page
    assert b"/static/drf_spectacular_sidecar/" in page
    assert b"/api/schema/" in script
