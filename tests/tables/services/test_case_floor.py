"""Written cases at real tables: whatever the engine answers, the floor answers the same."""

import copy
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tables.domain.table_states import RoundStatus, ShoeStatus, TableStatus
from tables.models import floor, house, log, rounds
from tables.models.shoes import Shoe
from tables.services import case_runs
from tables.services.case_floor import CaseHouse
from tests.games.blackjack import test_cases
from tests.games.liars_dice import test_cases as liars_dice_cases
from tests.games.scarney import test_cases as scarney_cases

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 4, 20, 0, tzinfo=UTC)
KEPT = {case["id"]: case for case in test_cases.KEPT}
FILES = sorted(test_cases.HERE.glob("*.json"))


def differences(house: CaseHouse, cases: list[dict[str, Any]]) -> dict[str, tuple[str, ...]]:
    """What is wrong, by case."""
    verdicts = case_runs.play(cases, lambda game: house.port())
    return {verdict.id: verdict.differences for verdict in verdicts if verdict.differences}


def cases_in(file: Path) -> list[dict[str, Any]]:
    content = json.loads(file.read_text(encoding="utf-8"))
    return [dict(case) for case in case_runs.cases_of(content)]


@pytest.fixture
def case_house() -> CaseHouse:
    return CaseHouse(["blackjack", "liars_dice", "scarney", "scarney_partnership"], AT)


POTS = [*scarney_cases.KEPT, *liars_dice_cases.KEPT]


@pytest.mark.parametrize("game", sorted({case["game"] for case in POTS}))
def test_every_kept_case_of_a_pot_game_comes_out_at_a_real_table(game: str, case_house: CaseHouse) -> None:
    assert differences(case_house, [case for case in POTS if case["game"] == game]) == {}
    tables = floor.GamingTable.objects.filter(casino__code=case_house.code)
    assert set(tables.values_list("card_source", flat=True)) == {"keyed"}
    for lines in (floor.RackChips.objects.filter(table=table) for table in tables):
        worth = sum(line.denomination * line.count for line in lines)
        assert worth == sum(line.denomination * 10_000 for line in lines)  # change with the rack is worth nothing


def changed(case: str, **given: Any) -> dict[str, Any]:
    """A kept case with other input, whose right answer is the engine's."""
    made = copy.deepcopy(KEPT[case])
    made["input"] |= given
    (verdict,) = case_runs.play([made], case_runs.engine_port)
    assert verdict.actual is not None
    made["expected"] = json.loads(json.dumps(verdict.actual))
    return made


def state(code: str) -> floor.TableState:
    return floor.TableState.objects.get(table__code=code)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_kept_case_comes_out_at_a_real_table(file: Path, case_house: CaseHouse) -> None:
    assert differences(case_house, cases_in(file)) == {}


def test_each_case_has_a_table_and_its_own_events(case_house: CaseHouse) -> None:
    assert case_house.code == "CASES-1"
    assert differences(case_house, [KEPT["bj-win-001"], KEPT["bj-bet-007"]]) == {}
    tables = floor.GamingTable.objects.filter(casino__code="CASES-1").order_by("code")
    assert [table.code for table in tables] == ["C00001", "C00002"]
    first = log.Event.objects.filter(stream_id=log.Stream.objects.get(table=tables[0]).pk).order_by("seq")
    assert list(first.values_list("type", flat=True)) == [
        "limits_set",
        "table_bank_issued",
        "shoe_received",
        "shoe_inspected",
        "shoe_mixed",
        "shoe_cut",
        "box_placed",
        "table_opened",
        "dealer_tapped_in",
        "round_opened",
        "bet_placed",
        "betting_closed",
        "card_dealt",
        "card_dealt",
        "card_dealt",
        "card_dealt",
        "act_taken",
        "round_voided",
        "dealer_tapped_out",
    ]


def test_a_second_house_has_the_next_number(case_house: CaseHouse) -> None:
    assert CaseHouse(["blackjack"], AT).code == "CASES-2"
    assert house.Casino.objects.filter(code__startswith="CASES-").count() == 2


def test_a_round_that_the_rules_call_off_is_over_on_the_floor_too(case_house: CaseHouse) -> None:
    void = KEPT["bj-shoe-009"]
    assert differences(case_house, [void]) == {}
    assert state("C00001").round_status == RoundStatus.VOIDED
    row = rounds.Round.objects.get(table__code="C00001")
    assert (row.status, row.handle, row.hands, row.house_net) == (RoundStatus.VOIDED, 0, 0, 0)


def test_an_empty_shoe_is_mixed_before_the_next_round(case_house: CaseHouse) -> None:
    given = KEPT["bj-shoe-009"]["input"]
    case = changed(
        "bj-shoe-009",
        shoe=[card for card in given["shoe"] if card != "JOKER"],
        next_shoes=[["9S", "9D", "8H", "TC"]],
        rounds=[
            *given["rounds"],
            {
                "bets": [{"by": "A", "spot": 1, "amount": 100}],
                "actions": [{"by": "A", "spot": 1, "do": "stand"}],
            },
        ],
    )
    assert case["expected"]["rounds"][1]["shoe"]["reshuffled"] == "before_deal"
    assert case["expected"]["rounds"][1]["shoe"]["exhausted"] is False
    assert differences(case_house, [case]) == {}
    assert Shoe.objects.get(table__code="C00001").status == ShoeStatus.IN_PLAY


def test_a_round_without_a_good_bet_is_none(case_house: CaseHouse) -> None:
    bad: Mapping[str, Any] = {"bets": [{"by": "A", "spot": 9, "amount": 100}]}
    case = changed("bj-win-001", rounds=[bad, {"bets": []}, *KEPT["bj-win-001"]["input"]["rounds"]])
    assert [told["status"] for told in case["expected"]["rounds"]] == ["no_bets", "no_bets", "settled"]
    assert differences(case_house, [case]) == {}
    assert list(rounds.Round.objects.order_by("number").values_list("status", flat=True)) == [
        RoundStatus.NO_BETS,
        RoundStatus.NO_BETS,
        RoundStatus.SETTLED,
    ]


def test_a_case_that_cannot_be_played_fails_and_the_next_one_is_played(case_house: CaseHouse) -> None:
    short = copy.deepcopy(KEPT["bj-win-001"])
    short["id"], short["input"]["shoe"] = "short", ["TS", "9D"]
    wrong = differences(case_house, [short, KEPT["bj-win-001"]])
    assert wrong == {
        "short": ("could not be played: ValueError: the case needs a shuffle and gives no next shoe",),
    }
    assert state("C00001").dealer is None
    assert state("C00001").status == TableStatus.OPEN


def test_a_case_whose_rules_are_no_rules_does_not_hold_up_the_next(case_house: CaseHouse) -> None:
    odd = copy.deepcopy(KEPT["bj-win-001"])
    odd["id"], odd["house_rules"]["max_hands"] = "odd", 99
    wrong = differences(case_house, [odd, KEPT["bj-win-001"]])
    assert wrong == {"odd": ("could not be played: Invalid: bad_house_rules",)}
    assert not floor.GamingTable.objects.filter(code="C00001").exists()
