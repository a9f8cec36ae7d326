"""Payments out of a pot: its own chips where they will do, change of equal value where they will not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.domain import chips, pot_chips
from tables.domain.errors import Conflict

SET = (50, 100, 500, 2_500, 10_000)
RACK = {50: 20, 100: 40, 500: 40, 2_500: 20, 10_000: 4}
POTS = st.dictionaries(st.sampled_from(SET), st.integers(1, 6), min_size=1)


def test_a_pot_that_can_be_cut_pays_in_its_own_chips() -> None:
    paid = pot_chips.pay({500: 6}, [1_500, 1_500])
    assert paid == pot_chips.Paid([{500: 3}, {500: 3}], {}, "", {}, {})


def test_what_is_not_paid_stays_in_the_pot() -> None:
    paid = pot_chips.pay({500: 2, 100: 3}, [600])
    assert paid is not None
    assert (paid.stacks, paid.left) == ([{500: 1, 100: 1}], {500: 1, 100: 2})


def test_one_chip_cannot_be_halved() -> None:
    assert pot_chips.pay({10_000: 1}, [5_000, 5_000]) is None


def test_the_dealer_changes_it_in_the_rack() -> None:
    paid = pot_chips.pay_changed({10_000: 1}, [5_000, 5_000], RACK, SET)
    assert paid == pot_chips.Paid([{2_500: 2}, {2_500: 2}], {}, "rack", {10_000: 1}, {2_500: 4})


def test_the_smallest_chip_that_will_do_is_changed_and_the_rest_is_not() -> None:
    paid = pot_chips.pay_changed({500: 2, 10_000: 1}, [150, 10_850], RACK, SET)
    assert (paid.given, paid.taken) == ({500: 1}, {100: 4, 50: 2})
    assert paid.stacks == [{50: 1, 100: 1}, {50: 1, 100: 3, 500: 1, 10_000: 1}]


def test_a_chip_that_is_changed_twice_moves_once() -> None:
    """The first change brings 500s, one of which the second payment has to change again: it never leaves the rack."""
    paid = pot_chips.pay_changed({2_500: 1}, [500, 50, 1_950], RACK, SET)
    assert (paid.given, paid.taken) == ({2_500: 1}, {500: 4, 100: 4, 50: 2})
    assert [chips.value(stack) for stack in paid.stacks] == [500, 50, 1_950]


def test_chips_that_are_no_multiples_of_each_other_are_changed_all_at_once() -> None:
    paid = pot_chips.pay_changed({250: 2}, [100, 400], {100: 10}, (100, 250))
    assert (paid.stacks, paid.given, paid.taken) == ([{100: 1}, {100: 4}], {250: 2}, {100: 5})


def test_players_change_among_themselves_where_the_rack_is_short() -> None:
    paid = pot_chips.pay_changed({10_000: 1}, [5_000, 5_000], {2_500: 3, 10_000: 9}, SET)
    assert (paid.source, paid.given, paid.taken) == ("players", {10_000: 1}, {2_500: 4})


def test_a_retired_chip_is_not_handed_out_as_change() -> None:
    paid = pot_chips.pay_changed({10_000: 1}, [5_000, 5_000], {5_000: 9, 2_500: 9}, SET)
    assert paid.taken == {2_500: 4}


def test_an_amount_that_no_chips_make_is_refused() -> None:
    with pytest.raises(Conflict) as caught:
        pot_chips.pay_changed({500: 1}, [30, 470], RACK, SET)
    assert (caught.value.code, caught.value.detail) == ("rack_short", {"amount": 500})


def test_the_very_chips_are_given_where_they_are_there() -> None:
    paid = pot_chips.pay({500: 1, 100: 10}, [500, 500], [{100: 5}, {100: 5}])
    assert paid is not None
    assert (paid.stacks, paid.left) == ([{100: 5}, {100: 5}], {500: 1})
    other = pot_chips.pay({500: 2}, [500], [{100: 5}])
    assert other is not None
    assert other.stacks == [{500: 1}]


def test_the_rack_is_asked_only_when_it_is_needed() -> None:
    asked = []

    def rack() -> chips.Chips:
        asked.append(1)
        return dict(RACK)

    pot_chips.pay_somehow({500: 2}, [500], rack, SET)
    assert asked == []
    pot_chips.pay_somehow({500: 2}, [400], rack, SET)
    assert asked == [1]


@given(POTS, st.data())
def test_every_chip_is_somewhere_and_change_is_worth_nothing(pot: chips.Chips, data: st.DataObject) -> None:
    units = chips.value(pot) // 50
    cuts = sorted(data.draw(st.lists(st.integers(0, units), max_size=3)))
    amounts = [50 * (high - low) for low, high in zip([0, *cuts], cuts, strict=False) if high > low]
    rack = data.draw(st.dictionaries(st.sampled_from(SET), st.integers(1, 9)))
    paid = pot_chips.pay_somehow(pot, amounts, lambda: rack, SET)
    assert [chips.value(stack) for stack in paid.stacks] == amounts
    assert chips.value(paid.given) == chips.value(paid.taken)
    assert chips.add(paid.left, *paid.stacks) == chips.less(chips.add(pot, paid.taken), paid.given)
    assert all(count > 0 for stack in (paid.left, paid.given, paid.taken, *paid.stacks) for count in stack.values())
    if paid.source == "rack":
        assert all(rack.get(value, 0) >= count for value, count in paid.taken.items())
    assert bool(paid.given) == bool(paid.source)
