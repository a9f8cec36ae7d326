"""How an operation is described in the API's document: one line a view, with examples that a test sends and reads."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

PROBLEM = {"$ref": "#/components/schemas/Problem"}
PROBLEM_TYPE = "application/problem+json"

NO_FIELDS = {"type": "object", "additionalProperties": False}
"""A body without fields; it may also be left out."""

F = TypeVar("F", bound=Callable[..., Any])


def operation(
    operation_id: str,
    summary: str,
    *,
    tag: str,
    request: Any = None,
    sent: Any = None,
    answer: type[serializers.BaseSerializer[Any]] | Mapping[str, Any],
    told: Any = None,
    status: int = 201,
    refusals: Mapping[str, int] | None = None,
    parameters: list[OpenApiParameter] | None = None,
    unchanged: bool = False,
    also: Mapping[int, str] | None = None,
    media_type: str = "application/json",
) -> Callable[[F], F]:
    """Describe a view's method.

    ``sent`` is an example body for ``request``, ``told`` one for ``answer``; ``refusals`` are the codes one should
    be ready for, with their status. ``unchanged`` adds the 304 of a conditional read, ``also`` other statuses of the
    same answer with what they mean.
    """
    responses: dict[Any, Any] = {
        (code, media_type): OpenApiResponse(
            response=_schema(answer), description=words, examples=_examples("Answer", told)
        )
        for code, words in {status: summary, **(also or {})}.items()
    }
    if unchanged:
        responses[304] = OpenApiResponse(description="Nothing came since the position in If-None-Match")
    for number, codes in _by_status(refusals or {}).items():
        responses[number, PROBLEM_TYPE] = OpenApiResponse(
            response=PROBLEM,
            description=" or ".join(f"`{code}`" for code in codes),
            examples=[OpenApiExample(code, value=problem(number, code)) for code in codes],
        )
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=[tag],
        request=request if request is None or isinstance(request, type) else {"application/json": request},
        responses=responses,
        parameters=parameters,
        examples=[OpenApiExample("Request", value=sent, request_only=True)] if sent is not None else None,
    )


def problem(status: int, code: str) -> dict[str, Any]:
    """What a refusal looks like; its sentence is in the reader's language."""
    title = code.replace("_", " ").capitalize()
    return {
        "type": f"/problems/{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": f"{title}.",
        "request_id": "0f6b3a52-7d0c-4a8e-9a43-2f2f0b9d5c11",
    }


def query(name: str, kind: Any, description: str, **more: Any) -> OpenApiParameter:
    """A query parameter."""
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=description, **more)


def header(name: str, description: str) -> OpenApiParameter:
    """A request header that may be left out."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=description)


LIMIT = query("limit", int, "At most 200.")
IF_NONE_MATCH = header("If-None-Match", 'The ETag the reader has, such as `"1182"`; 304 when nothing came since.')
AUDIENCE = query(
    "audience", str, "Asks for less than the best view the reader is entitled to.", enum=["dealer", "floor", "public"]
)


def _schema(answer: Any) -> Any:
    return answer if isinstance(answer, type) else dict(answer)


def _examples(name: str, value: Any) -> list[OpenApiExample]:
    return [] if value is None else [OpenApiExample(name, value=value)]


def _by_status(refusals: Mapping[str, int]) -> dict[int, list[str]]:
    grouped: dict[int, list[str]] = {}
    for code, status in refusals.items():
        grouped.setdefault(status, []).append(code)
    return dict(sorted(grouped.items()))
