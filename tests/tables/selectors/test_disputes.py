"""Disputes as they are read: lists, one, similar rulings, the regulator's list, affected rounds."""

from datetime import timedelta

import pytest

from tables.domain.errors import NotAllowed, NotFound
from tables.domain.rule_packs import shipped
from tables.selectors import disputes
from tables.selectors.disputes import Wanted
from tests import builders, custody, dealt
from tests.builders import House
from tests.disputed import claim, escalate, misdeal, rule

pytestmark = pytest.mark.django_db
NEVADA = shipped.pack("nevada-like", 1, 2)


@pytest.fixture
def house() -> House:
    return dealt.settled(builders.house())


def again(house: House, number: int, minutes: int = 0) -> None:
    """Another round like the first, some minutes later."""
    at = house.at + timedelta(minutes=minutes)
    dealt.press(house, {"do": "confirm_settlement"}, at=at)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"}, at=at)
    dealt.press(house, *dealt.cards(), at=at)
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, at=at)
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2}, at=at)
    assert house.state().round_number == number


def numbers(found: list[disputes.DisputeView]) -> list[int]:
    return [view.number for view in found]


def test_one_whole(house: House) -> None:
    claim(house)
    rule(house, at=house.at + timedelta(minutes=2))
    view = disputes.one(house.axel, "BJ-01", 1)
    told = (view.table, view.pit, view.game, view.round, view.round_day, view.player, view.spot, view.dealer)
    assert told == ("BJ-01", "P1", "blackjack", 1, builders.GAMING_DAY, "anna", "1", "dana")
    assert (view.claimed, view.paid, view.left, view.minutes, view.ruled_by) == (1_000, 1_000, 0, 2, "petra")


def test_lists_by_what_is_asked_for(house: House) -> None:
    claim(house)
    claim(house, player="bo", claim="not_paid")
    rule(house, "continue")
    found = disputes.found(house.petra)
    assert numbers(found) == [2, 1]
    for wanted, expected in (
        (Wanted(status="open"), [2]),
        (Wanted(claim="not_paid"), [2]),
        (Wanted(table="BJ-02"), []),
        (Wanted(pit="P1", round=1, game="blackjack"), [2, 1]),
        (Wanted(unresolved=True), [2, 1]),
        (Wanted(left_from=1_001), []),
    ):
        assert numbers(disputes.found(house.petra, wanted)) == expected
    assert numbers(disputes.found(house.petra, before=found[0].id)) == [1]


def test_who_has_nothing_to_do_with_it_reads_none(house: House) -> None:
    claim(house)
    for outside in (house.dana, house.cass, house.colin):
        with pytest.raises(NotAllowed):
            disputes.found(outside)
    with pytest.raises(NotFound):
        disputes.one(house.petra, "BJ-01", 2)


def test_similar_earlier_rulings_are_of_the_same_claim_newest_first(house: House) -> None:
    for player, what in (("anna", "wrong_payout"), ("bo", "wrong_payout"), ("cy", "not_paid"), ("dee", "wrong_payout")):
        claim(house, player=player, claim=what)
    for number in (1, 2, 3):
        rule(house, "continue", number, at=house.at + timedelta(minutes=number))
    view = disputes.one(house.petra, "BJ-01", 4)
    assert numbers(disputes.similar(house.petra, view)) == [2, 1]


@pytest.mark.parametrize(("claimed", "due"), [(49_999, []), (50_000, [1])])
def test_unresolved_claims_go_to_the_regulator_from_the_threshold_on(
    house: House, claimed: int, due: list[int]
) -> None:
    claim(house, claimed=claimed)
    rule(house, "continue")
    escalate(house)
    assert numbers(disputes.due(house.petra, NEVADA)) == due
    assert disputes.due(house.petra, shipped.pack("new-jersey-like", 1, 2)) == []


def test_a_claim_touches_its_own_round(house: House) -> None:
    claim(house)
    view = disputes.one(house.petra, "BJ-01", 1)
    assert [line["number"] for line in disputes.affected(house.petra, view)] == [1]


def test_a_wrong_count_touches_every_round_since_two_persons_signed_the_pack(house: House) -> None:
    again(house, 2)
    misdeal(house, 2, claim="wrong_count", at=house.at + timedelta(minutes=1))
    view = disputes.one(house.petra, "BJ-01", 1)
    assert [line["number"] for line in disputes.affected(house.petra, view)] == [2, 1]


def test_rounds_after_the_claim_are_not_touched(house: House) -> None:
    misdeal(house, 1, claim="fouled_shoe")
    rule(house, "continue")
    again(house, 2, minutes=5)
    view = disputes.one(house.petra, "BJ-01", 1)
    assert [line["number"] for line in disputes.affected(house.petra, view)] == [1]


def test_what_the_terminal_shows_as_flagged(house: House) -> None:
    claim(house)
    assert disputes.flagged(house.casino.pk, "BJ-01", 1) == {("anna", "1")}
    rule(house, "continue")
    assert disputes.flagged(house.casino.pk, "BJ-01", 1) == frozenset()


def test_what_waits_in_the_pit(house: House) -> None:
    claim(house)
    assert disputes.waiting(house.casino.pk, ["BJ-01"]) == [("BJ-01", 1, house.at)]
    assert disputes.waiting(house.casino.pk, ["BJ-02"]) == []
    assert custody.rack_of(house)
