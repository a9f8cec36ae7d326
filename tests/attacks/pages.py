"""Every page of the house that a browser can ask for, with the values that its address needs."""

import re
from collections.abc import Iterator, Mapping

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests import browsers
from tests.callers import Caller

#: What stands for a name in an address, unless ``OWN`` knows better.
VALUES: Mapping[str, str] = {
    "code": "BJ-01",
    "table": "BJ-01",
    "number": "1",
    "box": "1",
    "period": "1",
    "end": "opener",
    "part": "chips",
    "slip": "F-000001",
    "badge": "dana",
    "game": "blackjack",
    "day": "2026-03-04",
    "shift": "day",
    "version": "1",
    "form": "pdf",
    "sheet": "lines",
    "kind": "opening",
    "step": "cut",
    "stream": "table-BJ-01",
    "seq": "1",
    "where": "BJ-01",
}
OWN: Mapping[str, Mapping[str, str]] = {
    "pit/": {"code": "P1"},
    "house/pits/": {"code": "P1"},
    "events/pit/": {"code": "P1"},
    "problems/": {"code": "stale_sequence"},
    "credit/": {"slip": "M-000001"},
}
#: Not pages: the API has attacks of its own, live lines never end, numbers for machines.
ELSEWHERE = ("api/v1/", "events/", "seat/events", "^events/", "metrics")


def addresses() -> Iterator[str]:
    """Every address outside the API, filled in; KeyError for a name that nobody gave a value."""
    for pattern in get_resolver().url_patterns:
        yield from _below(pattern, "")


def _below(pattern: URLPattern | URLResolver, before: str) -> Iterator[str]:
    route = before + str(pattern.pattern)
    if route.startswith(ELSEWHERE):
        return
    if isinstance(pattern, URLResolver):
        for inner in pattern.url_patterns:
            yield from _below(inner, route)
        return
    own = next((values for start, values in OWN.items() if route.startswith(start)), {})
    yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: own.get(found[1]) or VALUES[found[1]], route)


def browser(caller: Caller, *, strict: bool = False) -> Client:
    """The browser of somebody who is signed on; ``strict`` looks for the token against forged requests."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=strict)
    if caller.token:
        browsers.sit(client, caller.token)
    return client
