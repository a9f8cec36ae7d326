"""One touch a bet: the least, what the spot had before, or the whole last round again."""

import re
from typing import Any

import pytest

from tables.domain.errors import Invalid
from tables.screens import again
from tables.screens.again import Offer
from tables.selectors.last_bets import LaidBefore
from tests import builders, custody, dealt
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

LAY, UNDO = "/t/BJ-01/lay", "/t/BJ-01/undo"
OUTCOME: dict[str, Any] = {
    "spots": [
        {"spot": 2, "owner": "S2", "hands": [{"bets": [1]}]},
        {"spot": 5, "owner": "S2", "hands": [{"bets": [3]}]},
    ],
    "raised": {"S2": 90_000},
}


def laid(number: int, spot: str, amount: int, **more: Any) -> LaidBefore:
    return LaidBefore(number, spot, more.get("by", "S2"), amount, more.get("tender", "chips"), more.get("stack", {}))


class TestOffers:
    def test_without_a_round_before_it_is_the_minimum(self) -> None:
        assert again.offers({}, [], 2, 500, 50_000) == [
            Offer(1, "S1", 500, before=False),
            Offer(2, "S2", 500, before=False),
        ]

    def test_a_spot_has_what_it_had_in_the_same_chips(self) -> None:
        (_, second) = again.offers(OUTCOME, [laid(1, "2", 3_000, stack={500: 1, 2_500: 1})], 2, 500, 50_000)
        assert second == Offer(2, "S2", 3_000, before=True, stack=((500, 1), (2_500, 1)))
        assert second.value == "2:S2:3000:500x1,2500x1"

    @pytest.mark.parametrize(
        "bet",
        [
            laid(2, "2", 3_000),  # it was taken back before the deal
            laid(1, "2", 400),  # the minimum has risen since
            laid(1, "2", 90_100),  # above even his own maximum
            laid(1, "2/k1", 3_000),
        ],
    )
    def test_what_cannot_be_laid_again_is_the_minimum(self, bet: LaidBefore) -> None:
        assert [offer.before for offer in again.offers(OUTCOME, [bet], 7, 500, 50_000)] == [False] * 7

    def test_a_lifted_limit_still_holds(self) -> None:
        assert again.offers(OUTCOME, [laid(1, "2", 90_000)], 7, 500, 50_000)[1].amount == 90_000

    def test_without_posted_limits_there_is_nothing_to_lay(self) -> None:
        assert again.offers(OUTCOME, [], 7, None, None) == []


class TestRead:
    @pytest.mark.parametrize(
        ("value", "bet"),
        [
            ("3:S3:500:any", {"by": "S3", "spot": 3, "amount": 500}),
            ("3:S3:500:cash", {"by": "S3", "spot": 3, "amount": 500, "tender": "cash"}),
            ("3:a%3Ab:5000:2500x2", {"by": "a:b", "spot": 3, "amount": 5_000, "chips": {"2500": 2}}),
        ],
    )
    def test_a_key_says_the_whole_bet(self, value: str, bet: dict[str, Any]) -> None:
        assert again.read(value) == {"do": "bet", **bet}

    def test_what_an_offer_says_is_what_is_read(self) -> None:
        offer = Offer(2, "seat: two", 3_000, before=True, stack=((500, 1), (2_500, 1)))
        assert again.read(offer.value) == {
            "do": "bet",
            "by": "seat: two",
            "spot": 2,
            "amount": 3_000,
            "chips": {"500": 1, "2500": 1},
        }

    @pytest.mark.parametrize("value", ["", "3", "0:S3:500:any", "3:S3:-5:any", "3::500:any", "3:S3:500:5x", "x" * 500])
    def test_anything_else_is_no_key(self, value: str) -> None:
        with pytest.raises(Invalid) as caught:
            again.read(value)
        assert (caught.value.code, caught.value.detail) == ("bad_form", {"field": "lay"})


