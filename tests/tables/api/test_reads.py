"""Reading rounds, shoes and the log through the API: pages that lead on, conditional reads, audiences."""

import hashlib
from typing import Any

import pytest

from tests import dealt
from tests.callers import Caller
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db


def three_rounds(whole: WholeHouse) -> None:
    """Two rounds without bets and one that is on."""
    for _ in range(2):
        dealt.press(whole.house, {"do": "open_round"}, {"do": "close_betting"})
    dealt.press(whole.house, {"do": "open_round"}, *dealt.bets())


def pages(caller: Caller, path: str, query: str) -> list[dict[str, Any]]:
    """Every page from ``query`` on, by following ``next``."""
    found = []
    more: str | None = query
    while more is not None:
        answer = caller.get(path + more).json()
        found.append(answer)
        more = answer["next"]
    return found


def test_rounds_in_pages(whole: WholeHouse) -> None:
    three_rounds(whole)
    read = pages(whole["boss"], "tables/BJ-01/rounds", "?limit=2")
    assert [[line["number"] for line in page["results"]] for page in read] == [[3, 2], [1]]
    read = pages(whole["boss"], "tables/BJ-01/rounds", "?limit=1&status=no_bets&gaming_day=2026-03-04")
    assert [[line["number"] for line in page["results"]] for page in read] == [[2], [1]]
    assert read[0]["next"] == "?gaming_day=2026-03-04&status=no_bets&limit=1&before=2"


def test_a_story_in_pages(whole: WholeHouse) -> None:
    three_rounds(whole)
    read = pages(whole["boss"], "tables/BJ-01/rounds/3/history", "?limit=3&audience=public")
    assert [[step["type"] for step in page["results"]] for page in read] == [
        ["round_opened", "bet_placed", "bet_placed"],
        ["back_bet_placed"],
    ]
    assert {step["actor"] for page in read for step in page["results"]} == {None}


def test_shoes_in_pages_and_one_of_them(whole: WholeHouse) -> None:
    assert pages(whole["boss"], "tables/BJ-01/shoes", "?limit=1")[0]["results"][0]["status"] == "cut"
    story = whole["boss"].get("tables/BJ-01/shoes/1").json()
    assert [step["type"] for step in story["steps"]] == ["shoe_received", "shoe_inspected", "shoe_mixed", "shoe_cut"]
    missing = whole["boss"].get("tables/BJ-01/shoes/2")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_shoe")


def test_whoever_reads_all_events_recomputes_the_chain(whole: WholeHouse) -> None:
    three_rounds(whole)
    heads = {line["key"]: line for line in whole["auditor"].get("streams").json()["results"]}
    for key, path in (("DEMO/table/BJ-01", "tables/BJ-01/events"), ("DEMO/house", "streams/house/events")):
        digest = bytes(32)
        for page in pages(whole["auditor"], path, "?limit=5"):
            assert page["previous_hash"] == digest.hex()
            for event in page["results"]:
                digest = hashlib.sha256(digest + event["body"].encode()).digest()
                assert event["hash"] == digest.hex()
        assert heads[key]["hash"] == digest.hex()


def test_events_by_type_and_round(whole: WholeHouse) -> None:
    three_rounds(whole)
    read = whole["auditor"].get("tables/BJ-01/events?type=bet_placed&round=3&gaming_day=2026-03-04").json()
    assert [event["type"] for event in read["results"]] == ["bet_placed", "bet_placed"]


def test_a_felt_that_has_not_changed_costs_no_body(whole: WholeHouse) -> None:
    three_rounds(whole)
    etag = whole["boss"].get("tables/BJ-01/felt").headers["ETag"]
    for path in ("tables/BJ-01/felt", "tables/BJ-01/rounds/current/legal-acts", "tables/BJ-01/felt?audience=public"):
        again = whole["boss"].get(path, If_None_Match=etag)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    dealt.press(whole.house, {"do": "close_betting"})
    assert whole["boss"].get("tables/BJ-01/felt", If_None_Match=etag).status_code == 200


@pytest.mark.parametrize(
    ("role", "query", "audience"),
    [
        ("dealer", "", "dealer"),
        ("dealer", "?audience=public", "public"),
        ("second", "", "public"),
        ("boss", "", "floor"),
        ("other_boss", "", "floor"),
        ("integrator", "", "public"),
    ],
)
def test_as_whom_a_reader_sees_the_table(role: str, query: str, audience: str, whole: WholeHouse) -> None:
    assert whole[role].get(f"tables/BJ-01/felt{query}").json()["audience"] == audience


def test_a_round_that_is_not_there(whole: WholeHouse) -> None:
    for path in ("tables/BJ-01/rounds/7", "tables/BJ-01/rounds/7/history"):
        response = whole["boss"].get(path)
        assert (response.status_code, response.json()["code"]) == (404, "no_such_round")
