"""The terminal's page: what stands on it in each phase, and how it refreshes itself."""

import re

import pytest
import time_machine

from tables.models.shoes import Shoe
from tests import builders, custody, dealt
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal


def test_spots_lie_as_on_the_felt_and_can_be_turned(hands: Hands) -> None:
    def numbers() -> list[str]:
        return re.findall(r'<span class="no"><b>(\d)</b>', hands.look().content.decode())

    assert numbers() == ["1", "2", "3", "4", "5", "6", "7"]
    hands.client.get("/t/BJ-01/?turn=1")
    assert numbers() == ["7", "6", "5", "4", "3", "2", "1"]
    hands.client.get("/t/BJ-01/?turn=0")
    assert numbers() == ["1", "2", "3", "4", "5", "6", "7"]


def test_the_head_says_which_table_limits_and_dealer(hands: Hands) -> None:
    shown = hands.look().content.decode()
    for words in ("<h1>BJ-01</h1>", "Blackjack", "USD 5–500", "Dana Dealer dana", "12:00:00"):
        assert words in shown


def test_the_side_says_what_the_rack_should_hold(hands: Hands) -> None:
    shown = " ".join(re.sub(r"<[^>]+>", " ", hands.look().content.decode()).split())
    assert "Rack expected 10,000 par 10,000 need 0" in shown
    assert (
        "w 1 200 pieces / par 200 r 5 200 pieces / par 200 g 25 160 pieces / par 160 b 100 48 pieces / par 48" in shown
    )


def test_a_refresh_without_news_brings_nothing(hands: Hands) -> None:
    seq = re.search(r'data-seq="(\d+)"', hands.look().content.decode())
    assert seq is not None
    same = hands.look(f"/t/BJ-01/?seen={seq[1]}", HX_Request="true")
    assert (same.status_code, same.content) == (204, b"")
    dealt.press(hands.house, {"do": "open_round"}, *dealt.bets())
    news = hands.look(f"/t/BJ-01/?seen={seq[1]}", HX_Request="true")
    assert news.status_code == 200
    assert news.content.decode().lstrip().startswith('<div id="screen"')


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("buy_in", "Buy-in done"),
        ("change", "Change done"),
        ("shoe", "Cards are mixed"),
        ("closer", "Sign and close"),
        ("relief", "Tap out"),
        ("boss", "Lift a limit"),
        ("void", "Void the round"),
        ("lift", "no lift may pass 10,000."),
        ("block", "Block the shoe"),
        ("call", "Dispute over a hand"),
    ],
)
def test_every_sheet_opens(hands: Hands, sheet: str, words: str) -> None:
    response = hands.look(f"/t/BJ-01/?sheet={sheet}")
    assert response.status_code == 200
    assert words in response.content.decode()


def test_an_unknown_sheet_is_the_felt(hands: Hands) -> None:
    assert 'class="felt arc"' in hands.look("/t/BJ-01/?sheet=nothing").content.decode()


