"""The rule pack of a day: the newest choice on or before it, read once a version of the settings."""

from datetime import date, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from tables.domain.errors import NotAllowed
from tables.domain.rule_packs import shipped
from tables.models.rule_packs import RulePackChoice
from tables.selectors import rule_packs
from tables.services.rule_packs import choose_rule_pack
from tests import builders
from tests.builders import AT, GAMING_DAY
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TOMORROW, NEXT_WEEK = GAMING_DAY + timedelta(days=1), GAMING_DAY + timedelta(days=7)


def test_every_house_has_a_pack_from_its_first_day_on() -> None:
    casino = builders.casino()
    row = RulePackChoice.objects.get(casino=casino)
    assert (row.effective_from, row.name, row.version) == (date(2026, 3, 3), "nevada-like", 1)
    assert rule_packs.in_force(casino.pk, GAMING_DAY) == shipped.pack("nevada-like", 1, 2)


def test_a_day_has_the_newest_choice_on_or_before_it() -> None:
    house = builders.house()
    for day, name in ((NEXT_WEEK, "french-like"), (TOMORROW, "new-jersey-like")):
        choose_rule_pack(actor=house.hana, at=AT, name=name, version=1, effective_from=day)
    days = (GAMING_DAY, TOMORROW, NEXT_WEEK - timedelta(days=1), NEXT_WEEK, date(2036, 1, 1))
    assert [rule_packs.in_force(house.casino.pk, day).name for day in days] == [
        "nevada-like",
        "new-jersey-like",
        "new-jersey-like",
        "french-like",
        "french-like",
    ]


@pytest.mark.by_hand
def test_a_house_that_chose_none_has_the_default() -> None:
    casino = builders.casino()
    RulePackChoice.objects.filter(casino=casino).delete()
    assert rule_packs.in_force(casino.pk, GAMING_DAY, 99) == shipped.pack("nevada-like", 1, 2)


def test_a_known_version_of_the_settings_asks_nothing_twice(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    house = builders.house()
    house.casino.refresh_from_db()
    rule_packs.in_force(house.casino.pk, GAMING_DAY, house.casino.settings_version)
    with django_assert_num_queries(0):
        rule_packs.in_force(house.casino.pk, TOMORROW, house.casino.settings_version)
    with django_assert_num_queries(1):
        rule_packs.in_force(house.casino.pk, GAMING_DAY)


def test_one_house_does_not_decide_for_another() -> None:
    house = builders.house(outsider=True)
    choose_rule_pack(actor=house.otto, at=AT, name="french-like", version=1, effective_from=GAMING_DAY)
    assert rule_packs.in_force(house.casino.pk, GAMING_DAY).name == "nevada-like"
    assert rule_packs.in_force(house.otto.casino_id, GAMING_DAY).name == "french-like"
    assert [choice.pack for choice in rule_packs.history(house.hana)] == ["nevada-like"]


def test_the_history_tells_who_chose_what_newest_first() -> None:
    house = builders.house()
    for name in ("french-like", "new-jersey-like"):
        choose_rule_pack(actor=house.hana, at=AT, name=name, version=1, effective_from=TOMORROW)
    told = [(c.pack, c.version, c.effective_from, c.chosen_by) for c in rule_packs.history(house.axel)]
    assert told == [
        ("new-jersey-like", 1, "2026-03-05", "hana"),
        ("french-like", 1, "2026-03-05", "hana"),
        ("nevada-like", 1, "2026-03-03", "system"),
    ]
    assert {c.chosen_at for c in rule_packs.history(house.axel)} == {"2026-03-04T20:00:00.000000Z"}


def test_a_dealer_does_not_read_how_the_house_is_judged() -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        rule_packs.history(house.dana)
