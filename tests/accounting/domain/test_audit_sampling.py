"""The audit sample: what Kansas asks for, the same for everybody who has the seed (K.A.R. 112-108-52)."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.domain import audit_sampling
from accounting.domain.audit_sampling import Candidate, Missing, draw

DAYS = [f"2026-03-{day:02d}" for day in range(1, 11)]
WANTED = {"opening": 5, "closing": 5, "fill": 10, "credit": 3}


def on(days: Iterable[str], each: int = 2, stream: str = "DEMO/table/BJ-01") -> list[Candidate]:
    return [Candidate(day, stream, 100 * number + n) for number, day in enumerate(days, 1) for n in range(each)]


def plenty() -> dict[str, list[Candidate]]:
    return {kind: on(DAYS, 3) for kind in WANTED}


def test_it_draws_what_is_asked_for() -> None:
    sample = draw(plenty(), "a seed")
    assert {kind: len(picks) for kind, picks in sample.picks.items()} == WANTED
    assert sample.found == dict.fromkeys(WANTED, 30)
    assert sample.missing == []
    for picks in sample.picks.values():
        assert len(set(picks)) == len(picks)
        assert list(picks) == sorted(picks)
        assert len({pick.gaming_day for pick in picks}) >= 3


def test_a_seed_gives_this_very_sample_for_ever() -> None:
    picks = draw(plenty(), "first half of 2026").picks
    drawn = [(pick.gaming_day, pick.seq) for pick in picks["credit"]]
    assert drawn == [("2026-03-06", 601), ("2026-03-08", 800), ("2026-03-10", 1002)]


@given(st.randoms(use_true_random=False))
def test_the_order_of_the_candidates_does_not_count(chance: random.Random) -> None:
    mixed = {kind: chance.sample(found, len(found)) for kind, found in plenty().items()}
    assert draw(mixed, "a seed") == draw(plenty(), "a seed")


def test_other_seeds_give_other_samples() -> None:
    samples = {str(draw(plenty(), f"seed {number}").picks) for number in range(20)}
    assert len(samples) == 20


def test_every_candidate_can_be_drawn() -> None:
    drawn = {pick for number in range(400) for pick in draw({"credit": on(DAYS)}, str(number)).picks["credit"]}
    assert drawn == set(on(DAYS))


def test_more_fills_change_no_opening() -> None:
    few = {"opening": on(DAYS), "fill": on(DAYS[:4])}
    many = {"opening": on(DAYS), "fill": on(DAYS, 5)}
    assert draw(few, "a seed").picks["opening"] == draw(many, "a seed").picks["opening"]


def test_a_rare_day_is_taken_where_three_days_need_it() -> None:
    """A hundred credits on one day, one on each of two others: those two are always in."""
    crowd = [Candidate(DAYS[0], "DEMO/cage", seq) for seq in range(1, 101)]
    rare = [Candidate(DAYS[1], "DEMO/cage", 101), Candidate(DAYS[2], "DEMO/cage", 102)]
    for number in range(50):
        assert set(draw({"credit": crowd + rare}, str(number)).picks["credit"]) > set(rare)


@pytest.mark.parametrize(
    ("candidates", "missing"),
    [
        ({}, [Missing("opening", 5, 0), Missing("closing", 5, 0), Missing("fill", 10, 0), Missing("credit", 3, 0),
              Missing("gaming_days", 3, 0)]),
        ({kind: on(DAYS[:2], 5) for kind in WANTED}, [Missing("gaming_days", 3, 2)]),
        ({**plenty(), "fill": on(DAYS[:3], 3)}, [Missing("fill", 10, 9)]),
        ({**plenty(), "credit": on(DAYS[:1], 1)}, [Missing("credit", 3, 1)]),
    ],
    ids=["nothing", "two days", "nine fills", "one credit"],
)  # fmt: skip
def test_what_is_missing_is_said(candidates: dict[str, list[Candidate]], missing: list[Missing]) -> None:
    assert draw(candidates, "a seed").missing == missing


def test_every_kind_has_its_event() -> None:
    assert {kind.name: kind.wanted for kind in audit_sampling.KINDS} == WANTED
    assert audit_sampling.EVENTS == {
        "table_opened": "opening",
        "table_closed": "closing",
        "fill_accepted": "fill",
        "credit_received": "credit",
    }
