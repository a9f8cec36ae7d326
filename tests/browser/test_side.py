"""The side of the terminal on a small screen: everything that stands there can be reached, and stays in view."""

from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tables.domain.actors import Actor
from tables.models import staff
from tables.models.floor import GamingTable
from tables.selectors import actors
from tables.services import limits, play
from tests.browser.demo import Demo

pytestmark = pytest.mark.browser


def act_as(badge: str) -> Actor:
    """The person with that badge, at a terminal of BJ-01."""
    found = actors.actor_for_staff(staff.StaffMember.objects.get(badge=badge).pk)
    assert found is not None
    return replace(found, table_id=GamingTable.objects.get(code="BJ-01").pk, terminal="T-BJ-01")


def test_many_back_bets_and_lifted_limits_scroll_and_stay_where_they_were_scrolled(demo: Demo) -> None:
    now = timezone.now()
    for number, (by, spot) in enumerate([("seat 5", 1), ("seat 2", 3), ("K1", 6)]):
        backed = {"do": "back_bet", "id": f"more-{number}", "by": by, "spot": spot, "amount": 2_000, "tender": "cash"}
        play.record_inputs(actor=act_as("D101"), at=now, table="BJ-01", inputs=[backed])
    for player in ("seat 1", "seat 2", "seat 3"):
        limits.raise_limit(actor=act_as("P201"), at=now, table="BJ-01", player=player, maximum=200_000)
    demo.enrol("BJ-01")
    demo.sign_on("D101")
    side = demo.page.locator("#rest")
    assert side.locator("li").count() == 7
    assert side.evaluate("part => part.scrollHeight > part.clientHeight")
    side.evaluate("part => { part.scrollTop = part.scrollHeight; part.dataset.before = 'yes'; }")
    last = side.locator("li").last
    expect(last).to_be_in_viewport(ratio=1)
    play.record_inputs(
        actor=act_as("D101"), at=now, table="BJ-01", inputs=[{"do": "withdraw_back_bet", "id": "more-2", "by": "K1"}]
    )
    expect(demo.page.locator("#rest[data-before]")).to_have_count(0)  # drawn anew
    expect(side.locator("li").last).to_be_in_viewport(ratio=1)
