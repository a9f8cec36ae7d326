"""What is booked of a rake that is not the expected one: the rule pack of the box's gaming day says (domain.md §0)."""

import pytest

from accounting.models.results import RakeCount
from accounting.selectors import figures
from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.actors import Role
from tables.services import rule_packs, taps
from tests import counting, custody, dealt, potted
from tests.builders import GAMING_DAY, House, facts

pytestmark = pytest.mark.django_db


def raked(pack: str) -> House:
    """One game of two players took 1.00 of their 10.00; the box of it is in the count."""
    house = potted.house("scarney", frames=1, rake="percent", rake_percent=[1, 10])
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=GAMING_DAY)
    potted.open_scarney(house)
    dealt.press(house, *potted.frame("anna", 1, 1, 3, 4, 6), *potted.frame("bo", 1, 3, 4, 6, 6))
    dealt.press(house, {"do": "confirm_settlement"})
    custody.close_table(house, custody.rack_of(house))
    taps.tap_out(actor=house.dana, at=house.at, table=house.tables[0])
    custody.remove_box(house)
    return house


@pytest.mark.parametrize(
    ("pack", "rule", "team", "booked"),
    [
        ("new-jersey-like", "as_counted", ("colin", "cora", "sam"), 0),
        ("french-like", "higher_of_both", ("colin", "cora"), 100),
    ],
)
def test_a_shortfall_is_booked_as_the_rule_pack_says(pack: str, rule: str, team: tuple[str, ...], booked: int) -> None:
    house = raked(pack)
    custody.also(house, "sam", Role.COUNTER)
    session = counting.open_count(house, team)["session"]
    counting.accept(house)
    counting.both(house, counting.cash({}))
    counting.both(house, counting.rake({}))
    counting.verify(house, session, {})
    counting.close(house, session, team=[house.sign(name) for name in team])
    follow.follow_all(house.casino.pk)
    assert facts("rake_counted")[0]["rake_shortfall"] == rule
    row = RakeCount.objects.get()
    assert (row.expected, row.counted, row.booked) == (100, 0, booked)
    told = figures.between(actor=house.ada, first=GAMING_DAY, last=GAMING_DAY).content["pot_games"]["house"]
    assert (told["rake_expected"], told["rake_counted"], told["rake_booked"]) == (100, 0, booked)
    assert (told["rake_shortfall"], told["rake_surplus"]) == (100, 0)
    assert verify().findings == []
