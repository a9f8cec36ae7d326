"""Rounds after the press: the list, one of them, and its story without what is still sealed."""

import json
from datetime import date

import pytest

from tables.domain.canonical import seal
from tables.domain.errors import NotFound
from tables.models import log
from tables.selectors import rounds
from tests import builders, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.in_play(builders.house(outsider=True))


def finish(house: House) -> None:
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    dealt.press(house, {"do": "confirm_settlement"})


def test_rounds_are_listed_newest_first(house: House) -> None:
    finish(house)
    dealt.press(house, {"do": "open_round"})
    lines = rounds.rounds(actor=house.petra, table="BJ-01")
    assert [(line["number"], line["status"]) for line in lines] == [(2, "betting"), (1, "confirmed")]
    assert lines[1] == {
        "table": "BJ-01",
        "number": 1,
        "status": "confirmed",
        "game": "blackjack",
        "rules_version": 1,
        "period": 1,
        "gaming_day": "2026-03-04",
        "shift": "day",
        "opened_at": "2026-03-04T20:00:00.000000Z",
        "opened_seq": lines[1]["opened_seq"],
        "settled_at": "2026-03-04T20:00:00.000000Z",
        "settled_seq": lines[1]["settled_seq"],
        "dealer": "dana",
        "handle": 3_500,
        "hands": 2,
        "house_net": 3_500,
    }


def test_a_list_of_rounds_is_cut_by_number_day_and_status(house: House) -> None:
    finish(house)
    dealt.press(house, {"do": "open_round"})

    def numbers(**wanted: object) -> list[int]:
        return [line["number"] for line in rounds.rounds(actor=house.petra, table="BJ-01", **wanted)]  # type: ignore[arg-type]

    assert numbers(before=2) == [1]
    assert numbers(limit=1) == [2]
    assert numbers(status="confirmed") == [1]
    assert numbers(gaming_day=date(2026, 3, 4)) == [2, 1]
    assert numbers(gaming_day=date(2026, 3, 5)) == []


def test_a_running_round_is_shown_as_its_watcher_may_see_it(house: House) -> None:
    shown = rounds.round_(actor=house.petra, table="BJ-01", number=1)
    assert shown["status"] == "in_play"
    assert shown["felt"]["dealer"]["cards"] == ["TS", "??"]
    finish(house)
    shown = rounds.round_(actor=house.petra, table="BJ-01", number=1, audience="public")
    assert (shown["felt"]["dealer"]["cards"], shown["dealer"]) == (["TS", "7H"], None)


def test_what_is_sealed_is_not_in_the_story_until_it_is_revealed(house: House) -> None:
    story = rounds.round_history(actor=house.petra, table="BJ-01", number=1, limit=200)
    assert [step["type"] for step in story[:6]] == [
        "round_opened",
        "bet_placed",
        "bet_placed",
        "back_bet_placed",
        "betting_closed",
        "card_dealt",
    ]
    assert [step["data"]["input"]["card"] for step in story if step["type"] == "card_dealt"] == [
        None,
        None,
        "TS",
        None,
        None,
        None,
    ]
    sealed = list(log.Event.objects.exclude(sealed="").order_by("seq").values_list("seq", "sealed"))
    told = json.dumps(story)
    assert len(sealed) == 5
    for _, text in sealed:
        assert json.loads(text)["card"][0] not in told
    finish(house)
    story = rounds.round_history(actor=house.petra, table="BJ-01", number=1, limit=200)
    commitments = {step["seq"]: step["data"]["sealed"]["card"] for step in story if "sealed" in step["data"]}
    revealed = [out for step in story for out in step["data"].get("revealed", ())]
    assert {out["seq"]: seal(out["nonce"], out["value"]) for out in revealed} == commitments


def test_a_story_is_read_on_from_a_position(house: House) -> None:
    story = rounds.round_history(actor=house.petra, table="BJ-01", number=1, limit=200)
    rest = rounds.round_history(actor=house.petra, table="BJ-01", number=1, after=story[2]["seq"], limit=2)
    assert rest == story[3:5]


def test_the_public_story_has_no_names_and_no_funds(house: House) -> None:
    house_story = rounds.round_history(actor=house.petra, table="BJ-01", number=1)
    public = rounds.round_history(actor=house.petra, table="BJ-01", number=1, audience="public")
    assert (house_story[0]["actor"], public[0]["actor"], public[0]["terminal"]) == ("dana", None, None)
    assert "funds" in house_story[0]["data"]
    assert "funds" not in public[0]["data"]
    assert [step["seq"] for step in public] == [step["seq"] for step in house_story]


def test_a_round_that_is_not_there(house: House) -> None:
    for number in (0, 2):
        with pytest.raises(NotFound, match="no_such_round"):
            rounds.round_(actor=house.petra, table="BJ-01", number=number)
        with pytest.raises(NotFound, match="no_such_round"):
            rounds.round_history(actor=house.petra, table="BJ-01", number=number)
    with pytest.raises(NotFound, match="no_such_table"):
        rounds.round_(actor=house.otto, table="BJ-01", number=1)
    with pytest.raises(NotFound, match="no_such_table"):
        rounds.rounds(actor=builders.actor("dev"), table="BJ-01")
