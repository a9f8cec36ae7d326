"""Bodies, headers and addresses that nobody honest sends (reliability.md §6): a 4xx with a stable code, no row."""

import gzip
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.web import throttles
from tests import builders, dealt, refusals, whole_house
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

BETS = "tables/BJ-01/rounds/current/bets"
BULK = "tables/BJ-01/rounds/current/bets/bulk"
INPUTS = "tables/BJ-01/inputs"
GOOD = {"by": "anna", "spot": 1, "amount": 2500}


def bet(amount: str) -> bytes:
    """A good bet with this text where the amount stands."""
    return f'{{"by":"anna","spot":1,"amount":{amount}}}'.encode()


@pytest.fixture
def seq(whole: WholeHouse) -> int:
    """Betting is open at BJ-01; its stream stands here."""
    throttles.COUNTER.forget()
    return int(dealt.press(whole.house, {"do": "open_round"})["seq"])


def refused(whole: WholeHouse, path: str, body: Any, seq: int, **headers: str) -> tuple[int, str, list[str]]:
    """Status, code and pointers of a refusal that wrote nothing."""
    before = refusals.rows()
    response = whole["dealer"].post(path, body, match=seq, **headers)
    assert refusals.rows() == before
    problem = response.json()
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status_code, problem["code"], [error["pointer"] for error in problem.get("errors", [])]


WRONG_TYPE = (422, "invalid_request", ["/amount"])


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (bet('"2_500"'), WRONG_TYPE),
        (bet('" 2500 "'), WRONG_TYPE),
        (bet('"2500"'), WRONG_TYPE),
        (bet('"２５００"'), WRONG_TYPE),
        (bet("true"), WRONG_TYPE),
        (bet("null"), WRONG_TYPE),
        (bet("[2500]"), WRONG_TYPE),
        (bet('{"amount":2500}'), WRONG_TYPE),
        (bet(str(2**63)), WRONG_TYPE),
        (bet(str(10**15 + 1)), WRONG_TYPE),
        (bet("2500.0"), (400, "fraction_not_allowed", [])),
        (bet("1e400"), (400, "fraction_not_allowed", [])),
        (bet("NaN"), (400, "not_a_number", [])),
        (bet("-Infinity"), (400, "not_a_number", [])),
        (bet("9" * 5000), (400, "number_too_large", [])),
        (bet("-5"), (422, "bad_amount", [])),
        (bet("0"), (422, "bad_amount", [])),
        (bet("-0"), (422, "bad_amount", [])),
        (bet('2500,"amount":1'), (400, "duplicate_key", [])),
        (bet('2500,"is_staff":true'), (422, "invalid_request", ["/is_staff"])),
        (bet('2500,"at":"2020-01-01","id":7'), (422, "invalid_request", ["/at", "/id"])),
        (bet('2500,"do":"close_betting"'), (422, "invalid_request", ["/do"])),
        (b'{"by":"anna","spot":1}', (422, "invalid_request", ["/amount"])),
        (b'{"by":"\\ud800","spot":1,"amount":2500}', (400, "bad_text", [])),
        (b'{"by":"an\\u0000na","spot":1,"amount":2500}', (400, "bad_text", [])),
        (b'{"by":"a\\r\\nb","spot":1,"amount":2500}', (422, "invalid_request", ["/by"])),
        (b'{"by":"\\u202eanna","spot":1,"amount":2500}', (422, "invalid_request", ["/by"])),
        (b'{"by":"an\\u200bna","spot":1,"amount":2500}', (422, "invalid_request", ["/by"])),
        (b'{"by":"' + b"a" * 41 + b'","spot":1,"amount":2500}', (422, "invalid_request", ["/by"])),
        (b'{"by":"","spot":1,"amount":2500}', (422, "invalid_request", ["/by"])),
        (json.dumps(GOOD).encode("utf-16"), (400, "not_utf8", [])),
        (json.dumps(GOOD).encode("utf-8-sig"), (400, "malformed_json", [])),
        (b"{" + json.dumps(GOOD).encode(), (400, "malformed_json", [])),
        (b"[" * 30_000, (400, "too_deep", [])),
        (b'{"by":' + b"[" * 33 + b"]" * 33 + b"}", (400, "too_deep", [])),
        (b"null", (422, "invalid_request", [""])),
        (b"[]", (422, "invalid_request", [""])),
        (b'"bet"', (422, "invalid_request", [""])),
        (b"{" + b",".join(b'"k%d":1' % n for n in range(200_000)) + b"}", (413, "body_too_large", [])),
        (b" " * (10 * 1024 * 1024), (413, "body_too_large", [])),
        (gzip.compress(bet("2500"), mtime=0), (400, "not_utf8", [])),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, bytes) else value[1],
)
def test_a_bet_is_read_in_one_way_only(body: bytes, told: Any, whole: WholeHouse, seq: int) -> None:
    assert refused(whole, BETS, body, seq) == told


