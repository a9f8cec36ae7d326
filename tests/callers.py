"""People and devices at the API's door: each with a token of his own, as the services gave it."""

import itertools
import json
from collections.abc import Mapping
from typing import Any

from django.test import Client

from tables.domain.actors import Actor
from tables.selectors import actors
from tables.services import sign_ons, terminals
from tests import builders
from tests.builders import House

_numbers = itertools.count(1)
_NEW = object()


class Caller:
    """Whoever sends requests under ``token``; nobody is signed on without one."""

    def __init__(self, token: str = "") -> None:
        self.token = token
        self._client = Client(raise_request_exception=False)

    def get(self, path: str, **headers: Any) -> Any:
        """``path`` counts from ``/api/v1/``; header names as keywords (``If_None_Match``)."""
        return self._client.get(f"/api/v1/{path}", headers=self._headers(headers))

    def post(
        self, path: str, body: Any = _NEW, *, key: str | None = "", match: int | None = None, **headers: Any
    ) -> Any:
        """A write with a fresh idempotency key unless one is given (None: none at all); bytes go out as they are."""
        if key is not None:
            headers["Idempotency_Key"] = key or f"key-{next(_numbers):08d}"
        if match is not None:
            headers["If_Match"] = f'"{match}"'
        data = body if isinstance(body, (bytes, str)) else json.dumps({} if body is _NEW else body)
        return self._client.post(
            f"/api/v1/{path}", data=data, content_type="application/json", headers=self._headers(headers)
        )

    def delete(self, path: str, **headers: Any) -> Any:
        """A deletion."""
        return self._client.delete(f"/api/v1/{path}", headers=self._headers(headers))

    def send(self, method: str, path: str, body: Any = _NEW, **more: Any) -> Any:
        """A request by the name of its method."""
        if method == "POST":
            return self.post(path, body, **more)
        return (self.get if method == "GET" else self.delete)(path)

    def _headers(self, given: Mapping[str, str]) -> dict[str, str]:
        headers = {name.replace("_", "-"): value for name, value in given.items()}
        return {"Authorization": f"Token {self.token}", **headers} if self.token else headers


def at_terminal(house: House, name: str, terminal: str, table: str | None = None) -> Caller:
    """A persona signed on with badge and PIN at a device of its own; ``table`` binds the device to a table."""
    return signed_on(house, name, builders.PEOPLE[name][1], terminal, table)


def signed_on(house: House, badge: str, pin: str, terminal: str, table: str | None = None) -> Caller:
    """Anybody signed on at a device of his own."""
    token = device(house, terminal, table)
    return Caller(sign_ons.sign_on(at=house.at, device_token=token, badge=badge, pin=pin).token)


def device(house: House, terminal: str, table: str | None = None) -> str:
    """The token of a device that has just been enrolled."""
    hana = house.people["hana"]
    code = terminals.register_terminal(actor=hana, at=house.at, terminal=terminal, table=table)["enrolment_code"]
    return terminals.enrol_terminal(at=house.at, code=code).token


def actor_of(caller: Caller, house: House) -> Actor:
    """Who the caller is to the services."""
    found = actors.actor_for_token(caller.token, house.at)
    if found is None:
        raise LookupError("nobody is signed on with this token")
    return found
