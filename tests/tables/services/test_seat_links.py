"""A player's own view: one seat, one browser, and nothing left of it when he is gone."""

import json
from datetime import timedelta

import pytest

from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import log as log_rows
from tables.models.terminals import SeatLink
from tables.selectors import actors
from tables.selectors import seat_links as selector
from tables.services import seat_links, sign_ons, terminals
from tables.services.seat_links import Browser
from tests import builders, custody, dealt, potted
from tests.builders import House

pytestmark = pytest.mark.django_db


PHONE = Browser("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1")


@pytest.fixture
def house() -> House:
    """A table whose cups the server throws; no round yet."""
    return potted.house("liars_dice", "server")


def link(house: House, player: str = "bo") -> str:
    return str(seat_links.open_seat_link(actor=house.dana, at=house.at, table="BJ-01", player=player)["code"])


def claim(house: House, code: str, browser: Browser = PHONE, minutes: int = 0) -> seat_links.ClaimedSeat:
    return seat_links.claim_seat_link(at=house.at + timedelta(minutes=minutes), code=code, browser=browser)


def claimed(house: House, player: str = "bo") -> str:
    return claim(house, link(house, player)).token


def next_round(house: House) -> None:
    """The round that is on is opened up, and the next one begins."""
    dealt.press(house, potted.bid("anna", 8, 2), {"do": "open", "by": "bo"}, {"do": "confirm_settlement"})
    potted.open_cups(house)


def cups(house: House, token: str) -> dict[str, bool]:
    """By player, whether his cup is shown to who has the token."""
    picture = selector.felt_for_seat(selector.sight_of(token=token, at=house.at)).picture
    return {line["player"]: line["cup"] is not None for line in picture["felt"]["players"]}


def refused(house: House, token: str, at_hours: int = 0) -> bool:
    with pytest.raises(NotAllowed, match="seat_link_refused"):
        selector.felt_for_seat(selector.sight_of(token=token, at=house.at + timedelta(hours=at_hours)))
    return True


def test_it_shows_the_players_own_cup_and_no_other(house: House) -> None:
    bo, cy = claimed(house), claimed(house, "cy")
    potted.open_cups(house)
    assert cups(house, bo) == {"anna": False, "bo": True, "cy": False}
    assert cups(house, cy) == {"anna": False, "bo": False, "cy": True}


def test_the_houses_affairs_are_not_shown(house: House) -> None:
    token = claimed(house)
    potted.open_cups(house)
    picture = selector.felt_for_seat(selector.sight_of(token=token, at=house.at)).picture
    assert (picture["audience"], picture["dealer"], picture["period"]) == ("player:bo", None, None)


def test_nothing_is_read_when_nothing_came(house: House) -> None:
    token = claimed(house)
    seq = selector.felt_for_seat(selector.sight_of(token=token, at=house.at)).seq
    assert selector.felt_for_seat(selector.sight_of(token=token, at=house.at), seq).picture == {}


def test_a_second_browser_is_refused(house: House) -> None:
    code = link(house)
    token = claim(house, code).token
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        claim(house, code)
    potted.open_cups(house)
    assert cups(house, token)["bo"] is True


def test_a_new_link_ends_the_old_one(house: House) -> None:
    old_code, old_token = link(house, "anna"), claimed(house)
    new = claimed(house)
    potted.open_cups(house)
    assert refused(house, old_token)
    assert cups(house, new)["bo"] is True
    link(house, "anna")
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        claim(house, old_code)


@pytest.mark.parametrize("code", ["", "no-such-code"])
def test_a_wrong_code_is_refused(house: House, code: str) -> None:
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        claim(house, code)


def test_a_code_is_claimed_within_a_quarter_of_an_hour(house: House) -> None:
    code = link(house)
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        claim(house, code, minutes=15)


def test_it_lasts_twelve_hours(house: House) -> None:
    token = claimed(house)
    assert refused(house, token, at_hours=12)
    assert refused(house, "")


def test_it_outlives_rounds(house: House) -> None:
    token = claimed(house)
    potted.open_cups(house)
    next_round(house)
    assert cups(house, token) == {"anna": False, "bo": True, "cy": False}


def test_it_dies_when_its_player_leaves_the_round_and_no_other_does(house: House) -> None:
    token, other = claimed(house), claimed(house, "cy")
    potted.open_cups(house)
    dealt.press(house, {"do": "leave", "by": "bo"})
    assert refused(house, token)
    assert selector.felt_for_seat(selector.sight_of(token=other, at=house.at)).picture["audience"] == "player:cy"


