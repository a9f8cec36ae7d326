"""Players the house knows, and what a table knows of their chips."""

from typing import Any

import pytest

from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.domain.limits import MOST
from tables.domain.table_states import RoundStatus
from tables.models import floor, log, rounds
from tables.selectors import patrons as reads
from tables.services import patrons, pits, taps
from tests import builders
from tests.builders import facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT


def register(house: builders.House, who: str = "petra", **changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"at": AT, "code": "C-1", "name": "Pat Player"}
    return patrons.register_patron(actor=house.people[who], **(values | changes))


def declare(house: builders.House, name: str = "dana", **changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"at": AT, "table": "BJ-01", "player": "p2", "amount": 20_000}
    return patrons.declare_funds(actor=house.people[name], **(values | changes))


def test_a_patron_is_known_by_name_or_description() -> None:
    house = builders.house()
    register(house)
    register(house, "dana", code="C-2", name="", description="tall, red cap")
    assert reads.known(house.petra) == [
        reads.PatronView("C-1", "Pat Player", ""),
        reads.PatronView("C-2", "", "tall, red cap"),
    ]
    assert reads.known(house.petra, after="C-1", limit=1) == [reads.PatronView("C-2", "", "tall, red cap")]
    assert facts("patron_registered") == [{"patron": "C-1"}, {"patron": "C-2"}]


def test_the_log_cannot_be_corrected_so_it_holds_no_name() -> None:
    house = builders.house()
    register(house, description="tall")
    assert not log.Event.objects.filter(body__contains="Pat Player").exists()
    assert not log.Event.objects.filter(body__contains="tall").exists()


@pytest.mark.parametrize(
    ("changes", "code", "family"),
    [
        ({"code": "c 1"}, "bad_code", Invalid),
        ({"name": ""}, "name_or_description_required", Invalid),
        ({"name": "Pat\n"}, "bad_name", Invalid),
        ({"name": "x" * 121}, "bad_name", Invalid),
        ({"description": "x" * 241}, "bad_description", Invalid),
        ({"code": "C-0"}, "patron_exists", Conflict),
    ],
)
def test_a_patron_must_make_sense(changes: dict[str, Any], code: str, family: type[FloorError]) -> None:
    house = builders.house()
    register(house, code="C-0")
    with refused(code, family):
        register(house, **changes)


def test_no_patrons_code_looks_like_anothers() -> None:
    """Front money, markers and the cash log hang on it; patrons themselves may be called alike."""
    house = builders.house(outsider=True)
    patrons.register_patron(actor=house.petra, at=AT, code="C-10", name="Lee Wong")
    with pytest.raises(Conflict) as refusal:
        patrons.register_patron(actor=house.petra, at=AT, code="C-1O", name="Lee Wong")
    assert (refusal.value.code, refusal.value.detail) == ("name_looks_alike", {"like": "C-10"})
    with refused("name_looks_alike", Conflict):
        patrons.register_patron(actor=house.petra, at=AT, code="C-IO", name="Lee Wong")
    patrons.register_patron(actor=house.petra, at=AT, code="C-11", name="Lee Wong")
    assert list(rounds.Patron.objects.order_by("code").values_list("code", flat=True)) == ["C-10", "C-11"]


def test_the_cage_registers_and_does_not_declare() -> None:
    house = builders.house()
    register(house, "cass")
    with refused("not_permitted", NotAllowed):
        declare(house, "cass")


@pytest.mark.parametrize("name", ["cora", "ada", "axel", "hana"])
def test_only_dealers_and_bosses_register_and_declare(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        register(house, name)
    with refused("not_permitted", NotAllowed):
        declare(house, name)


@pytest.mark.parametrize("name", ["dana", "cora"])
def test_who_patrons_are_is_not_for_everybody(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        reads.known(house.people[name])


def test_patrons_belong_to_one_casino() -> None:
    house = builders.house(outsider=True)
    register(house)
    assert reads.known(house.otto) == []
    assert rounds.Patron.objects.get().casino == house.casino


def test_a_dealer_declares_a_players_chips() -> None:
    house = builders.house()
    taps.tap_in(actor=house.dana, at=AT, table="BJ-01")
    assert declare(house) == {"table": "BJ-01", "player": "p2", "amount": 20_000, "seq": 3}
    declare(house, player="p3", amount=0)
    declare(house, amount=15_000)
    assert house.state().funds == {"p2": 15_000, "p3": 0}
    assert facts("patron_funds_declared")[0] == {"player": "p2", "amount": 20_000}


def test_the_boss_in_charge_declares_too_and_nobody_else() -> None:
    house = builders.house()
    assert declare(house, "petra")["amount"] == 20_000
    with refused("not_in_charge", NotAllowed):
        declare(house, "dev")  # a dealer, but not of this table
    pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    with refused("not_in_charge", NotAllowed):
        declare(house, "petra")


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"amount": -1}, "bad_amount"), ({"amount": MOST + 1}, "bad_amount"), ({"player": " "}, "bad_player")],
)
def test_what_is_declared_must_make_sense(changes: dict[str, Any], code: str) -> None:
    house = builders.house()
    with refused(code, Invalid):
        declare(house, "petra", **changes)


@pytest.mark.by_hand
@pytest.mark.parametrize("status", [RoundStatus.BETTING, RoundStatus.IN_PLAY, RoundStatus.SETTLED])
def test_a_running_round_keeps_its_own_account(status: RoundStatus) -> None:
    house = builders.house()
    floor.TableState.objects.update(round_status=status)
    with refused("round_in_play", Conflict):
        declare(house, "petra")


def test_another_casinos_table_does_not_exist() -> None:
    house = builders.house()
    with refused("no_such_table", NotFound):
        declare(house, "petra", table="BJ-09")


def test_a_repeat_gets_the_stored_answer() -> None:
    house = builders.house()
    registered, declared = register(house, key="key-0001"), declare(house, "petra", key="key-0002")
    heads = builders.snapshot()
    assert register(house, key="key-0001") == registered
    assert declare(house, "petra", key="key-0002") == declared
    assert builders.snapshot() == heads
