"""Liar's dice at the terminal: opened, bid, opened up and paid by its keys; a cup that is down is in no page."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tables.models.log import Event
from tests import builders, custody, potted
from tests.tables.screens.hands import Hands, refusal

GAME, THROW, BID, MOVE, PRESS = (f"/t/BJ-01/{path}" for path in ("game", "throw", "bid", "move", "press"))
SEATS = ["S1", "S2", "S3"]
CUPS = {"S1": (2, 2, 1, 5, 5), "S2": (2, 3, 3, 6, 6), "S3": (1, 2, 4, 4, 6)}


@pytest.fixture
def clock(db: None) -> Iterator[None]:
    with time_machine.travel(builders.AT, tick=False):
        yield


def at_terminal(source: str = "keyed", **rules: Any) -> Hands:
    return Hands(potted.house("liars_dice", source, **rules)).at_the_terminal()


@pytest.fixture
def hands(clock: None) -> Hands:
    """Dana before a table where cups are keyed."""
    return at_terminal()


def opened(hands: Hands, cups: str = "at_open") -> Any:
    return hands.press(GAME, {"in": SEATS, "first": "S1", "unit": "5", "cups": cups})


def phase(hands: Hands) -> str:
    return hands.page.split('data-phase="')[1].split('"')[0]


def dice(faces: tuple[Any, ...]) -> dict[str, Any]:
    return {f"die-{at}": face for at, face in enumerate(faces)}


def key_cups(hands: Hands) -> None:
    for player, faces in CUPS.items():
        hands.press(THROW, {"do": "roll", "by": player, **dice(faces)})


def said(hands: Hands) -> str:
    """The page as it is read."""
    return " ".join(re.sub(r"<[^>]+>", " ", hands.page).split())


def events(hands: Hands) -> list[str]:
    return [event["type"] for event in custody.events(hands.house)]


def test_the_sheet_comes_by_itself_and_opens_the_round(hands: Hands) -> None:
    assert phase(hands) == "ready"
    assert "who plays, who bids first" in hands.page
    assert 'name="unit" value="5.00"' in hands.page
    opened(hands)
    assert phase(hands) == "bid"
    (begun,) = custody.facts(hands.house, "round_opened")
    assert begun["options"] == {"players": SEATS, "starter": "S1", "unit": 500, "cups": "at_open"}


def test_typed_names_sit_after_the_seats(hands: Hands) -> None:
    hands.press(GAME, {"in": ["S1"], "names": "bo， cy", "first": "cy", "unit": "10", "cups": "at_open"})
    (begun,) = custody.facts(hands.house, "round_opened")
    assert (begun["options"]["players"], begun["options"]["starter"]) == (["S1", "bo", "cy"], "cy")


def test_bids_lie_ready_with_the_lowest_of_each_face(hands: Hands) -> None:
    opened(hands)
    keys = re.findall(r'name="bid" value="([^"]*)"( disabled)?', hands.page)
    assert keys == [("3:1:", ""), *((f"4:{face}:", "") for face in range(2, 7))]
    hands.press(BID, {"bid": "4:2:"})
    assert "Seat 2 bids or opens" in hands.page
    assert custody.facts(hands.house, "bid_made")[-1]["input"] == {"do": "bid", "by": "S1", "quantity": 4, "face": 2}


def test_calls_and_more_dice_are_chosen_by_touch(hands: Hands) -> None:
    opened(hands)
    hands.press(BID, {"bid": "4:2:"})
    hands.look("/t/BJ-01/?call=zhai&plus=1")
    assert re.findall(r'name="bid" value="([^"]*)"', hands.page)[1] == "6:2:zhai"
    hands.press(BID, {"bid": "6:2:zhai"})
    assert custody.facts(hands.house, "bid_made")[-1]["input"]["call"] == "zhai"
    assert "ones are only ones" in hands.page
    hands.look("/t/BJ-01/?call=fei")
    assert re.findall(r'name="bid" value="([^"]*)"( disabled)?', hands.page)[:2] == [
        ("0:1:fei", " disabled"),
        ("12:2:fei", ""),
    ]
    hands.press(BID, {"bid": "12:2:fei"})
    assert "ones count as every face" in hands.page
    assert '<span lang="zh-Hans">飞</span>' in hands.page


@pytest.mark.parametrize(
    ("bids", "refused", "words"),
    [
        ((), "2:3:", "The first bid must be higher for this many players."),
        (("4:3:",), "4:2:", "A bid must have more dice, or as many of a higher face."),
        (("4:3:",), "22:3:", "There cannot be that many dice."),
        (("4:3:",), "8:3:fei", "Fei (飞) only breaks zhai (斋), and the round is not zhai."),
        (("4:3:zhai",), "7:3:fei", "Fei (飞) needs at least double the standing number."),
        (("4:3:zhai",), "8:1:fei", "Fei (飞) cannot be called on ones."),
    ],
)
def test_an_illegal_bid_is_explained_in_the_players_words(
    hands: Hands, bids: tuple[str, ...], refused: str, words: str
) -> None:
    opened(hands)
    for made in bids:
        assert hands.press(BID, {"bid": made}).status_code == 200
    before = builders.snapshot()
    response = hands.press(BID, {"bid": refused})
    assert response.status_code == 422
    assert words in hands.page
    assert builders.snapshot() == before


def test_a_sentence_says_what_the_keys_do(hands: Hands) -> None:
    """Who has never dealt the game reads it beside whose turn it is."""
    opened(hands)
    assert "Seat 1 bids All shake and look." in said(hands)
    assert hands.page.count("ones are zhai") == 1
    hands.look("/t/BJ-01/?call=zhai")
    assert "Zhai (斋): from this bid on ones count as ones only." in said(hands)
    hands.press(BID, {"bid": "4:2:zhai"})
    assert "Seat 2 bids or opens Touch his bid, or Open." in said(hands)
    assert "ones are zhai" not in said(hands)
    hands.look("/t/BJ-01/?call=fei")
    assert "Fei (飞) breaks zhai: at least twice the number" in said(hands)


def test_a_keyed_number_counts_before_the_one_on_the_key(hands: Hands) -> None:
    opened(hands)
    hands.press(BID, {"bid": "4:2:", "quantity": "9"})
    assert custody.facts(hands.house, "bid_made")[-1]["input"]["quantity"] == 9


def test_cups_are_keyed_at_the_open_and_the_count_is_shown(hands: Hands) -> None:
    opened(hands)
    hands.press(BID, {"bid": "7:2:"})
    hands.press(MOVE, {"do": "open:S2:2"})
    assert phase(hands) == "show"
    key_cups(hands)
    assert phase(hands) == "settle"
    shown = said(hands)
    assert "7 × Wild 不斋 ones count as every face 6 counted: the bid falls" in shown
    assert hands.page.count('class="one counts"') == 6
    assert "Seat 1 Loses 2 units −10" in shown
    assert "Seat 2 Wins +10" in shown
    hands.press(PRESS, {"do": "confirm_settlement"})
    assert phase(hands) == "ready"
    assert 'name="first" value="S1" checked' in hands.page
    assert events(hands)[-1] == "settlement_confirmed"


def test_a_penalty_that_a_wei_doubles_says_so(clock: None) -> None:
    """L7.4: opened for one unit; the bidder's fours and wild ones are a wei, and the bid falls all the same."""
    hands = at_terminal(wei_double=True)
    opened(hands)
    hands.press(BID, {"bid": "9:2:"})
    hands.press(MOVE, {"do": "open:S2:1"})
    for player, faces in {**CUPS, "S1": (4, 4, 1, 1, 4)}.items():
        hands.press(THROW, {"do": "roll", "by": player, **dice(faces)})
    assert "Seat 1 Loses 2 units doubled: his cup is a wei (围骰) −10" in said(hands)


