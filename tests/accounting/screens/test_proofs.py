"""Prove it on screen: from a figure of the report to the formula, its inputs, the events and their journals."""

import html
import re
from urllib.parse import urlencode

import pytest
from django.db import connection

from accounting.services import follow
from tests import builders, custody, days, reported
from tests.accounting import forging
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

WIN = "/reports/proof/?day=2026-03-04&figure=win"


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.unescape(page)).split())


def links(page: str, figure: str) -> list[str]:
    """Addresses of the links on a page that lead to the proof of a figure."""
    found = [html.unescape(href) for href in re.findall(r'<a [^>]*href="(/reports/proof/[^"]+)"', page)]
    return [address for address in found if address.endswith(f"&figure={figure}")]


@pytest.fixture
def counted(house: House) -> House:
    """The shift of this folder with its box counted."""
    custody.remove_box(house)
    custody.count_box(house, {10_000: 1})
    follow.follow_all()
    return house


def test_from_the_report_down_to_the_event(counted: House, ada: Hands) -> None:
    ada.look("/reports/2026-03-04/day/certify/")
    ada.press("/reports/2026-03-04/day/certify/", {}, swap=False)
    report = ada.look("/reports/2026-03-04/day/v1/").content.decode()
    # table, pit, game, house and the day so far
    assert len(links(report, "win")) == 5
    win = ada.look(links(report, "win")[0]).content.decode()
    assert "Win BJ-01 Shift report 2026-03-04 day v1" in text(win)
    assert "The report says 30.00 The log says 30.00" in text(win)
    assert "Both agree: found again in the log, event by event." in text(win)
    drop = ada.look(links(win, "drop")[0]).content.decode()
    box = ada.look(links(drop, "box")[0]).content.decode()
    assert "DEMO/count#" in text(box)
    assert "Box counted" in text(box)
    event = re.search(r'href="(/audit/trail/DEMO/count/[0-9]+/)"', box)
    assert event is not None
    assert ada.look(event[1]).status_code == 200


def test_every_figure_of_a_report_leads_to_its_proof(counted: House, ada: Hands) -> None:
    ada.look("/reports/2026-03-04/day/certify/")
    ada.press("/reports/2026-03-04/day/certify/", {}, swap=False)
    report = ada.look("/reports/2026-03-04/day/v1/").content.decode()
    found = [html.unescape(href) for href in re.findall(r'<a class="prove" href="([^"]+)"', report)]
    # five lines of eleven figures, and five of the bank period
    assert len(found) == 60
    for address in found:
        assert "Both agree" in ada.look(address).content.decode()


def test_a_gaming_day_leads_there_too(ada: Hands) -> None:
    days.counted(ada.house, 10_000)
    follow.follow_all()
    page = ada.look("/reports/days/2026-03-04/").content.decode()
    found = [html.unescape(href) for href in re.findall(r'<a class="prove" href="([^"]+)"', page)]
    assert len(found) > 40
    for address in found:
        assert "Both agree" in ada.look(address).content.decode()


def test_what_is_not_known_says_which_box_lacks(ada: Hands) -> None:
    shown = text(ada.look(WIN).content.decode())
    assert "The report adds up" not in shown
    assert "The report says ? The log says ? ▲ Not known yet BJ-01 · box 1 · still on the table" in shown


def test_the_pit_boss_reads_reports_without_proofs(counted: House, ada: Hands) -> None:
    ada.look("/reports/2026-03-04/day/certify/")
    ada.press("/reports/2026-03-04/day/certify/", {}, swap=False)
    petra = Hands(counted).sit_down("petra")
    assert 'class="prove"' not in petra.look("/reports/2026-03-04/day/v1/").content.decode()
    response = petra.look(WIN)
    assert (response.status_code, refusal(response)) == (403, "not_permitted")


def test_the_house_manager_reads_proofs_without_the_log(counted: House) -> None:
    page = Hands(counted).sit_down("hana").look(f"{WIN.replace('win', 'engine_net')}").content.decode()
    assert "DEMO/table/BJ-01#" in page
    assert "/audit/trail/" not in page


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("figure=win", 422, "bad_form"),
        ("day=2026-03-04&figure=Win;", 422, "bad_form"),
        ("day=2026-03-04&figure=win&version=1", 404, "no_such_report"),
        ("day=2026-03-04&figure=luck", 404, "no_such_figure"),
        ("day=2026-03-05&figure=win", 404, "no_such_figure"),
    ],
)
def test_what_cannot_be_proven_is_refused(ada: Hands, query: str, status: int, code: str) -> None:
    response = ada.look(f"/reports/proof/?{query}")
    assert (response.status_code, refusal(response)) == (status, code)


