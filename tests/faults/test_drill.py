"""The restore drill is a drill: it must be run, and this runs it for every change."""

import pytest

from tests.faults import drill

pytestmark = pytest.mark.faults


def test_each_copy_is_whole_elsewhere() -> None:
    said: list[str] = []
    drill.restore_copies(8910, said.append)
    assert [line.partition(":")[0] for line in said] == [
        "dump",
        "base backup and log to the chosen moment",
        "base backup and log to the last acknowledged press",
    ]


def test_a_synchronous_standby_takes_over_in_mid_round() -> None:
    said: list[str] = []
    drill.take_over(8920, said.append)
    assert said[-1].endswith("acknowledged presses, none missing")
