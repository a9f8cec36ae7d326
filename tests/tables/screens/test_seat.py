"""A player's own page: in by a code that works once, his cup and nobody else's, out when his link ends."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from tables.models.log import Event
from tables.services import seat_links
from tests import builders, custody, potted
from tests.tables.screens.hands import Hands, refusal

SEATS = ["S1", "S2", "S3"]


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1"


@pytest.fixture
def hands(db: None) -> Iterator[Hands]:
    """Dana before a table whose dice the house throws; no round yet."""
    with time_machine.travel(builders.AT, tick=False):
        yield Hands(potted.house("liars_dice", "server")).at_the_terminal()


def opened(hands: Hands) -> None:
    """A round of three is on."""
    hands.look()
    hands.press("/t/BJ-01/game", {"in": SEATS, "first": "S1", "unit": "5", "cups": "rolled"})


def code_on(page: str) -> str:
    """The code as it is read out from the terminal."""
    return "".join(re.findall(r"<code>([^<]*)</code>", page.split('<p class="code">')[1].split("</p>")[0]))


def link(hands: Hands, player: str) -> str:
    hands.look("/t/BJ-01/?sheet=links")
    assert hands.press("/t/BJ-01/link", {"player": player}).status_code == 200
    return code_on(hands.page)


def claim(code: str) -> tuple[Client, Any]:
    """A telephone that sends the code."""
    phone = Client(headers={"User-Agent": IPHONE})
    return phone, phone.post("/seat/", {"code": code})


def seated(hands: Hands, player: str) -> Client:
    phone, response = claim(link(hands, player))
    assert (response.status_code, response["Location"]) == (302, "/seat/")
    return phone


def shown(phone: Client) -> str:
    return phone.get("/seat/").content.decode()


def dice(page: str) -> list[str]:
    return re.findall(r'class="one[^"]*"><svg class="die[^"]*"[^>]*aria-label="(\w+)"', page)


def cup_of(player: str) -> list[str]:
    """What the log keeps sealed under the last cup of a player."""
    rolls = Event.objects.filter(type="cup_rolled").order_by("seq")
    own = [row.sealed for row in rolls if json.loads(row.body)["data"]["input"]["by"] == player]
    return [str(face) for face in json.loads(json.loads(own[-1])["dice"][1])]


def test_the_terminal_shows_a_link_once_as_picture_address_and_code(hands: Hands) -> None:
    assert "sheet=links" in hands.look("/t/BJ-01/?sheet=felt").content.decode()
    code = link(hands, "S2")
    assert len(code) == 32
    assert '<svg viewBox="0 0 ' in hands.page
    assert 'class="qr"' in hands.page
    assert '<code class="address">http://testserver/seat/</code>' in hands.page
    assert code not in hands.look("/t/BJ-01/?sheet=links").content.decode()
    assert code not in json.dumps(custody.facts(hands.house, "seat_link_opened"))


def test_a_player_sees_his_own_cup_and_no_other(hands: Hands) -> None:
    phones = {player: seated(hands, player) for player in SEATS}
    opened(hands)
    for player, phone in phones.items():
        page = shown(phone)
        assert sorted(dice(page)) == sorted(cup_of(player))
        assert page.count('class="one') == 5


def test_nothing_that_is_sealed_for_others_is_in_the_page(hands: Hands) -> None:
    phone = seated(hands, "S2")
    opened(hands)
    kept = Event.objects.exclude(sealed="").values_list("sealed", flat=True)
    hidden = [value for fields in kept for _, value in json.loads(fields).values()]
    assert len(hidden) >= 4
    page = shown(phone)
    assert [value for value in hidden if value in page] == []
    assert phone.get("/seat/")["Cache-Control"] == "no-store"


def test_it_follows_the_round_to_its_result(hands: Hands) -> None:
    phone = seated(hands, "S2")
    opened(hands)
    assert "It is the turn of Seat 1." in shown(phone)
    hands.look()
    hands.press("/t/BJ-01/bid", {"bid": "21:6:"})
    page = shown(phone)
    assert "It is your turn." in page
    assert '<b class="quantity">21</b>' in page
    hands.press("/t/BJ-01/move", {"do": "open:S2:2"})
    page = shown(phone)
    assert "counted: the bid falls" in page
    assert "Seat 1 loses to Seat 2: 2 units." in page
    assert page.count('class="one') == 5
    hands.press("/t/BJ-01/press", {"do": "confirm_settlement"})
    assert "Seat 1 loses to Seat 2: 2 units." in shown(phone)


def test_it_asks_again_and_gets_nothing_while_nothing_came(hands: Hands) -> None:
    phone = seated(hands, "S2")
    opened(hands)
    seq = re.findall(r'data-seq="(\d+)"', shown(phone))[0]
    swap = {"HX-Request": "true"}
    assert phone.get(f"/seat/?seen={seq}", headers=swap).status_code == 204
    hands.look()
    hands.press("/t/BJ-01/bid", {"bid": "4:6:"})
    news = phone.get(f"/seat/?seen={seq}", headers=swap)
    assert news.content.decode().lstrip().startswith('<div id="screen"')


def test_a_code_may_be_keyed_in_groups(hands: Hands) -> None:
    code = link(hands, "S2")
    assert claim(f"{code[:4]} {code[4:]} ")[1].status_code == 302


def test_a_code_works_once_and_in_one_browser(hands: Hands) -> None:
    code = link(hands, "S2")
    claim(code)
    before = builders.snapshot()
    thief, response = claim(code)
    assert (refusal(response), response.status_code) == ("seat_link_refused", 403)
    assert dice(shown(thief)) == []
    assert builders.snapshot() == before


@pytest.mark.parametrize("code", ["", "x" * 32, "a\x00b", "x" * 65])
def test_a_wrong_code_opens_nothing(hands: Hands, code: str) -> None:
    before = builders.snapshot()
    phone, response = claim(code)
    assert response.status_code in (403, 422)
    assert "Your seat" in shown(phone)
    assert builders.snapshot() == before


def test_a_new_link_ends_the_one_before_it(hands: Hands) -> None:
    lost = seated(hands, "S2")
    seated(hands, "S2")
    assert dice(shown(lost)) == []
    swapped = lost.get("/seat/?seen=1", headers={"HX-Request": "true"})
    assert (swapped.status_code, swapped["HX-Redirect"]) == (204, "/seat/")


def test_it_ends_when_the_player_leaves(hands: Hands) -> None:
    phone = seated(hands, "S2")
    seat_links.end_seat_link(actor=hands.house.dana, at=hands.house.at, table="BJ-01", player="S2")
    assert dice(shown(phone)) == []


def test_who_is_not_in_the_round_is_told_so(hands: Hands) -> None:
    phone = seated(hands, "S7")
    opened(hands)
    assert "It is the turn of Seat 1." in shown(phone)


def test_a_link_that_is_taken_during_a_round_shows_no_cup_of_it(hands: Hands) -> None:
    opened(hands)
    phone = seated(hands, "S2")
    assert dice(shown(phone)) == []
    assert "your cup is shown here from the next round on" in shown(phone)
    hands.look()
    hands.press("/t/BJ-01/bid", {"bid": "21:6:"})
    hands.press("/t/BJ-01/move", {"do": "open:S2:1"})
    hands.press("/t/BJ-01/press", {"do": "confirm_settlement"})
    opened(hands)
    assert sorted(dice(shown(phone))) == sorted(cup_of("S2"))


def test_the_terminals_own_browser_takes_no_link(hands: Hands) -> None:
    code = link(hands, "S2")
    before = builders.snapshot()
    response = hands.client.post("/seat/", {"code": code})
    assert (refusal(response), response.status_code) == ("seat_link_of_house", 403)
    hands.client.post("/t/BJ-01/sign-off")
    assert refusal(hands.client.post("/seat/", {"code": code})) == "seat_link_of_house"
    assert [event for event in custody.events(hands.house) if event["type"] == "seat_link_claimed"] == []
    assert builders.snapshot()["DEMO/table/BJ-01"] == before["DEMO/table/BJ-01"]


def test_page_and_terminal_tell_since_when_and_by_what_a_link_is_taken(hands: Hands) -> None:
    link(hands, "S1")
    phone = seated(hands, "S2")
    assert "This link was taken at 12:00:00 by: <b>iPhone · Safari</b>" in shown(phone)
    hands.look("/t/BJ-01/?sheet=links")
    rows = re.findall(r"<tr>(.*?)</tr>", hands.page.split('<table class="ledger links">')[1], re.DOTALL)
    told = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows[1:]]
    assert told == [
        "Seat 1 not yet, good until 12:15:00 End link 结束链接",
        "Seat 2 since 12:00:00 iPhone · Safari End link 结束链接",
    ]


def test_the_dealer_ends_a_link_by_its_key(hands: Hands) -> None:
    phone = seated(hands, "S2")
    hands.look("/t/BJ-01/?sheet=links")
    assert hands.press("/t/BJ-01/link", {"end": "S2"}).status_code == 200
    assert custody.facts(hands.house, "seat_link_ended") == [{"player": "S2"}]
    assert "End link" not in hands.page
    assert "Your link to Seat 2 at BJ-01 is over." in shown(phone)
    assert refusal(hands.press("/t/BJ-01/link", {"end": "S2"})) == "no_such_seat_link"


def test_whose_link_another_device_has_taken_is_told(hands: Hands) -> None:
    phone = seated(hands, "S2")
    code = link(hands, "S2")
    assert "nobody has taken it yet" in shown(phone)
    Client(headers={"User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/142.0"}).post("/seat/", {"code": code})
    page = shown(phone)
    assert "A new one was taken at 12:00:00 by: <b>Android · Chrome</b>" in page
    assert "If that was not you, tell the pit boss." in page


@pytest.mark.usefixtures("db")
def test_before_the_first_round_there_is_nothing_to_see() -> None:
    with time_machine.travel(builders.AT, tick=False):
        hands = Hands(potted.house("liars_dice", "server")).at_the_terminal()
        assert "You are not in a round now." in shown(seated(hands, "S1"))


def test_only_the_dealer_of_the_table_opens_links(hands: Hands) -> None:
    hands.client.post("/t/BJ-01/sign-off")
    hands.sign_on("dev")
    before = builders.snapshot()
    response = hands.press("/t/BJ-01/link", {"player": "S1"})
    assert (refusal(response), response.status_code) == ("not_dealing", 403)
    assert 'class="qr"' not in hands.page
    assert builders.snapshot() == before


def test_a_link_without_a_player_is_refused(hands: Hands) -> None:
    response = hands.press("/t/BJ-01/link", {"player": ""})
    assert (refusal(response), response.status_code) == ("bad_form", 422)


def test_a_stranger_at_the_terminals_address_gets_the_pin_pad(hands: Hands) -> None:
    response = Client().post("/t/BJ-01/link", {"player": "S1"})
    assert (response.status_code, response["Location"]) == (302, "/t/BJ-01/")


def test_at_a_scarney_table_it_tells_whose_turn_it_is(db: None) -> None:
    with time_machine.travel(builders.AT, tick=False):
        house = potted.house("scarney", "server")
        code = seat_links.open_seat_link(actor=house.dana, at=house.at, table="BJ-01", player="bo")["code"]
        potted.open_scarney(house)
        assert "It is the turn of anna." in shown(claim(code)[0])
