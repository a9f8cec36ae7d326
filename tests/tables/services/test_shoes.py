"""The shoe's life: received, inspected by two, mixed, cut, retired (rules.md B3, domain.md §5)."""

import json
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.canonical import seal
from tables.domain.errors import Conflict, Invalid, NotAllowed, StaleSequence
from tables.domain.table_states import ShoeStatus
from tables.models import floor
from tables.models import log as log_rows
from tables.models import shoes as rows
from tables.services import pits, shoes
from tests import builders, custody, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return custody.running(builders.house())


def where(house: House) -> dict[str, Any]:
    return {"actor": house.dana, "at": house.at, "table": "BJ-01"}


def inspect(house: House, **more: Any) -> dict[str, Any]:
    asked = {"cards": dealt.CARDS, "dealer": house.sign("dana"), "supervisor": house.sign("petra")}
    return shoes.inspect_shoe(**{**where(house), **asked, **more})


def cut(house: House, **more: Any) -> dict[str, Any]:
    asked = {"cut_by": "anna", "cut_from_top": 100, "cut_card_from_bottom": 30}
    return shoes.cut_shoe(**{**where(house), **asked, **more})


def shoe() -> rows.Shoe:
    return rows.Shoe.objects.get()


def test_the_steps_in_their_order(house: House) -> None:
    assert shoes.receive_shoe(**where(house))["status"] == "received"
    assert inspect(house)["status"] == "inspected"
    assert shoes.mix_shoe(**where(house))["cards"] == 208
    assert cut(house)["shoe"]["status"] == "cut"
    (mixed,) = custody.facts(house, "shoe_mixed")
    assert mixed["indicator_joker"] == "face up beside the pack"
    (told,) = custody.facts(house, "shoe_cut")
    assert told == {"shoe": 1, "shuffle": 1, "cut_by": "anna", "cut_from_top": 100, "cut_card_from_bottom": 30}


def test_no_step_is_taken_on_an_older_state_of_the_table(house: House) -> None:
    seen = log_rows.Stream.objects.get(key="DEMO/table/BJ-01").head_seq
    shoes.receive_shoe(**where(house), expected_seq=seen)
    before = (log_rows.Event.objects.count(), shoe().status)
    for step in (inspect, cut):
        with pytest.raises(StaleSequence, match="stale_sequence"):
            step(house, expected_seq=seen)
    for press in (shoes.receive_shoe, shoes.mix_shoe, shoes.retire_shoe):
        with pytest.raises(StaleSequence, match="stale_sequence"):
            press(**where(house), expected_seq=seen)
    with pytest.raises(StaleSequence, match="stale_sequence"):
        shoes.block_shoe(**where(house), reason="torn", expected_seq=seen)
    assert (log_rows.Event.objects.count(), shoe().status) == before


def test_two_persons_inspect_210_cards_t_74(house: House) -> None:
    shoes.receive_shoe(**where(house))
    inspect(house)
    (told,) = custody.facts(house, "shoe_inspected")
    assert told["cards"] == 210
    assert [signed["badge"] for signed in told["signatures"]] == ["dana", "petra"]


def test_a_missing_card_stops_the_inspection(house: House) -> None:
    shoes.receive_shoe(**where(house))
    with custody.refused(house, Invalid, "wrong_card_count", counted=209):
        inspect(house, cards=209)
    assert shoe().status == ShoeStatus.RECEIVED


def test_one_person_cannot_inspect_for_two_t_100(house: House) -> None:
    shoes.receive_shoe(**where(house))
    custody.also(house, "petra", Role.DEALER)
    with custody.refused(house, NotAllowed, "same_person"):
        inspect(house, dealer=house.sign("petra"))


@pytest.mark.parametrize("step", [shoes.mix_shoe, shoes.retire_shoe])
def test_a_shoe_nobody_inspected_is_neither_mixed_nor_retired(house: House, step: Any) -> None:
    shoes.receive_shoe(**where(house))
    with pytest.raises(Conflict) as refused:
        step(**where(house))
    assert refused.value.code == "bad_shoe_step"
    assert shoe().status == ShoeStatus.RECEIVED


def test_no_shoe_no_steps(house: House) -> None:
    with custody.refused(house, Conflict, "no_shoe"):
        shoes.mix_shoe(**where(house))


