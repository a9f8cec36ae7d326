"""The API as a stranger's program meets it: JSON over HTTP, a key for every write, the state that was last seen."""

import json
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from typing import Any

_PATIENCE = 30.0  # seconds for one answer


class CheckFailed(Exception):
    """The house did not do what it should; the message says what was asked and what came."""


class Door:
    """One person's way into ``/api/v1/`` of the house at ``url``; ``token`` is what signing on gave."""

    def __init__(self, url: str, token: str = "") -> None:
        self._base = f"{url.rstrip('/')}/api/v1"
        self._token = token
        self._seq: int | None = None

    def get(self, path: str) -> Any:
        """What is there now. Remembers its position for the next write."""
        return self._answer("GET", path, None)

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Do something, in the state that was last seen. Raises CheckFailed when it is refused."""
        return self._answer("POST", path, body or {})

    def _answer(self, method: str, path: str, body: Mapping[str, Any] | None) -> Any:
        headers = {"Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Token {self._token}"
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
            if self._seq is not None:
                headers["If-Match"] = f'"{self._seq}"'
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310 - the address is that of our own house
            f"{self._base}{path}", data=data, headers=headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:  # noqa: S310
                told = json.load(answer)
        except urllib.error.HTTPError as error:
            raise CheckFailed(f"{method} {path}: {error.code} {_reason(error)}") from None
        except (urllib.error.URLError, TimeoutError, ValueError) as error:
            raise CheckFailed(f"{method} {path}: {error}") from error
        if isinstance(told, dict) and isinstance(told.get("seq"), int):
            self._seq = told["seq"]
        return told


def _reason(error: urllib.error.HTTPError) -> str:
    """The problem's code and words, or the plain reason when the answer is no problem document."""
    try:
        problem = json.load(error)
    except ValueError:
        return str(error.reason)
    return (
        f"{problem.get('code', '')} {problem.get('detail', '')}".strip() if isinstance(problem, dict) else str(problem)
    )
