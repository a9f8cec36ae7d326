"""The house manager's pages of what is dated: rule pack, chips, gaming day and shifts; and the cage's table banks."""

import json
from datetime import date, time
from enum import StrEnum
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.rule_packs import words as pack_words
from tables.domain.rule_packs.values import VALUES
from tables.models import house as rows
from tables.models.log import Event
from tables.models.rule_packs import RulePackChoice
from tables.screens.house.pack_words import MEANINGS
from tables.screens.house.value_words import VALUE_WORDS
from tests import custody
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
PACKS, CHIPS, CLOCK, BANKS = "/house/rule-packs/", "/house/chips/", "/house/clock/", "/cage/banks/"
COLOURS = {"do": "add_chips", "chip_set": "EAST", "kind": "value"}


@pytest.fixture
def hana(house: House) -> Hands:
    """The house manager at her desk."""
    return Hands(house).sit_down("hana")


def facts(type_: str) -> list[dict[str, Any]]:
    return [json.loads(row.body)["data"] for row in Event.objects.filter(type=type_).order_by("seq")]


# ------------------------------------------------------------------------------------------------------- rule packs
def test_each_value_means_the_same_on_screen_as_in_the_pack() -> None:
    assert {name: str(words) for name, words in MEANINGS.items()} == {n: told.meaning for n, told in VALUES.items()}


def test_each_word_of_a_pack_is_said_in_words() -> None:
    kinds: list[type[StrEnum]] = [Role]
    kinds += [kind for kind in vars(pack_words).values() if isinstance(kind, type) and issubclass(kind, StrEnum)]
    said = {word.value for kind in kinds for word in kind}
    assert set(VALUE_WORDS) == said - set(pack_words.VarianceLevel)


def test_the_packs_stand_beside_each_other_and_differences_are_marked(hana: Hands) -> None:
    hana.look(PACKS)
    for words in ("nevada-like 1", "new-jersey-like 1", "french-like 1", "in force on 2026-03-04"):
        assert words in hana.page, words
    assert "≠ each calendar year" in hana.page
    assert "≠ 25.01" in hana.page
    assert "≠ never" not in hana.page


def test_another_pack_is_chosen_from_a_day_on(hana: Hands) -> None:
    hana.look(PACKS)
    keyed = {"do": "choose_pack", "pack": "french-like:1", "effective_from": "2026-03-10"}
    response = hana.press(PACKS, keyed, swap=False)
    assert response.headers["Location"] == f"{PACKS}?done=choose_pack"
    assert RulePackChoice.objects.get(effective_from=date(2026, 3, 10)).name == "french-like"
    hana.look(PACKS)
    assert "french-like 1 from 2026-03-10" in hana.page
    assert '<span class="word good">nevada-like 1</span>' in hana.page


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"effective_from": "2026-03-03"}, "day_is_over"),
        ({"pack": "french-like:9"}, "no_such_pack"),
        ({"pack": "nonsense"}, "bad_form"),
        ({"effective_from": ""}, "bad_form"),
    ],
)
def test_a_wrong_choice_changes_nothing(hana: Hands, keyed: dict[str, str], code: str) -> None:
    hana.look(PACKS)
    given = {"do": "choose_pack", "pack": "french-like:1", "effective_from": "2026-03-10", **keyed}
    assert refusal(hana.press(PACKS, given, swap=False)) == code
    assert RulePackChoice.objects.filter(casino__code="DEMO").count() == 1


# ------------------------------------------------------------------------------------------------------------ chips
def test_a_chip_set_is_added_line_by_line(hana: Hands) -> None:
    hana.look(CHIPS)
    lines = {"value-1": "1.00", "colour-1": "#F4F4F0", "letter-1": "w"}
    lines |= {"value-3": "25", "colour-3": "#00843d", "letter-3": "g", "colour-4": "#000000"}
    response = hana.press(CHIPS, COLOURS | lines, swap=False)
    assert response.headers["Location"] == f"{CHIPS}?done=add_chips"
    found = rows.Denomination.objects.filter(chip_set__code="EAST").order_by("value")
    assert list(found.values_list("value", "colour", "letter")) == [(100, "#f4f4f0", "w"), (2_500, "#00843d", "g")]


