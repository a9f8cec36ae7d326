"""Bad manners of a terminal or its line: a press that is doubled, cut short, given up, sent slowly or out of its order.

Each happens before the press is sent properly under the same key; whatever came of it, the log holds the press once.
"""

import http.client
import json
import socket
import time
import urllib.parse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

OFTEN = 0.25
"""The share of presses that are spoiled first."""
STRAY = "stray"
"""The keys of presses that must never be taken begin with this."""
REFUSED = {409, 412, 429, 503}
"""What a press made on an older state may be told: busy, stale, too many, not now."""

FORBIDDEN = {403, 404, 409, 429, 503}
"""What a dealer is told at a table that is not his; 409 while somebody holds that table's lock."""


@dataclass(frozen=True, slots=True)
class Request:
    """One press as it goes over the line, to ``netloc``."""

    netloc: str
    path: str
    headers: dict[str, str]
    payload: str

    def bytes(self) -> bytes:
        """The whole request, as one write."""
        lines = [f"POST {self.path} HTTP/1.1", f"Host: {self.netloc}", f"Content-Length: {len(self.payload.encode())}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return ("\r\n".join([*lines, "Connection: close", "", ""]) + self.payload).encode()

    def with_headers(self, **changed: str) -> "Request":
        """The same press under another key or on another state."""
        names = {"key": "Idempotency-Key", "match": "If-Match"}
        return replace(self, headers=self.headers | {names[name]: value for name, value in changed.items()})


Told = tuple[int, dict[str, Any]]


def send(request: Request, timeout: float = 20.0) -> Told | None:
    """Send it and read the answer; None when nobody knows what became of it."""
    connection = http.client.HTTPConnection(request.netloc, timeout=timeout)
    try:
        connection.request("POST", request.path, request.payload.encode(), request.headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


@dataclass
class Mischief:
    """Spoils presses by chance; ``done`` counts what was done, by its name."""

    chance: Random
    done: dict[str, int] = field(default_factory=dict)
    _last: "tuple[Request, int] | None" = None

    def before(self, request: Request) -> None:
        """Perhaps spoil a press that is about to be sent. Raises AssertionError where the house answers wrongly."""
        if self.chance.random() > OFTEN:
            return
        name, how = self.chance.choice(sorted(MANNERS.items()))
        if how(self, request):
            self.done[name] = self.done.get(name, 0) + 1

    def after(self, request: Request, seq: int) -> None:
        """Remember the press that was acknowledged last, to come back to it out of order."""
        self._last = (request, seq)

    # ---------------------------------------------------------------------------------------------------- the manners
    def double(self, request: Request) -> bool:
        """The same press twice at the same moment: both answers, where there are two, are the same."""
        with ThreadPoolExecutor(2) as pool:
            answers = [told for told in pool.map(send, [request, request]) if told is not None and told[0] < 300]
        assert len({told[1]["seq"] for told in answers}) <= 1, answers
        return True

    def truncate(self, request: Request) -> bool:
        """The line breaks in the middle of the body."""
        _say(request, lambda line: line.sendall(request.bytes()[: -max(1, len(request.payload) // 2)]))
        return True

    def abandon(self, request: Request) -> bool:
        """The press is sent whole, and nobody waits for the answer."""
        _say(request, lambda line: line.sendall(request.bytes()))
        return True

    def dawdle(self, request: Request) -> bool:
        """The press trickles in, a third at a time, and nobody waits for the answer."""
        whole = request.bytes()
        third = len(whole) // 3

        def trickle(line: socket.socket) -> None:
            for part in (whole[:third], whole[third : 2 * third], whole[2 * third :]):
                line.sendall(part)
                time.sleep(0.1)

        _say(request, trickle)
        return True

    def run_ahead(self, request: Request) -> bool:
        """The press comes on an older state under a key of its own: it is refused."""
        match = int(request.headers["If-Match"].strip('"'))
        stray = request.with_headers(key=f"{STRAY}-{request.headers['Idempotency-Key']}", match=f'"{match - 1}"')
        told = send(stray)
        assert told is None or told[0] in REFUSED, told
        return True

    def trespass(self, request: Request) -> bool:
        """The dealer of one table presses at another one: he is refused, whatever the state there."""
        here = request.path.split("/tables/")[1].split("/")[0]
        there = "BJ-02" if here == "BJ-01" else "BJ-01"
        elsewhere = replace(request, path=request.path.replace(f"/{here}/", f"/{there}/"))
        told = send(elsewhere.with_headers(key=f"{STRAY}-{request.headers['Idempotency-Key']}-there"))
        assert told is None or told[0] in FORBIDDEN, told
        return True

    def come_again(self, _: Request) -> bool:
        """The press before this one arrives once more: it is answered as it was then."""
        if self._last is None:
            return False
        request, seq = self._last
        told = send(request)
        assert told is None or told[0] in REFUSED or told[1].get("seq") == seq, (seq, told)
        return True


MANNERS: dict[str, Callable[[Mischief, Request], bool]] = {
    "abandon": Mischief.abandon,
    "come_again": Mischief.come_again,
    "dawdle": Mischief.dawdle,
    "double": Mischief.double,
    "run_ahead": Mischief.run_ahead,
    "trespass": Mischief.trespass,
    "truncate": Mischief.truncate,
}


def _say(request: Request, speak: Callable[[socket.socket], None]) -> None:
    """Open a line, speak and hang up. A house that is away just now hears nothing, which is all the same."""
    address = urllib.parse.urlsplit(f"//{request.netloc}")
    try:
        with socket.create_connection((address.hostname, address.port), timeout=5) as line:
            speak(line)
    except OSError:
        return
