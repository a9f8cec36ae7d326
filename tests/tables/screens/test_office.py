"""The office door, the home page and the languages."""

from datetime import timedelta

import pytest
import time_machine

from tables.selectors import actors
from tables.selectors.actors import DESK_COOKIE, DEVICE_COOKIE
from tables.services import one_time
from tests import builders
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal


def test_a_stranger_sees_the_doors(house: House) -> None:
    shown = Hands(house).look("/").content.decode()
    assert 'href="/sign-in/"' in shown
    assert 'href="/enrol"' in shown


@pytest.mark.parametrize(("name", "rooms"), [("ada", ["/pits/", "/reports/"]), ("hana", ["/pits/", "/reports/"])])
def test_people_with_an_office_see_their_rooms(house: House, name: str, rooms: list[str]) -> None:
    hands = Hands(house)
    assert hands.sign_in(name).headers["Location"] == "/"
    shown = hands.look("/").content.decode()
    assert [room for room in ("/pits/", "/reports/") if f'class="door" href="{room}"' in shown] == rooms


def test_a_wrong_password_is_refused_and_not_shown_again(house: House) -> None:
    response = Hands(house).sign_in("ada", "not the right one")
    assert (response.status_code, refusal(response)) == (403, "wrong_username_or_password")
    assert "not the right one" not in response.content.decode()


def test_after_signing_in_one_is_where_one_wanted_to_go(house: House) -> None:
    hands = Hands(house)
    sent = hands.client.get("/reports/")
    assert (sent.status_code, sent.headers["Location"]) == (302, "/sign-in/?next=%2Freports%2F")
    keyed = {"username": "ada", "password": "a long way from the pit", "next": "/reports/"}
    assert hands.client.post("/sign-in/", keyed).headers["Location"] == "/reports/"


def test_nobody_is_sent_to_another_house(house: House) -> None:
    keyed = {"username": "ada", "password": "a long way from the pit", "next": "https://evil.example/"}
    assert Hands(house).client.post("/sign-in/", keyed).headers["Location"] == "/"


def test_a_given_password_asks_for_ones_own(house: House) -> None:
    hands = Hands(house)
    given = one_time.issue_password(actor=house.hana, at=builders.AT, badge="ada")["password"]
    asked = hands.sign_in("ada", given)
    assert (asked.status_code, refusal(asked)) == (403, "one_time_password")
    shown = asked.content.decode()
    assert 'name="new_password"' in shown
    assert given not in shown
    keyed = {"own": "yes", "username": "ada", "password": given, "new_password": "nobody but me knows"}
    for wrong, code in (
        ({"again": "nobody but you knows"}, "bad_form"),
        ({"new_password": "password12345", "again": "password12345"}, "weak_password"),
        ({"new_password": given, "again": given}, "same_password"),
    ):
        refused = hands.client.post("/sign-in/", keyed | wrong)
        assert (refused.status_code, refusal(refused)) == (422, code)
        assert 'name="new_password"' in refused.content.decode()
    there = keyed | {"again": "nobody but me knows", "next": "/reports/"}
    assert hands.client.post("/sign-in/", there).headers["Location"] == "/reports/"
    assert Hands(house).sign_in("ada", "nobody but me knows").status_code == 302


def test_anybody_may_choose_a_new_password(house: House) -> None:
    hands = Hands(house)
    assert 'name="new_password"' not in hands.look("/sign-in/").content.decode()
    assert 'name="new_password"' in hands.look("/sign-in/?own").content.decode()


def after(minutes: int) -> time_machine.travel:
    return time_machine.travel(builders.AT + timedelta(minutes=minutes), tick=False)


def test_an_office_that_is_left_alone_is_signed_off(house: House) -> None:
    hands = Hands(house)
    hands.sign_in("ada")
    for minutes in (29, 58):  # whoever does something stays
        with after(minutes):
            assert hands.client.get("/reports/").status_code == 200
    with after(80):  # a page that fetches itself anew, and its live line, are nobody's doing
        assert hands.client.get("/reports/", headers={"HX-Request": "true"}).status_code == 200
        assert hands.client.get("/events/pit/P1").status_code < 500
    with after(89):
        sent = hands.client.get("/reports/")
    assert (sent.status_code, sent.headers["Location"]) == (302, "/sign-in/?next=%2Freports%2F")
    assert builders.facts("signed_off") == [{"badge": "ada", "terminal": ""}]
    assert actors.SESSION_KEY not in hands.client.session


def test_the_api_takes_no_press_of_a_browser_that_was_left_alone(house: House) -> None:
    hands = Hands(house)
    hands.sign_in("ada")
    with after(30):
        assert hands.client.get("/api/v1/staff").status_code == 403
    with after(31):
        assert hands.client.get("/api/v1/staff").status_code == 401


def test_a_terminal_is_never_left_alone(house: House) -> None:
    hands = Hands(house).at_the_terminal()
    with after(11 * 60):
        assert hands.client.get("/t/BJ-01/").status_code == 200


def test_signing_out_ends_the_sign_on(house: House) -> None:
    hands = Hands(house)
    hands.sign_in("ada")
    hands.client.post("/sign-out/")
    assert hands.client.get("/reports/").status_code == 302


