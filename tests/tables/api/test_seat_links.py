"""The player's own view over HTTP, from the dealer's key to a browser that is nobody of the house."""

import pytest

from tests import callers, potted, whole_house
from tests.callers import Caller

pytestmark = pytest.mark.django_db


@whole_house.frozen()
def test_a_player_reads_his_own_cup_with_the_token_alone() -> None:
    house = potted.house("liars_dice", "server")
    dealer, browser = callers.at_terminal(house, "dana", "T-1", "BJ-01"), Caller()
    code = dealer.post("tables/BJ-01/seat-links", {"player": "bo"}, key=None).json()["code"]
    claim = browser.post("seat-links/claims", {"code": code}, key=None)
    assert (claim.status_code, claim.json()["player"]) == (201, "bo")
    token = claim.json()["token"]
    potted.open_cups(house)
    again = browser.post("seat-links/claims", {"code": code}, key=None)
    assert (again.status_code, again.json()["code"]) == (403, "seat_link_refused")
    seen = browser.get("seat-links/current/felt", Seat_Token=token)
    assert {line["player"]: line["cup"] is None for line in seen.json()["felt"]["players"]} == {
        "anna": True,
        "bo": False,
        "cy": True,
    }
    assert seen.json()["link"] == {"claimed_at": "2026-03-04T20:00:00.000000Z", "device": "", "shows_from": 0}
    assert seen.headers["RateLimit-Policy"] == '"floor";q=600;w=60'
    same = browser.get("seat-links/current/felt", Seat_Token=token, If_None_Match=seen.headers["ETag"])
    assert same.status_code == 304
    assert browser.get("seat-links/current/felt", Seat_Token="wrong").json()["code"] == "seat_link_refused"


@whole_house.frozen()
def test_a_signed_on_person_claims_no_link_and_the_dealer_sees_who_has() -> None:
    house = potted.house("liars_dice", "server")
    dealer = callers.at_terminal(house, "dana", "T-1", "BJ-01")
    code = dealer.post("tables/BJ-01/seat-links", {"player": "bo"}, key=None).json()["code"]
    refused = dealer.post("seat-links/claims", {"code": code}, key=None)
    assert (refused.status_code, refused.json()["code"]) == (403, "seat_link_of_house")
    assert dealer.get("tables/BJ-01/seat-links").json()["results"][0]["claimed_at"] is None
    Caller().post("seat-links/claims", {"code": code}, key=None, User_Agent="Mozilla/5.0 (iPad) Safari/604.1")
    (line,) = dealer.get("tables/BJ-01/seat-links").json()["results"]
    assert (line["player"], line["claimed_at"], line["device"]) == (
        "bo",
        "2026-03-04T20:00:00.000000Z",
        "iPad · Safari",
    )