def test_a_set_of_colours_counts_numbers(hana: Hands) -> None:
    hana.look(CHIPS)
    lines = {"kind": "non_value", "value-1": "1", "colour-1": "#f4f4f0", "letter-1": "w"}
    assert hana.press(CHIPS, COLOURS | lines, swap=False).status_code == 302
    assert list(rows.Denomination.objects.filter(chip_set__code="EAST").values_list("value", flat=True)) == [1]


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({}, "bad_denominations"),
        ({"value-1": "1.00", "colour-1": "#f4f4f0"}, "bad_form"),
        ({"value-1": "x", "colour-1": "#f4f4f0", "letter-1": "w"}, "bad_form"),
        ({"value-1": "1.00", "colour-1": "white", "letter-1": "w"}, "bad_colour"),
        ({"chip_set": "MAIN", "value-1": "1.00", "colour-1": "#f4f4f0", "letter-1": "w"}, "chip_set_exists"),
        ({"kind": "wooden"}, "bad_form"),
    ],
)
def test_a_wrong_set_is_not_added(hana: Hands, keyed: dict[str, str], code: str) -> None:
    hana.look(CHIPS)
    assert refusal(hana.press(CHIPS, COLOURS | keyed, swap=False)) == code
    assert list(rows.ChipSet.objects.filter(casino__code="DEMO").values_list("code", flat=True)) == ["MAIN"]


def test_what_is_ticked_is_retired(hana: Hands) -> None:
    hana.look(CHIPS)
    keyed = {"do": "retire", "chip_set": "MAIN", "value": ["50"]}
    assert hana.press(CHIPS, keyed, swap=False).headers["Location"] == f"{CHIPS}?done=retire"
    assert facts("denominations_retired") == [{"chip_set": "MAIN", "denominations": [50]}]
    hana.look(CHIPS)
    assert 'name="value" value="50"' not in hana.page
    assert refusal(hana.press(CHIPS, keyed | {"value": []}, swap=False)) == "no_chips"
    assert refusal(hana.press(CHIPS, keyed | {"value": ["x"]}, swap=False)) == "bad_form"
    assert len(facts("denominations_retired")) == 1


# ------------------------------------------------------------------------------------------------------------ clock
def test_the_day_starts_at_another_time_from_a_day_on(hana: Hands) -> None:
    hana.look(CLOCK)
    assert "06:00" in hana.page
    keyed = {"do": "day_start", "effective_from": "2026-03-20", "starts_at": "07:30"}
    assert hana.press(CLOCK, keyed, swap=False).headers["Location"] == f"{CLOCK}?done=day_start"
    assert rows.GamingDayStart.objects.get(effective_from=date(2026, 3, 20)).starts_at == time(7, 30)
    hana.look(CLOCK)
    assert "to come" in hana.page


