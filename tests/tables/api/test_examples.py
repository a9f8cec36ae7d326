"""Every example request of the API's document, sent to the running app: accepted, and answered as described."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from casino.web import throttles
from tables.domain.actors import Role
from tables.models.floor import GamingTable
from tables.models.house import HouseRules
from tables.models.log import Event
from tables.services import employment, house_stream, pits, shoes, staffing
from tables.services import house as house_service
from tests import count_stages, counting, custody, dealt, described, slips
from tests.builders import House
from tests.described import Operation
from tests.tables.api import matrix
from tests.tables.api.matrix import Row
from tests.tables.api.test_matrix import ROWS, head
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

#: Who is who in the document; the PINs there are the personas' own.
BADGES = {
    "1042": "dana",
    "2001": "petra",
    "2002": "paul",
    "4001": "cass",
    "4002": "cleo",
    "8001": "hana",
    "5001": "colin",
    "5002": "cora",
    "6001": "ada",
    "7001": "sam",
    "9001": "axel",
}
SEAT_3 = {"do": "bet", "by": "seat 3", "spot": 3, "amount": 2500}


def bets(*more: dict[str, Any]) -> Callable[[WholeHouse], None]:
    """Seat 3 has its bet on spot 3, and then what ``more`` says."""

    def play(whole: WholeHouse) -> None:
        dealt.press(whole.house, {"do": "open_round"}, SEAT_3)
        if more:
            dealt.press(whole.house, *more)

    return play


def dealing(up: str, *more: dict[str, Any]) -> Callable[[WholeHouse], None]:
    """Seat 3 is dealt, the dealer has ``up`` open."""
    return bets({"do": "close_betting"}, *dealt.cards(("KH", up, "6S", "7H")), *more)


def _blocked(whole: WholeHouse) -> None:
    shoes.block_shoe(actor=whole.house.dana, at=whole.house.at, table="BJ-01", reason="marked")


def _mixed(whole: WholeHouse) -> None:
    shoes.mix_shoe(actor=whole.house.dana, at=whole.house.at, table="BJ-01")


def _bank_at_02(whole: WholeHouse) -> None:
    custody.issue_bank(whole.house, table="BJ-02")


def _closed(whole: WholeHouse) -> None:
    custody.close_table(whole.house)


def _first_rake(house: House) -> None:
    counting.first(house, counting.rake({100: 4, 500: 3}))


def _other_rake(house: House) -> None:
    counting.second(house, counting.rake({500: 3}))


def _for_dice(whole: WholeHouse, **values: Any) -> None:
    """From now on the table is one for dice, as if it had always been."""
    version = house_service.add_house_rules(actor=whole.house.hana, at=whole.house.at, game="scarney", values=values)
    rules = HouseRules.objects.get(game="scarney", version=version["version"])
    GamingTable.objects.filter(code="BJ-01").update(rules=rules)
    house_stream.settings_changed(whole.house.casino.pk)


def _charging_time(whole: WholeHouse) -> None:
    _for_dice(whole, rake="time", rake_amount=500)


def _dice(*acts: Callable[[House], object]) -> Callable[[WholeHouse], None]:
    """The box of a dice table is in the count, and then what ``acts`` do."""

    def prepared(whole: WholeHouse) -> None:
        _for_dice(whole)
        count_stages.STAGES["box_accepted"](whole.house)
        for act in acts:
            act(whole.house)

    return prepared


def _petra_relieved(whole: WholeHouse) -> None:
    pits.relieve_pit_boss(actor=whole.house.hana, at=whole.house.at, pit="P1", badge="petra")


def _dana_is_a_boss_too(whole: WholeHouse) -> None:
    staffing.grant_role(actor=whole.house.hana, at=whole.house.at, badge="dana", role=Role.PIT_BOSS)


def _credit_of_a_fills_chips(whole: WholeHouse) -> None:
    slips.issued_credit(whole.house, slips.FILL)


def _credit_counted_out(whole: WholeHouse) -> None:
    slips.count_out(whole.house, slips.issued_credit(whole.house, slips.FILL), slips.FILL)


def _two_versions(whole: WholeHouse) -> None:
    """BJ-01 is closed, and there is another version that it could be dealt by."""
    _closed(whole)
    house_service.add_house_rules(
        actor=whole.house.hana, at=whole.house.at, game="blackjack", values={"dealer_soft_17": "hit"}
    )


def _bought_in(whole: WholeHouse) -> None:
    custody.buy_in(whole.house, 100_000, {10_000: 10})


#: What has to happen before an example is true, where it is not what the matrix does.
def _left(whole: WholeHouse, badge: str) -> None:
    employment.deactivate_staff(actor=whole.house.hana, at=whole.house.at, badge=badge)


BEFORE: Mapping[str, Callable[[WholeHouse], None]] = {
    "place_back_bet": bets(),
    "close_betting": bets(),
    "record_card": bets({"do": "close_betting"}),
    "take_insurance": dealing("AS"),
    "close_insurance": dealing("AS"),
    "take_act": dealing("TS"),
    "confirm_settlement": dealing("TS", {"do": "stand", "by": "seat 3", "spot": 3}),
    "reactivate_staff": lambda whole: _left(whole, "iris"),
    "inspect_shoe": _blocked,
    "cut_shoe": _mixed,
    "open_table": _bank_at_02,
    "remove_box": _closed,
    "count_rake_first": _dice(),
    "count_rake_second": _dice(_first_rake),
    "recount_rake": _dice(_first_rake, _other_rake),
    "take_seat_fee": _charging_time,
    "assign_pit_boss": _petra_relieved,
    "revoke_role": _dana_is_a_boss_too,
    "set_table_rules": _two_versions,
    "certify_shift": _closed,
    "count_out_credit": _credit_of_a_fills_chips,
    "receive_slip": _credit_counted_out,
    "correct_buy_in": _bought_in,
}
#: Who sends it, where it is not the first that the matrix lets in.
SENDERS = {
    "reactivate_staff": "manager",
    "assign_pit_boss": "manager",
    "hand_over_shift": "boss",
    "raise_limit": "dealer",
    "inspect_shoe": "dealer",
    "cut_shoe": "dealer",
    "remove_box": "counter",
    "count_rake_first": "counter",
    "count_rake_second": "counter",
    "recount_rake": "accountant",
    "take_seat_fee": "dealer",
    "certify_shift": "accountant",
    "correct_buy_in": "boss",
    "set_table_rules": "manager",
}
#: Examples with a secret that nobody has: their shape is right, and that is all that can be shown.
MADE_UP = {
    "sign_on": "unknown_terminal",
    "enrol_terminal": "enrolment_refused",
    "claim_seat_link": "seat_link_refused",
    "read_seat_felt": "seat_link_refused",
    "hand_over_shift": "handover_changed",
}


def row_of(operation: Operation) -> Row:
    """The matrix's row for an operation."""
    pattern = re.compile("/api/v1/" + re.sub(r"{[^}]+}", "[^/]+", operation.path.removeprefix("/api/v1/")))
    found = [row for row in ROWS if row.method == operation.method and pattern.fullmatch(f"/api/v1/{row.path}")]
    (row,) = [row for row in found if len(found) == 1 or "current" not in row.path]
    return row


