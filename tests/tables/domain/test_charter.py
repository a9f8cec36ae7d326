"""A charter is read as a whole: what is wrong is told all at once, each with its place."""

import copy
import tomllib
from collections.abc import Callable
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest

from tables.domain import charter
from tables.domain.charter import CharterError
from tables.domain.house_settings import Chip
from tables.games import catalogue

EXAMPLE = Path(charter.__file__).parents[1] / "management" / "charter.example.toml"


def given() -> dict[str, Any]:
    """The example, as the command reads it."""
    return tomllib.loads(EXAMPLE.read_text(encoding="utf-8"), parse_float=str)


def problems(change: Callable[[dict[str, Any]], object]) -> list[str]:
    changed = copy.deepcopy(given())
    change(changed)
    with pytest.raises(CharterError) as told:
        charter.read(changed)
    return told.value.problems


def test_the_example_is_a_charter() -> None:
    made = charter.read(given())
    assert (made.code, made.name, made.currency, made.decimals) == ("LUCKY", "Lucky Star", "USD", 2)
    assert (made.time_zone, made.day_starts_at, made.opens_on) == ("America/Los_Angeles", time(6), None)
    assert made.shifts == (("day", time(6)), ("swing", time(14)), ("grave", time(22)))
    assert made.rule_pack == ("nevada-like", 1)
    assert made.manager == charter.Manager("M001", "Hana Okafor", "hana", "", None, "en")
    (chip_set,) = made.chip_sets
    assert chip_set.chips[:2] == (Chip(50, "#d58fa4", "p"), Chip(100, "#f4f4f0", "w"))
    assert made.pits == {"P1": "Main floor"}
    blackjack, dice = made.tables
    assert blackjack == charter.Table(
        code="BJ-01",
        pit="P1",
        rules="shoe game",
        chip_set="MAIN",
        spots=7,
        card_source="reader",
        licensed_maximum=1_000_000,
        par={50: 100, 100: 200, 500: 200, 2_500: 160, 10_000: 48},
    )
    assert (dice.spots, dice.card_source, dice.par) == (6, "keyed", {})
    engine = catalogue.GAMES["blackjack"].engine
    named = {"player_cards": "face_up", "dealer_soft_17": "hit"}
    assert made.rules["shoe game"].values == engine.rule_values(engine.rules({})) | named


def test_json_says_the_same_with_times_and_dates_as_text() -> None:
    plain = given()
    plain["casino"] |= {
        "day_starts_at": "06:00",
        "shifts": {"day": "06:00", "swing": "14:00", "grave": "22:00"},
        "opens_on": "2026-03-01",
    }
    plain["manager"]["licence_expires_on"] = "2027-12-31"
    made = charter.read(plain)
    assert (made.day_starts_at, made.opens_on) == (time(6), date(2026, 3, 1))
    assert made.manager.licence_expires_on == date(2027, 12, 31)
    assert made.shifts == charter.read(given()).shifts


def test_everything_that_is_wrong_is_told_at_once_in_the_order_of_the_file() -> None:
    def spoil(whole: dict[str, Any]) -> None:
        whole["casino"]["currency"] = "usd"
        whole["manager"]["username"] = "Hana"
        whole["chip_sets"][0]["chips"][1]["value"] = "0.505"
        whole["house_rules"][0]["values"]["dealer_soft_17"] = "run"
        whole["tables"][1]["rules"] = "cards"

    assert problems(spoil) == [
        "casino.currency: a currency has three capitals (ISO 4217), such as USD",
        "manager.username: a user name has small letters, digits and . _ @ -",
        "chip_sets[MAIN].chips[0.505].value: is no amount of the currency with at most 2 decimals",
        "house_rules[shoe game].values: dealer_soft_17: must be one of stand, hit",
        "tables[BJ-01].par: 1.00 is no chip of MAIN",
        "tables[LD-01].rules: there is no 'cards' here (dice, shoe game)",
    ]


