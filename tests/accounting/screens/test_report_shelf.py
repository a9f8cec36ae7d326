"""The report browser: each filter finds its reports and no others, for each reader what he may read."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounting.services import follow
from tests import builders, custody, days, reported
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

LIST = "/reports/"


@pytest.fixture
def shelf(house: House) -> House:
    """Two versions of the day shift's report, and a master game report made for ada; nothing of BJ-02."""
    days.certified(house, at=house.at)
    custody.remove_box(house)
    custody.count_box(house, {10_000: 1})
    days.certified(house, at=house.at + timedelta(minutes=1))
    reported.made(house, kind="master_game", parameters={"gaming_day": builders.GAMING_DAY.isoformat()})
    follow.follow_all()
    return house


def listed(response: Any) -> list[str]:
    """The first cells of the shelf's lines, in their order, each with its version."""
    page = response.content.decode()
    shown = page[page.index('aria-labelledby="shelf"') :]
    rows = re.findall(r"<tr>(.*?)</tr>", shown, re.DOTALL)[1:]
    cells = [
        [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        for row in rows
    ]
    return [f"{row[0]} {row[3].partition(' ')[0]}".strip() for row in cells]


FIRST, SECOND, MADE = "Shift report v1", "Shift report v2", "Master game report 1"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {FIRST, SECOND, MADE}),
        ("kind=shift", {FIRST, SECOND}),
        ("kind=master_game", {MADE}),
        ("kind=cage_report", set()),
        ("kind=day", set()),
        ("state=final", {SECOND}),
        ("state=superseded", {FIRST}),
        ("state=preliminary", set()),
        ("state=done", {MADE}),
        ("version=1", {FIRST}),
        ("shift=day", {FIRST, SECOND}),
        ("shift=swing", set()),
        ("table=BJ-01", {FIRST, SECOND}),
        ("table=BJ-02", set()),
        ("pit=P1", {FIRST, SECOND}),
        ("pit=P2", set()),
        ("first=2026-03-04&last=2026-03-04", {FIRST, SECOND, MADE}),
        ("first=2026-03-05", set()),
        ("last=2026-03-03", set()),
    ],
)
def test_a_filter_finds_its_reports(shelf: House, query: str, found: set[str]) -> None:
    response = Hands(shelf).sit_down("ada").look(f"{LIST}?{query}")
    assert (response.status_code, set(listed(response))) == (200, found)


def test_a_locked_day_stands_on_the_shelf(db: None) -> None:
    house = days.ready(builders.house())
    days.locked(house)
    with time_machine.travel(days.after(house), tick=False):
        follow.follow_all()
        ada = Hands(house).sit_down("ada")
        assert listed(ada.look(f"{LIST}?kind=day")) == ["Gaming day report"]
        assert "/reports/days/2026-03-04/" in ada.page
        assert listed(ada.look(f"{LIST}?state=locked&table=BJ-01")) == ["Gaming day report"]
        assert listed(ada.look(f"{LIST}?state=locked&pit=P9")) == []


def test_the_pit_boss_finds_what_he_may_read(shelf: House) -> None:
    hands = Hands(shelf).sit_down("petra")
    assert listed(hands.look(LIST)) == [SECOND, FIRST]
    assert "Gaming day report" not in hands.page


def test_the_shelf_goes_on_where_a_page_ends(shelf: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounting.screens.report_shelf.PAGE", 1)
    ada = Hands(shelf).sit_down("ada")
    first = listed(ada.look(f"{LIST}?kind=shift"))
    further = re.search(r'href="(\?[^"]+)">Further back', ada.page)
    assert further is not None
    rest = ada.look(LIST + further[1].replace("&amp;", "&"))
    assert (first, listed(rest)) == ([SECOND], [FIRST])
    assert "Newest" in ada.page


@pytest.mark.parametrize("query", ["first=yesterday", "version=0", "state=lost", "first=2026-03-05&last=2026-03-04"])
def test_what_makes_no_sense_is_refused(house: House, query: str) -> None:
    response = Hands(house).sit_down("ada").look(f"{LIST}?{query}")
    assert response.status_code == 422
    assert refusal(response) in ("bad_form", "bad_days")