def in_our_house(value: Any) -> Any:
    """An example's body with the personas' badges, our table and our box."""
    if isinstance(value, dict):
        known = {"table": "BJ-01", "box": 1, "badge": BADGES.get(str(value.get("badge")))}
        if "corrects" in value:
            known["corrects"] = Event.objects.filter(type="buy_in_taken").latest("seq").seq
        if isinstance(value.get("owner"), str):
            known["owner"] = BADGES[value["owner"]]
        names = [name for name in value if name in known and (name != "badge" or set(value) <= {"badge", "pin"})]
        return {name: known[name] if name in names else in_our_house(inner) for name, inner in value.items()}
    return [in_our_house(item) for item in value] if isinstance(value, list) else value


def sent(operation: Operation) -> Any:
    """The example request, if the operation has one."""
    body = operation.told.get("requestBody")
    if body is None:
        return {}
    (example,) = body["content"][described.JSON]["examples"].values()
    return in_our_house(example["value"])


@pytest.mark.parametrize("operation", described.operations(), ids=lambda operation: operation.told["operationId"])
def test_an_example_is_true(operation: Operation, whole: WholeHouse) -> None:
    throttles.COUNTER.forget()
    name, row = operation.told["operationId"], row_of(operation)
    prepare(name, row, whole)
    sender = SENDERS.get(name) or (row.allowed or ("nobody",))[0]
    more = {"match": head(row.path)} if row.method == "POST" else {}
    response = whole[sender].send(row.method, row.path, sent(operation), **more)
    if name in MADE_UP:
        assert response.json()["code"] == MADE_UP[name]
        return
    status, told = operation.success
    assert response.status_code == int(status), response.content
    for media_type, content in told.get("content", {}).items():
        assert response.headers["Content-Type"].partition(";")[0] == media_type
        described.check(described.read(response), content["schema"])


def prepare(name: str, row: Row, whole: WholeHouse) -> None:
    """Bring the house to where the example is true."""
    if name in BEFORE:
        BEFORE[name](whole)
        return
    matrix.prepare(row.stage, whole.house)


def test_a_refusal_is_what_the_document_says(whole: WholeHouse) -> None:
    problem = {"$ref": "#/components/schemas/Problem"}
    for path, body in (
        ("tables/BJ-01/calls", {}),
        ("tables/BJ-01/calls", b"{"),
        ("tables/BJ-01/inputs", {"inputs": []}),
    ):
        described.check(whole["dealer"].post(path, body).json(), problem)
    described.check(whole["nobody"].get("meta").json(), problem)
    described.check(whole["boss"].get("nothing/here").json(), problem)
