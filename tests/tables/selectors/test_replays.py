"""A round played again: what could be seen at each step, and nothing that could not."""

import json
from typing import Any

import pytest

from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import replays, sights
from tables.services import undoing
from tests import builders, custody, dealt, disputed, potted
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.settled(builders.house())


def steps(house: House, **more: Any) -> list[dict[str, Any]]:
    asked: dict[str, Any] = {"actor": house.petra, "table": house.tables[0], "number": 1}
    return replays.replay(**{**asked, **more}).steps


def test_every_input_with_who_when_and_what_lay_there_after_it(house: House) -> None:
    told = steps(house)
    assert [step["step"] for step in told] == list(range(1, len(told) + 1))
    assert [step["type"] for step in told[:5]] == [
        "round_opened",
        "bet_placed",
        "bet_placed",
        "back_bet_placed",
        "betting_closed",
    ]
    first = told[1]
    assert (first["actor"], first["terminal"], first["data"]["input"]["by"]) == ("dana", "AT-BJ-01", "anna")
    assert [spot["owner"] for spot in first["felt"]["spots"]] == ["anna"]
    assert told[-1]["felt"]["net"] == {"anna": -1_000, "bo": -2_000, "cy": -500}


def test_the_last_picture_is_the_rounds_own(house: House) -> None:
    replay = replays.replay(actor=house.petra, table="BJ-01", number=1)
    assert (replay.game, replay.audience, replay.of) == ("blackjack", "floor", len(replay.steps))
    assert replay.steps[-1]["felt"]["dealer"]["total"] == 17


def test_what_lay_face_down_at_a_step_is_hidden_there(house: House) -> None:
    told = steps(house)
    dealt_down = [step for step in told if step["data"].get("face_down")]
    assert dealt_down
    for step in dealt_down:
        assert step["data"]["input"]["card"] is None
    down = dealt_down[0]["felt"]["spots"][0]["hands"][0]["cards"]
    assert down == ["??"]


def test_while_the_round_is_on_no_hidden_card_leaves_the_replay() -> None:
    house = dealt.in_play(builders.house())
    whole = json.dumps(steps(house))
    for card in ("6S", "7H", "8C", "8D", "KH"):  # those that lie face down
        assert f'"{card}"' not in whole
    assert '"TS"' in whole


def test_it_may_be_read_in_pieces(house: House) -> None:
    whole = steps(house)
    assert steps(house, after=3, limit=2) == whole[3:5]


def test_claims_and_rulings_are_steps_for_the_floor_only(house: House) -> None:
    disputed.claim(house)
    disputed.rule(house)
    told = steps(house)
    assert [step["type"] for step in told[-3:]] == ["dispute_opened", "dispute_ruled", "ruling_paid"]
    public = steps(house, audience="public")
    assert not [step for step in public if "dispute" in step["data"]]
    assert public[1]["actor"] is None


def test_a_misdeal_shows_its_card() -> None:
    house = dealt.in_play(builders.house())
    dealt.press(house, *dealt.cards(["2C"]))
    last = steps(house)[-1]
    assert (last["type"], last["data"]["card"], last["felt"]["status"]) == ("misdeal_recorded", "2C", "open")


def test_cups_stay_down_in_the_replay_until_the_open() -> None:
    house = potted.house("liars_dice")
    potted.open_cups(house)
    dealt.press(house, *potted.rolls(), potted.bid("anna", 5, 2))
    told = steps(house)
    assert [player["cup"] for player in told[-1]["felt"]["players"]] == [None, None, None]
    dealt.press(house, {"do": "open", "by": "bo"})
    opened = steps(house)
    assert opened[: len(told)] == told
    assert opened[-1]["felt"]["players"][0]["cup"] == [2, 2, 1, 5, 5]


def test_only_who_may_look(house: House) -> None:
    with pytest.raises(NotFound) as unknown:
        steps(house, number=2)
    assert unknown.value.code == "no_such_round"
    with pytest.raises(NotAllowed) as outside:
        steps(house, actor=house.cass)
    assert outside.value.code == "not_permitted"


def test_the_rules_last_word_on_each_bet(house: House) -> None:
    found = replays.bets(sights.at_table(house.petra, "BJ-01"), 1)
    assert [(bet["bet"], bet["player"], bet["amount"], bet["outcome"], bet["returned"]) for bet in found] == [
        (1, "anna", 1_000, "lose", 0),
        (2, "bo", 2_000, "lose", 0),
        (3, "cy", 500, "lose", 0),
    ]


def test_a_press_that_was_taken_back_is_a_step_and_leaves_the_felt_as_it_was(house: House) -> None:
    dealt.press(house, {"do": "confirm_settlement"})
    dealt.press(house, {"do": "open_round"})
    dealt.press(house, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000})
    undoing.undo_press(actor=house.dana, at=house.at, table="BJ-01", expected_seq=custody.events(house)[-1]["seq"])
    dealt.press(house, {"do": "bet", "by": "anna", "spot": 1, "amount": 500})
    opened, wrong, undone, right = steps(house, number=2)
    assert [step["type"] for step in (wrong, undone, right)] == ["bet_placed", "press_undone", "bet_placed"]
    assert undone["felt"] == opened["felt"]
    assert [step["felt"]["spots"][0]["hands"][0]["stake"] for step in (wrong, right)] == [1_000, 500]
    found = replays.bets(sights.at_table(house.petra, "BJ-01"), 2)
    assert [(bet["bet"], bet["amount"]) for bet in found] == [(1, 500)]


def test_a_round_whose_opening_was_taken_back_begins_again(house: House) -> None:
    dealt.press(house, {"do": "confirm_settlement"})
    dealt.press(house, {"do": "open_round"})
    undoing.undo_press(actor=house.dana, at=house.at, table="BJ-01", expected_seq=custody.events(house)[-1]["seq"])
    dealt.press(house, {"do": "open_round"})
    told = steps(house, number=2)
    assert [(step["type"], step["felt"] is None) for step in told] == [
        ("round_opened", False),
        ("press_undone", True),
        ("round_opened", False),
    ]
