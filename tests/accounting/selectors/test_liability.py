"""What the house owes for its chips (T-45)."""

import pytest

from accounting.selectors import liability
from accounting.services import follow
from tables.domain.errors import NotAllowed
from tests import builders, cages, custody, dealt
from tests.builders import House
from tests.cages import lot

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house with chips in its drawers and a table with its bank."""
    return custody.running(builders.house())


def test_t45_issued_less_all_places_is_outstanding(house: House) -> None:
    """431,000.00 were issued; a player bought 100.00 at the table and 200.00 at the cage, and lost nothing yet."""
    custody.buy_in(house, 10_000, {2_500: 4})
    cages.sell(house, lot({10_000: 2}), {10_000: 2})
    cages.move_vault(house, "cage", lot({100_000: 10}), {})
    follow.follow_all()
    found = liability.of(house.ada)
    assert (found.issued, found.outstanding, found.promotional) == (43_100_000, 30_000, 0)
    assert {place: value for place, value in found.places if value} == {
        "cage": 41_080_000,
        "rack": 990_000,
        "vault": 1_000_000,
    }
    assert found.issued == sum(value for _, value in found.places) + found.outstanding
    assert (found.alarm, found.lag.caught_up) == (False, True)


def test_t45_more_chips_than_were_issued_are_an_alarm(house: House) -> None:
    """Nobody has bought a chip, and 50.00 are brought to the window."""
    cages.with_cash(house)
    cages.redeem(house, lot({2_500: 2}), {5_000: 1})
    follow.follow_all()
    found = liability.of(house.axel)
    assert (found.outstanding, found.alarm) == (-5_000, True)


def test_chips_of_a_round_lie_on_the_layout() -> None:
    house = dealt.in_play(builders.house())
    follow.follow_all()
    places = dict(liability.of(house.hana).places)
    assert (places["layout"], liability.of(house.hana).outstanding) == (3_500, -3_500)


def test_t41_promotional_chips_are_owed_to_nobody(house: House) -> None:
    cages.promotional_set(house)
    cages.give_promotional(house, lot({500: 4}, "PROMO"))
    follow.follow_all()
    found = liability.of(house.ada)
    assert (found.issued, found.outstanding, found.promotional) == (43_100_000, 0, 2_000)


@pytest.mark.parametrize("name", ["cass", "dana", "petra", "colin"])
def test_others_are_not_told(house: House, name: str) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        liability.of(builders.actor(name))
