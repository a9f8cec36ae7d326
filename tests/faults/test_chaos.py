"""The fault lab in small: every fault that needs no kill, in one run; ``script/chaos`` runs hundreds with kills."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.faults import chaos, storms
from tests.faults.chaos import Lab
from tests.faults.workload import Acknowledged

pytestmark = pytest.mark.faults

SEED = 20261130
PORT = 8870


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with chaos.opened(PORT) as opened:
        yield opened


def test_a_seed_is_a_choice_of_faults() -> None:
    choices = [chaos.chosen_by(Random(seed), storms.FAULTS) for seed in range(1, 200)]
    assert choices == [chaos.chosen_by(Random(seed), reversed(storms.FAULTS)) for seed in range(1, 200)]
    assert {fault for choice in choices for fault in choice} == set(storms.FAULTS)
    assert {len(choice) for choice in choices} == {2, 3, 4}


def test_a_house_lives_through_every_fault_and_bad_manners(lab: Lab) -> None:
    faults = [name for name in storms.FAULTS if not name.startswith("kill ")]
    outcome = chaos.run(lab, SEED, faults)
    assert outcome.trouble == ""
    assert outcome.faults == tuple(faults)
    assert outcome.repeats > 0
    assert sum(outcome.spoiled.values()) > 10


def test_the_proof_finds_a_press_that_was_lost(lab: Lab) -> None:
    """The terminal holds a press for acknowledged that the log does not know."""
    last = lab.terminals[0].acknowledged[-1]
    lab.terminals[0].acknowledged.append(Acknowledged("BJ-01-999999", last.seq))
    assert "BJ-01-999999" in chaos.run(lab, SEED, ["flush Valkey"]).trouble