def test_the_shifts_are_others_from_a_day_on(hana: Hands) -> None:
    hana.look(CLOCK)
    keyed = {"do": "shifts", "effective_from": "2026-03-20", "shift-1": "early", "starts-1": "06:00"}
    keyed |= {"shift-2": "late", "starts-2": "18:00"}
    assert hana.press(CLOCK, keyed, swap=False).headers["Location"] == f"{CLOCK}?done=shifts"
    found = rows.ShiftStart.objects.filter(effective_from=date(2026, 3, 20)).order_by("starts_at")
    assert list(found.values_list("code", "starts_at")) == [("early", time(6)), ("late", time(18))]
    hana.look(CLOCK)
    assert "early 06:00 · late 18:00" in hana.page


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"effective_from": "2026-03-04", "shift-1": "early", "starts-1": "06:00"}, "not_in_the_future"),
        ({"effective_from": "2026-03-20"}, "bad_shifts"),
        ({"effective_from": "2026-03-20", "shift-1": "early"}, "bad_form"),
        ({"effective_from": "2026-03-20", "shift-1": "Early", "starts-1": "06:00"}, "bad_code"),
        ({"effective_from": "", "shift-1": "early", "starts-1": "06:00"}, "bad_form"),
    ],
)
def test_wrong_shifts_change_nothing(hana: Hands, keyed: dict[str, str], code: str) -> None:
    hana.look(CLOCK)
    assert refusal(hana.press(CLOCK, {"do": "shifts", **keyed}, swap=False)) == code
    assert rows.ShiftStart.objects.filter(casino__code="DEMO").count() == 3


def test_a_day_that_runs_keeps_its_start(hana: Hands) -> None:
    hana.look(CLOCK)
    keyed = {"do": "day_start", "effective_from": "2026-03-04", "starts_at": "07:30"}
    assert refusal(hana.press(CLOCK, keyed, swap=False)) == "not_in_the_future"
    assert rows.GamingDayStart.objects.filter(casino__code="DEMO").count() == 1


@pytest.mark.parametrize("path", [PACKS, CHIPS, CLOCK])
def test_nobody_else_sees_them(house: House, path: str) -> None:
    assert refusal(Hands(house).sit_down("ada").look(path)) == "not_permitted"


# ------------------------------------------------------------------------------------------------------ table banks
def test_a_table_gets_its_first_chips_at_the_cage(house: House) -> None:
    cass = Hands(house).sit_down("cass")
    cass.look(BANKS)
    assert ("?table=BJ-02" in cass.page, "?table=BJ-01" in cass.page) == (True, False)
    cass.look(f"{BANKS}?table=BJ-02")
    keyed = {"do": "bank", "table": "BJ-02", "chips-2500": "20", **signing(cashier="cass", boss="petra")}
    response = cass.press(BANKS, keyed, swap=False)
    assert response.headers["Location"] == f"{BANKS}?done=bank"
    assert custody.rack_of(house, "BJ-02") == {2_500: 20}
    cass.look(f"{BANKS}?done=bank")
    assert "Every table has its chips." in cass.page


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"chips-2500": "0"}, "no_chips"),
        ({"table": "BJ-01"}, "already_opened"),
        ({"chips-2500": "9999999"}, "cage_short"),
        ({"boss_pin": "000000"}, "wrong_badge_or_pin"),
    ],
)
def test_a_bank_that_is_refused_stays_in_the_cage(house: House, keyed: dict[str, str], code: str) -> None:
    cass = Hands(house).sit_down("cass")
    cass.look(f"{BANKS}?table=BJ-02")
    given = {"do": "bank", "table": "BJ-02", "chips-2500": "20", **signing(cashier="cass", boss="petra"), **keyed}
    assert refusal(cass.press(BANKS, given, swap=False)) == code
    assert custody.rack_of(house, "BJ-02") == {}


def test_the_time_to_undo_is_set_in_seconds(hana: Hands) -> None:
    hana.look(CLOCK)
    assert 'name="seconds" value="10"' in hana.page
    response = hana.press(CLOCK, {"do": "undo", "seconds": "5"}, swap=False)
    assert response.headers["Location"] == f"{CLOCK}?done=undo"
    assert facts("undo_time_set") == [{"seconds": 5}]
    hana.look(CLOCK)
    assert 'name="seconds" value="5"' in hana.page
    for wrong in ("61", "-1", "", "x"):
        refused = hana.press(CLOCK, {"do": "undo", "seconds": wrong}, swap=False)
        assert (refused.status_code, refusal(refused)) == (422, "bad_form")
    assert facts("undo_time_set") == [{"seconds": 5}]
