"""The figures of a sample."""

import pytest

from casino.bench.measure import Sample

HUNDRED = Sample(tuple(number / 1_000 for number in range(1, 101)))


@pytest.mark.parametrize(("percent", "seconds"), [(0, 0.001), (50, 0.051), (99, 0.1), (100, 0.1)])
def test_so_many_per_cent_were_this_quick(percent: int, seconds: float) -> None:
    assert HUNDRED.percentile(percent) == seconds


def test_a_sample_of_one_is_its_own_percentile() -> None:
    assert Sample((0.2,)).percentile(99) == 0.2
