"""The lines of live pages: who may hold one, and that a press of another thread is heard on it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.test import AsyncClient, Client
from django.utils import timezone

from casino.live import views
from tables.models.terminals import Terminal
from tables.services import sign_ons
from tests import browsers, builders, callers, custody
from tests.builders import House

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> House:
    """A table that is open, with dana at it, now."""
    return custody.running(builders.house(at=timezone.now(), outsider=True))


def browser(who: Any) -> AsyncClient:
    """A browser in which somebody is signed on; None: nobody."""
    client = AsyncClient()
    if who is not None:
        browsers.sit(client, who.token)
    return client


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """An async story in a loop of its own, as uvicorn has one."""

    async def told() -> None:
        try:
            await story()
        finally:
            await sync_to_async(connections.close_all)()  # the thread of the middleware ends with the loop

    asyncio.run(asyncio.wait_for(told(), 20))


async def lines(client: AsyncClient, path: str) -> AsyncIterator[tuple[str, Any]]:
    """The messages of a line: name and content."""
    answer: Any = await client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    assert answer["Cache-Control"] == "no-store"
    async for part in answer:
        text = part.decode()
        if text.startswith("event: "):
            name, data = text.strip().split("\n")
            yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def elsewhere(act: Callable[[], Any]) -> None:
    """A press of another thread, on a connection of its own."""
    try:
        act()
    finally:
        connection.close()


def test_a_press_is_heard_on_the_pits_line(house: House) -> None:
    client = browser(callers.at_terminal(house, "petra", "T-PIT"))
    stands = builders.snapshot()
    before = stands["DEMO/table/BJ-01"]

    async def story() -> None:
        told = lines(client, "/events/pit/P1")
        assert await anext(told) == ("news", {"BJ-01": before, "house": stands["DEMO/house"]})
        press = lambda: custody.buy_in(house, 10_000, {2_500: 4}, at=timezone.now())  # noqa: E731
        await asyncio.to_thread(elsewhere, press)
        assert await anext(told) == ("news", {"BJ-01": before + 1})
        assert views.hub.watchers == 1
        await told.aclose()  # type: ignore[attr-defined]

    run(story)


def test_a_cashier_watches_the_cage(house: House) -> None:
    client = browser(callers.at_terminal(house, "cass", "T-CAGE"))
    stands = builders.snapshot()["DEMO/cage"]

    async def story() -> None:
        assert await anext(lines(client, "/events/cage")) == ("news", {"cage": stands})

    run(story)


@pytest.mark.parametrize(
    ("path", "who", "status", "code"),
    [
        ("/events/pit/P1", None, 403, b"not_signed_on"),
        ("/events/pit/P1", "dana", 403, b"not_permitted"),
        ("/events/pit/P9", "petra", 404, b"no_such_pit"),
        ("/events/table/BJ-01", None, 403, b"not_signed_on"),
        ("/events/table/BJ-99", "petra", 404, b"no_such_table"),
        ("/events/table/BJ-01", "colin", 403, b"not_permitted"),
        ("/events/cage", "petra", 403, b"not_permitted"),
        ("/events/count", "petra", 403, b"not_permitted"),
        ("/events/house", "dana", 403, b"not_permitted"),
        ("/seat/events", "petra", 403, b"seat_link_refused"),
    ],
)
def test_others_hold_no_line(house: House, path: str, who: str | None, status: int, code: bytes) -> None:
    client = browser(callers.at_terminal(house, who, "T-X") if who else None)

    async def story() -> None:
        answer = await client.get(path)
        assert (answer.status_code, answer.content) == (status, code)

    run(story)
    assert views.hub.watchers == 0


def test_another_casino_has_no_such_pit(house: House) -> None:
    client = browser(sign_ons.sign_on_with_password(at=house.at, username="otto", password=builders.PASSWORD))

    async def story() -> None:
        answer = await client.get("/events/pit/P1")
        assert (answer.status_code, answer.content) == (404, b"no_such_pit")

    run(story)


def test_a_full_process_sends_the_next_page_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST", 0)
    client = browser(callers.at_terminal(house, "petra", "T-PIT"))

    async def story() -> None:
        answer = await client.get("/events/pit/P1")
        assert (answer.status_code, answer["Retry-After"]) == (503, "30")

    run(story)


def test_nobody_has_all_lines_of_a_process(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One device, be it with many sign-ons and pages, leaves room for the others."""
    monkeypatch.setattr(views, "MOST_OF_ONE", 1)
    client = browser(callers.at_terminal(house, "petra", "T-PIT"))
    whose = f"terminal:{Terminal.objects.values_list('pk', flat=True).get(code='T-PIT')}"
    other = browser(callers.at_terminal(house, "dana", "T-BJ-01", "BJ-01"))

    async def story() -> None:
        told = lines(client, "/events/pit/P1")
        await anext(told)
        answer = await client.get("/events/pit/P1")
        assert (answer.status_code, answer["Retry-After"]) == (503, "30")
        beside = lines(other, "/events/table/BJ-01")
        assert (await anext(beside))[0] == "news"
        assert (views.hub.of(whose), views.hub.watchers) == (1, 2)
        for line in (told, beside):
            await line.aclose()  # type: ignore[attr-defined]

    run(story)
    assert views.hub.watchers == 0


def test_a_synchronous_server_gives_no_thread_away(house: House, client: Client) -> None:
    assert client.get("/events/pit/P1").status_code == 204
