"""Which slips an audience sees, where the chips are that nobody has, and what accounting alone can read."""

import json

import pytest

from accounting.models.accounts import StreamBalance
from accounting.services import follow
from tables.domain.actors import Role
from tables.domain.errors import NotAllowed, NotFound
from tables.models import log
from tables.selectors import slip_records, slips
from tables.selectors.slips import Wanted
from tables.services import house as house_service
from tables.services import pits, taps
from tests import builders, custody
from tests import slips as acts
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Paul is in charge of pit P2, where no table stands."""
    house = acts.house(tables=("BJ-01", "BJ-02"), outsider=True)
    acts.add_paul(house)
    house_service.add_pit(actor=house.hana, at=house.at, code="P2", name="Pit 2")
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P2", badge="paul")
    return house


def requests_seen(house: House, name: str, wanted: Wanted = slips.EVERYTHING) -> list[int]:
    return [view.request for view in slips.found(builders.actor(name), wanted)]


# --------------------------------------------------------------------------------------------------------- audiences
def test_cage_accounting_audit_and_management_see_all(house: House) -> None:
    acts.ask_fill(house)
    acts.ask_credit(house)
    for name in ("cass", "ada", "axel", "hana"):
        assert requests_seen(house, name) == [2, 1]


def test_the_pit_sees_its_own(house: House) -> None:
    slip = acts.issued_fill(house)
    assert requests_seen(house, "petra") == [1]
    assert requests_seen(house, "paul") == []
    with pytest.raises(NotFound, match="no_such_slip"):
        slips.one(builders.actor("paul"), slip)
    with pytest.raises(NotFound, match="no_such_request"):
        slips.request(builders.actor("paul"), "BJ-01", 1)
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    assert requests_seen(house, "petra") == []


def test_security_sees_what_is_to_carry(house: House) -> None:
    """A request is none of its business, and neither is a slip that has arrived."""
    fill, credit = acts.issued_fill(house), acts.issued_credit(house)
    acts.ask_fill(house)
    assert requests_seen(house, "sam") == [2, 1]
    acts.carry(house, fill)
    acts.accept(house, fill)
    acts.count_out(house, credit)
    assert requests_seen(house, "sam") == [2]
    acts.receive(house, credit)
    assert requests_seen(house, "sam") == []
    with pytest.raises(NotFound, match="no_such_slip"):
        slips.one(house.sam, fill)


@pytest.mark.parametrize("name", ["dana", "colin"])
def test_nobody_else_sees_slips(house: House, name: str) -> None:
    slip = acts.issued_fill(house)
    for read in (slips.found, slips.on_the_way):
        with pytest.raises(NotAllowed, match="not_permitted"):
            read(builders.actor(name))
    with pytest.raises(NotAllowed, match="not_permitted"):
        slips.one(builders.actor(name), slip)


def test_another_house_has_none_of_them(house: House) -> None:
    slip = acts.issued_fill(house)
    assert slips.found(house.otto) == []
    with pytest.raises(NotFound, match="no_such_slip"):
        slips.one(house.otto, slip)


def test_the_dealer_at_the_table_sees_what_is_open_there(house: House) -> None:
    acts.ask_credit(house)
    slip = acts.issued_fill(house)
    assert [(view.request, view.slip) for view in slips.at_table(house.dana, "BJ-01")] == [(1, None), (2, slip)]
    acts.carry(house, slip)
    acts.accept(house, slip)
    assert [view.request for view in slips.at_table(house.petra, "BJ-01")] == [1]
    with pytest.raises(NotFound, match="no_such_table"):
        slips.at_table(builders.actor("dev"), "BJ-01")
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    with pytest.raises(NotFound, match="no_such_table"):
        slips.at_table(builders.actor("dana"), "BJ-01")


# ------------------------------------------------------------------------------------------------------------- lists
def test_a_list_in_pieces_and_by_what_is_wanted(house: House) -> None:
    acts.issued_fill(house)
    acts.ask_credit(house)
    acts.void(house, acts.issued_credit(house))
    acts.reprint(house, "F-000001")
    assert requests_seen(house, "cass", Wanted(status="void")) == [3]
    assert requests_seen(house, "cass", Wanted(kind="credit")) == [3, 2]
    assert requests_seen(house, "cass", Wanted(table="BJ-02")) == []
    assert requests_seen(house, "cass", Wanted(gaming_day=builders.GAMING_DAY)) == [3, 1]
    assert requests_seen(house, "cass", Wanted(reprinted=True)) == [1]
    assert requests_seen(house, "cass", Wanted(open_only=True)) == [2, 1]
    first = slips.found(house.cass, limit=1)[0]
    assert [view.request for view in slips.found(house.cass, before=first.id)] == [2, 1]


def test_one_slip_says_all_of_itself(house: House) -> None:
    slip = acts.carried_fill(house)
    acts.accept(house, slip)
    view = slips.one(house.petra, slip)
    assert (view.slip, view.table, view.pit, view.kind, view.status) == (slip, "BJ-01", "P1", "fill", "accepted")
    assert (view.gaming_day, view.shift, view.period, view.box) == (builders.GAMING_DAY, "day", 1, 1)
    assert [line["act"] for line in view.signatures] == [
        "fill_requested",
        "fill_issued",
        "slip_carried",
        "fill_accepted",
        "fill_accepted",
    ]
    assert slips.request(house.petra, "BJ-01", 1) == view


def test_t20_what_is_on_the_way_is_what_the_books_have_in_transit(house: House) -> None:
    """T-20: chips that are set apart, carried, sent back or counted out are in neither rack nor cage."""
    fill, declined = acts.issued_fill(house), acts.carried_fill(house)
    acts.decline(house, declined, acts.FILL)
    credit, exchange = acts.issued_credit(house), acts.carried_exchange(house)
    acts.ask_fill(house)
    assert in_transit(house) == ([fill, declined, exchange], 70_000 + 70_000 + 50_000)
    acts.count_out(house, credit)
    acts.make_exchange(house, exchange)
    acts.carry(house, fill)
    assert in_transit(house)[1] == 70_000 + 70_000 + 50_000 + 90_000
    acts.accept(house, fill)
    acts.give_back(house, declined, acts.FILL)
    acts.receive(house, exchange, acts.GIVEN)
    assert in_transit(house) == ([credit], 90_000)
    acts.receive(house, credit)
    assert in_transit(house) == ([], 0)


def in_transit(house: House) -> tuple[list[str | None], int]:
    """The slips on the way in the order of their issue, and their value, which the books confirm."""
    follow.follow_all()
    on_the_way = slips.on_the_way(house.ada)
    total = sum(view.total for view in on_the_way)
    cage = log.Stream.objects.get(key="DEMO/cage")
    rows = StreamBalance.objects.filter(account_id=cage.pk * 64 + 16)
    assert sum(row.balance for row in rows) == total
    return [view.slip for view in sorted(on_the_way, key=lambda view: view.request)], total


def test_t20_a_closed_table_with_a_slip_in_transit_is_in_the_list(house: House) -> None:
    """T-20: closing the table does not end the slip."""
    slip = acts.carried_fill(house)
    custody.close_table(house)
    assert [(view.slip, view.table, view.status) for view in slips.on_the_way(house.cass)] == [
        (slip, "BJ-01", "in_transit")
    ]


# ---------------------------------------------------------------------------------------------------- accounting's own
def test_the_restricted_copy_is_the_log_itself(house: House) -> None:
    acts.issued_fill(house)
    slip = acts.carried_fill(house)
    acts.accept(house, slip)
    acts.reprint(house, slip)
    copy = slip_records.restricted_copy(house.ada, slip)
    assert copy.slip.slip == slip
    assert [(event.stream, event.type) for event in copy.events] == [
        ("DEMO/table/BJ-01", "fill_requested"),
        ("DEMO/cage", "fill_issued"),
        ("DEMO/cage", "slip_carried"),
        ("DEMO/table/BJ-01", "fill_accepted"),
        ("DEMO/cage", "slip_reprinted"),
    ]
    for event in copy.events:
        row = log.Event.objects.get(stream_id=log.Stream.objects.get(key=event.stream).pk, seq=event.seq)
        assert (row.body, bytes(row.hash).hex()) == (event.body, event.hash)
        assert json.loads(event.body)["data"]["request"] == 2


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "sam", "colin", "hana"])
def test_t106_nobody_but_accounting_and_audit_reads_it(house: House, name: str) -> None:
    """T-106: cage, pit and management have no door to the restricted copy."""
    slip = acts.issued_fill(house)
    with pytest.raises(NotAllowed) as refused:
        slip_records.restricted_copy(builders.actor(name), slip)
    assert refused.value.detail == {"permission": "read_restricted_copy"}
    assert slip_records.restricted_copy(house.axel, slip).slip.slip == slip


def test_two_requests_of_one_number_at_two_tables_are_two_slips(house: House) -> None:
    first = acts.issued_fill(house)
    second = acts.issue(house, acts.ask_fill(house, table="BJ-02")["request"], table="BJ-02")["slip"]
    for slip, table in ((first, "BJ-01"), (second, "BJ-02")):
        copy = slip_records.restricted_copy(house.ada, slip)
        assert [(event.stream, event.type) for event in copy.events] == [
            (f"DEMO/table/{table}", "fill_requested"),
            ("DEMO/cage", "fill_issued"),
        ]


def test_a_boss_who_carries_roles_sees_what_each_may(house: House) -> None:
    custody.also(house, "paul", Role.SECURITY)
    acts.issued_fill(house)
    acts.ask_credit(house)
    assert requests_seen(house, "paul") == [1]
