"""How the API is described: security schemes, the headers of writes, and the problems every operation may answer."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

WRITES = frozenset({"post", "put", "patch", "delete"})
PROBLEM = {
    "type": "object",
    "description": "RFC 9457. `code` is stable, `detail` is for people and in their language.",
    "required": ["type", "title", "status", "code", "detail", "request_id"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "example": "/problems/not_in_charge"},
        "title": {"type": "string", "example": "Not in charge"},
        "status": {"type": "integer", "example": 403},
        "code": {"type": "string", "example": "not_in_charge"},
        "detail": {"type": "string"},
        "values": {"type": "object", "additionalProperties": True, "description": "what the refusal tells beyond it"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "code", "detail"],
                "properties": {
                    "pointer": {"type": "string", "description": "RFC 6901", "example": "/maximum"},
                    "code": {"type": "string", "example": "required"},
                    "detail": {"type": "string"},
                },
            },
        },
        "request_id": {"type": "string", "description": "stands in the server's log"},
    },
}
_REASONS = {
    "400": "The request cannot be read",
    "401": "Nobody is signed on",
    "403": "This person may not do this here",
    "404": "There is no such thing, or it is not this person's to know of",
    "409": "It does not fit what the table or paper has become",
    "412": "It moved on since the sender last looked",
    "422": "The request itself is wrong",
    "428": "If-Match is missing",
    "429": "Too many requests",
}


class FloorSchema(AutoSchema):
    """Adds the headers that a view's ``takes_key`` and ``match`` ask for."""

    def get_override_parameters(self) -> list[Any]:
        """``Idempotency-Key`` and ``If-Match`` as they apply to this view and method."""
        found: list[Any] = list(super().get_override_parameters())
        match = getattr(self.view, "match", "")
        if self.method == "POST" and getattr(self.view, "takes_key", False):
            found.append(
                OpenApiParameter(
                    "Idempotency-Key",
                    OpenApiTypes.STR,
                    OpenApiParameter.HEADER,
                    required=True,
                    pattern="^[A-Za-z0-9_-]{8,64}$",
                    description="Made by the client, once for each intent. A repeat gets the stored answer.",
                )
            )
        if self.method == "POST" and match:
            found.append(
                OpenApiParameter(
                    "If-Match",
                    OpenApiTypes.STR,
                    OpenApiParameter.HEADER,
                    required=match == "required",
                    pattern='^"[0-9]{1,18}"$',
                    description='The ETag the sender last saw, such as `"1182"`.',
                )
            )
        return found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """``Authorization: Token …``."""

    target_class = "tables.api.authentication.SignOnAuthentication"
    name = "signOn"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """An API key in a header, because OpenAPI has no scheme named Token."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <token>`, the token of `POST /api/v1/sign-ons`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session cookie of a browser terminal."""

    target_class = "tables.api.authentication.TerminalSessionAuthentication"
    name = "terminalSession"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """A cookie; writes also need the ``X-CSRFToken`` header."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "Only from the house's own pages; writes also send `X-CSRFToken`.",
        }


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Give every operation the problems it may answer; called by the generator at the end."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            for status in _statuses(path, method, operation):
                operation["responses"].setdefault(status, _response(status))
    return result


def _statuses(path: str, method: str, operation: Mapping[str, Any]) -> list[str]:
    headers = {parameter["name"]: parameter for parameter in operation.get("parameters", [])}
    wanted = {"400": True, "403": True, "429": True}
    wanted["401"] = any(scheme for scheme in operation.get("security", []))
    wanted["404"] = "{" in path
    wanted["409"] = wanted["422"] = method in WRITES
    wanted["412"] = "If-Match" in headers
    wanted["428"] = bool(headers.get("If-Match", {}).get("required"))
    return [status for status, applies in sorted(wanted.items()) if applies]


def _response(status: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": _REASONS[status], "content": {"application/problem+json": {"schema": schema}}}