def test_one_shoe_at_a_time(house: House) -> None:
    shoes.receive_shoe(**where(house))
    with custody.refused(house, Conflict, "shoe_at_table", shoe=1):
        shoes.receive_shoe(**where(house))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"cut_from_top": 9}, "bad_cut"),
        ({"cut_from_top": 199}, "bad_cut"),
        ({"cut_card_from_bottom": 24}, "bad_cut_card_place"),
        ({"cut_card_from_bottom": 36}, "bad_cut_card_place"),
        ({"cut_by": ""}, "bad_name"),
        ({"cut_by": "x" * 41}, "bad_name"),
        ({"cut_by": "an\u202ena"}, "bad_name"),
    ],
)
def test_cuts_that_the_procedure_does_not_allow(house: House, wrong: dict[str, Any], code: str) -> None:
    shoes.receive_shoe(**where(house))
    inspect(house)
    shoes.mix_shoe(**where(house))
    before = custody.standing(house)
    with pytest.raises(Invalid) as refused:
        cut(house, **wrong)
    assert refused.value.code == code
    assert custody.standing(house) == before


def test_nothing_is_mixed_while_cards_lie_on_the_table(house: House) -> None:
    dealt.shoe_ready(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    with custody.refused(house, Conflict, "round_in_play", round=1):
        shoes.mix_shoe(**where(house))


def test_a_round_that_waits_for_the_shuffle_goes_on_after_the_cut(house: House) -> None:
    dealt.shoe_ready(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, {"do": "card", "card": "KH"}, {"do": "shoe_empty"})
    assert shoes.mix_shoe(**where(house))["cards"] == 207
    answer = cut(house)
    assert answer["next"] == {"kind": "card", "to": "2", "hand": 0, "face_down": True, "player": None, "dice": 0}
    assert custody.facts(house, "shoe_shuffled")[0]["round"] == 1


@pytest.mark.parametrize(
    ("reason", "code"), [(" ", "reason_required"), ("be\u202ent", "bad_reason"), ("x" * 241, "bad_reason")]
)
def test_a_shoe_is_blocked_for_a_reason_that_can_be_read(house: House, reason: str, code: str) -> None:
    dealt.shoe_ready(house)
    before = custody.standing(house)
    with custody.refused(house, Invalid, code):
        shoes.block_shoe(**where(house), reason=reason)
    assert custody.standing(house) == before


def test_a_blocked_shoe_is_not_dealt_from_before_a_new_inspection(house: House) -> None:
    dealt.shoe_ready(house)
    shoes.block_shoe(**where(house), reason="a card is bent")
    with custody.refused(house, Conflict, "shoe_not_ready", state="blocked"):
        dealt.press(house, {"do": "open_round"})
    assert inspect(house)["status"] == "inspected"


def test_the_seed_is_committed_at_the_shuffle_and_revealed_when_the_shoe_retires_t_90() -> None:
    house = dealt.ready(builders.house(card_source="server"))
    mixed = log_rows.Event.objects.get(type="shoe_mixed")
    nonce, seed = json.loads(mixed.sealed)["seed"]
    (told,) = custody.facts(house, "shoe_mixed")
    assert told["seed"] is None
    assert told["sealed"] == {"seed": seal(nonce, seed)}
    shoes.retire_shoe(**where(house))
    (retired,) = custody.facts(house, "shoe_retired")
    assert retired["revealed"] == [{"seq": mixed.seq, "field": "seed", "nonce": nonce, "value": seed}]
    assert floor.TableState.objects.get().shoe_id is None


def test_the_next_shoe_has_the_next_number(house: House) -> None:
    dealt.shoe_ready(house)
    shoes.retire_shoe(**where(house))
    assert shoes.receive_shoe(**where(house))["shoe"] == 2


def test_a_counter_has_nothing_to_do_with_shoes(house: House) -> None:
    with custody.refused(house, NotAllowed, "not_permitted", permission="handle_shoe"):
        shoes.receive_shoe(**{**where(house), "actor": house.colin})


def test_the_cut_card_goes_back_into_the_pack_and_can_come_again(house: House) -> None:
    dealt.shoe_ready(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    answer = dealt.press(house, {"do": "card", "card": "JOKER"})
    assert answer["next"]["kind"] == "shuffle"
    shoes.mix_shoe(**where(house))
    cut(house)
    assert dealt.press(house, {"do": "card", "card": "JOKER"})["next"]["kind"] == "shuffle"


@pytest.mark.parametrize("step", [shoes.mix_shoe, shoes.retire_shoe, shoes.receive_shoe])
def test_nobody_elses_dealer_touches_the_cards(house: House, step: Any) -> None:
    dealt.shoe_ready(house)
    with custody.refused(house, NotAllowed, "not_dealing"):
        step(**{**where(house), "actor": house.dev})


def test_a_pit_boss_of_another_pit_touches_no_cards(house: House) -> None:
    dealt.shoe_ready(house)
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    with custody.refused(house, NotAllowed, "not_in_charge"):
        shoes.block_shoe(**{**where(house), "actor": house.petra}, reason="bent")
    with custody.refused(house, NotAllowed, "not_in_charge"):
        shoes.mix_shoe(**{**where(house), "actor": house.petra})
