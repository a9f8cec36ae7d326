"""A player disputes a hand: the floor looks at what the log shows, rules by the rule pack, and the figures tie out."""

from datetime import timedelta

import pytest

from accounting.selectors import shift_reports
from accounting.services import certify, follow
from accounting.services.verify import run
from tables.selectors import disputes, replays
from tables.services import disputes as claims
from tests import builders, custody, dealt
from tests.disputed import claim, escalate, rule

pytestmark = pytest.mark.django_db


def test_from_the_claim_to_the_certified_shift() -> None:
    house = dealt.settled(builders.house())
    at = house.at

    # Anna had nineteen, she says: the dealer took her ten. Bo says that he is owed seven hundred.
    claim(house, actor=house.dana, claim="wrong_total", claimed=1_000, at=at)
    claim(house, player="bo", spot="2", claimed=70_000, at=at)

    # The replay shows what lay there after each card, and how the rules settled it.
    told = replays.replay(actor=house.petra, table="BJ-01", number=1)
    last = told.steps[told.played - 1]["felt"]
    assert [hand["total"] for spot in last["spots"] for hand in spot["hands"]] == [16, 16]
    assert last["dealer"]["total"] == 17

    # Anna misread her hand, but the house is kind: within the pack Petra pays. Bo's claim has no ground.
    rule(house, "pay_as_claimed", 1, reason="goodwill of the house", at=at + timedelta(minutes=3))
    rule(house, "continue", 2, reason="the log is right", at=at + timedelta(minutes=4))
    claims.accept_dispute(actor=house.petra, at=at, table="BJ-01", number=1, note="thanked")
    escalate(house, 2)
    nevada = disputes.one(house.petra, "BJ-01", 2)
    assert nevada.left == 70_000
    claims.report_dispute(actor=house.petra, at=at, table="BJ-01", number=2, reference="GCB-2026-0117")

    # The table is counted, the box is counted, and the shift certified.
    dealt.press(house, {"do": "confirm_settlement"})
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    custody.count_box(house, {})
    follow.follow_all()
    certify.certify_shift(actor=house.ada, at=at, gaming_day=builders.GAMING_DAY, shift="day")
    report = shift_reports.report(house.ada, builders.GAMING_DAY, "day", 1).content
    (line,) = report["figures"]["tables"]
    assert (line["engine_net"], line["win"], line["difference"]) == (3_500, 2_500, 0)
    assert line["rulings_cost"] == {"paid": 1_000, "taken": 0, "cost": 1_000}
    assert [(step["dispute"], step["step"]) for step in report["disputes"]["steps"]] == [
        (1, "opened"),
        (2, "opened"),
        (1, "ruled"),
        (2, "ruled"),
        (1, "accepted"),
        (2, "escalated"),
        (2, "reported"),
    ]
    assert [(line["kind"], line["amount"]) for line in report["exceptions"]] == [("ruling_paid", 1_000)]
    assert [str(finding) for finding in run.verify().findings] == []
