"""The doors of custody: one shift from bank to count by HTTP, who may do what, and what is not let in."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import time_machine
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.response import Response
from rest_framework.test import APIClient

from tables.api import banks, boxes, buy_ins, routes_custody, seat_fees, table_life
from tables.api.authentication import SignedOnUser
from tables.api.shapes import StrictSerializer
from tables.domain.actors import Role
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db

API = "/api/v1"
TABLE = f"{API}/tables/BJ-01"
RACK = {"100": 200, "500": 200, "2500": 160, "10000": 48}


@pytest.fixture
def house() -> Iterator[House]:
    """A house whose table never opened, at noon."""
    made = builders.house(outsider=True)
    with time_machine.travel(made.at, tick=False):
        yield made


def signer(name: str) -> dict[str, str]:
    return {"badge": name, "pin": builders.PEOPLE[name][1]}


def call(method: str, where: str, name: str, body: Any = None, **headers: str) -> Response:
    role, _ = builders.PEOPLE.get(name, (None, ""))
    acting = builders.actor(name, builders.terminal_of("BJ-01") if role is Role.DEALER else "")
    client = APIClient()
    client.force_authenticate(user=SignedOnUser(acting, "digest"))  # type: ignore[arg-type]
    given = {"idempotency-key": f"{name}-{where.rpartition('/')[2]}", **headers}
    answer: Response = getattr(client, method)(where, body, format="json", headers=given)
    return answer


COUNT: Mapping[str, Any] = {
    "chips": RACK,
    "total": 1_000_000,
    "dealer": signer("dana"),
    "pit_boss": signer("petra"),
}
COUNTERS: Mapping[str, Any] = {"counters": [signer("colin"), signer("cora")]}
BODIES: Mapping[str, tuple[str, str, Mapping[str, Any] | None]] = {
    "bank": (
        "post",
        "/tables/BJ-01/bank",
        {"chips": RACK, "total": 1_000_000, "cashier": signer("cass"), "pit_boss": signer("petra")},
    ),
    "opening": ("post", "/tables/BJ-01/openings", COUNT),
    "closing": ("post", "/tables/BJ-01/closings", COUNT),
    "roll": ("post", "/tables/BJ-01/rolls", {**COUNT, "removal": {**COUNTERS, "box": 1}}),
    "buy-in": ("post", "/tables/BJ-01/buy-ins", {"player": "seat 3", "cash": 50_000, "chips": {"2500": 20}}),
    "change": ("post", "/tables/BJ-01/chip-changes", {"player": "x", "given": {"500": 5}, "taken": {"2500": 1}}),
    "removal": ("post", "/tables/BJ-01/boxes/1/removals", COUNTERS),
    "receipt": (
        "post",
        "/cage/chip-receipts",
        {
            "chip_set": "MAIN",
            "chips": {"100": 50},
            "total": 5_000,
            "cashier": signer("cass"),
            "accountant": signer("ada"),
        },
    ),
    "tables": ("get", "/tables", None),
    "table": ("get", "/tables/BJ-01", None),
    "rack": ("get", "/tables/BJ-01/rack", None),
    "periods": ("get", "/tables/BJ-01/periods", None),
    "late counts": ("get", "/late-counts", None),
    "waiting boxes": ("get", "/waiting-boxes", None),
    "missing boxes": ("get", "/missing-boxes", None),
    "removal log": ("get", "/box-removals", None),
}


def knock(what: str, name: str, **headers: str) -> Response:
    method, where, body = BODIES[what]
    if method == "post" and what in ("opening", "closing", "roll"):
        headers.setdefault("if-match", '"1"')
    return call(method, API + where, name, body, **headers)


# ----------------------------------------------------------------------------------------------------------- the shift
def test_a_shift_from_bank_to_count(house: House) -> None:
    issued = knock("bank", "cass")
    assert (issued.status_code, issued["ETag"]) == (201, '"2"')
    opened = knock("opening", "petra", **{"if-match": '"2"'})
    assert (opened.status_code, opened.data["period"], opened.data["box"], opened["ETag"]) == (201, 1, 1, '"4"')
    assert call("post", f"{TABLE}/taps-in", "dana").status_code == 201
    bought = knock("buy-in", "dana")
    assert (bought.status_code, bought.data["chips"], bought.data["box"]) == (201, {"2500": 20}, 1)
    changed = knock("change", "dana")
    assert (changed.status_code, changed.data["taken"]) == (201, {"2500": 1})
    left = {**RACK, "500": 205, "2500": 139}
    rolled = call(
        "post",
        f"{TABLE}/rolls",
        "petra",
        {**COUNT, "chips": left, "total": 950_000, "removal": {**COUNTERS, "box": 1}},
        **{"if-match": '"7"'},
    )
    assert (rolled.status_code, rolled.data["closed"]["difference"], rolled.data["opened"]["box"]) == (201, 0, 2)
    assert [box["periods"] for box in knock("waiting boxes", "colin").data["results"]] == [[1]]
    body = {**COUNT, "chips": left, "total": 950_000}
    closed = call("post", f"{TABLE}/closings", "dana", body, **{"if-match": '"11"'})
    assert (closed.status_code, closed.data["period"]) == (201, 2)
    removed = call("post", f"{TABLE}/boxes/2/removals", "cora", dict(COUNTERS))
    assert (removed.status_code, removed.data["periods"]) == (201, [2])
    periods = knock("periods", "ada").data["results"]
    assert [(row["period"], row["closer_total"], row["difference"]) for row in periods] == [
        (2, 950_000, 0),
        (1, 950_000, 0),
    ]


def test_a_table_is_shown_as_it_stands(house: House) -> None:
    custody.running(house)
    answer = knock("table", "petra")
    now = "2026-03-04T20:00:00.000000Z"
    assert (answer.status_code, answer["ETag"]) == (200, '"5"')
    assert answer.data == {
        "table": "BJ-01",
        "pit": "P1",
        "game": "blackjack",
        "spots": 7,
        "card_source": "reader",
        "status": "open",
        "stopped_reason": None,
        "seq": 5,
        "last_activity_at": now,
        "dealer": {"badge": "dana", "name": "Dana Dealer", "since": now},
        "limits": {"minimum": 500, "maximum": 50_000, "since": now, "licensed_maximum": 1_000_000, "next": None},
        "rack": {"total": 1_000_000, "par": 1_000_000, "need": 0},
        "box": {"number": 1, "since": now},
        "period": {
            "number": 1,
            "session": 1,
            "gaming_day": "2026-03-04",
            "shift": "day",
            "opened_at": now,
            "opener_total": 1_000_000,
            "opener_variance": 0,
        },
        "round": None,
    }
    assert knock("tables", "petra").data == {"results": [answer.data]}
    assert knock("table", "petra", **{"if-none-match": '"5"'}).status_code == 304


def test_a_closed_table_has_nothing_to_show(house: House) -> None:
    shown = knock("table", "petra").data
    assert {name: shown[name] for name in ("dealer", "box", "period", "round")} == dict.fromkeys(
        ("dealer", "box", "period", "round")
    )


def test_the_rack_is_shown_line_by_line(house: House) -> None:
    custody.issue_bank(house)
    answer = knock("rack", "petra")
    assert {name: answer.data[name] for name in ("table", "seq", "total", "par", "need")} == {
        "table": "BJ-01",
        "seq": 2,
        "total": 1_000_000,
        "par": 1_000_000,
        "need": 0,
    }
    assert answer.data["lines"][3] == {
        "denomination": 2_500,
        "colour": "#00843d",
        "letter": "g",
        "count": 160,
        "par": 160,
        "need": 0,
    }
    assert knock("rack", "petra", **{"if-none-match": '"2"'}).status_code == 304


def test_periods_come_in_pages(house: House) -> None:
    custody.issue_bank(house)
    custody.open_table(house)
    for _ in range(2):
        custody.roll_table(house)
    first = call("get", f"{TABLE}/periods?limit=2", "petra").data
    assert ([row["period"] for row in first["results"]], first["next"]) == ([3, 2], "?limit=2&before=2")
    rest = call("get", f"{TABLE}/periods{first['next']}", "petra").data
    assert ([row["period"] for row in rest["results"]], rest["next"]) == ([1], None)


def test_t08_a_late_count_is_listed(house: House) -> None:
    custody.issue_bank(house)
    custody.open_table(house)
    assert knock("late counts", "petra").data == {"results": []}
    with time_machine.travel(house.at.replace(hour=22), tick=False):
        assert knock("late counts", "petra").data == {
            "results": [
                {
                    "table": "BJ-01",
                    "period": 1,
                    "gaming_day": "2026-03-04",
                    "shift": "day",
                    "opened_at": "2026-03-04T20:00:00.000000Z",
                }
            ]
        }


# ------------------------------------------------------------------------------------------------------------ refusals
MAY: Mapping[str, str] = {
    "bank": "cass cleo",
    "opening": "dana dev petra",
    "closing": "dana dev petra",
    "roll": "dana dev petra",
    "buy-in": "dana dev",
    "change": "dana dev",
    "removal": "colin cora",
    "receipt": "cass cleo",
    "tables": "dana dev petra ada axel hana otto",
    "table": "dana dev petra ada axel hana otto",
    "rack": "dana dev petra ada axel hana otto",
    "periods": "dana dev petra ada axel hana otto",
    "late counts": "petra ada axel hana otto",
    "waiting boxes": "colin cora ada axel hana otto",
    "missing boxes": "colin cora ada axel hana otto",
    "removal log": "colin cora ada axel hana otto",
}


@pytest.mark.parametrize("name", sorted(builders.PEOPLE))
def test_each_door_opens_to_its_roles_only(house: House, name: str) -> None:
    let_in = {what for what in BODIES if knock(what, name).data.get("code") != "not_permitted"}
    assert let_in == {what for what, names in MAY.items() if name in names.split()}


@pytest.mark.parametrize("what", sorted(BODIES))
def test_a_stranger_is_asked_to_sign_on(house: House, what: str) -> None:
    method, where, body = BODIES[what]
    answer = getattr(APIClient(), method)(API + where, body, format="json")
    assert (answer.status_code, answer.data["code"]) == (401, "not_signed_on")


@pytest.mark.parametrize("what", ["table", "rack", "periods"])
def test_another_casinos_table_is_not_there(house: House, what: str) -> None:
    answer = knock(what, "otto")
    assert (answer.status_code, answer.data["code"]) == (404, "no_such_table")


@pytest.mark.parametrize("what", ["opening", "closing", "roll"])
def test_a_count_says_what_the_counter_saw(house: House, what: str) -> None:
    method, where, body = BODIES[what]
    blind = call(method, API + where, "petra", body)
    assert (blind.status_code, blind.data["code"]) == (428, "if_match_required")
    stale = knock(what, "petra", **{"if-match": '"0"'})
    assert (stale.status_code, stale.data["code"]) == (412, "stale_sequence")


@pytest.mark.parametrize("what", [what for what, (method, _, _) in BODIES.items() if method == "post"])
def test_a_write_has_a_key(house: House, what: str) -> None:
    answer = knock(what, "dana", **{"idempotency-key": "short"})
    assert (answer.status_code, answer.data["code"]) == (400, "bad_idempotency_key")


def test_a_repeat_gets_the_same_answer(house: House) -> None:
    first, again = knock("bank", "cass"), knock("bank", "cass")
    assert (again.status_code, again.data) == (first.status_code, first.data)
    assert len(custody.facts(house, "table_bank_issued")) == 1


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"chips": [["2500", 1]]}, "/chips", "bad_chips"),
        ({"chips": {"2500": -1}}, "/chips", "bad_chips"),
        ({"chips": {"2500": True}}, "/chips", "bad_chips"),
        ({"chips": {"0": 1}}, "/chips", "bad_chips"),
        ({"chips": {"25.00": 1}}, "/chips", "bad_chips"),
        ({"chips": {str(value): 1 for value in range(1, 66)}}, "/chips", "bad_chips"),
        ({"total": "1000000"}, "/total", "invalid"),
        ({"total": -1}, "/total", "min_value"),
        ({"expected": RACK}, "/expected", "unknown_field"),
        ({"gaming_day": "2026-03-03"}, "/gaming_day", "unknown_field"),
        ({"dealer": {"badge": "dana"}}, "/dealer/pin", "required"),
    ],
)
def test_t04_a_body_that_is_not_right_points_to_it(
    house: House, change: dict[str, Any], pointer: str, code: str
) -> None:
    before = custody.standing(house)
    answer = call("post", f"{TABLE}/openings", "petra", {**COUNT, **change}, **{"if-match": '"1"'})
    assert answer.status_code == 422
    assert [(error["pointer"], error["code"]) for error in answer.data["errors"]] == [(pointer, code)]
    assert custody.standing(house) == before


@pytest.mark.parametrize("counters", [[], [signer("colin")], [signer("colin"), signer("cora"), signer("cass")]])
def test_two_counters_sign(house: House, counters: list[dict[str, str]]) -> None:
    answer = call("post", f"{TABLE}/boxes/1/removals", "colin", {"counters": counters})
    assert (answer.status_code, answer.data["code"]) == (422, "invalid_request")


@pytest.mark.parametrize("box", ["0", "-1", "1.5", "x"])
def test_a_box_has_a_number(house: House, box: str) -> None:
    assert call("post", f"{TABLE}/boxes/{box}/removals", "colin", {}).status_code == 404


def test_a_box_number_beyond_all_boxes_is_not_found(house: House) -> None:
    answer = call("post", f"{TABLE}/boxes/{10**15 - 1}/removals", "colin", dict(COUNTERS))
    assert (answer.status_code, answer.data["code"]) == (404, "no_such_box")


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("/tables?table=BJ-01", "unknown_parameter"),
        ("/tables/BJ-01?pit=P1", "unknown_parameter"),
        ("/tables/BJ-01/periods?limit=201", "bad_parameter"),
        ("/tables/BJ-01/periods?before=x", "bad_parameter"),
        ("/tables/BJ-01/rack?x=1", "unknown_parameter"),
        ("/late-counts?shift=day", "unknown_parameter"),
        ("/waiting-boxes?limit=1", "unknown_parameter"),
        ("/missing-boxes?limit=1", "unknown_parameter"),
        ("/box-removals?emergency=no", "bad_parameter"),
    ],
)
def test_a_parameter_that_is_not_known_is_refused(house: House, where: str, code: str) -> None:
    answer = call("get", API + where, "hana")
    assert (answer.status_code, answer.data["code"]) == (400, code)


def test_no_pin_comes_back_or_goes_into_the_log(house: House) -> None:
    answers = [knock("bank", "cass"), knock("opening", "petra", **{"if-match": '"2"'})]
    said = str([answer.data for answer in answers]) + str(custody.events(house)) + str(custody.standing(house))
    assert [pin for _, pin in builders.PEOPLE.values() if f"'{pin}'" in said] == []


# ------------------------------------------------------------------------------------------------------------ examples
SHAPES: Mapping[str, type[StrictSerializer]] = {
    "open_table": table_life.RackCountShape,
    "close_table": table_life.RackCountShape,
    "roll_table": table_life.RollShape,
    "take_buy_in": buy_ins.BuyInShape,
    "change_chips": buy_ins.ChangeShape,
    "take_seat_fee": seat_fees.SeatFeeShape,
    "issue_table_bank": banks.BankShape,
    "remove_box": boxes.RemovalShape,
}


def operations() -> list[dict[str, Any]]:
    patterns = [path("api/v1/", include(routes_custody.urlpatterns))]
    generator = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    document = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return [operation for operations in document["paths"].values() for operation in operations.values()]


def test_every_example_body_is_one_that_the_door_takes() -> None:
    checked = set()
    for operation in operations():
        if "requestBody" in operation:
            (example,) = operation["requestBody"]["content"]["application/json"]["examples"].values()
            SHAPES[operation["operationId"]](data=example["value"]).is_valid(raise_exception=True)
            counted = example["value"].get("chips", {})
            worth = sum(int(denomination) * count for denomination, count in counted.items())
            given = example["value"].get("total") or example["value"].get("cash")
            assert given is None or worth == given or not counted
            checked.add(operation["operationId"])
    assert checked == set(SHAPES)


PAPERS = ["read_box_removal_pdf", "read_inventory_slip_pdf"]
"""What answers with a paper and not with JSON."""


def test_every_answer_has_an_example() -> None:
    found, papers = operations(), []
    assert len(found) == len(routes_custody.urlpatterns)
    for operation in found:
        content = (operation["responses"].get("200") or operation["responses"]["201"])["content"]
        if set(content) == {"application/pdf"}:
            papers.append(operation["operationId"])
        else:
            assert "Answer" in content["application/json"]["examples"], operation["operationId"]
    assert sorted(papers) == PAPERS
