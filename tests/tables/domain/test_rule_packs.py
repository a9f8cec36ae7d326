"""Rule packs: what each value decides, what a value may be, and that a released version never changes."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.canonical import content_hash
from tables.domain.errors import NotFound
from tables.domain.rule_packs import forms, shipped
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.values import VALUES, RulingBound
from tables.domain.rule_packs.words import CashKind, Ruling, SlipCopy, VarianceLevel

NEVADA = shipped.pack("nevada-like", 1, 2)
NEW_JERSEY = shipped.pack("new-jersey-like", 1, 2)
FRANCE = shipped.pack("french-like", 1, 2)


def test_three_packs_are_shipped_and_nevadas_is_the_default() -> None:
    assert list(shipped.PACKS) == [("nevada-like", 1), ("new-jersey-like", 1), ("french-like", 1)]
    assert shipped.DEFAULT == ("nevada-like", 1)


def test_every_value_is_told_and_every_field_is_a_value() -> None:
    assert {"name", "version", *VALUES} == {field.name for field in fields(RulePack)}
    assert all(told.row and told.meaning for told in VALUES.values())


@pytest.mark.parametrize(
    ("name", "version", "digest"),
    [
        ("nevada-like", 1, "2ae1839bf95c171590f15c95d6e05b19384b1f08c19147fb27f07cdb86440e7a"),
        ("new-jersey-like", 1, "ad809462978c195199b66af4ee521c1f00238d4e98e49ec7add1c5d4addcef50"),
        ("french-like", 1, "c26c086beaeee353de01c0b520b41c12be92bc5dc8e392708d08e0c2d67b0fc0"),
    ],
    ids=["nevada", "new jersey", "france"],
)
def test_a_version_never_changes(name: str, version: int, digest: str) -> None:
    assert content_hash(forms.dump(shipped.pack(name, version, 2))) == digest


@pytest.mark.parametrize("name_and_version", shipped.PACKS, ids=str)
@pytest.mark.parametrize("exponent", [0, 2, 3])
def test_a_pack_is_the_same_after_the_log(name_and_version: tuple[str, int], exponent: int) -> None:
    pack = shipped.pack(*name_and_version, exponent)
    assert forms.read(*name_and_version, json.loads(json.dumps(forms.dump(pack)))) == pack


@pytest.mark.parametrize(("exponent", "report", "currency_report"), [(0, 26, 10_000), (2, 2_501, 1_000_000)])
def test_amounts_are_whole_units_made_minor_by_the_exponent(exponent: int, report: int, currency_report: int) -> None:
    pack = shipped.pack("new-jersey-like", 1, exponent)
    assert (pack.variance_report_from, pack.ctr_above) == (report, currency_report)


@pytest.mark.parametrize("asked", [("nevada-like", 2), ("nevada", 1), ("", 1)])
def test_there_is_no_other_pack(asked: tuple[str, int]) -> None:
    with pytest.raises(NotFound) as caught:
        shipped.pack(*asked, 2)
    assert caught.value.code == "no_such_pack"


@pytest.mark.parametrize(
    ("pack", "difference", "level"),
    [
        (NEW_JERSEY, 0, None),
        (NEW_JERSEY, 1, VarianceLevel.NOTE),
        (NEW_JERSEY, -2_500, VarianceLevel.NOTE),
        (NEW_JERSEY, 2_501, VarianceLevel.REPORT),
        (NEW_JERSEY, -9_999, VarianceLevel.REPORT),
        (NEW_JERSEY, 10_000, VarianceLevel.REGULATOR),
        (NEW_JERSEY, -10_000, VarianceLevel.REGULATOR),
        (NEVADA, -9_999, VarianceLevel.NOTE),
        (NEVADA, -10_000, VarianceLevel.REPORT),
        (NEVADA, -(10**12), VarianceLevel.REPORT),
        (FRANCE, 1, VarianceLevel.REPORT),
    ],
)
def test_t12_the_size_of_a_variance_decides_who_hears_of_it(
    pack: RulePack, difference: int, level: VarianceLevel | None
) -> None:
    assert pack.variance_level(difference) == level


def test_v21_exactly_the_threshold_is_no_report() -> None:
    assert (NEVADA.ctr_above, NEW_JERSEY.ctr_above, FRANCE.ctr_above) == (1_000_000, 1_000_000, None)
    assert (NEVADA.mtl_from, NEW_JERSEY.mtl_from, FRANCE.mtl_from) == (250_000, 300_000, 200_000)


def test_v22_cash_in_and_cash_out_are_different_lists() -> None:
    for pack in (NEVADA, NEW_JERSEY, FRANCE):
        assert set(pack.cash_in_kinds) & set(pack.cash_out_kinds) == {CashKind.EXCHANGE}


def test_a_ruling_is_allowed_up_to_its_bound() -> None:
    assert NEVADA.ruling("pay_as_claimed") == RulingBound(Ruling.PAY_AS_CLAIMED, 50_000)
    assert NEVADA.ruling("continue") == RulingBound(Ruling.CONTINUE, None)
    assert NEW_JERSEY.ruling("pay_as_claimed") is None


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("table_bank_model", "by_eye", "must be one of inventory_count, imprest_to_par"),
        ("slip_copies", [], "must be at least 2, each once"),
        ("slip_copies", ["cage"], "must be at least 2, each once"),
        ("slip_copies", ["cage", "cage"], "must be at least 2, each once"),
        ("slip_copies", "cage", "must be a list"),
        ("slip_copies", 2, "must be a list"),
        ("void_second_roles", ["somebody"], "must be one of"),
        ("business_year_starts_month", 13, "must be a whole number from 1 to 12"),
        ("variance_tell_from", 0, "must be a whole number from 1"),
        ("variance_tell_from", True, "must be a whole number from 1"),
        ("variance_regulator_from", 2.5, "must be a whole number from 1"),
        ("idle_days", 0, "must be a whole number from 1 to 366"),
        ("count_team_size", 1, "must be a whole number from 2 to 9"),
        ("promo_in_drop", 1, "must be true or false"),
        ("statistics_tolerance", "3", "must be a whole number from 1 to 10000"),
        ("ctr_above", 10**15 + 1, "must be a whole number from 1"),
        ("allowed_rulings", ["continue"], "must be rulings"),
        ("allowed_rulings", [{"code": "continue"}], "must be rulings"),
        ("allowed_rulings", [{"code": "forgive", "most": None}], "must be one of"),
        ("allowed_rulings", [{"code": "continue", "most": -1}], "must be a whole number from 0"),
        ("allowed_rulings", [{"code": "continue", "most": None}], "void_round is always possible"),
        ("variance_report_from", 10_001, "must not be below variance_report_from"),
        ("variance_tell_from", 2_502, "must not be below variance_tell_from"),
        ("mtl_from", 1_000_001, "must not be above ctr_above"),
    ],
)
def test_a_value_that_cannot_be_is_named(name: str, value: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"^[a-z_]+: .*{words}"):
        forms.read("new-jersey-like", 1, forms.dump(NEW_JERSEY) | {name: value})


def test_a_pack_is_whole_and_nothing_else() -> None:
    values = forms.dump(NEVADA)
    with pytest.raises(ValueError, match=r"^happy_hour: no such value$"):
        forms.read("nevada-like", 1, values | {"happy_hour": True})
    del values["idle_days"]
    with pytest.raises(ValueError, match=r"^idle_days: is missing$"):
        forms.read("nevada-like", 1, values)


def test_words_become_what_they_name() -> None:
    read = forms.read("nevada-like", 1, forms.dump(NEVADA) | {"slip_copies": ["drop_box", "cage"]})
    assert read == replace(NEVADA, slip_copies=(SlipCopy.DROP_BOX, SlipCopy.CAGE))
    assert type(read.slip_copies[0]) is SlipCopy
    assert type(read.void_second_roles[0]) is Role


def test_a_pack_of_an_old_log_is_read_as_it_was_meant() -> None:
    """A value that nothing asked for is passed over, one that came later is what held before it."""
    values = forms.dump(NEVADA) | {"personal_check_most": None}
    del values["day_second_roles"]
    assert forms.read("nevada-like", 1, values).day_second_roles == (Role.HOUSE_MANAGER, Role.AUDITOR)


def test_the_accountant_is_no_second_under_his_own_lock() -> None:
    with pytest.raises(ValueError, match=r"^day_second_roles: the accountant signs first$"):
        replace(NEVADA, day_second_roles=(Role.ACCOUNTANT,))
