"""What every screen must be, whatever it shows: readable, pressable, reachable, and without faults that axe knows."""

import os
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SMALLEST_KEY, SMALLEST_TERMINAL_KEY, MAIN_KEY, SMALLEST_TEXT = 44, 64, 84, 14
SMALLEST_CARD = 54
"""All 52 cards are on the terminal at once."""
GAP = 8
"""Between any two keys of the terminal."""
UPRIGHT = 900
"""Up to this width the main keys stay in reach over what is scrolled beneath them."""
PICTURES = os.environ.get("CASINO_PICTURES", "")
"""A folder: the tour leaves a picture of every screen there."""

_TURN = "document.body.classList.toggle('night')"
_COLOURS_ONLY = {"runOnly": ["color-contrast"]}

_SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
_WIDEST = """() => [...document.querySelectorAll("body *")].filter(one => {
        if (one.getBoundingClientRect().right <= document.documentElement.clientWidth + 1) return false;
        for (let above = one.parentElement; above; above = above.parentElement)
            if (getComputedStyle(above).overflowX !== "visible") return false;
        return true;
    }).slice(-3).map(one => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`)"""
_PUSHED = """() => [...document.querySelectorAll(".wide, .table-list")]
    .filter(box => box.scrollWidth > box.clientWidth + 1)
    .map(box => `${box.innerText.trim().slice(0, 40)} ${box.scrollWidth} > ${box.clientWidth}`)"""
_SMALL_KEYS = """least => [...document.querySelectorAll("button, a.key, label.key, .tile a, .need a, .spot")]
    .map(key => [key, key.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height > 0 && (box.height < least - .5 || box.width < least - .5))
    .map(([key, box]) => `${key.textContent.trim()} ${box.width}x${box.height}`)"""
_SMALL_AT = """([where, least]) => [...document.querySelectorAll(where)]
    .map(key => [key, key.getBoundingClientRect().height])
    .filter(([, height]) => height > 0 && height < least - .5)
    .map(([key, height]) => `${key.textContent.trim()} ${height}`)"""
_TOO_NEAR = """gap => {
    const keys = [...document.querySelectorAll("#screen .key:not(:disabled), #screen a.spot")]
        .map(key => [key, key.getBoundingClientRect()]).filter(([, box]) => box.width > 0 && box.height > 0);
    const near = [];
    for (const [at, [one, a]] of keys.entries()) for (const [other, b] of keys.slice(at + 1)) {
        const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
        const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
        if (Math.max(across, down) < gap - .5)
            near.push(`${one.textContent.trim()} | ${other.textContent.trim()} ${across} ${down}`);
    }
    return near;
}"""
_SMALL_TEXT = """least => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small = new Set();
    for (let node; (node = walker.nextNode());) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest("svg, script, style, .unseen")) continue;
        if (!parent.getClientRects().length) continue;
        if (parseFloat(getComputedStyle(parent).fontSize) < least) small.add(node.data.trim());
    }
    return [...small];
}"""

_BROKEN_DATES = """() => {
    const walker = document.createTreeWalker(document.querySelector("main") || document.body, NodeFilter.SHOW_TEXT);
    const broken = new Set();
    for (let node; (node = walker.nextNode());)
        for (const found of node.data.matchAll(/\\d{4}-\\d\\d-\\d\\d/g)) {
            if (!node.parentElement.closest("td")) continue;
            const range = document.createRange();
            range.setStart(node, found.index);
            range.setEnd(node, found.index + found[0].length);
            if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) broken.add(node.data.trim());
        }
    return [...broken].slice(0, 3);
}"""


def faults(page: Page, *, terminal: bool = False) -> list[str]:
    """Everything that is wrong with the page as it stands, and what nobody could read of it in the other colours."""
    found = axe(page) + sizes(page, terminal=terminal)
    turn(page)
    found += axe(page, _COLOURS_ONLY)
    turn(page)
    return found


def axe(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """What axe finds on the page as it stands, each fault with the first element that has it."""
    found = []
    for violation in Axe().run(page, options=options).response["violations"]:
        node = violation["nodes"][0]
        found.append(
            f"axe: {violation['id']}: {violation['help']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        )
    return found


def turn(page: Page) -> None:
    """Give the page the colours of the other theme; nothing else hangs on them."""
    page.evaluate(_TURN)


def sizes(page: Page, *, terminal: bool = False) -> list[str]:
    """Whether anything is too small, too near or reaches out of the page, in whatever colours."""
    found = sideways(page)
    if (page.viewport_size or {"width": 0})["width"] > UPRIGHT:
        found += [f"a table is pushed sideways: {table}" for table in page.evaluate(_PUSHED)]
    found += [f"small key: {key}" for key in page.evaluate(_SMALL_KEYS, SMALLEST_KEY)]
    found += [f"small text: {text}" for text in page.evaluate(_SMALL_TEXT, SMALLEST_TEXT)]
    if terminal:
        kinds = (
            ("#screen .key:not([name=card])", SMALLEST_TERMINAL_KEY),
            ("#screen .key[name=card]", SMALLEST_CARD),
            (".main-keys .key", MAIN_KEY),
        )
        for where, least in kinds:
            found += [f"small terminal key: {key}" for key in page.evaluate(_SMALL_AT, [where, least])]
        if (page.viewport_size or {"width": 0})["width"] > UPRIGHT:
            found += [f"keys too near: {keys}" for keys in page.evaluate(_TOO_NEAR, GAP)]
    return found


def sideways(page: Page) -> list[str]:
    """Whether the page scrolls sideways, and what reaches out of it."""
    if not page.evaluate(_SIDEWAYS):
        return []
    return [f"the page scrolls sideways: {', '.join(page.evaluate(_WIDEST))}"]


def broken_dates(page: Page) -> list[str]:
    """Dates that end on another line than they begin."""
    return [f"a date is broken: {text}" for text in page.evaluate(_BROKEN_DATES)]


def picture(page: Page, name: str) -> None:
    """A picture for the documentation, if one is asked for."""
    if not PICTURES:
        return
    path = Path(PICTURES) / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)
