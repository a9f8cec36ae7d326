"""Posted and lifted limits: exact bounds."""

import pytest

from tables.domain import limits
from tables.domain.errors import FloorError


def code_of(*args: int, check: object) -> str:
    with pytest.raises(FloorError) as refused:
        check(*args)  # type: ignore[operator]
    return refused.value.code


@pytest.mark.parametrize(("minimum", "maximum"), [(1, 1), (500, 500), (500, 1_000_000), (1_000_000, 1_000_000)])
def test_limits_up_to_the_licence_may_be_posted(minimum: int, maximum: int) -> None:
    limits.require_postable(minimum, maximum, 1_000_000)


@pytest.mark.parametrize(
    ("minimum", "maximum", "code"),
    [
        (0, 500, "bad_amount"),
        (-1, 500, "bad_amount"),
        (500, 0, "bad_amount"),
        (limits.MOST + 1, limits.MOST + 1, "bad_amount"),
        (True, 500, "bad_amount"),
        (501, 500, "bad_limits"),
        (500, 1_000_001, "above_licensed_cap"),
    ],
)
def test_limits_that_may_not_be_posted(minimum: int, maximum: int, code: str) -> None:
    assert code_of(minimum, maximum, 1_000_000, check=limits.require_postable) == code


@pytest.mark.parametrize("maximum", [50_000, 50_001, 1_000_000])
def test_a_maximum_from_the_posted_to_the_licensed_may_be_lifted(maximum: int) -> None:
    limits.require_liftable(maximum, 50_000, 1_000_000)


@pytest.mark.parametrize(
    ("maximum", "code"), [(49_999, "bad_amount"), (0, "bad_amount"), (1_000_001, "above_licensed_cap")]
)
def test_a_maximum_that_may_not_be_lifted(maximum: int, code: str) -> None:
    assert code_of(maximum, 50_000, 1_000_000, check=limits.require_liftable) == code


def test_funds_may_be_nothing_but_not_less() -> None:
    limits.require_amount(0, least=0)
    limits.require_amount(limits.MOST, least=0)
    assert code_of(-1, 0, check=limits.require_amount) == "bad_amount"


@pytest.mark.parametrize("licensed", [1, 1_000_000, 10**12])
def test_a_licence_may_allow(licensed: int) -> None:
    limits.require_licensed(licensed)


@pytest.mark.parametrize("licensed", [0, -1, 10**12 + 1, limits.MOST, True])
def test_t49_no_licence_allows(licensed: int) -> None:
    assert code_of(licensed, check=limits.require_licensed) == "bad_amount"


def test_t49_a_layout_holds_a_thousand_of_the_largest_stakes_and_not_a_cent_more() -> None:
    limits.require_layout([limits.MOST_LICENSED] * 1_000)
    with pytest.raises(FloorError) as refused:
        limits.require_layout([*[limits.MOST_LICENSED] * 1_000, 1])
    assert (refused.value.code, refused.value.detail) == ("too_much_at_stake", {"most": 10**15})