def test_it_dies_when_the_next_round_begins_without_its_player(house: House) -> None:
    """He went between two rounds; whoever sits down in his seat has his cup to himself."""
    gone, other, watching = claimed(house), claimed(house, "cy"), claimed(house, "dee")
    potted.open_cups(house)
    dealt.press(house, potted.bid("anna", 8, 2), {"do": "open", "by": "bo"}, {"do": "confirm_settlement"})
    potted.open_cups(house, players=["anna", "cy"])
    assert refused(house, gone)
    assert cups(house, other) == {"anna": False, "cy": True}
    assert cups(house, watching) == {"anna": False, "cy": False}  # who has not played yet may come later


def test_it_dies_when_the_dealer_ends_it(house: House) -> None:
    token = claimed(house)
    seat_links.end_seat_link(actor=house.dana, at=house.at, table="BJ-01", player="bo", key="end-of-bo")
    assert refused(house, token)
    again = seat_links.end_seat_link(actor=house.dana, at=house.at, table="BJ-01", player="bo", key="end-of-bo")
    assert again["player"] == "bo"
    with custody.refused(house, NotFound, "no_such_seat_link"):
        seat_links.end_seat_link(actor=house.dana, at=house.at, table="BJ-01", player="bo")


def test_it_dies_when_the_table_closes(house: House) -> None:
    token = claimed(house)
    custody.close_table(house)
    assert refused(house, token)
    assert SeatLink.objects.filter(closed_at=None).count() == 0


def test_only_the_dealer_at_the_table_gives_it(house: House) -> None:
    with custody.refused(house, NotAllowed, "not_dealing"):
        seat_links.open_seat_link(actor=house.dev, at=house.at, table="BJ-01", player="bo")
    with custody.refused(house, NotAllowed, "not_permitted", permission="deal"):
        seat_links.open_seat_link(actor=house.petra, at=house.at, table="BJ-01", player="bo")
    with custody.refused(house, Invalid, "bad_player"):
        seat_links.open_seat_link(actor=house.dana, at=house.at, table="BJ-01", player="")


def test_there_is_none_at_a_closed_table() -> None:
    house = potted.house("liars_dice", "server")
    custody.close_table(house)
    with custody.refused(house, Conflict, "table_not_open", state="closed"):
        seat_links.open_seat_link(actor=house.dana, at=house.at, table="BJ-01", player="bo")


def test_code_and_token_are_kept_nowhere(house: House) -> None:
    code = link(house)
    token = claim(house, code).token
    kept = "".join(log_rows.Event.objects.values_list("body", flat=True))
    kept += "".join(log_rows.Receipt.objects.values_list("answer", flat=True))
    kept += json.dumps(list(SeatLink.objects.values()), default=str)
    assert code not in kept
    assert token not in kept
    names = ["seat_link_opened", "seat_link_claimed"]
    assert [event["type"] for event in custody.events(house)][-2:] == names


class TestClaimedInMidRound:
    def test_it_shows_nothing_of_that_round_that_is_not_everybodys(self, house: House) -> None:
        potted.open_cups(house)
        token = claimed(house)
        assert cups(house, token) == {"anna": False, "bo": False, "cy": False}
        next_round(house)
        assert cups(house, token) == {"anna": False, "bo": True, "cy": False}

    def test_nor_does_a_link_that_was_opened_before_it(self, house: House) -> None:
        code = link(house)
        potted.open_cups(house)
        token = claim(house, code).token
        assert cups(house, token)["bo"] is False
        assert custody.facts(house, "seat_link_claimed")[-1]["shows_from"] == 2

    def test_once_the_cups_are_up_it_sees_what_everybody_sees(self, house: House) -> None:
        potted.open_cups(house)
        token = claimed(house)
        dealt.press(house, potted.bid("anna", 8, 2), {"do": "open", "by": "bo"})
        assert cups(house, token) == {"anna": True, "bo": True, "cy": True}

    def test_the_round_that_was_settled_before_the_claim_does_not_hold_it_up(self, house: House) -> None:
        potted.open_cups(house)
        dealt.press(house, potted.bid("anna", 8, 2), {"do": "open", "by": "bo"})
        token = claimed(house)
        dealt.press(house, {"do": "confirm_settlement"})
        potted.open_cups(house)
        assert cups(house, token)["bo"] is True


