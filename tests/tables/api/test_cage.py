"""The cage by HTTP: a shift from the first delivery to the count, what is shown of it, and what is not let in."""

from typing import Any

import pytest

from tests import builders, cages, whole_house
from tests.tables.api.matrix_house import sign
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

_BOTH = {"cashier": sign("cass"), "accountant": sign("ada")}
_TWO = {"giver": sign("cass"), "taker": sign("cleo")}


@pytest.fixture
def cass(whole: WholeHouse) -> Any:
    """The cashier at the cage's device; all that she does is taken back."""
    with whole_house.undone():
        yield whole["cashier"]


def line(answer: Any, place: str, value: int, chip_set: str = "MAIN") -> Any:
    """The line of a kind of chip in an answer."""
    (found,) = [
        row
        for row in answer.json()["lines"]
        if (row["place"], row["chip_set"], row["value"]) == (place, chip_set, value)
    ]
    return found


def test_a_shift_in_the_cage(cass: Any, whole: WholeHouse) -> None:
    """Cash from the bank, to the drawers, chips sold and redeemed, the rest banked, and the count that agrees."""
    cash = {"notes": {"2000": 50}, "total": 100_000}
    assert cass.post("cage/cash-receipts", {**cash, **_BOTH}).status_code == 201
    moved = {"source": "vault", "target": "cage", "notes": {"2000": 40}, "cash_total": 80_000, **_TWO}
    told = cass.post("cage/transfers", moved).json()
    assert (told["chips"], told["notes"], "chip_set" in told) == ({}, {"2000": 40}, False)
    lot = {"chip_set": "MAIN", "chips": {"500": 4}, "total": 2_000}
    changed = {"patron": "Mr Lee", "lot": lot, "cash": {"notes": {"2000": 1}, "total": 2_000}}
    assert cass.post("cage/sales", changed).json()["cash"] == 2_000
    assert cass.post("cage/redemptions", changed).json()["total"] == 2_000
    deposit = {"notes": {"2000": 10}, "total": 20_000, **_BOTH}
    assert cass.post("cage/cash-deposits", deposit).json()["total"] == 20_000
    stock = cass.get("cage/stock")
    assert stock.json()["cash_total"] == {"cage": 80_000, "vault": 0}
    drawers = {"500": line(stock, "cage", 500)["count"]}
    assert drawers == {"500": 4_800}
    count = {
        "place": "vault",
        "sets": {},
        "chips_total": 0,
        "notes": {},
        "cash_total": 0,
        "outgoing": sign("cass"),
        "incoming": sign("cleo"),
    }
    counted = cass.post("cage/counts", count).json()
    assert (counted["chips_difference"], counted["cash_difference"]) == (0, 0)
    types = [row["type"] for row in cass.get("cage/movements?limit=7").json()["results"]]
    assert types == [
        *("cage_counted", "cash_banked", "chips_redeemed", "chips_sold"),
        *("vault_moved", "cash_received", "chips_received"),
    ]


def test_the_stock_is_shown_against_its_target(cass: Any, whole: WholeHouse) -> None:
    target = {"place": "cage", "chip_set": "MAIN", "target": {"500": 5_000}}
    assert whole["manager"].post("cage/targets", target).status_code == 201
    shown = line(cass.get("cage/stock"), "cage", 500)
    assert shown == {
        "place": "cage",
        "chip_set": "MAIN",
        "kind": "value",
        "value": 500,
        "colour": "#c8102e",
        "letter": "r",
        "retired": False,
        "count": 4_800,
        "target": 5_000,
        "need": 200,
        "worth": 2_400_000,
    }


def test_a_stock_that_did_not_change_is_not_sent_again(cass: Any) -> None:
    first = cass.get("cage/stock")
    assert cass.get("cage/stock", If_None_Match=first.headers["ETag"]).status_code == 304


def test_movements_and_counts_come_in_pieces(cass: Any, whole: WholeHouse) -> None:
    cages.receive_cash(whole.house)
    cages.count(whole.house, cages.counted({}, cages.NOTES), "vault")
    page = cass.get("cage/movements?limit=1").json()
    assert ([row["type"] for row in page["results"]], page["next"]) == (["cage_counted"], "?limit=1&before=3")
    page = cass.get(f"cage/movements{page['next']}").json()
    assert [row["type"] for row in page["results"]] == ["cash_received"]
    counts = cass.get("cage/counts").json()
    assert ([row["data"]["place"] for row in counts["results"]], counts["next"]) == (["vault"], None)
    assert cass.get("cage/movements?before=x").json()["code"] == "bad_parameter"
    assert cass.get("cage/stock?place=cage").json()["code"] == "unknown_parameter"


def test_a_blind_count_tells_nothing(cass: Any) -> None:
    count = {
        "place": "cage",
        "sets": {"MAIN": {"100": 1}},
        "chips_total": 100,
        "notes": {},
        "cash_total": 0,
        "outgoing": sign("cass"),
        "incoming": sign("cleo"),
    }
    refused = cass.post("cage/counts", count)
    assert (refused.status_code, refused.json()["code"]) == (422, "count_differs")
    assert set(refused.json()) == {"type", "title", "status", "code", "detail", "request_id"}


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("cage/transfers", {"source": "cage", "target": "pocket", **_TWO}, "invalid_request"),
        ("cage/transfers", {"source": "cage", "target": "vault", **_TWO}, "nothing_moved"),
        ("cage/transfers", {"source": "cage", "target": "cage", "notes": {"100": 1}, **_TWO}, "same_place"),
        ("cage/counts", {"place": "cage", "sets": {"MAIN": 3}}, "invalid_request"),
        ("cage/counts", {"place": "cage", "sets": {f"S{n}": {} for n in range(65)}}, "invalid_request"),
        ("cage/sales", {"patron": "Mr Lee", "lot": {}, "cash": {}}, "invalid_request"),
        ("cage/cash-receipts", {"notes": {"2000": 1.0}, "total": 2_000, **_BOTH}, "fraction_not_allowed"),
    ],
)
def test_a_body_that_is_not_right_is_refused(cass: Any, path: str, body: Any, code: str) -> None:
    assert cass.post(path, body).json()["code"] == code


def test_a_sale_is_sent_twice_and_made_once(cass: Any, whole: WholeHouse) -> None:
    lot = {"chip_set": "MAIN", "chips": {"500": 4}, "total": 2_000}
    body = {"patron": "Mr Lee", "lot": lot, "cash": {"notes": {"2000": 1}, "total": 2_000}}
    first, second = (cass.post("cage/sales", body, key="sale-0001") for _ in range(2))
    assert first.content == second.content
    assert cass.post("cage/sales", {**body, "patron": "Mrs Lee"}, key="sale-0001").json()["code"] == (
        "idempotency_key_reused"
    )
    assert cages.stock_of(whole.house, "cage", None) == {2_000: 1}


def test_no_pin_of_the_cage_comes_back(cass: Any, whole: WholeHouse) -> None:
    answer = cass.post("cage/cash-receipts", {"notes": {"2000": 1}, "total": 2_000, **_BOTH})
    pages = (cass.get("cage/movements"), cass.get("cage/counts"), answer)
    said = str([page.json() for page in pages])
    assert [pin for _, pin in builders.PEOPLE.values() if f"'{pin}'" in said] == []
