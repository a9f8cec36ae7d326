"""Two terminals play while every part of their house is killed, again and again: nothing lost, nothing doubled."""

import time
from collections.abc import Iterator
from random import Random

import psutil
import pytest

from tests.faults import workload
from tests.faults.live_house import PARTS, LiveHouse, made, within
from tests.faults.proof import require_proven, require_whole

pytestmark = pytest.mark.faults

SEED = 20260304


@pytest.fixture
def house() -> Iterator[LiveHouse]:
    with made("storm", 8800) as live:
        live.open()
        yield live


def hurt(house: LiveHouse, chance: Random) -> None:
    """Every part is killed twice, and Valkey flushed twice, in an order and at moments that the seed decides."""
    faults = [*PARTS, "flush"] * 2
    chance.shuffle(faults)
    for fault in faults:
        if fault == "flush":
            house.flush_messages()
        else:
            house.kill(fault)
        time.sleep(chance.uniform(0.1, 2.5))


def test_nothing_is_lost_and_nothing_is_doubled(house: LiveHouse) -> None:
    terminals = workload.at_tables(house)
    for terminal in terminals:
        terminal.start()
    hurt(house, Random(SEED))
    for terminal in terminals:
        terminal.finish()
        assert terminal.repeats > 0  # otherwise nothing was proved

    require_whole(house, terminals)
    require_proven(house)
    assert within(60, house.is_ready), house.told
    for terminal in terminals:
        terminal.play_round()
    require_whole(house, terminals)

    family = house.know_family()
    began = time.monotonic()
    assert house.stop() == 0
    assert time.monotonic() - began < 20
    assert [process for process in family if psutil.pid_exists(process.pid) and process.is_running()] == []