class TestBrowsersOfTheHouse:
    def at_terminal(self, house: House, name: str = "dana", table: str | None = "BJ-01") -> Browser:
        """A browser that is a terminal; somebody may have signed on at it."""
        registered = terminals.register_terminal(actor=house.hana, at=house.at, terminal="T-1", table=table)
        device = terminals.enrol_terminal(at=house.at, code=registered["enrolment_code"])
        signed = sign_ons.sign_on(at=house.at, device_token=device.token, badge=name, pin=builders.PEOPLE[name][1])
        return Browser(PHONE.user_agent, device.token, actors.digest(signed.token))

    def test_the_dealers_terminal_claims_no_link(self, house: House) -> None:
        device = self.at_terminal(house)
        code = link(house)
        for browser in (device, Browser(device_token=device.device_token)):
            with custody.refused(house, NotAllowed, "seat_link_of_house"):
                claim(house, code, browser)
        assert claim(house, code).player == "bo"

    def test_nor_does_another_device_of_the_house(self, house: House) -> None:
        office, code = self.at_terminal(house, "petra", table=None), link(house)
        with custody.refused(house, NotAllowed, "seat_link_of_house"):
            claim(house, code, Browser(device_token=office.device_token))

    def test_nor_does_anybody_who_is_signed_on(self, house: House) -> None:
        signed_on, code = Browser(sign_on=self.at_terminal(house).sign_on), link(house)
        with custody.refused(house, NotAllowed, "seat_link_of_house"):
            claim(house, code, signed_on)

    def test_a_wrong_code_is_refused_as_such_there_too(self, house: House) -> None:
        device = self.at_terminal(house)
        with custody.refused(house, NotAllowed, "seat_link_refused"):
            claim(house, "no-such-code", device)


class TestWhoHasIt:
    def test_the_dealer_sees_since_when_and_roughly_by_what(self, house: House) -> None:
        link(house, "anna")
        claim(house, link(house), minutes=3)
        anna, bo = selector.of_table(house.dana, "BJ-01", house.at + timedelta(minutes=4))
        assert (anna.player, anna.claimed_at, anna.device) == ("anna", None, "")
        assert (bo.player, bo.claimed_at, bo.device) == ("bo", house.at + timedelta(minutes=3), "iPhone · Safari")

    def test_a_link_that_nobody_can_take_any_more_is_not_shown(self, house: House) -> None:
        link(house, "anna")
        assert selector.of_table(house.dana, "BJ-01", house.at + timedelta(minutes=15)) == []

    def test_the_log_tells_it(self, house: House) -> None:
        claimed(house)
        (told,) = custody.facts(house, "seat_link_claimed")
        assert told == {"player": "bo", "device": "iPhone · Safari", "shows_from": 0}

    def test_the_player_sees_it_with_his_cup(self, house: House) -> None:
        token = claim(house, link(house), minutes=3).token
        seen = selector.felt_for_seat(selector.sight_of(token=token, at=house.at)).picture["link"]
        assert seen == {"claimed_at": house.at + timedelta(minutes=3), "device": "iPhone · Safari", "shows_from": 0}

    def test_whose_link_was_replaced_is_told_by_what(self, house: House) -> None:
        mine = claimed(house)
        assert selector.ended(token=mine, at=house.at) is None
        code = link(house)
        waiting = selector.ended(token=mine, at=house.at)
        assert waiting is not None
        assert waiting.next is not None
        assert waiting.next.claimed_at is None
        claim(house, code, Browser("Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36"), minutes=2)
        taken = selector.ended(token=mine, at=house.at)
        assert taken is not None
        assert taken.next is not None
        assert (taken.player, taken.next.device) == ("bo", "Android · Chrome")
        assert taken.next.claimed_at == house.at + timedelta(minutes=2)

    def test_who_never_had_a_link_is_told_nothing(self, house: House) -> None:
        assert selector.ended(token="", at=house.at) is None
        assert selector.ended(token="not-a-token", at=house.at) is None

    def test_only_dealer_and_supervisors_see_the_links(self, house: House) -> None:
        assert selector.of_table(house.petra, "BJ-01", house.at) == []
        with pytest.raises(NotFound, match="no_such_table"):
            selector.of_table(builders.actor("dev"), "BJ-01", house.at)