@pytest.mark.parametrize(
    ("where", "entry", "value", "told"),
    [
        ("casino", "code", "lucky", "casino.code: a code has 1 to 16 capitals"),
        ("casino", "code", 7, "casino.code: must be a text in quotes"),
        ("casino", "name", " ", "casino.name: a name is not empty"),
        ("casino", "decimals", 5, "casino.decimals: decimals are 0 to 4"),
        ("casino", "decimals", True, "casino.decimals: must be a whole number"),
        ("casino", "time_zone", "Los Angeles", "casino.time_zone: is no time zone (IANA)"),
        ("casino", "day_starts_at", "six", "casino.day_starts_at: is no time of day"),
        ("casino", "day_starts_at", "06:00:30", "casino.day_starts_at: is a time of day to the minute"),
        ("casino", "shifts", {}, "casino.shifts: needs one shift at least"),
        ("casino", "shifts", {"day": "06:00", "swing": "06:00"}, "casino.shifts: needs one shift at least"),
        ("casino", "shifts", {"Day": "06:00"}, "casino.shifts: a code has"),
        ("casino", "opens_on", "soon", "casino.opens_on: is no date"),
        ("casino", "rule_pack", "texas-like", "casino.rule_pack: there is no such rule pack (french-like, nev"),
        ("casino", "currncy", "USD", "casino.currncy: there is no such entry; did you mean currency?"),
        ("manager", "badge", "system", "manager.badge: a badge has"),
        ("manager", "language", "fr", "manager.language: the languages are en and zh-hans"),
        ("manager", "password", "secret", "manager.password: there is no such entry"),
    ],
)
def test_an_entry_that_is_wrong(where: str, entry: str, value: Any, told: str) -> None:
    first, *_ = problems(lambda whole: whole[where].update({entry: value}))
    assert first.startswith(told)


@pytest.mark.parametrize(
    ("where", "entry", "value", "told"),
    [
        ("chip_sets", "chips", [], "chip_sets[MAIN].chips: needs one chip at least"),
        ("house_rules", "game", "faro", "house_rules[shoe game].game: there is no such game (blackjack, "),
        ("house_rules", "values", {"decks": "four"}, "house_rules[shoe game].values: decks: "),
        ("tables", "pit", "P9", "tables[BJ-01].pit: there is no 'P9' here (P1)"),
        ("tables", "chip_set", "GOLD", "tables[BJ-01].chip_set: there is no 'GOLD' here (MAIN)"),
        ("tables", "spots", 13, "tables[BJ-01].spots: a table has 1 to 12 spots"),
        ("tables", "card_source", "keyed", "tables[BJ-01].card_source: chance comes from elsewhere"),
        ("tables", "licensed_maximum", "0", "tables[BJ-01].licensed_maximum: is no amount above zero"),
        ("tables", "licensed_maximum", "1e9", "tables[BJ-01].licensed_maximum: is no amount of the currency"),
        ("tables", "par", {"5": -1}, "tables[BJ-01].par.5: a number of chips is a whole number"),
        ("tables", "par", {"7": 1}, "tables[BJ-01].par: 7.00 is no chip of MAIN"),
    ],
)
def test_a_line_that_is_wrong(where: str, entry: str, value: Any, told: str) -> None:
    first, *_ = problems(lambda whole: whole[where][0].update({entry: value}))
    assert first.startswith(told)


@pytest.mark.parametrize("part", ["casino", "manager", "chip_sets", "house_rules", "pits", "tables"])
def test_a_part_that_is_missing_is_told_once(part: str) -> None:
    told = problems(lambda whole: whole.pop(part))
    assert told[0] == f"{part}: is missing"
    assert [line for line in told if line.startswith(f"{part}.")] == []


def test_nothing_stands_twice() -> None:
    for part in ("chip_sets", "house_rules", "pits", "tables"):
        name = given()[part][0].get("code") or given()[part][0]["name"]
        told = problems(lambda whole, part=part: whole[part].append(whole[part][0]))  # type: ignore[misc]
        assert told == [f"{part}[{name}]: stands here more than once"]


def test_no_float_ever_becomes_money() -> None:
    (told,) = problems(lambda whole: whole["tables"][0].update({"licensed_maximum": 10_000.0}))
    assert told.startswith("tables[BJ-01].licensed_maximum: is no amount of the currency")
