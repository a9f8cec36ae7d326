"""Bodies with one place spoilt: every field that the document names, in the example that is known to be accepted."""

import copy
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests import described

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A place in a body and what the document says stands there."""

    place: Place
    schema: dict[str, Any]

    def __str__(self) -> str:
        return "/".join(str(step) for step in self.place)


def fields(schema: dict[str, Any], example: Any, place: Place = ()) -> Iterator[Field]:
    """Every field that the document names, also where the example leaves it out; of a list the first element."""
    schema = whole(schema)
    if place:
        yield Field(place, schema)
    if schema.get("type") == "array" and isinstance(example, list) and example:
        yield from fields(schema["items"], example[0], (*place, 0))
    for name, inner in schema.get("properties", {}).items():
        yield from fields(inner, example.get(name) if isinstance(example, dict) else None, (*place, name))
    more = schema.get("additionalProperties")
    if isinstance(more, dict) and isinstance(example, dict):
        for name in list(example)[:1]:
            yield from fields(more, example[name], (*place, name))


def whole(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with what it refers to, and of several that it may be the first."""
    schema = described.resolved(schema)
    for several in ("allOf", "oneOf", "anyOf"):
        if several in schema:
            first = whole(schema[several][0])
            return {**first, **{name: value for name, value in schema.items() if name != several}}
    return schema


def spoilt(body: Any, place: Place, value: Any) -> Any:
    """A copy of the body with ``value`` at the place; what leads there is made where it is missing."""
    made = copy.deepcopy(body)
    inner = made
    for step, following in itertools.pairwise(place):
        if isinstance(inner, dict) and inner.get(str(step)) is None:
            inner[str(step)] = [{}] if isinstance(following, int) else {}
        inner = inner[step]
    inner[place[-1]] = value
    return made


def objects(body: Any, place: Place = ()) -> Iterator[Place]:
    """Where an object stands in the body."""
    if isinstance(body, dict):
        yield place
        for name, inner in body.items():
            yield from objects(inner, (*place, name))
    elif isinstance(body, list):
        for index, inner in enumerate(body[:1]):
            yield from objects(inner, (*place, index))


def at(body: Any, place: Place) -> Any:
    """What stands at the place."""
    for step in place:
        body = body[step]
    return body
