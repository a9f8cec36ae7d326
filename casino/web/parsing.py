"""One strict JSON parser for all bodies: what two programs could read differently is refused, not guessed.

Refused with a code of their own: bytes that are not UTF-8, a key that stands twice, NaN and Infinity, fractions (no
amount here has one), numbers too large for the database, nesting deeper than 32, and text the database cannot hold.
"""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser

MOST_BYTES = 64 * 1024
"""The largest ordinary body. A view that takes bulk bets says otherwise in ``most_bytes``."""
DEEPEST = 32
LONGEST_NUMBER = 19  # digits; BIGINT has no more


class BadBody(APIException):
    """A body that cannot be read (400); the code says why."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "malformed_json"


class BodyTooLarge(APIException):
    """A body beyond what the view takes (413)."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "body_too_large"


class StrictJSONParser(JSONParser):
    """``application/json`` as ``read_json`` reads it, up to the view's ``most_bytes``."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The body's value; an empty body is an empty object."""
        view = (parser_context or {}).get("view")
        most = getattr(view, "most_bytes", MOST_BYTES)
        body = stream.read(most + 1)
        if len(body) > most:
            raise BodyTooLarge
        return read_json(body) if body else {}


def read_json(body: bytes) -> Any:
    """The value that ``body`` stands for. Raises ``BadBody``."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadBody(code="not_utf8") from error
    try:
        value = _decode(text)
    except RecursionError as error:
        raise BadBody(code="too_deep") from error
    except ValueError as error:
        raise BadBody from error
    if body.count(b"[") + body.count(b"{") > DEEPEST or b"\\u" in body:
        _require_plain(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise BadBody(code="duplicate_key")
    return value


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > LONGEST_NUMBER:
        raise BadBody(code="number_too_large")
    return int(digits)


def _fraction(_: str) -> NoReturn:
    raise BadBody(code="fraction_not_allowed")


def _constant(_: str) -> NoReturn:
    raise BadBody(code="not_a_number")


_decode = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
).decode


def _require_plain(value: Any) -> None:
    """Refuse ``too_deep`` and ``bad_text``; only bodies with many brackets or with escapes can need it."""
    level, depth = [value], 0
    while level:
        depth += 1
        following: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _require_text(item)
            elif isinstance(item, dict):
                for key in item:
                    _require_text(key)
                following.extend(item.values())
            elif isinstance(item, list):
                following.extend(item)
        if depth > DEEPEST and any(isinstance(item, (dict, list)) for item in level):
            raise BadBody(code="too_deep")
        level = following


def _require_text(text: str) -> None:
    """Half of a surrogate pair is no character, and PostgreSQL's text cannot hold a zero byte."""
    if "\x00" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise BadBody(code="bad_text")