@pytest.mark.parametrize(
    ("cup", "count", "words"), [((2, 2, 1, 1, 2), 6, "Wei 围骰"), ((2, 2, 2, 2, 2), 7, "Full wei 全围")]
)
def test_a_whole_cup_is_named(hands: Hands, cup: tuple[int, ...], count: int, words: str) -> None:
    opened(hands)
    hands.press(BID, {"bid": "7:2:"})
    hands.press(MOVE, {"do": "open:S2:1"})
    hands.press(THROW, {"do": "roll", "by": "S1", **dice(cup)})
    hands.press(THROW, {"do": "roll", "by": "S2", **dice((3, 3, 4, 5, 6))})
    hands.press(THROW, {"do": "roll", "by": "S3", **dice((3, 3, 4, 5, 6))})
    assert f"{count} {words}" in said(hands)


def test_who_leaves_ends_the_round(hands: Hands) -> None:
    opened(hands)
    hands.look("/t/BJ-01/?sheet=leave")
    hands.press(MOVE, {"do": "leave:S3"})
    assert phase(hands) == "settle"
    assert "Seat 3 has left" in hands.page


@pytest.mark.usefixtures("clock")
def test_a_carried_pot_is_handed_over_between_rounds() -> None:
    hands = at_terminal(payee="pot")
    opened(hands)
    hands.press(BID, {"bid": "7:2:"})
    hands.press(MOVE, {"do": "open:S2:1"})
    key_cups(hands)
    assert "stays in the pot" in hands.page
    hands.press(PRESS, {"do": "confirm_settlement"})
    hands.look("/t/BJ-01/?sheet=felt")
    assert "Hand over the pot" in hands.page
    hands.look("/t/BJ-01/?sheet=pot")
    hands.press(MOVE, {"do": "pay_pot:S3"})
    assert custody.facts(hands.house, "pot_paid")[-1]["player"] == "S3"
    assert hands.house.state().pot == 0


