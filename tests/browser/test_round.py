"""A whole evening's worth of one table by touch: opened, a round with everything in it dealt, closed."""

import pytest
from playwright.sync_api import expect

from tests import builders, custody, dealt
from tests.browser.floor import Floor

pytestmark = pytest.mark.browser

PACK = "210"


def count_rack(floor: Floor, rack: dict[int, int]) -> None:
    """Quantities by denomination on the pad, and two signatures."""
    for worth, pieces in rack.items():
        field = floor.page.locator(f"#id_chips-{worth}")
        if pieces and not field.input_value():
            field.tap()
            floor.type(str(pieces))
    floor.sign(dealer="dana", boss="petra")


def test_a_table_is_opened_dealt_and_closed_by_touch(floor: Floor) -> None:
    custody.issue_bank(floor.house)
    floor.enrol()
    floor.sign_on()
    floor.touch("Tap in")
    count_rack(floor, dict(builders.PAR))
    expect(floor.page.locator("[data-total]")).to_have_text("10,000")
    floor.touch("Sign and open")

    floor.touch("Receive cards")
    floor.page.locator("#id_cards").tap()
    floor.type(PACK)
    floor.sign(dealer="dana", boss="petra")
    floor.touch("Sign inspection")
    floor.touch("Cards are mixed")
    floor.page.locator("label.key", has_text="Seat 4").tap()
    for field, pieces in (("cut_from_top", "100"), ("cut_card_from_bottom", "30")):
        floor.page.locator(f"#id_{field}").tap()
        floor.type(pieces)
    floor.touch("Cards are cut")

    deal_a_round(floor)

    floor.open("Count")
    count_rack(floor, custody.rack_of(floor.house))
    floor.touch("Sign and close")
    assert floor.phase() == "closed"
    closed = custody.facts(floor.house, "table_closed")[-1]
    # out: 50 + 25 + 110 + 150, in: the insurance of 25
    assert (closed["total"], closed["difference"]) == (1_000_000 - 33_500 + 2_500, 0)


def cut_off(floor: Floor) -> list[str]:
    """Hands of which a part lies below the edge of their spot, while the keys of the cards take room."""
    assert floor.phase() == "dealing"
    found: list[str] = floor.page.evaluate(
        """() => [...document.querySelectorAll(".spot .hand")]
            .filter(hand => hand.getBoundingClientRect().bottom > hand.closest(".spot").getBoundingClientRect().bottom)
            .map(hand => hand.innerText)"""
    )
    return found


def refused_card(floor: Floor) -> None:
    """A card keyed on a screen that is older than the table: refused, and the words take nothing from the felt."""
    before = len(custody.events(floor.house))
    floor.page.evaluate("document.querySelectorAll('[name=seq]').forEach(field => { field.value = '1'; })")
    floor.card("3H")
    expect(floor.page.locator(".now .bar code")).to_have_text("stale_sequence")
    assert len(custody.events(floor.house)) == before


def deal_a_round(floor: Floor) -> None:
    """Spot 1 doubles, spot 3 has a natural, spot 4 insures and splits with a back-bet behind, spot 7 stands."""
    floor.bet(1, 2_500, 2_500, 500)
    floor.bet(3, 10_000)
    floor.bet(4, 2_500, 2_500)
    floor.bet(7, 2_500)
    floor.choose(4)
    floor.page.locator("button[name=add][value='chips-2500']").tap()
    floor.page.locator("label.key", has_text="follows a split").tap()
    floor.touch("Place back-bet")
    floor.touch("Close betting")
    floor.says("Next card → spot 1")
    floor.cards("5H", "AS", "8C", "9D", "AD", "6C", "KH", "8D", "9C", "7S")

    floor.says("Insurance?")
    floor.touch("Insure spot 4")
    floor.touch("Close insurance")
    floor.says("Spot 1 acts")
    floor.touch("Double")
    floor.card("TH")
    floor.says("Blackjack +150")  # spot 3 is paid in passing
    floor.says("Spot 4 acts")
    floor.touch("Split")
    floor.says("Next card → spot 4")
    refused_card(floor)
    assert cut_off(floor) == []
    floor.card("3H")
    floor.touch("Hit")
    assert cut_off(floor) == []
    floor.card("TS")
    floor.touch("Stand")
    assert cut_off(floor) == []
    floor.card("TC")
    floor.touch("Stand")
    floor.says("Spot 7 acts")
    floor.touch("Stand")

    assert floor.phase() == "settle"
    rows = floor.page.locator("table.ledger tbody tr")
    told = [" ".join(text.split()) for text in rows.all_inner_texts()]
    assert [row.removesuffix(" ⚑ Flag").rsplit(" done during play", 1)[0] for row in told] == [
        "7 9 ♦︎ 9 ♣︎ 18 25 Stand-off leave",
        "4 · hand 2 8 ♦︎ 10 ♣︎ 18 50 Stand-off leave",
        "4 · back-bet, Onlooker 1 25 Stand-off leave",
        "4 · hand 1 8 ♣︎ 3 ♥︎ 10 ♠︎ 21 50 Wins pay 50 2 × g 25",
        "4 · back-bet, Onlooker 1 25 Wins pay 25 1 × g 25",
        "1 5 ♥︎ 6 ♣︎ 10 ♥︎ 21 110 Wins pay 110 4 × g 25 2 × r 5",  # stake and double are paid apart
        "3 A ♠︎ K ♥︎ 21 100 Blackjack pay 150 1 × b 100 2 × g 25",
        "4 · insurance, Seat 4 25 Loses take 25",
    ]
    floor.touch("Paid and taken")
    assert floor.phase() == "betting"
    assert custody.facts(floor.house, "settlement_confirmed")[-1] == {"round": 1}


def test_an_unusual_amount_is_the_only_thing_typed(floor: Floor) -> None:
    dealt.ready(floor.house)
    floor.enrol()
    floor.sign_on()
    floor.choose(2)
    floor.page.get_by_label("or an amount").fill("37.50")
    floor.page.locator("label.key", has_text="money play").tap()
    floor.touch("Place bet")
    laid = custody.events(floor.house)[-1]["data"]["laid"][0]
    assert (laid["amount"], laid["tender"]) == (3_750, "cash")


def test_two_touches_of_a_key_count_once(floor: Floor) -> None:
    dealt.in_play(floor.house)
    floor.enrol()
    floor.sign_on()
    key = floor.page.get_by_role("button", name="Hit")
    with floor.answered():
        key.dblclick()
    assert floor.phase() == "dealing"
    assert [event["type"] for event in custody.events(floor.house)[-2:]] == ["card_dealt", "act_taken"]


def test_a_reader_that_feeds_cards_is_seen_without_a_press(floor: Floor) -> None:
    dealt.ready(floor.house)
    floor.enrol()
    floor.sign_on()
    floor.bet(1, 2_500)
    floor.touch("Close betting")
    dealt.press(floor.house, *dealt.cards(("KH", "TS", "6S", "7H")))
    floor.says("Spot 1 acts")


def test_a_refused_press_says_why_and_a_stale_one_shows_the_new_state(floor: Floor) -> None:
    dealt.in_play(floor.house)
    floor.enrol()
    floor.sign_on()
    dealt.press(floor.house, {"do": "stand", "by": "anna", "spot": 1})
    floor.touch("Stand")
    floor.says("The table moved on. This is how it stands now; your press was not taken.")
    floor.says("Spot 2 acts")
    floor.touch("Stand")
    floor.touch("Paid and taken")
    floor.bet(4, 100)
    floor.says("The stake is below the minimum of 5.00.")
    assert floor.page.locator("[data-total]").inner_text() == "1"
