"""Somebody who reads all that leaves the house: answers, pages, lines, the log, exports, queue, cache and log lines.

Doors are taken from the running app, so that a new one is read without anybody thinking of it.
"""

import asyncio
import base64
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import redis
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.test import AsyncClient, Client
from django.urls import URLPattern, URLResolver, get_resolver

from casino.embedded import places
from casino.web import throttles
from tables.models import log
from tests.callers import Caller
from tests.tables.api.test_matrix import ROWS

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_LINES = ("events/", "^events/", "seat/events")
"""Addresses of live lines: they never end, so they are read apart."""
_SHEETS = ("", "felt", "game", "leave", "links", "pot", "settle", "fee", "buy_in", "change", "closer", "relief", "boss")
_DIE = re.compile(r'class="die f(\d)')
_REDIS_READS: Mapping[str, Callable[[Any, bytes], Any]] = {
    "string": lambda client, key: client.get(key),
    "list": lambda client, key: client.lrange(key, 0, -1),
    "hash": lambda client, key: client.hgetall(key),
    "set": lambda client, key: client.smembers(key),
    "zset": lambda client, key: client.zrange(key, 0, -1, withscores=True),
}


class Eavesdropper:
    """``heard`` is every text with where it came from."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def hear(self, where: str, text: str) -> None:
        """Keep a text."""
        self.heard.append((where, text))

    def answer(self, where: str, response: Any) -> None:
        """Keep an answer with its headers; what is packed is unpacked, and the dice drawn in a page are read off it."""
        content = response.getvalue() if response.streaming else response.content
        texts = [unpacked(content), str(response.headers)]
        faces = _DIE.findall(texts[0])
        self.hear(where, "\n".join([*texts, f"drawn: {' '.join(faces)}"]))
        assert response.status_code != 500, where

    def api(self, callers: Mapping[str, Caller], tables: Iterable[str]) -> None:
        """Everybody reads at every door of the API, of every table, as whoever he may say that he is."""
        paths = {row.path.replace("BJ-01", table) for row in ROWS if row.method == "GET" for table in tables}
        views = {f"tables/{table}/felt" for table in tables}
        asked = [*sorted(paths), *(f"{path}?audience={seen_as}" for path in views for seen_as in _AUDIENCES)]
        for name, caller in callers.items():
            for path in asked:
                throttles.COUNTER.forget()
                longest = "?limit=200" if path.endswith(("events", "history")) else ""
                self.answer(f"{name} GET {path}", caller.get(path + longest))

    def pages(
        self, browsers: Mapping[str, Client], fillings: Mapping[str, Iterable[str]], at_terminals: Mapping[str, str]
    ) -> None:
        """Everybody loads every page, and at his own terminal every sheet; ``fillings`` as ``pages`` wants them.

        A door that only takes what is posted tells the first who asks, and before it looks at who that is.
        """
        only_posts: set[str] = set()
        for name, browser in browsers.items():
            for path in pages(fillings):
                for sheet in _SHEETS if path == f"/t/{at_terminals.get(name)}/" else ("",):
                    if path in only_posts:
                        continue
                    where = f"{path}?sheet={sheet}" if sheet else path
                    response = browser.get(where)
                    self.answer(f"{name} page {where}", response)
                    if response.status_code == 405:
                        only_posts.add(path)

    def lines(self, browsers: Mapping[str, Client], paths: Iterable[str]) -> None:
        """Everybody opens every live line and reads what it says at first."""

        async def listen(name: str, cookies: Any, path: str) -> None:
            client = AsyncClient()
            client.cookies = cookies
            answer: Any = await client.get(path)
            if answer.status_code != 200:
                self.hear(f"{name} line {path}", answer.content.decode())
                return
            heard = [part.decode() async for part in _first(answer, 2)]
            self.hear(f"{name} line {path}", "".join(heard))

        async def listen_all() -> None:
            try:
                for name, browser in browsers.items():
                    for path in paths:
                        await listen(name, browser.cookies, path)
            finally:
                await sync_to_async(connections.close_all)()

        asyncio.run(asyncio.wait_for(listen_all(), 60))

    def valkey(self) -> None:
        """Every key and value of the queue and of the cache; messages are decoded."""
        address = settings.TEST_PLACES.redis_url()
        for number in (0, 1):
            with redis.from_url(places.with_database(address, number)) as client:
                for key in client.scan_iter():
                    value = _REDIS_READS[client.type(key).decode()](client, key)
                    self.hear(f"valkey {number} {key!r}", f"{value!r}\n{_messages(value)}")

    def database(self) -> None:
        """Every event's body and every kept answer, which is what a repeat is told."""
        self.hear("bodies", "\n".join(log.Event.objects.values_list("body", flat=True)))
        self.hear("receipts", "\n".join(log.Receipt.objects.values_list("answer", flat=True)))

    def told(self, secrets: Mapping[str, re.Pattern[str]], spare: str = "") -> set[tuple[str, str]]:
        """Which secrets were told, and where; ``spare`` leaves out what came from that place."""
        return {
            (name, where)
            for where, text in self.heard
            for name, pattern in secrets.items()
            if not (spare and where.startswith(spare)) and pattern.search(text)
        }


