"""A player's own view: one seat, one browser, and nothing left of it when he is gone."""

import json
from datetime import timedelta

import pytest

from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import log as log_rows
from tables.models.terminals import SeatLink
from tables.selectors import seat_links as selector
from tables.services import seat_links
from tests import custody, dealt, potted
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Cups of anna, bo and cy, thrown by the server."""
    house = potted.house("liars_dice", "server")
    potted.open_cups(house)
    return house


def link(house: House, player: str = "bo") -> str:
    return str(seat_links.open_seat_link(actor=house.dana, at=house.at, table="BJ-01", player=player)["code"])


def claimed(house: House, player: str = "bo") -> str:
    return seat_links.claim_seat_link(at=house.at, code=link(house, player)).token


def cups(house: House, token: str) -> dict[str, bool]:
    """By player, whether his cup is shown to who has the token."""
    picture = selector.felt_for_seat(selector.sight_of(token=token, at=house.at)).picture
    return {line["player"]: line["cup"] is not None for line in picture["felt"]["players"]}


def refused(house: House, token: str, at_hours: int = 0) -> bool:
    with pytest.raises(NotAllowed, match="seat_link_refused"):
        selector.felt_for_seat(selector.sight_of(token=token, at=house.at + timedelta(hours=at_hours)))
    return True


def test_it_shows_the_players_own_cup_and_no_other(house: House) -> None:
    token = claimed(house)
    assert cups(house, token) == {"anna": False, "bo": True, "cy": False}
    assert cups(house, claimed(house, "cy")) == {"anna": False, "bo": False, "cy": True}


def test_the_houses_affairs_are_not_shown(house: House) -> None:
    picture = selector.felt_for_seat(selector.sight_of(token=claimed(house), at=house.at)).picture
    assert (picture["audience"], picture["dealer"], picture["period"]) == ("player:bo", None, None)


def test_nothing_is_read_when_nothing_came(house: House) -> None:
    token = claimed(house)
    seq = selector.felt_for_seat(selector.sight_of(token=token, at=house.at)).seq
    assert selector.felt_for_seat(selector.sight_of(token=token, at=house.at), seq).picture == {}


def test_a_second_browser_is_refused(house: House) -> None:
    code = link(house)
    token = seat_links.claim_seat_link(at=house.at, code=code).token
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        seat_links.claim_seat_link(at=house.at, code=code)
    assert cups(house, token)["bo"] is True


def test_a_new_link_ends_the_old_one(house: House) -> None:
    old_code, old_token = link(house, "anna"), claimed(house)
    new = claimed(house)
    assert refused(house, old_token)
    assert cups(house, new)["bo"] is True
    link(house, "anna")
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        seat_links.claim_seat_link(at=house.at, code=old_code)


@pytest.mark.parametrize("code", ["", "no-such-code"])
def test_a_wrong_code_is_refused(house: House, code: str) -> None:
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        seat_links.claim_seat_link(at=house.at, code=code)


def test_a_code_is_claimed_within_a_quarter_of_an_hour(house: House) -> None:
    code = link(house)
    with custody.refused(house, NotAllowed, "seat_link_refused"):
        seat_links.claim_seat_link(at=house.at + timedelta(minutes=15), code=code)


def test_it_lasts_twelve_hours(house: House) -> None:
    token = claimed(house)
    assert refused(house, token, at_hours=12)
    assert refused(house, "")


def test_it_outlives_rounds(house: House) -> None:
    token = claimed(house)
    dealt.press(house, potted.bid("anna", 8, 2), {"do": "open", "by": "bo"}, {"do": "confirm_settlement"})
    potted.open_cups(house)
    assert cups(house, token) == {"anna": False, "bo": True, "cy": False}


def test_it_dies_when_its_player_leaves_the_round_and_no_other_does(house: House) -> None:
    token, other = claimed(house), claimed(house, "cy")
    dealt.press(house, {"do": "leave", "by": "bo"})
    assert refused(house, token)
    assert selector.felt_for_seat(selector.sight_of(token=other, at=house.at)).picture["audience"] == "player:cy"


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
    dealt.press(house, potted.bid("anna", 8, 2), {"do": "open", "by": "bo"}, {"do": "confirm_settlement"})
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
    token = seat_links.claim_seat_link(at=house.at, code=code).token
    kept = "".join(log_rows.Event.objects.values_list("body", flat=True))
    kept += "".join(log_rows.Receipt.objects.values_list("answer", flat=True))
    kept += json.dumps(list(SeatLink.objects.values()), default=str)
    assert code not in kept
    assert token not in kept
    names = ["seat_link_opened", "seat_link_claimed"]
    assert [event["type"] for event in custody.events(house)][-2:] == names
