"""The supervisor itself is killed, or told to stop at a bad moment: nothing outlives it, and the next start goes on."""

import os
import signal
import time
from collections.abc import Iterator

import psutil
import pytest

from tests.faults import workload
from tests.faults.live_house import LiveHouse, made, within
from tests.faults.proof import require_proven, require_whole

pytestmark = pytest.mark.faults


@pytest.fixture
def house() -> Iterator[LiveHouse]:
    with made("killed", 8820) as live:
        live.open()
        yield live


def kill_all(house: LiveHouse) -> None:
    """The supervisor and every part of the house at one moment, as when the machine is switched off."""
    os.kill(house.supervisor, signal.SIGSTOP)  # so that it starts nothing meanwhile
    for process in house.know_family():
        process.kill()
    house.stop(signal.SIGKILL)


def lay_traps(house: LiveHouse) -> None:
    """What a crash may leave: files that nobody has finished, and numbers that are somebody else's by now."""
    for schedule in house.var.glob("beat-schedule*"):
        schedule.write_bytes(b"half a sched")
    (house.where.run / "valkey.pid").write_text(f"{os.getpid()}\n")
    assert house.where.valkey_socket.exists()
    assert (house.where.postgres_data / "postmaster.pid").exists()


def test_a_killed_supervisor_takes_all_along_and_the_next_one_goes_on(house: LiveHouse) -> None:
    terminals = workload.at_tables(house)
    for terminal in terminals:
        terminal.start()
    assert within(20, lambda: all(terminal.rounds for terminal in terminals))
    family = house.know_family()
    house.stop(signal.SIGKILL)
    _, alive = psutil.wait_procs(family, timeout=20)
    assert alive == []

    house.open()
    for terminal in terminals:
        terminal.url = house.url
        terminal.finish()
        assert terminal.repeats > 0
    require_whole(house, terminals)

    for terminal in terminals:
        terminal.play_round()
    kill_all(house)
    lay_traps(house)
    house.open()
    assert within(60, house.is_ready), house.told
    require_whole(house, terminals)
    for terminal in terminals:
        terminal.url = house.url
        house.flush_messages(terminal.play_round)  # the sweep alone knows of it, so beat has begun a new schedule
    require_whole(house, terminals)
    require_proven(house)


def test_a_house_that_is_still_being_made_stops_at_once_and_opens_later() -> None:
    with made("early", 8840, demo=True) as house:
        house.begin()
        house.wait_until_said("Valkey ")
        time.sleep(1.0)  # in the middle of migrating and seeding, which take longer
        family = house.know_family()
        began = time.monotonic()
        assert house.stop() == 0
        assert time.monotonic() - began < 10
        assert [process for process in family if process.is_running()] == []
        assert "migrated" not in house.told
        house.environment["CASINO_DEMO"] = "0"
        house.open()
        assert within(60, house.is_ready), house.told
