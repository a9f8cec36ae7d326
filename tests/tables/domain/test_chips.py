"""Chips by denomination: quantities make values, never the other way round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.domain import chips
from tables.domain.errors import Conflict, FloorError, Invalid

SET = (100, 500, 2_500, 10_000)
HOLDINGS = st.dictionaries(st.sampled_from(SET), st.integers(0, 500))


def refused(error: FloorError) -> tuple[type[FloorError], str, dict[str, object]]:
    return type(error), error.code, error.detail


def test_a_holding_is_worth_its_pieces() -> None:
    assert chips.value({2_500: 20, 100: 3}) == 50_300
    assert chips.value({}) == 0


def test_a_change_may_be_worth_less_than_nothing() -> None:
    assert chips.value({2_500: -4, 500: 1}) == -9_500


def test_checked_chips_come_sorted_and_without_zero_lines() -> None:
    assert list(chips.checked({2_500: 3, 100: 7, 500: 0}, SET).items()) == [(100, 7), (2_500, 3)]


def test_t34_an_unknown_denomination_is_refused() -> None:
    with pytest.raises(Invalid) as caught:
        chips.checked({100: 1, 2_000: 1}, SET)
    assert refused(caught.value) == (Invalid, "unknown_denomination", {"denomination": 2_000})


@pytest.mark.parametrize("quantity", [-1, chips.MOST_CHIPS + 1, True, 1.0, "3", None])
def test_a_quantity_that_is_no_count_is_refused(quantity: object) -> None:
    with pytest.raises(Invalid) as caught:
        chips.checked({500: quantity}, SET)
    assert refused(caught.value) == (Invalid, "bad_quantity", {"denomination": 500})


def test_the_largest_count_is_taken() -> None:
    assert chips.checked({500: chips.MOST_CHIPS}, SET) == {500: chips.MOST_CHIPS}


def test_chips_worth_more_than_a_journal_holds_are_refused() -> None:
    dear = chips.MOST_VALUE // 4
    assert chips.checked({dear: 4}, [dear]) == {dear: 4}
    with pytest.raises(Invalid) as caught:
        chips.checked({100: 1, dear: 4}, [100, dear])
    assert refused(caught.value) == (Invalid, "bad_quantity", {"denomination": dear})


def test_t31_twenty_quarters_are_not_525() -> None:
    with pytest.raises(Invalid) as caught:
        chips.require_total({2_500: 20}, 52_500)
    assert refused(caught.value) == (Invalid, "total_mismatch", {"given": 52_500, "counted": 50_000})
    chips.require_total({2_500: 20}, 50_000)


def test_t32_equal_value_is_not_an_equal_holding() -> None:
    fives, hundreds = {500: 2_400}, {10_000: 120}
    assert chips.value(fives) == chips.value(hundreds) == 1_200_000
    assert chips.less(fives, hundreds) == {500: 2_400, 10_000: -120}


def test_an_amount_is_broken_down_into_the_fewest_chips() -> None:
    assert chips.break_down(13_600, SET) == {10_000: 1, 2_500: 1, 500: 2, 100: 1}
    assert chips.break_down(0, SET) == {}


def test_an_amount_below_the_smallest_chip_is_refused() -> None:
    with pytest.raises(Invalid) as caught:
        chips.break_down(150, SET)
    assert refused(caught.value) == (Invalid, "amount_not_in_chips", {"amount": 150})


@pytest.mark.parametrize(
    ("amount", "made"),
    [(300, {100: 3}), (350, {250: 1, 100: 1}), (800, {500: 1, 100: 3}), (1_250, {500: 2, 250: 1})],
)
def test_a_chip_of_two_and_a_half_does_not_stand_in_the_way(amount: int, made: chips.Chips) -> None:
    with_pinks = {100: 40, 250: 40, 500: 40}
    assert chips.break_down(amount, with_pinks) == chips.cut_from(amount, with_pinks) == made


@given(amount=st.integers(0, 80), stock=st.dictionaries(st.sampled_from((2, 3, 5, 7, 10, 25)), st.integers(0, 4)))
def test_a_payment_is_made_whenever_it_can_be(amount: int, stock: chips.Chips) -> None:
    payable = {0}
    for value, count in stock.items():
        payable = {paid + value * pieces for paid in payable for pieces in range(count + 1)}
    if amount not in payable:
        with pytest.raises(Conflict, match="rack_short"):
            chips.cut_from(amount, stock)
        return
    cut = chips.cut_from(amount, stock)
    assert chips.value(cut) == amount
    assert all(0 < pieces <= stock[value] for value, pieces in cut.items())


def test_looking_for_a_way_ends() -> None:
    plenty = {value: chips.MOST_CHIPS for value in (600, 1_000, 1_500)}
    with pytest.raises(Conflict, match="rack_short"):
        chips.cut_from(10**9 + 700, {600: chips.MOST_CHIPS, 1_000: chips.MOST_CHIPS})
    assert chips.value(chips.cut_from(10**9 + 700, plenty)) == 10**9 + 700


def test_a_payment_is_cut_from_what_the_rack_has() -> None:
    assert chips.cut_from(12_500, {10_000: 0, 2_500: 3, 500: 20}) == {2_500: 3, 500: 10}


def test_a_payment_that_the_rack_cannot_make_is_refused() -> None:
    with pytest.raises(Conflict) as caught:
        chips.cut_from(12_500, {10_000: 2, 2_500: 0})
    assert refused(caught.value) == (Conflict, "rack_short", {"amount": 12_500})


def test_chips_in_the_log_have_text_keys_in_order_of_value() -> None:
    assert list(chips.as_data({10_000: 1, 500: 2}).items()) == [("500", 2), ("10000", 1)]


@given(HOLDINGS, HOLDINGS)
def test_taking_away_what_was_added_leaves_what_was_there(held: chips.Chips, added: chips.Chips) -> None:
    assert chips.less(chips.add(held, added), added) == chips.add(held)


@given(HOLDINGS)
def test_the_log_gives_back_what_was_put_in(held: chips.Chips) -> None:
    assert chips.from_data(chips.as_data(held)) == held


@given(st.integers(0, 10**6), HOLDINGS)
def test_a_cut_is_exact_and_within_the_rack(amount: int, rack: chips.Chips) -> None:
    try:
        cut = chips.cut_from(amount, rack)
    except Conflict:
        return
    assert chips.value(cut) == amount
    assert all(0 < count <= rack[denomination] for denomination, count in cut.items())


@pytest.mark.parametrize(
    ("wanted", "denominations", "unit", "gaps"),
    [
        (1, (50, 100, 500), 50, ()),  # every chip is a multiple of the smallest
        (100, (50, 100, 500), 100, ()),
        (75, (50, 100), 50, ()),  # the house's step cannot be made of these chips at all
        (1, (100, 250), 50, (50, 150)),
        (1, (100, 250, 500, 2_500), 50, (50, 150)),
        (250, (100, 250), 250, ()),
        (150, (100, 250), 150, (150,)),
        (200, (100, 250), 200, ()),
        (1, (200, 500, 1_000), 100, (100, 300)),  # a currency of twos and fives
        (1, (2, 5), 1, (1, 3)),
        (1, (6, 10, 15), 1, (1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 14, 17, 19, 23, 29)),
        (1, (7,), 7, ()),
        (1, (100, 10_050), 100, ()),  # a hundred gaps: paid in the smallest chip
        (1, (1_000, 1_001), 1_000, ()),
        (1_001, (1_000, 1_001), 1_001, ()),
    ],
)
def test_t47_the_finest_step_that_chips_can_pay_in(
    wanted: int, denominations: tuple[int, ...], unit: int, gaps: tuple[int, ...]
) -> None:
    assert chips.unit_and_gaps(wanted, denominations) == (unit, gaps)


@pytest.mark.parametrize("denominations", [(100, 250), (200, 500), (6, 10, 15), (50, 100), (3, 7, 11)])
def test_what_is_no_gap_can_be_made_and_a_gap_cannot(denominations: tuple[int, ...]) -> None:
    unit, gaps = chips.unit_and_gaps(1, denominations)
    stock = dict.fromkeys(denominations, 1_000)
    for amount in range(unit, 60 * unit, unit):
        assert (chips.made_of(amount, stock) is None) == (amount in gaps)


@pytest.mark.parametrize(
    ("wanted", "denominations", "unit"),
    [(1, (100, 250), 100), (250, (100, 250), 250), (50, (100, 250), 100), (350, (100, 250), 350), (5, (5, 25), 5)],
)
def test_a_step_all_of_whose_multiples_can_be_paid(wanted: int, denominations: tuple[int, ...], unit: int) -> None:
    assert chips.whole_unit(wanted, denominations) == unit
