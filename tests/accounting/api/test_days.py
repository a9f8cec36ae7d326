"""Gaming days through the API: the checklist, an explanation, the lock, the frozen report, an adjustment."""

import hashlib
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounting.services import follow
from tests import builders, callers, days

pytestmark = pytest.mark.django_db
_DAY = "gaming-days/2026-03-04"


def answer(response: Any, status: int = 200) -> Any:
    assert response.status_code == status, response.content
    return response.json()


def signer(name: str) -> dict[str, str]:
    return {"badge": name, "pin": builders.PEOPLE[name][1]}


def test_a_day_is_explained_locked_read_and_adjusted() -> None:
    house = builders.house()
    days.played(house, note="25.00 short", lost=1)
    days.counted(house)
    days.certified(house)
    follow.follow_all()
    with time_machine.travel(days.after(house), tick=False):
        ada = callers.at_terminal(replace(house, at=days.after(house)), "ada", "T-OFFICE")
        (hindrance,) = answer(ada.get(_DAY))["hindrances"]
        two = {"accountant": signer("ada"), "second": signer("hana")}
        problem = answer(ada.post(f"{_DAY}/locks", two), 409)
        assert (problem["code"], problem["values"]["hindrances"], problem["values"]["number"]) == (
            "day_not_ready",
            [hindrance],
            1,
        )
        told = {"exception": hindrance["exception"], "cause": "count_error", "explanation": "found under the rack"}
        explained = answer(ada.post(f"{_DAY}/explanations", {**told, "owner": signer("petra")}), 201)
        assert (explained["exception"], explained["amount"]) == ("closer_difference/BJ-01/1", -2_500)
        follow.follow_all()
        (shown,) = answer(ada.get(f"{_DAY}/figures"))["content"]["exceptions"]
        assert shown["explained"]["explanation"] == "found under the rack"
        locked = answer(ada.post(f"{_DAY}/locks", two), 201)
        response = ada.get(f"{_DAY}/report")
        assert response.headers["ETag"] == f'"{locked["sha256"]}"'
        assert hashlib.sha256(response.content).hexdigest() == locked["sha256"]
        assert json.loads(response.content)["log"]["root"] == locked["root"]
        told = {"gaming_day": "2026-03-04", "state": "locked", "hindrances": [], "reminders": []}
        assert answer(ada.get("gaming-days"))["results"] == [{**told, "sha256": locked["sha256"]}]
        wanted = {"table": "BJ-01", "figure": "box", "amount": -100, "reason": "a note was not the house's"}
        adjusted = answer(ada.post(f"{_DAY}/adjustments", {**wanted, **two}), 201)
        assert (adjusted["made_on"], adjusted["amount"]) == ("2026-03-05", -100)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("gaming-days/2026-03-03", 404, "no_such_day"),
        ("gaming-days/2026-03-04/report", 404, "no_such_report"),
        ("gaming-days?limit=1", 400, "unknown_parameter"),
    ],
)
def test_what_is_not_there(path: str, status: int, code: str) -> None:
    house = builders.house()
    with time_machine.travel(house.at + timedelta(minutes=1), tick=False):
        found = callers.at_terminal(house, "ada", "T-OFFICE").get(path)
    assert (found.status_code, found.json()["code"]) == (status, code)


def test_t04_a_client_that_names_a_gaming_day_of_its_own_is_refused() -> None:
    """The day comes from the server's clock: a field for it is an unknown field, at a table and in the cage alike."""
    house = builders.house()
    with time_machine.travel(house.at, tick=False):
        dana = callers.at_terminal(house, "dana", "T-BJ-01", "BJ-01")
        cass = callers.at_terminal(house, "cass", "T-CAGE")
        before = builders.snapshot()
        buy_in = {"player": "seat 3", "cash": 10_000, "cut": {"2500": 4}, "gaming_day": "2026-03-03"}
        sale = {"patron": "a guest", "sold": {}, "notes": {}, "gaming_day": "2026-03-03"}
        for caller, path, body in ((dana, "tables/BJ-01/buy-ins", buy_in), (cass, "cage/sales", sale)):
            response = caller.post(path, body, match=before["DEMO/table/BJ-01"])
            problem = answer(response, 422)
            assert problem["code"] == "invalid_request"
            assert ("unknown_field", "/gaming_day") in [(e["code"], e["pointer"]) for e in problem["errors"]]
        assert builders.snapshot() == before
