"""Lists in pieces: a page of rows and the query that leads on, by a number that never repeats."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.utils.dateparse import parse_date
from rest_framework import serializers

from tables.api import moments
from tables.api.doors import BadHeader, FloorView
from tables.domain import gaming_day

MOST_NUMBER = 10**15
"""No round, shoe or position has a larger number."""


def page(
    found: Sequence[Mapping[str, Any]], limit: int, name: str, field: str, kept: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """``results`` and ``next`` of a list that was read one row further than ``limit``.

    The next query names the last row's ``field`` in parameter ``name``, and repeats the filters ``kept``.
    """
    rows = list(found[:limit])
    more = None
    if len(found) > limit:
        asked = {key: value for key, value in (kept or {}).items() if value not in (None, "")}
        more = "?" + urlencode({**asked, "limit": limit, name: rows[-1][field]})
    return {"results": rows, "next": more}


def page_of(row: type[serializers.Serializer[Any]], name: str = "") -> type[serializers.Serializer[Any]]:
    """The shape of such a page, for the API's description."""
    fields = {
        "__doc__": "A piece of the list; `next` is the query that leads on, null at the end.",
        "results": row(many=True),
        "next": serializers.CharField(allow_null=True),
    }
    return type(name or f"{row.__name__}Page", (serializers.Serializer,), fields)


def day(view: FloorView, name: str) -> date | None:
    """The calendar day in a query parameter, if it is given. Refused (400): ``bad_parameter``."""
    given = view.request.query_params.get(name)
    if given is None:
        return None
    try:
        found = parse_date(given) if len(given) == 10 and given.isascii() else None
    except ValueError as error:
        raise BadHeader(code="bad_parameter") from error
    if found is None or not gaming_day.may_be(found):
        raise BadHeader(code="bad_parameter")
    return found


def moment(view: FloorView, name: str) -> datetime | None:
    """The moment with its zone in a query parameter, if it is given. Refused (400): ``bad_parameter``."""
    given = view.request.query_params.get(name)
    if given is None:
        return None
    found = moments.read(given)
    if found is None:
        raise BadHeader(code="bad_parameter")
    return found


def word(view: FloorView, name: str, known: Sequence[str]) -> str:
    """One of ``known`` in a query parameter, or nothing. Refused (400): ``bad_parameter``."""
    given = view.request.query_params.get(name, "")
    if given and given not in known:
        raise BadHeader(code="bad_parameter")
    return given


def optional_number(view: FloorView, name: str) -> int | None:
    """The whole number from 1 on in a query parameter, if it is given. Refused (400): ``bad_parameter``."""
    return view.number(name, 0, MOST_NUMBER) or None
