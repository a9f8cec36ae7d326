"""What a counted box gives the figures: cash, what the rule pack adds to it, and nothing before the count is closed."""

import json
from typing import Any

import pytest

from accounting.models.reports import ShiftReport
from accounting.services import certify
from tables.domain.actors import Role
from tables.domain.notes import NoteCount
from tables.services import rule_packs
from tests import builders, cages, counting, custody
from tests.builders import House
from tests.tables.services.counts.conftest import NOTES, NOTES_TOTAL

pytestmark = pytest.mark.django_db

FOUND = counting.cash(
    NOTES,
    promotional={"PROMO": {500: 4}},
    promotional_total=2_000,
    coupons=NoteCount({2_500: 2}, 5_000),
)


def report(house: House) -> dict[str, Any]:
    """What is certified now."""
    answer = certify.certify_shift(actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="day")
    return dict(json.loads(ShiftReport.objects.get(sha256=answer["sha256"]).text))


def figures(house: House) -> tuple[Any, ...]:
    """Drop, win and hold of the table."""
    line = report(house)["figures"]["tables"][0]
    return line["drop"], line["win"], line["hold"]


@pytest.mark.parametrize(("pack", "more"), [("nevada-like", 0), ("new-jersey-like", 7_000)])
def test_t41_what_is_promotional_is_drop_where_the_rule_pack_says_so(house: House, pack: str, more: int) -> None:
    """T-41: 500.00 in cash, 20.00 in promotional chips, 50.00 in coupons; the rack is even, so all of it is win."""
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=builders.GAMING_DAY)
    cages.promotional_set(house)
    custody.also(house, "sam", Role.COUNTER)
    counting.open_count(house, ("colin", "cora", "sam"))
    counting.accept(house)
    counting.both(house, FOUND)
    counting.verify(house)
    counting.close(house, team=[house.sign(name) for name in ("colin", "cora", "sam")])
    drop, win, _ = figures(house)
    assert (drop, win) == (NOTES_TOTAL + more, more)
    (data,) = custody.facts(house, "box_counted", "count")
    assert (data["total"], data["drop"], data["promo_in_drop"]) == (NOTES_TOTAL, NOTES_TOTAL + more, bool(more))
    variance = report(house)["figures"]["tables"][0]["drop_variance"]
    assert variance == 0  # cash against cash


def test_t50_t59_a_count_is_no_figure_before_it_is_closed(accepted: House) -> None:
    """T-50, T-59: null, not 0, and not what the log expects; the estimate stands under a name of its own."""
    counting.both(accepted, counting.cash(NOTES))
    assert figures(accepted) == (None, None, None)
    line = report(accepted)["figures"]["tables"][0]
    assert (line["box_cash_by_log"], line["drop_variance"]) == (NOTES_TOTAL, None)
    counting.verify(accepted)
    counting.close(accepted)
    assert figures(accepted)[:2] == (NOTES_TOTAL, 0)


def test_t53_each_closing_makes_a_new_version_of_the_report(accepted: House) -> None:
    """T-53: preliminary until the count is closed; the version after it names the one before."""
    first = report(accepted)
    counting.both(accepted, counting.cash(NOTES))
    assert report(accepted)["version"] == first["version"] == 1
    counting.verify(accepted)
    counting.close(accepted)
    second = report(accepted)
    assert (first["state"], second["state"], second["version"]) == ("preliminary", "final", 2)
    assert second["supersedes"] == ShiftReport.objects.get(version=1).sha256


def test_what_a_box_lacked_or_two_persons_saw_is_an_exception(accepted: House) -> None:
    counting.first(accepted, counting.cash(NOTES))
    counting.second(accepted, counting.cash())
    counting.recount(accepted, counting.cash({10_000: 3}))
    counting.verify(accepted)
    counting.close(accepted)
    assert report(accepted)["exceptions"] == [
        {"kind": "drop_variance", "table": "BJ-01", "box": 1, "amount": -20_000},
        {"kind": "counts_differed", "table": "BJ-01", "box": 1},
    ]