_AUDIENCES = ("dealer", "floor", "public", "player:bo")


def spelt(faces: list[Any]) -> re.Pattern[str]:
    """The dice of a throw however they are written down: with brackets, blanks, commas, quotes, or nothing between."""
    between = r"[\s,;:\"'()\[\]|]{0,4}"
    return re.compile(rf"(?<![0-9A-Za-z]){between.join(map(str, faces))}(?![0-9A-Za-z])")


def sealed(table: str) -> dict[str, re.Pattern[str]]:
    """What is sealed and not shown at a table, by a name: cups as they may be spelt, nonces, seeds.

    Five faces in a row stand on the keys of every terminal, so a cup of that kind is known by its nonce alone.
    """
    events = log.Event.objects.filter(stream_id=log.Stream.objects.get(key=f"DEMO/table/{table}").pk)
    hidden = {seq: json.loads(text) for seq, text in events.exclude(sealed="").values_list("seq", "sealed")}
    for body in events.values_list("body", flat=True):
        for out in json.loads(body)["data"].get("revealed", ()):
            hidden[out["seq"]].pop(out["field"])
    found: dict[str, re.Pattern[str]] = {}
    for seq, fields in hidden.items():
        for field, (nonce, value) in fields.items():
            found[f"{table} #{seq} nonce"] = re.compile(nonce)
            faces = json.loads(value) if field == "dice" else []
            if not faces:
                found[f"{table} #{seq} {field}"] = re.compile(re.escape(value))
            elif faces != list(range(faces[0], faces[0] + len(faces))):
                found[f"{table} #{seq} {field}"] = spelt(faces)
    return found


def pages(fillings: Mapping[str, Iterable[str]]) -> list[str]:
    """The address of every page of the running app; ``fillings`` gives the values of each part of an address, under
    its name or, for the pages that begin alike, under both: ``pit/code``. KeyError for one that nobody has filled."""
    found = []
    for route in sorted(_routes(get_resolver().url_patterns)):
        if route.startswith(("api/v1/", *_LINES)) or route == "^static/":
            continue
        filled = [route]
        for name in _PARAMETER.findall(route):
            values = fillings.get(f"{route.partition('/')[0]}/{name}") or fillings[name]
            filled = [_PARAMETER.sub(value, path, count=1) for path in filled for value in values]
        found += [f"/{path}" for path in filled]
    return found


def unpacked(content: bytes) -> str:
    """Text, or the texts of all files of an archive."""
    if not content.startswith(b"PK"):
        return content.decode("utf-8", "replace")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())


def _routes(patterns: Iterable[Any], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def _messages(value: Any) -> str:
    """The bodies of Celery's messages: JSON in base 64 in JSON."""
    found = []
    for item in value if isinstance(value, (list, tuple, set)) else [value]:
        try:
            message = json.loads(item)
            found.append(base64.b64decode(message["body"]).decode())
        except (ValueError, TypeError, KeyError):
            continue
    return "\n".join(found)


async def _first(answer: Any, count: int) -> Any:
    async for part in answer:
        yield part
        count -= 1
        if not count:
            return