def test_a_person_at_a_terminal_starts_at_the_table(hands: Hands) -> None:
    assert hands.client.get("/").headers["Location"] == "/t/BJ-01/"


def test_the_language_is_switched_and_kept(house: House) -> None:
    hands = Hands(house)
    response = hands.client.post("/language/", {"language": "zh-hans", "next": "/sign-in/"})
    assert response.headers["Location"] == "/sign-in/"
    shown = hands.look("/sign-in/").content.decode()
    assert '<html lang="zh-Hans">' in shown
    assert "用户名" in shown


def test_a_persons_language_follows_him_to_the_next_device(hands: Hands) -> None:
    hands.client.post("/language/", {"language": "zh-hans", "next": "/t/BJ-01/"})
    other = Hands(hands.house)
    other.client.cookies[DEVICE_COOKIE] = hands.client.cookies[DEVICE_COOKIE].value
    other.sign_on("dana")
    assert "<b>封注</b>" in other.look().content.decode()
    other.sign_on("dev")
    assert "<b>Tap in</b>" in other.look().content.decode()


@pytest.mark.parametrize(("at", "seen"), [("/t/BJ-01/", ""), ("/t/BJ-01/?sheet=slips", "&amp;seen=3")])
def test_a_page_that_was_looked_at_switches_where_it_is(hands: Hands, at: str, seen: str) -> None:
    hands.look(at + seen.replace("&amp;", "&"))
    assert f'name="next" value="{at}"' in hands.page


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ({"HX-Request": "true", "HX-Current-URL": "http://testserver/t/BJ-01/"}, "/t/BJ-01/"),
        ({"Referer": "http://testserver/t/BJ-01/?spot=3"}, "/t/BJ-01/?spot=3"),
        ({"Referer": "https://evil.example/t/BJ-01/"}, "/"),
        ({}, "/"),
    ],
)
def test_a_page_drawn_by_a_press_switches_before_it(hands: Hands, came_from: dict[str, str], back: str) -> None:
    response = hands.client.post("/t/BJ-01/press", {"do": "hit"}, headers=came_from)
    assert response.status_code == 422  # refused, so the terminal is drawn as the answer to the press
    assert f'name="next" value="{back}"' in response.content.decode()


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_language_switch_leads_nowhere_else(house: House, back: str) -> None:
    response = Hands(house).client.post("/language/", {"language": "en", "next": back})
    assert response.headers["Location"] == "/"


def test_a_language_that_the_house_does_not_speak_changes_nothing(house: House) -> None:
    hands = Hands(house)
    hands.client.post("/language/", {"language": "xx", "next": "/"})
    assert "django_language" not in hands.client.cookies


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/enrol", "/t/BJ-01/"])
def test_no_page_lets_foreign_or_inline_code_run(house: House, path: str) -> None:
    response = Hands(house).client.get(path)
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert "frame-ancestors 'none'" in policy
    shown = response.content.decode()
    assert ' style="' not in shown
    assert " onclick" not in shown
    assert "http://" not in shown.replace("http://www.w3.org/", "")
    assert "https://" not in shown


@pytest.mark.parametrize("path", ["/sign-in/", "/enrol", "/language/", "/theme/", "/sign-out/", "/t/BJ-01/sign-on"])
def test_a_form_without_its_token_is_refused(house: House, path: str) -> None:
    assert Hands(house, strict=True).client.post(path, {}).status_code == 403


def test_an_enemy_locks_himself_out_and_nobody_else(house: House) -> None:
    enemy, office = Hands(house), Hands(house)
    enemy.client.defaults["REMOTE_ADDR"] = "203.0.113.7"
    for _ in range(3):
        assert refusal(enemy.sign_in("ada", "wrong")) == "wrong_username_or_password"
    assert refusal(enemy.sign_in("ada")) == "password_locked"
    assert office.sign_in("ada").status_code == 302


def test_behind_the_same_address_a_desk_that_is_known_stays_open(house: House) -> None:
    office = Hands(house)
    assert office.sign_in("ada").status_code == 302
    desk = office.client.cookies[DESK_COOKIE]
    assert (desk["httponly"], desk["samesite"]) == (True, "Lax")
    enemy = Hands(house)
    for _ in range(3):
        enemy.sign_in("ada", "wrong")
    assert refusal(enemy.sign_in("ada")) == "password_locked"
    assert office.sign_in("ada").status_code == 302
    assert office.client.cookies[DESK_COOKIE].value == desk.value  # the desk keeps its number


def test_nobody_makes_himself_a_known_desk(house: House) -> None:
    office = Hands(house)
    office.sign_in("ada")
    forged = Hands(house)
    forged.client.cookies[DESK_COOKIE] = office.client.cookies[DESK_COOKIE].value.replace(":", "x:", 1)
    for _ in range(3):
        forged.sign_in("ada", "wrong")
    assert refusal(Hands(house).sign_in("ada")) == "password_locked"  # it counted as the address that it is
    assert office.sign_in("ada").status_code == 302


def test_the_door_is_shut_for_a_while_to_who_knocks_too_often(house: House) -> None:
    told = [Hands(house).sign_in("nobody", "wrong") for _ in range(31)]
    assert [answer.status_code for answer in told] == [403] * 30 + [429]
    assert "<code>too_many_requests</code>" in told[30].content.decode()
