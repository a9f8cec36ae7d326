"""The chips of a pot: laid, cut, changed with the rack where they must be, and given back (domain.md T-32, T-84)."""

from typing import Any

import pytest

from tables.domain import chips
from tables.models import floor
from tables.selectors import felts
from tables.services import rulings
from tests import custody, dealt, potted
from tests.builders import House
from tests.potted import bid, frame

pytestmark = pytest.mark.django_db

PARTNERS = ["anna", "bo", "cy", "dee"]


def partners(house: House, *antes: dict[str, int]) -> dict[str, Any]:
    """Bo and dee win a game of one frame; each ante is laid in the chips that are named."""
    opening = {"players": PARTNERS, "ante": 2_500, "chip": 500, "teams": [["anna", "cy"], ["bo", "dee"]]}
    laid = [{"do": "ante", "by": by, "chips": stack} for by, stack in zip(PARTNERS, antes, strict=True)]
    dealt.press(house, {"do": "open_round", "options": opening}, *laid)
    first = [*frame("anna", 6, 6, 4, 3, 1), *frame("bo", 1, 1, 3, 3, 4)]
    return dealt.press(house, *first, *frame("cy", 6, 4, 3, 3, 1), *frame("dee", 1, 1, 3, 3, 4))


def ending(house: House) -> dict[str, Any]:
    return next(event["data"] for event in custody.events(house) if event["data"].get("ended") == "settled")


def change_of_the_rack(house: House) -> dict[int, int]:
    return chips.less(custody.rack_of(house), custody.BANK)


@pytest.fixture
def house() -> House:
    return potted.house("scarney_partnership", frames=1)


def test_a_pot_that_divides_is_paid_in_its_own_chips(house: House) -> None:
    answer = partners(house, *[{"2500": 1}] * 4)
    ended = ending(house)
    assert ended["stacks"] == [{"2500": 2}, {"2500": 2}]
    assert "change" not in ended
    assert "rack" not in ended
    assert change_of_the_rack(house) == {}
    assert answer["pot_settlement"] == {
        "payments": [["player:2", 5_000, {"2500": 2}], ["player:4", 5_000, {"2500": 2}]],
        "change": None,
    }


def test_a_stake_lies_in_the_pot_in_the_chips_it_was_laid_in(house: House) -> None:
    opening = {"players": PARTNERS, "ante": 2_500, "chip": 500, "teams": [["anna", "cy"], ["bo", "dee"]]}
    answer = dealt.press(
        house, {"do": "open_round", "options": opening}, {"do": "ante", "by": "anna", "chips": {"500": 4, "100": 5}}
    )
    assert answer["pot_chips"] == {"100": 5, "500": 4}
    (laid,) = custody.facts(house, "ante_paid")
    assert laid["stacks"] == [{"100": 5, "500": 4}]
    assert felts.table_felt(actor=house.dana, table="BJ-01").picture["pot_chips"] == {"100": 5, "500": 4}


class TestChange:
    @pytest.fixture
    def odd(self) -> House:
        """Anna and bo ante 100.00 each in one chip; the house takes a tenth."""
        house = potted.house("scarney", frames=1, rake="percent", rake_percent=[10, 100])
        opening = {"players": ["anna", "bo"], "ante": 10_000, "chip": 500}
        antes = [{"do": "ante", "by": by, "chips": {"10000": 1}} for by in ("anna", "bo")]
        dealt.press(house, {"do": "open_round", "options": opening}, *antes)
        return house

    def play(self, house: House) -> None:
        dealt.press(house, *frame("anna", 6, 6, 4, 4, 1), *frame("bo", 1, 1, 3, 3, 4))

    def test_the_dealer_changes_with_the_rack_and_no_value_moves(self, odd: House) -> None:
        self.play(odd)
        ended = ending(odd)
        assert ended["change"] == {"source": "rack", "given": {"10000": 1}, "taken": {"500": 5, "2500": 3}}
        assert ended["rack"] == {"500": -5, "2500": -3, "10000": 1}
        assert ended["stacks"] == [{"500": 4}, {"10000": 1, "2500": 3, "500": 1}]
        assert change_of_the_rack(odd) == {500: -5, 2_500: -3, 10_000: 1}
        assert odd.state().pot == 0

    def test_the_terminal_is_told_what_to_change_before_it_pays(self, odd: House) -> None:
        self.play(odd)
        told = felts.table_felt(actor=odd.dana, table="BJ-01").picture["pot_settlement"]
        assert told["change"]["given"] == {"10000": 1}
        assert [payment[:2] for payment in told["payments"]] == [["rake", 2_000], ["player:1", 18_000]]

    def test_players_change_where_the_rack_is_short_and_the_round_goes_on(self, odd: House) -> None:
        floor.RackChips.objects.filter(table=odd.table(), denomination__lt=10_000).update(count=0)
        self.play(odd)
        ended = ending(odd)
        assert ended["change"]["source"] == "players"
        assert "rack" not in ended
        floor.RackChips.objects.filter(table=odd.table()).delete()
        floor.RackChips.objects.bulk_create(
            floor.RackChips(table=odd.table(), denomination=value, count=count, par=count)
            for value, count in custody.BANK.items()
        )

    def test_a_void_gives_the_stakes_back_and_leaves_the_changed_chips_where_they_are(self, odd: House) -> None:
        self.play(odd)
        before = custody.rack_of(odd)
        rulings.void_round(actor=odd.petra, at=odd.at, table="BJ-01", number=1, reason="a die fell down")
        (voided,) = custody.facts(odd, "round_voided")
        back = dict(zip((move[1] for move in voided["transfers"][2:]), voided["stacks"][2:], strict=True))
        assert back == {"player:2": {"10000": 1}, "player:1": {"500": 5, "2500": 3}}
        assert (voided["rack"], "change" in voided) == ({}, False)
        assert custody.rack_of(odd) == before

    def test_a_void_in_mid_game_gives_back_the_very_chips(self, odd: House) -> None:
        rulings.void_round(actor=odd.petra, at=odd.at, table="BJ-01", number=1, reason="a die fell down")
        (voided,) = custody.facts(odd, "round_voided")
        assert voided["stacks"] == [{"10000": 1}, {"10000": 1}]


class TestCarriedPot:
    @pytest.fixture
    def kept(self) -> House:
        """Penalties stay in the pot less a dollar for the house, two rounds long."""
        house = potted.house("liars_dice", payee="pot", rake="per_round", rake_amount=100)
        for _ in range(2):
            potted.open_cups(house)
            dealt.press(house, *potted.rolls(), bid("anna", 7, 2), {"do": "open", "by": "bo"})
            dealt.press(house, {"do": "confirm_settlement"})
        return house

    def test_its_chips_are_known_from_round_to_round(self, kept: House) -> None:
        answer = dealt.press(kept, {"do": "pay_pot", "to": "cy"})
        (paid,) = custody.facts(kept, "pot_paid")
        assert paid["stacks"] == [{"100": 3, "500": 1}]
        assert (answer["pot"], answer["pot_chips"]) == (0, {})

    def test_a_void_of_the_first_round_takes_its_penalty_out_of_what_is_left(self, kept: House) -> None:
        rulings.void_round(actor=kept.petra, at=kept.at, table="BJ-01", number=1, reason="a die fell down")
        (voided,) = custody.facts(kept, "round_voided")
        assert [move[:3] for move in voided["transfers"]] == [["rake", "pot", 100], ["pot", "player:1", 500]]
        assert voided["stacks"] == [{"100": 1}, {"500": 1}]
        assert kept.state().pot == 400
