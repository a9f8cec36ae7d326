"""Cards and dice from the maker to their destruction: every deck is somewhere, and two persons stand under each act."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from accounting.services import streams
from accounting.services.verify import equipment as proof
from tables.domain.actors import Role
from tables.domain.equipment import Item, Place
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.models.equipment import EquipmentStock
from tables.selectors import equipment as reads
from tables.services import pits, shoes, taps
from tests import builders, custody, slips, stores
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house()


def test_a_decks_life_from_the_maker_to_the_shredder(house: House) -> None:
    """24 decks come, 8 go to a table; 4 come back sealed and 4 used, which are destroyed."""
    stores.receive(house)
    stores.issue(house)
    assert stores.lines(house) == {("cards", "new"): 16, ("cards", "table"): 8}
    stores.give_back(house, 8, unused=4)
    assert stores.lines(house) == {("cards", "new"): 20, ("cards", "used"): 4}
    stores.destroy(house, 4)
    assert stores.lines(house) == {("cards", "new"): 20}
    [gone] = facts("equipment_destroyed")
    assert (gone["pieces"], gone["place"], gone["how"]) == (4, "used", "drilled and shredded")
    assert [(one["badge"], one["role"]) for one in gone["signatures"]] == [("sam", "security"), ("ada", "accountant")]


def test_dice_are_counted_in_pieces_beside_the_decks(house: House) -> None:
    stores.receive(house, 50, item=Item.DICE, source="serials 1001 to 1050")
    stores.issue(house, 5, item=Item.DICE)
    assert stores.lines(house) == {("dice", "new"): 45, ("dice", "table"): 5}
    assert reads.of(house.axel).dice == [("BJ-01", 5)]


@pytest.mark.parametrize(
    ("act", "code", "family"),
    [
        (lambda house: stores.issue(house, 25), "equipment_short", Conflict),
        (lambda house: stores.give_back(house, 9), "equipment_short", Conflict),
        (lambda house: stores.destroy(house, 1), "equipment_short", Conflict),
        (lambda house: stores.give_back(house, 8, unused=9), "bad_pieces", Invalid),
        (lambda house: stores.receive(house, 0), "bad_pieces", Invalid),
        (lambda house: stores.receive(house, 100_001), "bad_pieces", Invalid),
        (lambda house: stores.receive(house, source=""), "bad_note", Invalid),
        (lambda house: stores.destroy(house, 1, how=" "), "bad_reason", Invalid),
        (lambda house: stores.destroy(house, 1, Place.TABLE), "not_in_stores", Invalid),
        (lambda house: stores.issue(house, table="BJ-99"), "no_such_table", NotFound),
        (lambda house: stores.issue(house, pit_boss=slips.PAUL), "not_in_charge", NotAllowed),
        (lambda house: stores.issue(house, pit_boss=house.sign("dana")), "role_not_held", NotAllowed),
        (lambda house: stores.receive(house, accountant=house.sign("sam")), "role_not_held", NotAllowed),
        (lambda house: stores.receive(house, actor=house.petra), "not_permitted", NotAllowed),
        (lambda house: stores.count(house, stores.NOTHING, actor=house.ada), "not_permitted", NotAllowed),
    ],
)
def test_what_is_refused_changes_nothing(
    house: House, act: Callable[[House], Any], code: str, family: type[FloorError]
) -> None:
    slips.add_paul(house)
    stores.receive(house)
    stores.issue(house)
    with refused(code, family):
        act(house)


STORES: Mapping[str, Callable[[House], Any]] = {
    "receive": stores.receive,
    "issue": stores.issue,
    "give_back": lambda house: stores.give_back(house, 1),
    "destroy": lambda house: stores.destroy(house, 1, Place.NEW),
    "count": lambda house: stores.count(house, {**stores.NOTHING, "cards": {"new": 16, "used": 0}}),
}


@pytest.mark.parametrize("act", STORES.values(), ids=STORES)
def test_t100_who_deals_meanwhile_neither_keeps_nor_counts_them(house: House, act: Callable[[House], Any]) -> None:
    """T-100: sam is of security, and deals as well today; when he has tapped out he keeps the stores again."""
    stores.receive(house)
    stores.issue(house)
    custody.running(house)
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    custody.deals(house, "sam")
    with refused("keeper_in_pit", NotAllowed):
        act(house)
    taps.tap_out(actor=house.petra, at=house.at, table="BJ-01")
    before = builders.snapshot()["DEMO/cage"]
    assert act(house)["seq"] == before + 1


@pytest.mark.parametrize(
    "act", [STORES["receive"], STORES["destroy"], STORES["count"]], ids=["receive", "destroy", "count"]
)
def test_t100_who_is_in_charge_of_a_pit_counts_no_cards(house: House, act: Callable[[House], Any]) -> None:
    """T-100: ada is of accounting, and in charge of the pit meanwhile."""
    stores.receive(house)
    stores.issue(house)
    custody.also(house, "ada", Role.PIT_BOSS)
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="ada")
    with refused("keeper_in_pit", NotAllowed):
        act(house)


def test_the_stores_are_counted_blind(house: House) -> None:
    """A deck is missing: without a word the count is refused and tells nothing, with one it stands."""
    stores.receive(house)
    found = {**stores.NOTHING, "cards": {"new": 23, "used": 0}}
    with refused("count_differs", Invalid):
        stores.count(house, found)
    answer = stores.count(house, found, note="one deck was given without a slip")
    assert answer["difference"] == {"cards": {"new": -1}}
    assert stores.lines(house) == {("cards", "new"): 23}
    assert reads.of(house.hana).counted_on == builders.GAMING_DAY
    assert stores.count(house, found)["difference"] == {}


def test_a_double_submit_counts_once(house: House) -> None:
    first = stores.receive(house, key="delivery-0001")
    assert stores.receive(house, key="delivery-0001") == first
    assert stores.lines(house) == {("cards", "new"): 24}


def test_a_shoe_that_the_stores_never_gave_is_named() -> None:
    """Four decks lie in the shoe. Until the house keeps the log nobody is asked where they come from."""
    house = custody.running(builders.house())
    shoes.receive_shoe(actor=house.dana, at=house.at, table="BJ-01")
    assert not reads.of(house.petra).is_kept
    stores.receive(house)
    [line] = reads.of(house.petra).tables
    assert (line.given, line.in_shoe, line.without_issue, line.beside_shoe) == (0, 4, 4, 0)
    stores.issue(house)
    [line] = reads.of(house.petra).tables
    assert (line.given, line.in_shoe, line.without_issue, line.beside_shoe) == (8, 4, 0, 4)


@pytest.mark.by_hand
def test_a_row_that_does_not_follow_is_named(house: House) -> None:
    stores.receive(house)
    EquipmentStock.objects.filter(item="cards", place="new").update(pieces=23)
    assert [str(found) for found in proof.check(streams.by_key("DEMO/cage"))] == [
        "DEMO/cage: equipment cards/new/: pieces is 23 and should be 24"
    ]