def test_the_same_bet_without_tricks_is_good(whole: WholeHouse, seq: int) -> None:
    assert whole["dealer"].post(BETS, bet("2500"), match=seq).status_code == 201


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ({}, (422, "invalid_request", ["/inputs"])),
        ({"inputs": {}}, (422, "invalid_request", ["/inputs"])),
        ({"inputs": []}, (422, "invalid_request", ["/inputs"])),
        ({"inputs": [{"do": "open_round"}] * 65}, (422, "invalid_request", ["/inputs"])),
        ({"inputs": [GOOD]}, (422, "invalid_request", ["/inputs/0/do"])),
        ({"inputs": [{"do": "BET"}]}, (422, "invalid_request", ["/inputs/0/do"])),
        ({"inputs": [{"do": 1}]}, (422, "invalid_request", ["/inputs/0/do"])),
        ({"inputs": ["close_betting"]}, (422, "invalid_request", ["/inputs/0"])),
        ({"inputs": [{"do": "bet", **GOOD}, {"do": "card", "card": "KH", "to": "dealer"}]},
         (422, "invalid_request", ["/inputs/1/to"])),
        ({"inputs": [{"do": "steal", "by": "anna"}]}, (422, "unknown_action", [])),
        ({"inputs": [{"do": "steal", "what": {"all": {"of": 1}}}]}, (422, "invalid_request", ["/inputs/0/what"])),
        ({"inputs": [{"do": "steal", **{f"f{chr(97 + n)}": 1 for n in range(20)}}]},
         (422, "invalid_request", ["/inputs/0"])),
        ({"inputs": [{"do": "shuffled"}]}, (422, "unknown_action", [])),
        ({"inputs": [{"do": "raise_limit", "by": "pit_boss", "player": "anna", "max": 9}]},
         (422, "unknown_action", [])),
        ({"inputs": [{"do": "open_round"}], "actor": "petra"}, (422, "invalid_request", ["/actor"])),
        ({"inputs": [{"do": "bet", **GOOD, "chips": {"2500": -1}}]}, (422, "invalid_request", ["/inputs/0/chips"])),
        ({"inputs": [{"do": "bet", **GOOD, "chips": {"-1": 1}}]}, (422, "invalid_request", ["/inputs/0/chips"])),
        ({"inputs": [{"do": "bet", **GOOD, "chips": {"500": 4}}]}, (422, "total_mismatch", [])),
        ({"inputs": [{"do": "bet", **GOOD, "chips": {"2499": 1}}]}, (422, "unknown_denomination", [])),
    ],
    ids=lambda value: json.dumps(value)[:50] if isinstance(value, dict) else value[1],
)  # fmt: skip
def test_a_list_of_inputs_is_read_in_one_way_only(inputs: Any, told: Any, whole: WholeHouse, seq: int) -> None:
    assert refused(whole, INPUTS, inputs, seq) == told


def test_one_wrong_input_takes_the_others_with_it(whole: WholeHouse, seq: int) -> None:
    before = refusals.rows()
    inputs = [{"do": "bet", **GOOD}, {"do": "bet", **GOOD, "spot": 2, "amount": 1}]
    response = whole["dealer"].post(INPUTS, {"inputs": inputs}, match=seq)
    assert (response.status_code, response.json()["code"]) == (422, "bet_below_min")
    assert response.json()["values"] == {"minimum": 500, "input": 1}
    assert refusals.rows() == before


