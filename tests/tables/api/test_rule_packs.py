"""Rule packs over HTTP, and what they do to an answer; who may knock is in the matrix."""

from collections.abc import Iterator

import pytest
import time_machine

from casino.web import throttles
from tables.domain.rule_packs import forms, shipped
from tests import builders, callers, dealt
from tests.builders import House
from tests.callers import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> Iterator[House]:
    """The clock stands at noon."""
    throttles.COUNTER.forget()
    with time_machine.travel(builders.AT, tick=False):
        yield builders.house()


@pytest.fixture
def hana(house: House) -> Caller:
    return callers.at_terminal(house, "hana", "T-OFFICE")


def test_the_pack_in_force_is_shown_with_all_its_values(hana: Caller) -> None:
    told = hana.get("rule-packs").json()
    assert told["gaming_day"] == "2026-03-04"
    assert told["in_force"] == {
        "pack": "nevada-like",
        "version": 1,
        "values": forms.dump(shipped.pack("nevada-like", 1, 2)),
    }
    assert told["known"] == [
        {"pack": "nevada-like", "version": 1},
        {"pack": "new-jersey-like", "version": 1},
        {"pack": "french-like", "version": 1},
    ]
    (first,) = told["choices"]
    assert first == {
        "seq": first["seq"],
        "pack": "nevada-like",
        "version": 1,
        "effective_from": "2026-03-03",
        "chosen_by": "system",
        "chosen_at": "2026-03-04T20:00:00.000000Z",
    }


def test_a_pack_is_chosen_from_a_day_on(hana: Caller) -> None:
    asked = {"pack": "french-like", "version": 1, "effective_from": "2026-03-05"}
    response = hana.post("rule-packs", asked)
    assert (response.status_code, response.json()) == (201, {**asked, "seq": response.json()["seq"]})
    told = hana.get("rule-packs").json()
    assert told["in_force"]["pack"] == "nevada-like"
    assert [choice["pack"] for choice in told["choices"]] == ["french-like", "nevada-like"]


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"pack": "utah-like"}, 404, "no_such_pack"),
        ({"version": 2}, 404, "no_such_pack"),
        ({"version": 0}, 422, "invalid_request"),
        ({"effective_from": "2026-03-03"}, 422, "day_is_over"),
        ({"effective_from": "tomorrow"}, 422, "invalid_request"),
        ({"values": {}}, 422, "invalid_request"),
    ],
)
def test_what_cannot_be_chosen(hana: Caller, changes: dict[str, object], status: int, code: str) -> None:
    before = builders.snapshot()
    asked = {"pack": "french-like", "version": 1, "effective_from": "2026-03-05", **changes}
    response = hana.post("rule-packs", asked)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert builders.snapshot() == before


def test_announced_limits_stand_beside_those_in_force(house: House, hana: Caller) -> None:
    dealt.ready(house)
    hana.post("rule-packs", {"pack": "new-jersey-like", "version": 1, "effective_from": "2026-03-04"})
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    petra = callers.at_terminal(house, "petra", "T-PIT")
    posted = petra.post("tables/BJ-01/limits", {"minimum": 1_000, "maximum": 90_000}, match=1).json()
    assert posted["effective_from"] == "2026-03-04T20:30:00.000000Z"
    assert petra.get("tables/BJ-01").json()["limits"] == {
        "minimum": 500,
        "maximum": 50_000,
        "since": "2026-03-04T20:00:00.000000Z",
        "licensed_maximum": 1_000_000,
        "next": {"minimum": 1_000, "maximum": 90_000, "since": "2026-03-04T20:30:00.000000Z"},
    }
