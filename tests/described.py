"""The API's document as tests read it: its operations, and whether a value is what a schema says."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import yaml

from casino import api_document

JSON = "application/json"


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The document as it is checked in; nobody changes it. Every process reads it, as tests are named by it."""
    return dict(yaml.load(api_document.DOCUMENT.read_text(), Loader=yaml.CSafeLoader))


@dataclass(frozen=True)
class Operation:
    """An operation of the document."""

    method: str
    path: str
    told: dict[str, Any]

    @property
    def success(self) -> tuple[str, dict[str, Any]]:
        """Its good status (a created thing's, where an old one may be told again), and what the document says of it."""
        good = {status: response for status, response in self.told["responses"].items() if status.startswith("2")}
        return max(good), good[max(good)]


def operations() -> list[Operation]:
    """Every operation of the document."""
    return [
        Operation(method.upper(), path, told)
        for path, methods in document()["paths"].items()
        for method, told in methods.items()
    ]


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """What a reference stands for."""
    found: Any = schema
    if "$ref" in schema:
        found = document()
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
    return dict(found)


def read(response: Any) -> Any:
    """What a response holds: JSON, or a file's text."""
    if response.headers["Content-Type"] == JSON:
        return response.json()
    return response.getvalue().decode(errors="replace")


def check(value: Any, schema: dict[str, Any]) -> None:
    """``value`` is what ``schema`` says, with nothing beside what the document names."""
    jsonschema.Draft4Validator(plain(schema)).validate(json.loads(json.dumps(value)))


def plain(schema: Any) -> Any:
    """OpenAPI 3.0's schema as JSON schema: references put in, ``nullable`` as a type, unknown members refused."""
    if isinstance(schema, list):
        return [plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return plain(resolved(schema))
    told = {name: plain(value) for name, value in schema.items() if name != "nullable"}
    if "properties" in told:
        told.setdefault("additionalProperties", False)
    return {"anyOf": [told, {"type": "null"}]} if schema.get("nullable") else told
