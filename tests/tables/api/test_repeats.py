"""A press that arrives twice deals once (reliability.md §6, 3): the same bytes, no new row; anything else is told."""

from datetime import timedelta

import pytest

from tables.models import log
from tables.services import calls
from tests import builders, callers, dealt, refusals
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

ROUNDS = "tables/BJ-01/rounds"
CALLS = "tables/BJ-01/calls"
BETS = "tables/BJ-01/rounds/current/bets"
BET = {"by": "anna", "spot": 1, "amount": 2500}
KEY = "press-0001"


@pytest.fixture
def seq(whole: WholeHouse) -> int:
    """Betting is open at BJ-01; its stream stands here."""
    return int(dealt.press(whole.house, {"do": "open_round"})["seq"])


def test_a_repeat_gets_the_same_bytes_and_writes_nothing(whole: WholeHouse, seq: int) -> None:
    first = whole["dealer"].post(BETS, BET, key=KEY, match=seq)
    before = refusals.rows()
    again = whole["dealer"].post(BETS, BET, key=KEY, match=seq)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again.headers["ETag"] == first.headers["ETag"] == f'"{seq + 1}"'
    assert refusals.rows() == before


def test_a_repeat_is_answered_after_the_table_moved_on(whole: WholeHouse, seq: int) -> None:
    first = whole["dealer"].post(BETS, BET, key=KEY, match=seq)
    whole["dealer"].post(BETS, {**BET, "by": "bo", "spot": 2}, match=seq + 1)
    assert whole["dealer"].post(BETS, BET, key=KEY, match=seq).content == first.content


def test_a_quoted_key_is_the_same_key(whole: WholeHouse, seq: int) -> None:
    first = whole["dealer"].post(BETS, BET, key=KEY, match=seq)
    assert whole["dealer"].post(BETS, BET, key=f'"{KEY}"', match=seq).content == first.content


def test_the_order_of_members_is_no_other_body(whole: WholeHouse, seq: int) -> None:
    first = whole["dealer"].post(BETS, b'{"by":"anna","spot":1,"amount":2500}', key=KEY, match=seq)
    again = whole["dealer"].post(BETS, b'{ "amount": 2500, "spot": 1, "by": "anna" }', key=KEY, match=seq)
    assert again.content == first.content


def test_another_body_under_a_used_key_is_a_conflict(whole: WholeHouse, seq: int) -> None:
    whole["dealer"].post(BETS, BET, key=KEY, match=seq)
    before = refusals.rows()
    for path, body in ((BETS, {**BET, "amount": 500}), (CALLS, {"reason": "a dispute"}), (ROUNDS, {})):
        other = whole["dealer"].post(path, body, key=KEY, match=seq + 1)
        assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    assert refusals.rows() == before


def test_a_key_is_its_own_devices(whole: WholeHouse) -> None:
    body = {"reason": "a dispute"}
    first = whole["dealer"].post(CALLS, body, key=KEY)
    second = whole["boss"].post(CALLS, body, key=KEY)
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json()["seq"] == first.json()["seq"] + 1
    assert log.Receipt.objects.filter(key=KEY).values("client").distinct().count() == 2


def test_a_key_outlives_a_day(whole: WholeHouse) -> None:
    first = whole["dealer"].post(CALLS, {"reason": "a dispute"}, key=KEY)
    dana = callers.actor_of(whole["dealer"], whole.house)
    tomorrow = builders.AT + timedelta(hours=25)
    again = calls.call_floor(actor=dana, at=tomorrow, table="BJ-01", reason="a dispute", key=KEY)
    assert again == first.json()


def test_a_refused_press_leaves_its_key_free(whole: WholeHouse, seq: int) -> None:
    refused = whole["dealer"].post(BETS, {**BET, "amount": 1}, key=KEY, match=seq)
    assert refused.json()["code"] == "bet_below_min"
    assert whole["dealer"].post(BETS, BET, key=KEY, match=seq).status_code == 201


def test_a_press_without_a_key_is_refused(whole: WholeHouse, seq: int) -> None:
    before = refusals.rows()
    response = whole["dealer"].post(BETS, BET, key=None, match=seq)
    assert (response.status_code, response.json()["code"]) == (400, "idempotency_key_required")
    assert refusals.rows() == before


def test_a_press_without_an_if_match_is_refused(whole: WholeHouse, seq: int) -> None:
    before = refusals.rows()
    response = whole["dealer"].post(BETS, BET)
    assert (response.status_code, response.json()["code"]) == (428, "if_match_required")
    assert refusals.rows() == before


def test_a_stale_terminal_is_told_where_the_table_is(whole: WholeHouse, seq: int) -> None:
    before = refusals.rows()
    for seen in (seq - 1, seq + 1):
        response = whole["dealer"].post(BETS, BET, match=seen)
        assert (response.status_code, response.json()["code"]) == (412, "stale_sequence")
        assert response.json()["values"] == {"expected": seen, "seq": seq}
    assert refusals.rows() == before


def test_a_request_captured_before_the_sign_off_is_worth_nothing(whole: WholeHouse, seq: int) -> None:
    whole["dealer"].post(BETS, BET, key=KEY, match=seq)
    assert whole["dealer"].delete("sign-ons/current").status_code == 204
    replayed = whole["dealer"].post(BETS, BET, key=KEY, match=seq)
    assert (replayed.status_code, replayed.json()["code"]) == (401, "not_signed_on")


def test_the_log_keeps_no_pin_of_a_signed_request(whole: WholeHouse) -> None:
    dealt.press(whole.house, {"do": "open_round"}, *dealt.bets()[:1])
    body = {"reason": "wrong payout", "signature": {"badge": "petra", "pin": builders.PEOPLE["petra"][1]}}
    head = log.Stream.objects.get(key="DEMO/table/BJ-01").head_seq
    first = whole["dealer"].post("tables/BJ-01/rounds/1/voids", body, key=KEY, match=head)
    assert first.status_code == 201
    assert whole["dealer"].post("tables/BJ-01/rounds/1/voids", body, key=KEY, match=head).content == first.content
    kept = [*log.Event.objects.values_list("body", flat=True), *log.Receipt.objects.values_list("answer", flat=True)]
    assert not [text for text in kept if builders.PEOPLE["petra"][1] in text]
