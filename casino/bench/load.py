"""Terminals that press as fast as they are answered, as a process of its own: ``python -m casino.bench.load``.

The first line of its input is the ``port`` and the terminals; every further line is what all of them do and for how
long (``{"do": "press", "seconds": 2}``), answered by one line: the seconds that each request took. It knows no Django,
so that what it costs is the client and nothing else.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from casino.bench.keys import keyed

HOST: Final = "127.0.0.1"
BARE: Final = {"bet": 1, "amount": 2_500}


class Refused(Exception):
    """An answer that is no success: a refusal must not be measured."""


class Terminal:
    """A dealer's terminal: one connection that is kept open, and what it shows."""

    def __init__(self, port: int, given: Mapping[str, Any]) -> None:
        self._port = port
        self._token: str = given["token"]
        self._path = f"/api/v1/tables/{given['table']}"
        self._cut_card: int = given["cut_card_from_bottom"]
        self._shown: Mapping[str, Any] = given["shown"]
        self._keys: Iterator[dict[str, Any] | None] = keyed(lambda: self._shown)
        self._serial = 0

    async def connect(self) -> None:
        """Open the connection."""
        self._reader, self._writer = await asyncio.open_connection(HOST, self._port)

    async def work(self, do: str, until: float) -> list[float]:
        """Press, or ask the bare door, again and again; seconds of each."""
        act = {"press": self._press, "bare": self._bare}[do]
        taken = []
        while time.perf_counter() < until:
            taken.append(await act())
        return taken

    async def _press(self) -> float:
        while (given := next(self._keys)) is None:
            await self._shuffle()
        begun = time.perf_counter()
        self._shown = await self._post(f"{self._path}/inputs", {"inputs": [given]}, seen=True)
        return time.perf_counter() - begun

    async def _bare(self) -> float:
        begun = time.perf_counter()
        await self._post("/bench/rows", BARE)
        return time.perf_counter() - begun

    async def _shuffle(self) -> None:
        """Mix and cut; not measured."""
        self._shown = mixed = await self._post(f"{self._path}/shoes/current/mixes", {}, seen=True)
        cut = {
            "cut_by": "the dealer",
            "cut_from_top": mixed["cards"] // 2,
            "cut_card_from_bottom": self._cut_card,
        }
        self._shown = await self._post(f"{self._path}/shoes/current/cuts", cut, seen=True)

    async def _post(self, path: str, body: Mapping[str, Any], *, seen: bool = False) -> dict[str, Any]:
        """``seen``: the request tells what the terminal last saw, under a key of its own."""
        text = json.dumps(body)
        self._serial += 1
        head = [
            f"POST {path} HTTP/1.1",
            f"Host: {HOST}:{self._port}",
            f"Authorization: Token {self._token}",
            "Content-Type: application/json",
            f"Content-Length: {len(text)}",
        ]
        if seen:
            head += [f"Idempotency-Key: load-{time.time_ns()}-{self._serial}", f'If-Match: "{self._shown["seq"]}"']
        self._writer.write(("\r\n".join(head) + "\r\n\r\n" + text).encode())
        status = await self._reader.readline()
        length = 0
        while (header := await self._reader.readline()).strip():
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        answer = await self._reader.readexactly(length)
        if b" 201 " not in status:
            raise Refused(f"{path}: {status.decode().strip()} {answer.decode()}")
        told: dict[str, Any] = json.loads(answer)
        return told


async def _all(terminals: list[Terminal], do: str, seconds: float) -> list[float]:
    until = time.perf_counter() + seconds
    taken = await asyncio.gather(*(terminal.work(do, until) for terminal in terminals))
    return [one for of_terminal in taken for one in of_terminal]


def main() -> None:
    """Serves its parent until there is no more input."""
    given = json.loads(sys.stdin.readline())
    terminals = [Terminal(given["port"], one) for one in given["terminals"]]
    with asyncio.Runner() as runner:
        runner.run(_connect(terminals))
        for line in sys.stdin:
            asked = json.loads(line)
            print(json.dumps(runner.run(_all(terminals, asked["do"], asked["seconds"]))), flush=True)


async def _connect(terminals: list[Terminal]) -> None:
    for terminal in terminals:
        await terminal.connect()


if __name__ == "__main__":
    main()