def test_bulk_bets_have_a_larger_body_and_a_limit_too(whole: WholeHouse, seq: int) -> None:
    many = [{"do": "back_bet", "id": f"k{n}", "by": f"rail {n}", "spot": 1, "amount": 500} for n in range(2_000)]
    body = {"bets": [{"do": "bet", **GOOD}, *many]}
    assert 64 * 1024 < len(json.dumps(body)) < 4 * 1024 * 1024
    response = whole["dealer"].post(BULK, body, match=seq)
    assert (response.status_code, response.json()["stakes"]) == (201, 2_001)
    seq = response.json()["seq"]
    assert refused(whole, BULK, {"bets": [{"do": "bet", **GOOD}] * 10_001}, seq) == (
        422,
        "invalid_request",
        ["/bets"],
    )
    longest = json.dumps({"bets": [{"do": "back_bet", "id": "k", "by": "rail", "spot": 1, "amount": 500}]}).encode()
    assert whole["dealer"].post(BULK, longest.ljust(4 * 1024 * 1024), match=seq).status_code == 201
    assert refused(whole, BULK, b" " * (4 * 1024 * 1024 + 1), seq + 1)[:2] == (413, "body_too_large")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_read(content_type: str, whole: WholeHouse, seq: int) -> None:
    assert refused(whole, BETS, bet("2500"), seq, Content_Type=content_type)[:2] == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({"If_Match": "12"}, (400, "bad_if_match")),
        ({"If_Match": "*"}, (400, "bad_if_match")),
        ({"If_Match": 'W/"12"'}, (400, "bad_if_match")),
        ({"If_Match": '"12", "13"'}, (400, "bad_if_match")),
        ({"If_Match": '"' + "9" * 30 + '"'}, (400, "bad_if_match")),
        ({"If_Match": '"1"'}, (412, "stale_sequence")),
        ({"If_Match": '"999999999999999999"'}, (412, "stale_sequence")),
        ({"Idempotency_Key": "short"}, (400, "bad_idempotency_key")),
        ({"Idempotency_Key": "k" * 65}, (400, "bad_idempotency_key")),
        ({"Idempotency_Key": "key with blanks"}, (400, "bad_idempotency_key")),
        ({"Idempotency_Key": "schlüssel-1"}, (400, "bad_idempotency_key")),
    ],
)
def test_headers_are_held_to_their_form(
    headers: dict[str, str], told: tuple[int, str], whole: WholeHouse, seq: int
) -> None:
    before = refusals.rows()
    given: dict[str, Any] = {"Idempotency_Key": "key-of-a-header-test", "If_Match": f'"{seq}"', **headers}
    response = whole["dealer"].post(BETS, bet("2500"), key=None, **given)
    assert (response.status_code, response.json()["code"]) == told
    assert refusals.rows() == before


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("tables/BJ-01/rounds?limit=1000000000", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?limit=0", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?limit=-1", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?limit=%EF%BC%91%EF%BC%90", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?limit=1_0", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?page_size=10", (400, "unknown_parameter")),
        ("tables/BJ-01/rounds?before=9223372036854775808", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?gaming_day=2026-02-30", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?gaming_day=yesterday", (400, "bad_parameter")),
        ("tables/BJ-01/rounds?status=lost", (400, "bad_parameter")),
        ("tables/BJ-01/felt?audience=player:anna", (422, "bad_audience")),
        ("tables/BJ-01/felt?audience=dealer", (403, "not_your_view")),
        ("tables/BJ-01/events?type=body%27--", (400, "bad_parameter")),
        ("tables/BJ-01/events?after=%00", (400, "bad_parameter")),
        ("tables/BJ-01/rounds/0", (404, "not_found")),
        ("tables/BJ-01/rounds/01", (404, "not_found")),
        ("tables/BJ-01/rounds/99999999999999999999", (404, "not_found")),
        ("tables/BJ-01/rounds/-1/history", (404, "not_found")),
        ("tables/BJ-01/", (404, "not_found")),
        ("tables/bj-01/felt", (404, "no_such_table")),
        ("tables/BJ-01%27/felt", (404, "no_such_table")),
        ("tables/" + "B" * 5000 + "/felt", (404, "no_such_table")),
        ("tables/..%2f..%2fadmin/felt", (404, "not_found")),
        ("../admin/", (404, "not_found")),
        ("streams/table/events", (404, "no_such_table")),
        ("streams/bar/events", (404, "no_such_stream")),
    ],
)  # fmt: skip
def test_addresses_and_queries_are_held_to_their_form(
    path: str, told: tuple[int, str], whole: WholeHouse, seq: int
) -> None:
    response = whole["boss"].get(path)
    assert (response.status_code, response.json()["code"]) == told


def test_a_zero_byte_in_an_address_is_refused(whole: WholeHouse) -> None:
    response = whole["boss"].get("tables/BJ-01%00/felt")
    assert (response.status_code, response.json()["code"]) == (422, "invalid_request")


def test_a_method_cannot_be_smuggled_in(whole: WholeHouse, seq: int) -> None:
    before = refusals.rows()
    assert whole["dealer"].get("sign-ons/current", X_HTTP_Method_Override="DELETE").status_code == 405
    assert whole["dealer"].post("sign-ons/current?_method=DELETE").status_code == 405
    response = whole["dealer"].delete("tables/BJ-01/rounds/1")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert refusals.rows() == before


_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.text(max_size=50)
    | st.sampled_from(["bet", "card", "KH", "anna", "open_round", "chips", 1, 2500]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
_actions = st.dictionaries(
    st.sampled_from(["do", "by", "spot", "amount", "tender", "chips", "id", "card", "back_bet", "follow_split", "x"]),
    _values,
    max_size=6,
)
_words = st.sampled_from(["open_round", "bet", "back_bet", "insure", "card", "hit", "split", "close_betting", "what"])


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(inputs=st.lists(st.builds(lambda action, do: {**action, "do": do}, _actions, _words), min_size=1, max_size=3))
def test_no_inputs_break_the_server(inputs: list[Any], whole: WholeHouse) -> None:
    throttles.COUNTER.forget()
    with whole_house.undone():
        before = builders.snapshot()
        seq = before["DEMO/table/BJ-01"]
        body = json.dumps({"inputs": inputs}, ensure_ascii=True)
        response = whole["dealer"].post(INPUTS, body.encode(), match=seq)
        assert response.status_code in (201, 400, 403, 409, 422)
        assert (builders.snapshot() == before) == (response.status_code != 201)
