"""The crowd's doors over HTTP: a document from end to end, too fast, and bodies that are none."""

from collections.abc import Iterator
from typing import Any

import pytest

from tables.domain import crowd as words
from tests import crowded, whole_house
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

BETS = [
    {"id": "a", "patron": "P-7", "spot": 3, "amount": 1_000},
    {"id": "b", "patron": "P-8", "spot": 3, "amount": 1_000},
]
DOCUMENT = {"round": 1, "bets": BETS}


@pytest.fixture
def house(whole: WholeHouse) -> Iterator[WholeHouse]:
    with whole_house.undone():
        crowded.open_to_all(whole.house)
        yield whole


def test_a_document_from_end_to_end(house: WholeHouse) -> None:
    sent = house["integrator"].post("crowds/BJ-01/bets", DOCUMENT, key="crowd-0001")
    assert sent.status_code == 201
    assert sent.json() == {
        "table": "BJ-01",
        "round": 1,
        "laid": {"bets": 1, "patrons": 1, "amount": 1_000},
        "repeated": 0,
        "refused": [{"patron": "P-8", "code": "no_such_patron"}],
        "seq": 1,
    }
    assert house["integrator"].post("crowds/BJ-01/bets", DOCUMENT, key="crowd-0001").json() == sent.json()
    assert house["cashier"].get("patrons/P-7/front-money").json() == {"patron": "P-7", "balance": 19_000}
    seen = house["boss"].get("crowds/BJ-01").json()
    assert (seen["round"], seen["status"], seen["bets"], seen["spots"]) == (1, "open", 1, {"3": 1_000})
    assert house["boss"].get("crowds/BJ-01?round=2").json()["bets"] == 0
    assert house["boss"].get("crowds/BJ-02").json()["code"] == "no_such_crowd"


def test_too_fast_says_when_to_come_again(house: WholeHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    house["integrator"].post("crowds/BJ-01/bets", DOCUMENT, key="crowd-0001")
    monkeypatch.setattr(words, "MOST_WAITING", 0)
    monkeypatch.setattr(words, "SETTLED_A_SECOND", 1)
    late = {"round": 1, "bets": [{**BETS[0], "id": "c"}]}
    answer = house["integrator"].post("crowds/BJ-01/bets", late, key="crowd-0002")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (429, "crowd_behind", "2")
    monkeypatch.undo()
    assert house["integrator"].post("crowds/BJ-01/bets", late, key="crowd-0002").status_code == 201


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/round", "/bets"]),
        ({"round": 0, "bets": BETS}, ["/round"]),
        ({"round": "1", "bets": BETS}, ["/round"]),
        ({"round": True, "bets": BETS}, ["/round"]),
        ({"round": 1, "bets": {"a": 1}}, ["/bets"]),
        ({"round": 1, "bets": BETS, "table": "BJ-01"}, ["/table"]),
    ],
)
def test_a_body_that_is_none(house: WholeHouse, body: dict[str, Any], pointers: list[str]) -> None:
    answer = house["integrator"].post("crowds/BJ-01/bets", body, key="crowd-0001")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert [error["pointer"] for error in answer.json()["errors"]] == pointers


@pytest.mark.parametrize("bets", [[], [1], [{**BETS[0], "amount": -1}], [BETS[0], BETS[0]]])
def test_lines_that_are_none(house: WholeHouse, bets: list[Any]) -> None:
    answer = house["integrator"].post("crowds/BJ-01/bets", {"round": 1, "bets": bets}, key="crowd-0001")
    assert answer.status_code == 422
    assert answer.json()["code"] in {"bad_inputs", "bad_line", "id_taken"}
    assert house["boss"].get("crowds/BJ-01").json()["bets"] == 0
