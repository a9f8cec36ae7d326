"""A real Chromium before a live house. Screens are driven as hands drive them: by touching what is there."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from casino.serve import free_port
from tables.models.staff import StaffMember
from tests import builders, potted
from tests.browser.demo import Demo
from tests.browser.dice import Dice, Open
from tests.browser.floor import Floor
from tests.browser.web import Web

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
EVENING = datetime(2026, 3, 5, 4, 0, tzinfo=UTC)
TERMINAL_SIZE = {"width": 1280, "height": 800}
PATIENCE_MS = 30_000
"""A busy machine is slow; how quick a screen is, is measured and never tested."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for a module; each test has a context, and so cookies, of its own.

    Playwright's loop stays in this thread until the end, so Django has to be told that queries may run beside it, and
    it may not outlive the module: other tests run loops of their own.
    """
    if not Path(CHROMIUM).exists():
        # Listed by name at the end of script/test; under CI a skipped test is a failure (script/count_tests.py).
        pytest.skip(f"the browser tests drive {CHROMIUM}.  Debian: apt-get install chromium fonts-noto-cjk")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has touch and the size of a terminal."""
    opened = browser.new_context(viewport=TERMINAL_SIZE, has_touch=True, locale="en")  # type: ignore[arg-type]
    opened.set_default_timeout(PATIENCE_MS)
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def floor(browser: Browser, transactional_db: None, live_server: Any, page: Page) -> Iterator[Floor]:
    """A house with table BJ-01, its people, and a browser. The server's threads leave their connections in the pool;
    it is closed so that the test database can be dropped. The clock runs, from noon of ``builders.AT`` on."""
    with time_machine.travel(builders.AT, tick=True):
        yield Floor(live_server.url, page, builders.house())
        page.close()
    close_pools()


@pytest.fixture
def demo(
    browser: Browser, transactional_db: None, live_server: Any, page: Page, settings: Any, tmp_path: Path
) -> Iterator[Demo]:
    """The demo house at eight in the evening of its own time."""
    settings.DEMO, settings.VAR_DIR = True, tmp_path
    with time_machine.travel(EVENING, tick=True):
        yield Demo.seed(live_server.url, page, tmp_path)
        page.close()
    close_pools()


@pytest.fixture
def web(browser: Browser, transactional_db: None) -> Iterator[Web]:
    """The real web process, which can be stopped and started again."""
    with time_machine.travel(builders.AT, tick=True):
        served = Web(free_port("127.0.0.1", 8970))
        served.start()
        yield served
        served.stop()
    close_pools()


def close_pools() -> None:
    """Give back the connections of the server's threads."""
    for wrapper in connections.all():
        assert isinstance(wrapper, DatabaseWrapper)
        wrapper.close_pool()


@pytest.fixture(params=("en", "zh-hans"))
def table(
    request: pytest.FixtureRequest, browser: Browser, transactional_db: None, live_server: Any, page: Page
) -> Iterator[Open]:
    """Opens the first table of a house with the game that is named, dana signed on before it."""

    def opened(game: str, source: str = "keyed", **rules: Any) -> Dice:
        floor = Floor(live_server.url, page, potted.house(game, source, **rules))
        floor.enrol()
        StaffMember.objects.update(language=request.param)
        floor.page.locator("#id_badge").fill("dana")
        floor.page.locator("#id_pin").fill(builders.PEOPLE["dana"][1])
        floor.page.locator(".fields .key").tap()
        page.wait_for_selector("#screen")
        return Dice(floor, request.param)

    with time_machine.travel(builders.AT, tick=True):
        yield opened
        page.close()
    close_pools()