def test_the_settlement_names_every_bet_and_the_chips_to_cut(hands: Hands) -> None:
    dealt.press(hands.house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(hands.house, *dealt.cards(("KH", "8C", "TS", "QS", "8D", "7H")))
    dealt.press(hands.house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    shown = hands.look().content.decode()
    assert 'data-phase="settle"' in shown
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr class=.*?</tr>", shown, re.DOTALL)]
    assert [" ".join(row) for row in rows] == [
        "2 8 ♣︎ 8 ♦︎ 16 20 Loses take 20 ⚑ Flag",
        "2 · back-bet, cy 5 Loses take 5 ⚑ Flag",
        "1 K ♥︎ Q ♠︎ 20 10 Wins pay 10 2 × r 5 ⚑ Flag",
    ]


def test_a_back_bet_on_the_felt_is_read_like_the_seats(hands: Hands) -> None:
    dealt.press(hands.house, {"do": "open_round"}, {"do": "bet", "spot": 1, "by": "S1", "amount": 1_000})
    dealt.press(
        hands.house, {"do": "back_bet", "id": "K2-1", "by": "K2", "spot": 1, "amount": 500, "follow_split": True}
    )
    hands.look()
    assert "Onlooker 2 5" in hands.page
    assert "K2 5" not in hands.page


def test_the_chips_to_cut_are_those_that_the_log_took_from_the_rack(hands: Hands) -> None:
    custody.buy_in(hands.house, 100_000, {500: 200})  # the last red chips
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 1_500, "chips": {"100": 15}}
    notes = {"do": "bet", "by": "bo", "spot": 2, "amount": 2_500, "tender": "cash"}
    dealt.press(hands.house, {"do": "open_round"}, bet, notes, {"do": "close_betting"})
    dealt.press(hands.house, *dealt.cards(("KH", "8C", "TS", "QS", "TD", "7H")))
    dealt.press(hands.house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    shown = hands.look().content.decode()
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr class=.*?</tr>", shown, re.DOTALL)]
    assert [" ".join(row) for row in rows] == [
        "2 8 ♣︎ 10 ♦︎ 18 25 cash Wins pay 25 1 × g 25 ⚑ Flag",
        "1 K ♥︎ Q ♠︎ 20 15 Wins pay 15 15 × w 1 ⚑ Flag",
    ]


def test_a_closed_table_asks_for_the_opener(house: House) -> None:
    custody.close_table(house)
    shown = Hands(house).at_the_terminal().page
    assert "Opener: count the rack" in shown
    assert "10,000" not in shown  # a blind count: what should be there is not told


def test_a_stopped_table_is_red_and_waits_for_the_boss(hands: Hands) -> None:
    dealt.press(hands.house, {"do": "card", "card": "4S"})
    shown = hands.look().content.decode()
    assert "PLAY STOPPED" in shown
    assert 'class="terminal stopped' in shown
    assert "Void the round" not in hands.look("/t/BJ-01/?sheet=ruling").content.decode()


def test_names_are_never_markup(hands: Hands) -> None:
    dealt.press(hands.house, {"do": "open_round"}, {"do": "bet", "by": "<b>x</b>", "spot": 1, "amount": 1_000})
    shown = hands.look().content.decode()
    assert "<b>x</b>" not in shown
    assert "&lt;b&gt;x&lt;/b&gt;" in shown


@pytest.mark.usefixtures("db")
def test_the_house_deals_by_itself_and_its_hole_card_stays_unseen() -> None:
    with time_machine.travel(builders.AT, tick=False):
        house = dealt.ready(builders.house(card_source="server"))
        Shoe.objects.update(stock="KS6D9CTH5S2C")
        hands = Hands(house).at_the_terminal()
        hands.press("/t/BJ-01/bet", {"do": "bet", "spot": 1, "by": "S1", "opens": "1", "chips-500": 2})
        hands.press("/t/BJ-01/press", {"do": "close_betting"})
        assert 'data-phase="acts"' in hands.page
        assert set(faces(hands.page)) == {"6 diamonds", "face down"}
        hands.press("/t/BJ-01/press", {"do": "stand"})
        assert 'data-phase="settle"' in hands.page
        assert "10 hearts" in faces(hands.page)


def faces(page: str) -> list[str]:
    """Every card on the screen, as it is named to whoever cannot see it."""
    return re.findall(r'<i class="card[^"]*" role="img" aria-label="([^"]*)"', page)


@pytest.mark.parametrize("who", ["colin", "cass"])
def test_who_has_no_business_at_a_table_is_told_so(house: House, who: str) -> None:
    hands = Hands(house)
    hands.enrol()
    hands.sign_on(who)
    assert hands.look("/").status_code == 200
    response = hands.look("/t/BJ-01/")
    assert (response.status_code, refusal(response)) == (403, "not_permitted")
    response = hands.press("/t/BJ-01/call", {"key": "a" * 32, "seq": "1", "reason": "hello"})
    assert (response.status_code, response.headers["HX-Redirect"]) == (204, "/t/BJ-01/")


@pytest.mark.parametrize("act", ["press", "bet", "relief", "call", "void"])
def test_a_press_for_another_table_leads_to_that_tables_pad(hands: Hands, act: str) -> None:
    before = builders.snapshot()
    response = hands.press(f"/t/BJ-02/{act}", {"do": "close_betting"}, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, "/t/BJ-02/")
    assert builders.snapshot() == before
