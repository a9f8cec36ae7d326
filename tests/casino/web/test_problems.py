"""Every refusal is problem+json with a stable code and status; nothing of the inside leaves."""

from typing import Any

import psycopg.errors
import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404
from django.test import RequestFactory
from django.utils import translation
from rest_framework import exceptions
from rest_framework.exceptions import ErrorDetail, ValidationError

from casino.web import problems
from tables.domain import errors


def handled(error: Exception) -> Any:
    response = problems.problem_handler(error, {})
    assert response is not None
    assert response.content_type == "application/problem+json"
    assert response.data["status"] == response.status_code
    assert response.data["type"] == f"/problems/{response.data['code']}"
    return response


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.NotAllowed("not_in_charge"), 403, "not_in_charge"),
        (errors.NotFound("no_such_table"), 404, "no_such_table"),
        (errors.Conflict("round_in_play"), 409, "round_in_play"),
        (errors.StaleSequence("stale_sequence"), 412, "stale_sequence"),
        (errors.Invalid("bad_amount"), 422, "bad_amount"),
        (exceptions.NotAuthenticated(), 401, "not_signed_on"),
        (exceptions.AuthenticationFailed(), 401, "not_signed_on"),
        (exceptions.PermissionDenied(), 403, "not_permitted"),
        (exceptions.PermissionDenied(code="csrf_failed"), 403, "csrf_failed"),
        (exceptions.NotFound(), 404, "not_found"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.NotAcceptable(), 406, "not_acceptable"),
        (exceptions.UnsupportedMediaType("text/plain"), 415, "unsupported_media_type"),
        (exceptions.Throttled(wait=7), 429, "too_many_requests"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "not_permitted"),
        (SuspiciousOperation("secret path"), 400, "bad_request"),
        (caused(OperationalError("x"), psycopg.errors.LockNotAvailable()), 409, "busy"),
        (caused(OperationalError("x"), psycopg.errors.DeadlockDetected()), 409, "busy"),
        (caused(OperationalError("x"), psycopg.errors.SerializationFailure()), 409, "busy"),
        (caused(IntegrityError("x"), psycopg.errors.UniqueViolation()), 409, "conflict"),
        (DataError("integer out of range"), 422, "invalid_request"),
        (OperationalError("connection to socket /var/secret failed"), 503, "unavailable"),
    ],
)
def test_errors_become_problems(error: Exception, status: int, code: str) -> None:
    response = handled(error)
    assert (response.status_code, response.data["code"]) == (status, code)
    assert "secret" not in str(response.data)


@pytest.mark.parametrize(
    "error",
    [
        KeyError("x"),
        RuntimeError("x"),
        caused(IntegrityError("x"), psycopg.errors.CheckViolation()),
        caused(IntegrityError("x"), psycopg.errors.ForeignKeyViolation()),
    ],
)
def test_what_nobody_foresaw_is_not_explained_away(error: Exception) -> None:
    assert problems.problem_handler(error, {}) is None


def test_a_refusals_values_stand_apart_from_its_words() -> None:
    response = handled(errors.Invalid("above_licensed_cap", licensed_maximum=1_000_000))
    assert response.data == {
        "type": "/problems/above_licensed_cap",
        "title": "Above licensed cap",
        "status": 422,
        "code": "above_licensed_cap",
        "detail": "The table's licence does not allow this much.",
        "values": {"licensed_maximum": 1_000_000},
        "request_id": "",
    }


@pytest.mark.parametrize(
    ("error", "header", "value"),
    [
        (errors.Conflict("busy"), "Retry-After", "1"),
        (caused(OperationalError("x"), psycopg.errors.LockNotAvailable()), "Retry-After", "1"),
        (OperationalError("x"), "Retry-After", "5"),
        (exceptions.Throttled(wait=7), "Retry-After", "7"),
        (errors.Conflict("round_in_play"), "Retry-After", None),
    ],
)
def test_when_to_try_again(error: Exception, header: str, value: str | None) -> None:
    assert handled(error).headers.get(header) == value


def test_shape_errors_point_into_the_body() -> None:
    def told(text: str, code: str) -> Any:
        return [ErrorDetail(text, code)]

    detail: Any = {
        "amount": told("Too small.", "min_value"),
        "signature": {"pin": told("Missing.", "required")},
        "bets": [{}, {"spot": told("Not whole.", "invalid")}],
        "roles": {1: told("Unknown.", "invalid_choice")},
        "a/b~c": told("Odd.", "unknown_field"),
        "non_field_errors": told("Both or none.", "sign_on_incomplete"),
        "code": told("Bad.", "invalid"),
        "message": told("Bad.", "invalid"),
    }
    response = handled(ValidationError(detail))
    assert (response.status_code, response.data["code"]) == (422, "invalid_request")
    assert [(found["pointer"], found["code"]) for found in response.data["errors"]] == [
        ("/amount", "min_value"),
        ("/signature/pin", "required"),
        ("/bets/1/spot", "invalid"),
        ("/roles/1", "invalid_choice"),
        ("/a~1b~0c", "unknown_field"),
        ("", "sign_on_incomplete"),
        ("/code", "invalid"),
        ("/message", "invalid"),
    ]
    assert response.data["errors"][0]["detail"] == "Too small."


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        (lambda request: problems.bad_request(request, SuspiciousOperation()), 400, "bad_request"),
        (lambda request: problems.permission_denied(request, PermissionDenied()), 403, "not_permitted"),
        (lambda request: problems.page_not_found(request, Http404()), 404, "not_found"),
        (problems.server_error, 500, "server_error"),
    ],
)
def test_what_django_answers_itself_is_a_problem_under_api_and_a_page_elsewhere(
    call: Any, status: int, code: str
) -> None:
    api = call(RequestFactory().get("/api/v1/nowhere"))
    assert (api.status_code, api["Content-Type"]) == (status, "application/problem+json")
    assert f'"code": "{code}"'.encode() in api.content
    page = call(RequestFactory().get("/nowhere"))
    assert (page.status_code, page["Content-Type"].partition(";")[0]) == (status, "text/html")


def test_words_follow_the_reader_and_codes_do_not() -> None:
    with translation.override("zh-hans"):
        told = problems.problem(403, "not_in_charge")
    assert (told["code"], told["title"]) == ("not_in_charge", "Not in charge")
