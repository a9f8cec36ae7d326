"""Who deals, who is free and fit, and what the road map says."""

from datetime import timedelta

import pytest

from tables.domain.errors import NotAllowed, NotFound
from tables.domain.gaming_day import Window
from tables.domain.rotation import Relief, Rotation
from tables.models import house as house_rows
from tables.selectors import rotations
from tables.selectors.rotations import FreeDealer, PitRotation
from tables.services import clock, staffing, taps
from tests import builders, custody
from tests.builders import AT, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def window(house: House) -> Window:
    version = house_rows.Casino.objects.get(pk=house.casino.pk).settings_version
    return clock.window(house.casino.pk, version, AT)


def seen(house: House, minutes: int = 0, name: str = "petra") -> PitRotation:
    return rotations.of_pit(house.people[name], "P1", AT + timedelta(minutes=minutes), window(house))


def test_who_deals_and_who_is_free() -> None:
    house = custody.running(builders.house(tables=["BJ-01", "BJ-02"]))
    found = seen(house)
    assert [(view.code, view.dealer, view.relief_due) for view in found.tables] == [
        ("BJ-01", "dana", AT + timedelta(hours=1))
    ]
    assert (found.rotation, found.dealers_needed, found.dealing) == (Rotation(60, 20), 2, 1)
    assert found.free == [FreeDealer("dev", "Dev Dealer", None, {"blackjack": None})]
    assert found.reliefs == [Relief(AT + timedelta(minutes=60), "BJ-01", 1, None, "dana")]  # the shift ends at 14:00


def test_who_was_relieved_rests_and_comes_next() -> None:
    house = custody.running(builders.house())
    taps.tap_in(actor=house.dev, at=AT + timedelta(minutes=20), table="BJ-01")
    found = seen(house, 30)
    assert found.free == [FreeDealer("dana", "Dana Dealer", AT + timedelta(minutes=20), {"blackjack": None})]
    assert found.reliefs == [Relief(AT + timedelta(minutes=80), "BJ-01", 1, "dana", "dev")]
    assert seen(house, 61).reliefs[0].comes is None  # who is away for more than two rests has gone home


def test_t16_what_would_refuse_a_relief_is_told_before() -> None:
    house = custody.running(builders.house())
    staffing.revoke_sign_off(actor=house.hana, at=AT, badge="dev", game="blackjack")
    assert seen(house).free[0].refused == {"blackjack": "not_signed_off"}
    staffing.sign_off_game(actor=house.hana, at=AT, badge="dev", game="blackjack")
    staffing.renew_licence(
        actor=house.hana,
        at=AT,
        badge="dev",
        licence="L-DEV",
        licence_expires_on=builders.GAMING_DAY - timedelta(days=1),
    )
    assert seen(house).free[0].refused == {"blackjack": "licence_expired"}
    with refused("licence_expired", NotAllowed):
        taps.tap_in(actor=house.dev, at=AT, table="BJ-01")


def test_a_pit_without_open_tables_needs_nobody() -> None:
    found = seen(builders.house())
    assert (found.tables, found.reliefs, found.dealers_needed) == ([], [], 0)
    assert [dealer.badge for dealer in found.free] == ["dana", "dev"]


@pytest.mark.parametrize("name", ["dana", "cass", "sam"])
def test_the_rotation_is_for_the_pit(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        seen(house, name=name)


def test_another_houses_pit_is_not_told() -> None:
    house = builders.house(outsider=True)
    with refused("no_such_pit", NotFound):
        seen(house, name="otto")
