"""Founding a house: from nothing to its first manager; asked twice it is the same house."""

from dataclasses import replace

import pytest

from tables.domain import charter
from tables.domain.actors import Role
from tables.domain.charter import Charter
from tables.domain.errors import Conflict, FloorError
from tables.models import floor, house, log
from tables.services import founding, sign_ons, staffing
from tables.services import house as house_service
from tests import builders
from tests.builders import AT, PASSWORD, facts, snapshot
from tests.refusals import refused
from tests.tables.domain.test_charter import given

pytestmark = pytest.mark.django_db
OWN = "nobody but me knows"


def lucky() -> Charter:
    return charter.read(given())


def differs(changed: Charter) -> list[str]:
    with refused("charter_differs", Conflict):
        founding.found_house(charter=changed, at=AT)
    try:
        founding.found_house(charter=changed, at=AT)
    except FloorError as error:
        return list(error.detail["problems"])
    raise AssertionError("it was founded")


def test_a_house_is_founded_up_to_its_managers_first_sign_in() -> None:
    founded = founding.found_house(charter=lucky(), at=AT)
    assert founded.added == (
        "casino LUCKY",
        "chip set MAIN",
        "house rules of blackjack v1",
        "house rules of liars_dice v1",
        "pit P1",
        "table BJ-01",
        "table LD-01",
    )
    casino = house.Casino.objects.get()
    assert (casino.code, casino.currency, casino.exponent) == ("LUCKY", "USD", 2)
    tables = floor.GamingTable.objects.order_by("code").values_list("code", "rules__game", "licensed_maximum")
    assert list(tables) == [("BJ-01", "blackjack", 1_000_000), ("LD-01", "liars_dice", 100_000)]
    assert {line.denomination: line.par for line in floor.RackChips.objects.filter(table__code="BJ-01")} == {
        50: 100, 100: 200, 500: 200, 2_500: 160, 10_000: 48, 50_000: 0,
    }  # fmt: skip
    assert founded.password is not None
    with refused("one_time_password"):
        sign_ons.sign_on_with_password(at=AT, username="hana", password=founded.password)
    signed = sign_ons.sign_on_with_password(at=AT, username="hana", password=founded.password, new_password=OWN)
    assert (signed.actor.casino, signed.actor.roles) == ("LUCKY", frozenset({Role.HOUSE_MANAGER}))
    assert founded.password not in repr(founded) + " ".join(log.Event.objects.values_list("body", flat=True))


def test_asked_again_it_only_gives_a_password_that_nobody_has_used() -> None:
    first = founding.found_house(charter=lucky(), at=AT)
    again = founding.found_house(charter=lucky(), at=AT)
    assert again.added == ()
    assert again.password not in (None, first.password)
    assert again.password is not None
    sign_ons.sign_on_with_password(at=AT, username="hana", password=again.password, new_password=OWN)
    before = snapshot("LUCKY")
    third = founding.found_house(charter=lucky(), at=AT)
    assert (third.added, third.password) == ((), None)
    assert snapshot("LUCKY") == before


@pytest.mark.parametrize("act", ["add_chip_set", "add_house_rules", "add_pit", "add_table"])
def test_a_founding_that_broke_off_is_finished(monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    def break_off(**_: object) -> None:
        raise ConnectionError("the line is dead")

    with monkeypatch.context() as broken:
        broken.setattr(house_service, act, break_off)
        with pytest.raises(ConnectionError):
            founding.found_house(charter=lucky(), at=AT)
    founded = founding.found_house(charter=lucky(), at=AT)
    assert founded.added[-1] == "table LD-01"
    assert founded.password is not None
    assert sorted(floor.GamingTable.objects.values_list("code", flat=True)) == ["BJ-01", "LD-01"]
    assert [len(facts(type_)) for type_ in ("casino_registered", "chip_set_added", "pit_added")] == [1, 1, 1]
    assert len(facts("house_rules_added")) == len(facts("table_added")) == 2


def test_what_the_charter_has_more_is_added() -> None:
    made = lucky()
    founding.found_house(charter=replace(made, tables=made.tables[:1]), at=AT)
    more = replace(made, pits={**made.pits, "P2": "Upper floor"})
    assert founding.found_house(charter=more, at=AT).added == ("pit P2", "table LD-01")


def test_a_house_that_stands_otherwise_is_refused_as_a_whole() -> None:
    made = lucky()
    founding.found_house(charter=made, at=AT)
    (blackjack, dice), (chip_set,) = made.tables, made.chip_sets
    changed = replace(
        made,
        name="Unlucky",
        time_zone="Europe/Paris",
        pits={"P1": "Cellar", "P2": "New"},
        chip_sets=(replace(chip_set, chips=chip_set.chips[:-1]),),
        tables=(replace(blackjack, spots=6, licensed_maximum=5), dice),
    )
    assert differs(changed) == [
        "casino.name: is 'Lucky Star', not 'Unlucky'",
        "casino.time_zone: is 'America/Los_Angeles', not 'Europe/Paris'",
        "chip_sets[MAIN]: has other chips",
        "pits[P1].name: is 'Main floor', not 'Cellar'",
        "tables[BJ-01]: has another spots, licensed_maximum",
    ]
    assert not floor.Pit.objects.filter(code="P2").exists()


def test_another_manager_and_another_houses_user_name_are_refused() -> None:
    made = lucky()
    founding.found_house(charter=made, at=AT)
    other = replace(made, manager=replace(made.manager, badge="M002", username="otto"))
    assert differs(other) == ["manager: M002 otto is no house manager there"]
    assert differs(replace(made, code="SECOND")) == ["manager.username: hana is somebody of another house"]
    assert list(house.Casino.objects.values_list("code", flat=True)) == ["LUCKY"]


def test_a_manager_who_lost_the_role_founds_nothing_more() -> None:
    made = lucky()
    founded = founding.found_house(charter=made, at=AT)
    assert founded.password is not None
    signed = sign_ons.sign_on_with_password(at=AT, username="hana", password=founded.password, new_password=OWN)
    heir = staffing.NewPerson(badge="M002", name="Otto", username="otto", password=PASSWORD)
    staffing.register_staff(actor=signed.actor, at=AT, person=heir, roles=[Role.HOUSE_MANAGER])
    staffing.revoke_role(actor=signed.actor, at=AT, badge="M001", role=Role.HOUSE_MANAGER)
    assert differs(made) == ["manager: M001 hana is no house manager there"]


def test_a_house_made_by_hand_can_be_completed() -> None:
    builders.casino("LUCKY", manager="hana")
    made = lucky()
    hana = builders.PEOPLE["hana"]
    assert hana[0] == Role.HOUSE_MANAGER
    by_hand = replace(made, name="Lucky House", manager=replace(made.manager, badge="hana"))
    founded = founding.found_house(charter=by_hand, at=AT)
    assert founded.password is None  # she has her own
    assert founded.added[0] == "chip set MAIN"
