"""A pit screen on the real web process: an act at a table is there within a second, and staleness is told."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import time_machine
import uvicorn
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino import asgi
from casino.serve import free_port
from tables.selectors import actors
from tables.services import calls
from tests import builders, callers, custody
from tests.browser.conftest import close_pools
from tests.builders import House

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@dataclass
class Web:
    """The web process, in a thread, so that it has this test's database and clock."""

    port: int
    server: uvicorn.Server | None = None
    thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve, and wait until it does."""
        options: Any = {"host": "127.0.0.1", "port": self.port, "lifespan": "off", "log_config": None}
        self.server = uvicorn.Server(uvicorn.Config(asgi.application, timeout_graceful_shutdown=1, **options))
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def stop(self) -> None:
        """As TERM does."""
        assert self.server is not None
        assert self.thread is not None
        self.server.should_exit = True
        self.thread.join(20)


@pytest.fixture
def web(browser: Browser, transactional_db: None) -> Iterator[Web]:
    with time_machine.travel(builders.AT, tick=True):
        served = Web(free_port("127.0.0.1", 8970))
        served.start()
        yield served
        served.stop()
    close_pools()


@pytest.fixture
def house(web: Web) -> House:
    """A table that is open, with dana at it."""
    return custody.running(builders.house(at=timezone.now()))


def pit(web: Web, house: House, context: BrowserContext) -> Page:
    """Petra's pit screen, with a line."""
    who = callers.at_terminal(house, "petra", "T-PIT")
    session = SessionStore()
    session[actors.SESSION_KEY] = actors.digest(who.token)
    session.save()
    assert session.session_key is not None
    context.add_cookies([{"name": "sessionid", "value": session.session_key, "url": web.url}])
    page = context.new_page()
    page.goto(f"{web.url}/pit/P1/")
    expect(page.locator("body")).to_have_attribute("data-line", "live")
    return page


def test_an_act_at_a_table_is_on_the_pit_screen_within_a_second(
    web: Web, house: House, context: BrowserContext
) -> None:
    page = pit(web, house, context)
    expect(page.locator("#board")).not_to_contain_text("The dealer calls")
    calls.call_floor(actor=house.dana, at=timezone.now(), table="BJ-01", reason="please")
    expect(page.locator("#board")).to_contain_text("The dealer calls", timeout=1_000)


def test_the_screen_says_since_when_it_is_not_fresh_and_recovers(
    web: Web, house: House, context: BrowserContext
) -> None:
    page = pit(web, house, context)
    web.stop()
    expect(page.locator("[data-line-sign]")).to_contain_text("not fresh since", timeout=15_000)
    web.start()
    expect(page.locator("body")).to_have_attribute("data-line", "live", timeout=15_000)
    calls.call_floor(actor=house.dana, at=timezone.now(), table="BJ-01", reason="please")
    expect(page.locator("#board")).to_contain_text("The dealer calls", timeout=2_000)
