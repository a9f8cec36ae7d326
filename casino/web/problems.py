"""Every 4xx and 5xx of the API as RFC 9457 problem+json, with a stable ``code``; what each means is in ``wording``.

``type`` is ``/problems/<code>``, ``detail`` is for people and in their language, ``values`` holds what the refusal
tells beyond its code, ``errors`` points into the body by JSON pointer. Nothing of a stack or a query ever leaves.
"""

import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import psycopg.errors
import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.response import Response

from casino.web import error_pages, wording
from tables.domain import errors

CONTENT_TYPE = "application/problem+json"
API = "/api/"

log = logging.getLogger(__name__)

_STATUS: Sequence[tuple[type[errors.FloorError], int]] = (
    (errors.NotAllowed, 403),
    (errors.NotFound, 404),
    (errors.StaleSequence, 412),
    (errors.Overloaded, 429),
    (errors.Conflict, 409),
    (errors.Invalid, 422),
)
_CODES = {  # Django REST framework's words, where ours say more
    "authentication_failed": "not_signed_on",
    "not_authenticated": "not_signed_on",
    "permission_denied": "not_permitted",
    "parse_error": "malformed_json",
    "throttled": "too_many_requests",
}

_BUSY = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)


def problem(
    status: int, code: str, *, values: Mapping[str, Any] | None = None, errors: Sequence[Mapping[str, str]] = ()
) -> dict[str, Any]:
    """A problem's members, in the order in which people read them."""
    body: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": wording.title(code),
        "status": status,
        "code": code,
        "detail": wording.sentence(code),
    }
    if values:
        body["values"] = dict(values)
    if errors:
        body["errors"] = list(errors)
    body["request_id"] = structlog.contextvars.get_contextvars().get("request_id", "")
    return body


def problem_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an error in an API view; None for what nobody foresaw, which Django then reports as a 500."""
    known = _floor(error) or _framework(error) or _django(error) or _database(error)
    if known is None:
        return None
    status, code, more, headers = known
    response = Response(problem(status, code, **more), status=status, headers=headers)
    response.content_type = CONTENT_TYPE
    return response


Known = tuple[int, str, dict[str, Any], dict[str, str]]


def _floor(error: Exception) -> Known | None:
    if not isinstance(error, errors.FloorError):
        return None
    status = next(status for family, status in _STATUS if isinstance(error, family))
    headers = {"Retry-After": "1"} if error.code == "busy" else {}
    if isinstance(error, errors.Overloaded):
        headers = {"Retry-After": str(error.seconds)}
    return status, error.code, {"values": error.detail}, headers


def _framework(error: Exception) -> Known | None:
    if not isinstance(error, APIException):
        return None
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    wait = getattr(error, "wait", None) if isinstance(error, Throttled) else None
    if wait is not None:
        headers["Retry-After"] = str(int(wait))
    if isinstance(error, ValidationError):
        return 422, "invalid_request", {"errors": list(_pointers(error.get_full_details()))}, headers
    code = error.get_codes()
    known = code if isinstance(code, str) else error.default_code
    return error.status_code, _CODES.get(known, known), {}, headers


def _django(error: Exception) -> Known | None:
    if isinstance(error, Http404):
        return 404, "not_found", {}, {}
    if isinstance(error, PermissionDenied):
        return 403, "not_permitted", {}, {}
    if isinstance(error, RequestDataTooBig):
        return 413, "body_too_large", {}, {}
    if isinstance(error, SuspiciousOperation):
        return 400, "bad_request", {}, {}
    return None


def _database(error: Exception) -> Known | None:
    """What the database refuses although the services let it through: lost races, and a database that is away."""
    cause = error.__cause__
    if isinstance(cause, _BUSY):
        return 409, "busy", {}, {"Retry-After": "1"}
    if isinstance(error, IntegrityError) and isinstance(cause, psycopg.errors.UniqueViolation):
        return 409, "conflict", {}, {"Retry-After": "1"}
    if isinstance(error, DataError):
        log.warning("the database refused a value that the door let through", exc_info=error)
        return 422, "invalid_request", {}, {}
    if isinstance(error, OperationalError):
        log.error("the database is away", exc_info=error)
        return 503, "unavailable", {}, {"Retry-After": "5"}
    return None


def _pointers(details: Any, pointer: str = "") -> Iterator[dict[str, str]]:
    """Serializer errors as a flat list, each with the JSON pointer (RFC 6901) of what it is about."""
    if isinstance(details, Mapping) and set(details) == {"message", "code"} and isinstance(details["code"], str):
        yield {"pointer": pointer, "code": str(details["code"]), "detail": str(details["message"])}
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            step = "" if name == "non_field_errors" else "/" + str(name).replace("~", "~0").replace("/", "~1")
            yield from _pointers(inner, pointer + step)
    elif isinstance(details, Sequence) and not isinstance(details, str):
        many = any(isinstance(inner, Mapping) and "message" not in inner for inner in details)
        for index, inner in enumerate(details):
            if inner:
                yield from _pointers(inner, f"{pointer}/{index}" if many else pointer)


def _answer(status: int, code: str) -> HttpResponse:
    return JsonResponse(problem(status, code), status=status, content_type=CONTENT_TYPE)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler400``."""
    if request.path.startswith(API):
        return _answer(400, "bad_request")
    return error_pages.draw(request, 400, "bad_request")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler403``."""
    if request.path.startswith(API):
        return _answer(403, "not_permitted")
    return error_pages.draw(request, 403, "not_permitted")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler404``."""
    if request.path.startswith(API):
        return _answer(404, "not_found")
    return error_pages.draw(request, 404, "not_found")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """``CSRF_FAILURE_VIEW``: a page that was open for too long, or is not the house's own."""
    if request.path.startswith(API):
        return _answer(403, "csrf_failed")
    return error_pages.draw(request, 403, "csrf_failed")


def server_error(request: HttpRequest) -> HttpResponse:
    """``handler500``: the log has the story under the same request id. A database that is away is a 503."""
    away = isinstance(sys.exc_info()[1], OperationalError)
    status, code = (503, "unavailable") if away else (500, "server_error")
    if request.path.startswith(API):
        return _answer(status, code)
    return error_pages.draw(request, status, code)