def values(hands: Hands, name: str) -> list[str]:
    """The bets that the page offers under a name."""
    return re.findall(rf'name="{name}" value="([^"]*)"', hands.page)


def finish(house: House) -> None:
    """The round is dealt, everybody stands, and it is paid."""
    dealt.press(house, {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "S1", "spot": 1}, {"do": "stand", "by": "S2", "spot": 2})
    dealt.press(house, {"do": "confirm_settlement"})


def test_one_touch_lays_the_minimum_and_opens_the_round(hands: Hands) -> None:
    assert values(hands, "lay") == [f"{spot}:S{spot}:500:any" for spot in range(1, 8)]
    hands.press(LAY, {"lay": "3:S3:500:any", "opens": "1"})
    assert [event["type"] for event in custody.events(hands.house)[-2:]] == ["round_opened", "bet_placed"]
    assert values(hands, "lay") == [f"{spot}:S{spot}:500:any" for spot in (1, 2, 4, 5, 6, 7)]
    hands.press(LAY, {"lay": "4:S4:500:any"})
    assert custody.events(hands.house)[-1]["data"]["input"] == {"do": "bet", "by": "S4", "spot": 4, "amount": 500}


def test_the_same_again_is_one_touch(hands: Hands) -> None:
    house = hands.house
    hands.press(LAY, {"lay": "1:S1:500:any", "opens": "1"})
    hands.press(LAY, {"lay": "2:S2:5000:2500x2"})
    finish(house)
    hands.look()
    assert values(hands, "again") == ["1:S1:500:500x1", "2:S2:5000:2500x2"]
    hands.press(LAY, {"again": values(hands, "again"), "opens": "1"})
    assert [event["type"] for event in custody.events(house)[-3:]] == ["round_opened", "bet_placed", "bet_placed"]
    assert custody.events(house)[-1]["data"]["laid"][0]["chips"] == {"2500": 2}
    assert values(hands, "again") == []


@pytest.mark.parametrize(("keyed", "code"), [({}, "bad_form"), ({"lay": "9:S9:500:any"}, "no_such_spot")])
def test_a_key_that_nobody_drew_lays_nothing(hands: Hands, keyed: dict[str, str], code: str) -> None:
    before = builders.snapshot()
    assert refusal(hands.press(LAY, {"opens": "1", **keyed})) == code
    assert builders.snapshot() == before


class TestUndo:
    def test_the_key_says_what_it_takes_back_and_for_how_long(self, hands: Hands) -> None:
        assert "data-undo-left" not in hands.page
        hands.press(LAY, {"lay": "3:S3:500:any", "opens": "1"})
        assert 'data-undo-left="10000"' in hands.page
        assert "bet 5 · 3 · " in hands.page
        hands.press(UNDO, {})
        assert custody.events(hands.house)[-1]["type"] == "press_undone"
        assert "data-undo-left" not in hands.page
        assert values(hands, "lay") == [f"{spot}:S{spot}:500:any" for spot in range(1, 8)]

    def test_a_press_of_another_terminal_is_not_offered(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"})  # keyed at dana's other terminal
        hands = Hands(house).at_the_terminal()
        assert "data-undo-left" not in hands.page
        before = builders.snapshot()
        assert refusal(hands.press(UNDO, {})) == "not_your_press"
        assert builders.snapshot() == before

    def test_a_face_down_card_is_not_named(self, hands: Hands) -> None:
        hands.press(LAY, {"lay": "3:S3:500:any", "opens": "1"})
        hands.press("/t/BJ-01/press", {"do": "close_betting"})
        hands.press("/t/BJ-01/card", {"card": "5H"})
        assert "card · " in hands.page
        assert "5 hearts" not in hands.page.replace('aria-label="5 hearts"><b>', "")
        hands.press("/t/BJ-01/card", {"card": "TS"})
        assert "10♠︎ · " in hands.page