def sealed() -> list[str]:
    """Every value that the log keeps sealed: cups and the seed of the dice."""
    kept = Event.objects.exclude(sealed="").values_list("sealed", flat=True)
    return [value for fields in kept for _, value in json.loads(fields).values()]


def faces(page: str) -> list[str]:
    """Dice that are drawn in cups."""
    return re.findall(r'class="one[^"]*"><svg class="die[^"]*"[^>]*aria-label="(\w+)"', page)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("source", ["server", "keyed"])
def test_no_cup_and_no_seed_is_in_any_page_while_the_round_is_on(source: str) -> None:
    hands = at_terminal(source)
    opened(hands, "rolled")
    pages = [hands.page]
    if source == "keyed":
        for player, thrown in CUPS.items():
            hands.press(THROW, {"do": "roll", "by": player, **dice(thrown)})
            pages.append(hands.page)
    hands.press(BID, {"bid": "7:2:"})
    pages += [hands.page, hands.look("/t/BJ-01/?sheet=leave").content.decode()]
    hidden = sealed()
    assert len(hidden) >= 3
    for page in pages:
        assert faces(page) == []
        assert [value for value in hidden if value in page] == []
        assert "checked" not in page
    hands.look()
    hands.press(MOVE, {"do": "open:S2:1"})
    assert phase(hands) == "settle"
    assert len(faces(hands.page)) == 15


def test_a_refused_cup_is_not_drawn_again(hands: Hands) -> None:
    opened(hands, "rolled")
    response = hands.press(THROW, {"do": "roll", "by": "S1", **dice((6, 6, 6))})
    assert refusal(response) == "wrong_dice_count"
    assert "Key every die once: 5 dice." in hands.page
    assert "checked" not in hands.page


@pytest.mark.parametrize(
    ("path", "keyed", "code"),
    [
        (GAME, {"in": ["S1"], "first": "S1", "unit": "5", "cups": "at_open"}, "bad_form"),
        (GAME, {"in": SEATS, "names": "\u202eanna", "first": "S1", "unit": "5", "cups": "at_open"}, "bad_player"),
        (GAME, {"in": SEATS, "first": "S7", "unit": "5", "cups": "at_open"}, "bad_form"),
        (GAME, {"in": SEATS, "first": "S1", "unit": "0.20", "cups": "at_open"}, "bad_options"),
        (GAME, {"in": SEATS, "first": "S1", "unit": "", "cups": "at_open"}, "bad_form"),
        (BID, {"bid": "4:2:", "by": "S1"}, "no_round"),
        (BID, {"bid": "4:7:", "by": "S1"}, "bad_form"),
        (THROW, {"do": "roll", "by": "S1", "die-1": "2"}, "bad_form"),
        (MOVE, {"do": "open:S2:x"}, "unknown_action"),
        (MOVE, {"do": "leave"}, "unknown_action"),
        (MOVE, {"do": "pay_pot:S1"}, "pot_empty"),
    ],
)
def test_a_key_out_of_place_changes_nothing(hands: Hands, path: str, keyed: dict[str, Any], code: str) -> None:
    before = builders.snapshot()
    assert refusal(hands.press(path, keyed)) == code
    assert builders.snapshot() == before


def test_a_form_that_is_sent_twice_counts_once(hands: Hands) -> None:
    opened(hands)
    page = hands.page
    hands.press(BID, {"bid": "4:2:"})
    before = builders.snapshot()
    hands.page = page
    assert hands.press(BID, {"bid": "4:2:"}).status_code == 200
    assert builders.snapshot() == before


def test_there_is_no_settlement_to_look_at_before_the_open(hands: Hands) -> None:
    opened(hands)
    assert hands.look("/t/BJ-01/?sheet=settle").status_code == 200
    assert phase(hands) == "bid"


def test_it_is_in_chinese_with_the_players_terms(hands: Hands) -> None:
    opened(hands)
    hands.client.cookies["django_language"] = "zh-hans"
    hands.look()
    for words in ("斋", "座位 1", "开"):
        assert words in hands.page
