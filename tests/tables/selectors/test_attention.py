"""What the rule pack and the clock put on a pit boss's list."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tables.domain.rule_packs import shipped
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.words import DropFrequency, TableBankModel
from tables.selectors import attention, tables
from tables.selectors import house as house_reads
from tables.services import clock
from tests import builders, custody
from tests import slips as acts
from tests.builders import House

pytestmark = pytest.mark.django_db
PACK = shipped.pack("nevada-like", 1, 2)
IMPREST = replace(PACK, table_bank_model=TableBankModel.IMPREST_TO_PAR)


def told(
    house: House, kind: str, after: timedelta = timedelta(0), pack: RulePack = PACK
) -> list[tuple[str, Mapping[str, Any]]]:
    """Tables and values of the items of a kind, some time after noon."""
    at = house.at + after
    views = tables.overview(house.petra, at)
    window = clock.window(house.casino.pk, house_reads.of(house.petra).settings_version, at)
    items = attention.of_pit(house.petra, views, window, at, pack)
    return [(item.table, item.values) for item in items if item.kind == kind]


def test_an_imprest_table_goes_back_to_par_while_it_is_closed() -> None:
    house = custody.running(builders.house())
    custody.buy_in(house, 50_000, {2_500: 20})
    assert told(house, "off_par", pack=IMPREST) == []
    custody.close_table(house, custody.rack_of(house))
    assert told(house, "off_par", pack=IMPREST) == [("BJ-01", {"amount": 50_000})]
    assert told(house, "off_par") == []


def test_a_rack_at_par_and_a_table_without_a_bank_ask_for_nothing() -> None:
    house = custody.running(builders.house(tables=("BJ-01", "BJ-02")))
    custody.close_table(house, custody.rack_of(house))
    assert told(house, "off_par", pack=IMPREST) == []


def test_a_box_that_stays_too_long_is_to_be_taken() -> None:
    house = custody.running(builders.house())
    pack = replace(PACK, drop_frequency=DropFrequency.EACH_SHIFT)
    assert told(house, "box_due", timedelta(hours=2), pack) == [("BJ-01", {"box": 1})]
    assert told(house, "box_due", timedelta(hours=2)) == []


def test_t20_chips_that_are_long_on_their_way_are_asked_for() -> None:
    house = acts.house()
    slip = acts.carried_fill(house)
    assert told(house, "slip_late", timedelta(minutes=30)) == []
    assert told(house, "slip_late", timedelta(minutes=30, microseconds=1)) == [("BJ-01", {"slips": [slip]})]
    acts.accept(house, slip)
    assert told(house, "slip_late", timedelta(hours=9)) == []


def test_a_credit_is_on_its_way_once_it_has_left_the_rack() -> None:
    house = acts.house()
    slip = acts.issued_credit(house)
    assert told(house, "slip_late", timedelta(hours=9)) == []
    acts.count_out(house, slip)
    assert told(house, "slip_late", timedelta(hours=9)) == [("BJ-01", {"slips": [slip]})]
