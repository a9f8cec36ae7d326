"""Every request in docs/api.md is sent, in order, and answers as the page says."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client

from casino.web import throttles
from tables.models import log
from tables.services import taps
from tests import builders, callers, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).parents[2] / "docs" / "api.md"
_BLOCK = re.compile(r"^```(http|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Request:
    """A request as the page shows it, and the answer that follows it, if one does."""

    method: str
    path: str
    headers: dict[str, str]
    body: str
    answer: Any


def requests() -> Iterator[Request]:
    blocks = _BLOCK.findall(PAGE.read_text())
    for (kind, text), (next_kind, next_text) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "http":
            head, _, body = text.partition("\n\n")
            first, *lines = head.strip().split("\n")
            method, path = first.split(" ")
            headers = dict(line.split(": ", 1) for line in lines)
            yield Request(method, path, headers, body, json.loads(next_text) if next_kind == "json" else None)


def fill(text: str, known: dict[str, str]) -> str:
    """The text with its placeholders replaced; one nobody told of is an error of the page."""
    return re.sub(r"<([a-z][a-zA-Z0-9 -]*)>", lambda found: known[found[1]], text)


def learn(page: Any, told: Any, known: dict[str, str]) -> None:
    """Compare an answer with the page's; where the page has a placeholder, what was told is what it stands for."""
    if isinstance(page, str) and page.startswith("<"):
        known[page[1:-1]] = str(told)
    elif isinstance(page, dict):
        assert set(told) == set(page)
        for name, value in page.items():
            learn(value, told[name], known)
    elif isinstance(page, list):
        assert len(told) == len(page)
        for one, other in zip(page, told, strict=True):
            learn(one, other, known)
    else:
        assert told == page


@pytest.fixture
def house() -> Iterator[House]:
    throttles.COUNTER.forget()
    with time_machine.travel(builders.AT, tick=False):
        made = dealt.ready(builders.house())
        taps.tap_out(actor=made.dana, at=made.at, table="BJ-01")
        yield made


def test_the_page_is_true(house: House) -> None:
    known = {
        f"token of {name}": callers.at_terminal(house, name, f"T-{name.upper()}").token for name in ("hana", "petra")
    }
    sent = []
    for request in requests():
        known["seq of BJ-01"] = str(log.Stream.objects.get(key="DEMO/table/BJ-01").head_seq)
        response = Client().generic(
            request.method,
            request.path,
            fill(request.body, known),
            "application/json",
            headers={name: fill(value, known) for name, value in request.headers.items()},
        )
        sent.append((request.method, request.path, response.status_code))
        if request.answer is not None:
            learn(request.answer, response.json(), known)
    assert sent == [
        ("POST", "/api/v1/terminals", 201),
        ("POST", "/api/v1/terminals/enrolments", 201),
        ("POST", "/api/v1/sign-ons", 201),
        ("POST", "/api/v1/tables/BJ-01/taps-in", 201),
        ("POST", "/api/v1/tables/BJ-01/rounds", 201),
        ("POST", "/api/v1/tables/BJ-01/rounds/current/bets", 201),
        ("DELETE", "/api/v1/sign-ons/current", 204),
        ("POST", "/api/v1/tables/BJ-01/limits", 422),
        ("POST", "/api/v1/tables/BJ-01/limits", 422),
    ]