def test_events_come_in_pages(ada: Hands) -> None:
    shown = text(ada.look("/reports/proof/?day=2026-03-04&figure=engine_net&kind=table&code=BJ-01").content.decode())
    assert "Events behind it 1 to 1 of 1" in shown
    assert "Round 1" in shown
    assert builders.GAMING_DAY.isoformat() in shown


def test_reports_on_request_lead_to_proofs_and_events(counted: House, ada: Hands) -> None:
    day = builders.GAMING_DAY.isoformat()
    game = reported.made(counted, kind="master_game", parameters={"gaming_day": day})
    page = ada.look(f"/reports/jobs/{game}/").content.decode()
    found = [html.unescape(href) for href in re.findall(r'<a class="prove" href="([^"]+)"', page)]
    assert len(found) == 40  # ten figures of table, pit, game and house
    assert all("Both agree" in ada.look(address).content.decode() for address in found)
    days_asked = {"first": day, "last": day}
    count = reported.made(counted, kind="count_report", parameters=days_asked, key="the-count-report")
    page = ada.look(f"/reports/jobs/{count}/").content.decode()
    event = re.search(r'<a href="(/audit/trail/DEMO/count/[0-9]+/)"', page)
    assert event is not None
    assert "Box counted" in ada.look(event[1]).content.decode()


def test_who_reads_no_log_sees_no_way_into_it(counted: House) -> None:
    day = builders.GAMING_DAY.isoformat()
    cage = reported.made(counted, "hana", kind="cage_report", parameters={"first": day, "last": day})
    page = Hands(counted).sit_down("hana").look(f"/reports/jobs/{cage}/").content.decode()
    assert "Chips received" in page
    assert "/audit/trail/" not in page


def test_every_sum_of_the_cage_report_leads_to_its_proof(counted: House, ada: Hands) -> None:
    day = builders.GAMING_DAY.isoformat()
    cage = reported.made(counted, kind="cage_report", parameters={"first": day, "last": day})
    page = ada.look(f"/reports/jobs/{cage}/").content.decode()
    found = [html.unescape(href) for href in re.findall(r'<a class="prove" href="([^"]+)"', page)]
    assert len(found) == 24  # four lines of the balances, one kind and the change in all; chips and cash of both places
    assert all("Both agree" in ada.look(address).content.decode() for address in found)
    (closing,) = [address for address in found if "place=cage&asset=chips&figure=closing" in address]
    proven = ada.look(closing).content.decode()
    assert "When the last day ended Cage · Chips Cage report · 2026-03-04 · as the books stand now" in text(proven)
    assert "The report says 421,000.00 The log says 421,000.00" in text(proven)
    assert "When the first day began — + Movements of the cage 431,000.00 + First banks of tables (10,000.00)" in (
        text(proven)
    )
    assert len(links(proven, "banks")) == len(links(proven, "opening")) == len(links(proven, "moved")) == 1
    bank = ada.look(links(proven, "banks")[0]).content.decode()
    assert "DEMO/table/BJ-01#" in text(bank)
    assert "(10,000.00)" in text(bank)


def test_a_leg_that_somebody_changed_in_the_cage_does_not_prove_itself(counted: House, ada: Hands) -> None:
    """The balance of the cage is kept by itself: a leg that is not what was posted is not found in it."""
    forging.unguard()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE accounting_leg SET amount = amount - 100 WHERE account_id IN "
            "(SELECT id FROM accounting_account WHERE code = 'cage' AND asset = 'chips') AND amount < 0"
        )
    day = builders.GAMING_DAY.isoformat()
    page = ada.look(f"/reports/proof/?first={day}&last={day}&place=cage&asset=chips&figure=closing").content.decode()
    assert "They do not agree. Call the auditor." in page


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"place": "pocket"}, "bad_form"), ({"figure": "win"}, "no_such_figure"), ({"last": "2026-03-01"}, "bad_days")],
)
def test_what_the_cage_report_has_not_is_refused(
    counted: House, ada: Hands, changed: dict[str, str], code: str
) -> None:
    day = builders.GAMING_DAY.isoformat()
    asked = {"first": day, "last": day, "place": "cage", "asset": "chips", "figure": "moved", **changed}
    assert refusal(ada.look(f"/reports/proof/?{urlencode(asked)}")) == code
