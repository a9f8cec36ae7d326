"""A device is enrolled once; people sign on at it with badge and PIN."""

import pytest

from tables.selectors.actors import DEVICE_COOKIE
from tables.services import one_time, terminals
from tests import builders
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal


def test_a_code_makes_this_browser_a_terminal(house: House) -> None:
    hands = Hands(house)
    response = hands.enrol()
    assert (response.status_code, response.headers["Location"]) == (302, "/t/BJ-01/")
    cookie = hands.client.cookies[DEVICE_COOKIE]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Strict"
    assert cookie.value not in hands.look().content.decode()


def test_a_device_without_a_table_goes_to_the_start(house: House) -> None:
    assert Hands(house).enrol(table=None).headers["Location"] == "/"


def test_a_wrong_code_is_refused(house: House) -> None:
    hands = Hands(house)
    response = hands.client.post("/enrol", {"code": "AAAA-BBBB-CCCC"})
    assert (response.status_code, refusal(response)) == (403, "enrolment_refused")
    assert DEVICE_COOKIE not in hands.client.cookies


def test_a_code_works_once(house: House) -> None:
    first, second = Hands(house), Hands(house)
    first.enrol()
    used = first.client.post("/enrol", {"code": "used before"})
    assert refusal(used) == "enrolment_refused"
    assert second.client.post("/enrol", {}).status_code == 422


def test_nobody_signs_on_at_a_strange_device(house: House) -> None:
    response = Hands(house).sign_on()
    assert (response.status_code, refusal(response)) == (403, "unknown_terminal")


def test_badge_and_pin_open_the_terminal(house: House) -> None:
    hands = Hands(house)
    hands.enrol()
    assert "PIN" in hands.look().content.decode()
    response = hands.sign_on()
    assert (response.status_code, response.headers["Location"]) == (302, "/t/BJ-01/")
    assert 'data-phase="betting"' in hands.look().content.decode()


def test_a_wrong_pin_is_refused_and_never_shown_again(house: House) -> None:
    hands = Hands(house)
    hands.enrol()
    response = hands.sign_on(pin="999999")
    assert (response.status_code, refusal(response)) == (403, "wrong_badge_or_pin")
    assert "999999" not in response.content.decode()
    assert 'value="dana"' in response.content.decode()


def test_three_wrong_pins_lock_the_badge(house: House) -> None:
    hands = Hands(house)
    hands.enrol()
    assert [refusal(hands.sign_on(pin="999999")) for _ in range(3)] == ["wrong_badge_or_pin"] * 3
    assert refusal(hands.sign_on()) == "pin_locked"


def test_signing_on_makes_a_new_session(house: House) -> None:
    hands = Hands(house)
    hands.enrol()
    hands.client.session["planted"] = "yes"
    before = hands.client.cookies.get("sessionid")
    hands.sign_on()
    assert before is None or before.value != hands.client.cookies["sessionid"].value
    assert set(hands.client.session.keys()) == {"sign_on", "browser"}


def test_signing_off_keeps_the_device(hands: Hands) -> None:
    assert hands.client.post("/t/BJ-01/sign-off").status_code == 302
    assert "data-phase" not in hands.look().content.decode()
    assert hands.sign_on("dev").status_code == 302


def test_the_next_person_at_the_terminal_signs_the_one_before_off(hands: Hands) -> None:
    other = Hands(hands.house)
    other.client.cookies[DEVICE_COOKIE] = hands.client.cookies[DEVICE_COOKIE].value
    other.sign_on("dev")
    assert "data-phase" not in hands.look().content.decode()


def test_a_terminal_shows_its_own_table_only(hands: Hands) -> None:
    shown = hands.look("/t/BJ-02/").content.decode()
    assert "data-phase" not in shown
    assert 'name="pin"' not in shown
    assert "This browser is not the terminal of BJ-02" in shown
    assert 'href="/t/BJ-01/"' in shown


def test_a_browser_that_is_no_terminal_is_led_to_enrolling(house: House) -> None:
    shown = Hands(house).look().content.decode()
    assert 'name="pin"' not in shown
    assert 'class="key go" href="/enrol"' in shown
    assert 'href="/sign-in/"' in shown


def test_a_revoked_terminal_is_led_to_enrolling(hands: Hands) -> None:
    terminals.revoke_terminal(actor=hands.house.hana, at=builders.AT, terminal="T-01")
    assert 'class="key go" href="/enrol"' in hands.look().content.decode()
    refused = hands.sign_on()
    assert (refused.status_code, refusal(refused)) == (403, "unknown_terminal")
    assert 'class="key go" href="/enrol"' in refused.content.decode()


def test_a_given_pin_asks_for_ones_own(house: House) -> None:
    hands = Hands(house)
    hands.enrol()
    given = one_time.issue_pin(actor=house.hana, at=builders.AT, badge="dana")["pin"]
    asked = hands.sign_on(pin=given)
    assert (asked.status_code, refusal(asked)) == (403, "one_time_pin")
    shown = asked.content.decode()
    assert 'name="new_pin"' in shown
    assert 'value="dana"' in shown
    assert given not in shown
    keyed = {"own": "yes", "badge": "dana", "pin": given, "new_pin": "908172"}
    for wrong, code in (({"again": "908173"}, "bad_form"), ({"new_pin": "123456", "again": "123456"}, "common_pin")):
        refused = hands.client.post("/t/BJ-01/sign-on", keyed | wrong)
        assert (refused.status_code, refusal(refused)) == (422, code)
        assert 'name="new_pin"' in refused.content.decode()
    assert hands.client.post("/t/BJ-01/sign-on", keyed | {"again": "908172"}).headers["Location"] == "/t/BJ-01/"
    assert 'data-phase="betting"' in hands.look().content.decode()


def test_anybody_may_choose_a_new_pin(house: House) -> None:
    hands = Hands(house)
    hands.enrol()
    assert 'name="new_pin"' not in hands.look("/t/BJ-01/").content.decode()
    assert 'name="new_pin"' in hands.look("/t/BJ-01/?own").content.decode()
    keyed = {"own": "yes", "badge": "dana", "pin": "480215", "new_pin": "908172", "again": "908172"}
    assert hands.client.post("/t/BJ-01/sign-on", keyed).status_code == 302
    assert refusal(hands.sign_on(pin="480215")) == "wrong_badge_or_pin"
    assert hands.sign_on(pin="908172").status_code == 302


@pytest.mark.parametrize("path", ["/t/BJ-01/press", "/t/BJ-01/bet", "/t/BJ-01/void", "/t/BJ-01/relief"])
def test_a_press_of_nobody_leads_to_the_pin_pad(house: House, path: str) -> None:
    hands = Hands(house)
    plain = hands.client.post(path, {})
    assert (plain.status_code, plain.headers["Location"]) == (302, "/t/BJ-01/")
    swapped = hands.client.post(path, {}, headers={"HX-Request": "true"})
    assert (swapped.status_code, swapped.headers["HX-Redirect"]) == (204, "/t/BJ-01/")
