"""Every page that a person can reach from his first page: no fault that axe knows, and nothing sideways on a telephone.

Each is looked at in both languages: in English in the colours of its room, in Chinese in the other ones.
Nobody keeps a list of pages here: each persona follows every link that he is shown, one page of each kind. A page that
no link leads to is named below, with the test that looks at it, or the test fails.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import expect

from tests import builders
from tests.browser.demo import Demo
from tests.browser.floor import Floor
from tests.browser.looks import axe, broken_dates, sideways, sizes, turn

pytestmark = pytest.mark.browser

PEOPLE = ("A501", "X601", "M001", "P201", "K301", "C401")
"""Accountant, auditor, house manager, pit boss, cashier and counter of the demo house."""
WAYS = frozenset(
    {"home", "pits", "pit", "slips", "cage", "count", "credit", "house", "reports", "audit", "audit-trail"}
)
"""Pages that lead each person elsewhere; each is looked at anew."""
ELSEWHERE = {
    "sign-in": "test_screens",
    "enrol": "test_screens",
    "terminal": "test_screens, test_round, test_dice",
    "terminal-slips-waiting": "a part of the terminal",
    "seat": "test_dice",
    "dispute": "test_disputes",
    "round-replay": "test_disputes",
    "pit-handed-over": "test_pit_queue",
    "books-pot": "a part of the terminal",
    "review": "test_reviews",
    "report-job": "test_screens",
    "audit-finding": "test_audit",
    "audit-sample": "test_audit",
}
"""Pages that no link of the demo house leads to, and where each is looked at."""
TELEPHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
NO_SCREENS = ("/api", "/healthz", "/readyz", "/metrics", "/events", "/problems")
"""Doors for programs."""


def kind_of(path: str) -> str:
    """The name of the address; pages of one kind have the same. Empty for what is no screen of ours."""
    try:
        found = resolve(urlsplit(path).path)
    except Resolver404:
        return ""
    return found.url_name or ""


def links(demo: Demo) -> Iterator[str]:
    """Where the page leads within the house, files and other languages left out."""
    hrefs = demo.page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))")
    for href in hrefs:
        path = urlsplit(demo.page.evaluate("href => new URL(href, location.href).href", href))
        if href.startswith("#") or path.path.startswith(NO_SCREENS):
            continue
        yield path.path + (f"?{path.query}" if path.query else "")


def wrong_with(demo: Demo, path: str) -> list[str]:
    """What is wrong with a page at a desk, and whether it slides sideways on a telephone."""
    page = demo.page
    found = []
    for language in ("en", "zh-hans"):
        if language != "en":
            demo.speak(language)
            page.goto(f"{demo.url}{path}")
            turn(page)
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
        found += [f"{path} ({language}): {fault}" for fault in axe(page) + sizes(page)]
        page.set_viewport_size(TELEPHONE)  # type: ignore[arg-type]
        found += [f"{path} ({language}) on a telephone: {fault}" for fault in sideways(page) + broken_dates(page)]
    demo.speak("en")
    return found


def walk(demo: Demo, seen: dict[str, str]) -> list[str]:
    """Follow every link from the first page to what nobody has seen yet; what is wrong with any of it."""
    wrong: list[str] = []
    mine: set[str] = set()
    waiting = ["/"]
    while waiting:
        path = waiting.pop(0)
        kind = kind_of(path)
        if not kind or kind in mine:
            continue
        mine.add(kind)
        if kind in seen and kind not in WAYS:
            continue
        response = demo.page.request.get(f"{demo.url}{path}")
        seen[kind] = path
        if response.status != 200:
            wrong.append(f"{path}: a link leads to a {response.status}")
        elif "text/html" in response.headers["content-type"]:
            demo.page.goto(f"{demo.url}{path}")
            waiting += links(demo)
            wrong += wrong_with(demo, path)
    return wrong


def test_every_page_that_a_person_reaches(demo: Demo) -> None:
    seen: dict[str, str] = {}
    wrong: list[str] = []
    for badge in PEOPLE:
        demo.page.set_viewport_size(DESK)  # type: ignore[arg-type]
        demo.sign_in(badge)
        wrong += [f"{badge} {fault}" for fault in walk(demo, seen)]
        demo.page.context.clear_cookies()
    assert wrong == []
    unseen = pages(demo) - set(seen)
    assert sorted(unseen - set(ELSEWHERE)) == []
    assert sorted(set(ELSEWHERE) - unseen) == []


def pages(demo: Demo) -> set[str]:
    """The names of all addresses that a person may look at: no files, no doors for programs, no keys that are sent."""
    found: dict[str, str] = {}

    def gather(resolver: URLResolver, before: str) -> None:
        for one in resolver.url_patterns:
            path = before + str(one.pattern).removeprefix("^")
            if isinstance(one, URLResolver):
                gather(one, path)
            elif isinstance(one, URLPattern):
                found[one.name or path] = f"/{path}"

    gather(get_resolver(), "")
    looked_at = {
        name: path
        for name, path in found.items()
        if not path.startswith(NO_SCREENS) and "." not in path.rsplit("/", 1)[-1] and not path.endswith("events")
    }
    return {name for name, path in looked_at.items() if demo.page.request.get(demo.url + example(path)).status != 405}


def example(path: str) -> str:
    """An address of the kind, whether or not anything is there."""
    for shape, value in ((r"<day:\w+>", "2026-03-04"), (r"<int:\w+>", "1"), (r"<\w+:\w+>", "x")):
        path = re.sub(shape, value, path)
    return path


def test_a_desk_says_that_the_line_is_lost_and_goes_on(floor: Floor) -> None:
    page = floor.page
    page.goto(f"{floor.url}/sign-in/")
    page.locator("[name=username]").fill("ada")
    page.locator("[name=password]").fill(builders.PASSWORD)
    page.locator("main .key").click()
    page.wait_for_url(f"{floor.url}/")
    lost = page.locator("[data-lost]")
    expect(lost).to_be_hidden()
    page.context.set_offline(True)
    expect(lost).to_be_visible()
    page.context.set_offline(False)
    expect(lost).to_be_hidden()
    page.keyboard.press("Tab")
    expect(page.locator("a.skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
