"""The house manager's pages about people: what he does there is done by the services, and secrets are shown once."""

import re
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.models import staff
from tables.selectors import staff as reads
from tables.services import sign_ons
from tests import builders
from tests.builders import House, facts, snapshot
from tests.tables.screens.hands import Hands, refusal

PEOPLE, NEW, DANA, SIGNED_ON = "/house/people/", "/house/people/new", "/house/people/dana/", "/house/signed-on/"
PAGES = [PEOPLE, NEW, DANA, SIGNED_ON, "/house/terminals/", "/house/tables/", "/house/tables/new", "/house/rules/"]


@pytest.fixture
def hana(house: House) -> Hands:
    """The house manager at her desk."""
    return Hands(house).sit_down("hana")


def person(house: House, badge: str) -> reads.Person:
    return next(found for found in reads.people(house.hana) if found.badge == badge)


def do(hands: Hands, path: str, act: str, **keyed: Any) -> Any:
    """Send a form of the page at ``path``."""
    hands.look(path)
    return hands.press(path, {"do": act, **keyed}, swap=False)


def secret(response: Any) -> str:
    found = re.search(r"<output>([^<]+)</output>", response.content.decode())
    return found[1] if found else ""


@pytest.mark.parametrize("path", [*PAGES, "/house/", "/house/tables/BJ-01/", "/house/rules/blackjack"])
def test_only_the_house_manager_enters(house: House, path: str) -> None:
    for name in ("petra", "ada", "axel", "cass"):
        response = Hands(house).sit_down(name).look(path)
        assert (refusal(response), response.status_code) == ("not_permitted", 403)
    assert Hands(house).client.get(path).headers["Location"].startswith("/sign-in/?next=")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_stands_and_keeps_nothing(hana: Hands, path: str) -> None:
    response = hana.look(path)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    assert ' style="' not in response.content.decode()


def test_the_house_begins_with_its_people(hana: Hands) -> None:
    assert 'class="door" href="/house/"' in hana.look("/").content.decode()
    assert hana.look("/house/").headers["Location"] == PEOPLE
    shown = hana.look(PEOPLE).content.decode()
    assert shown.count('href="/house/people/') == len(builders.PEOPLE) - 1 + 2  # all but otto, the tab, and the new one


def test_people_are_found_by_badge_or_name(hana: Hands) -> None:
    shown = hana.look(f"{PEOPLE}?q=DANA d").content.decode()
    assert re.findall(r'href="/house/people/(\w+)/"', shown) == ["dana"]
    assert "Nobody has this badge or name." in hana.look(f"{PEOPLE}?q=nobody").content.decode()


def test_a_person_is_registered_and_given_a_pin_and_a_password(house: House, hana: Hands) -> None:
    keyed = {
        "badge": "nina",
        "name": "Nina New",
        "username": "nina",
        "language": "zh-hans",
        "licence": "L-9",
        "licence_expires_on": "2027-12-31",
        "roles": ["dealer", "pit_boss"],
        "games": ["blackjack"],
    }
    response = do(hana, NEW, "register", **keyed)
    assert response.headers["Location"] == "/house/people/nina/?done=register"
    assert "The person is registered." in hana.look(response.headers["Location"]).content.decode()
    made = person(house, "nina")
    assert (made.roles, made.games, made.pin, made.password) == (("dealer", "pit_boss"), ("blackjack",), "none", "none")
    assert staff.StaffMember.objects.get(badge="nina").language == "zh-hans"
    given = do(hana, "/house/people/nina/", "password")
    assert given.status_code == 200
    assert secret(given)
    assert secret(hana.look("/house/people/nina/")) == ""
    assert person(house, "nina").password == "one_time"
    signed = sign_ons.sign_on_with_password(
        at=builders.AT, username="nina", password=secret(given), new_password="nobody but me knows"
    )
    assert signed.actor.badge == "nina"
    pin = secret(do(hana, "/house/people/nina/", "pin"))
    assert re.fullmatch("[0-9]{6}", pin)
    assert facts("pin_set").count({"badge": "nina", "one_time": True}) == 1


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"badge": "dana"}, "badge_taken"),
        ({"username": "ada"}, "username_taken"),
        ({"username": "Nina"}, "bad_username"),
        ({"badge": ""}, "bad_form"),
        ({"licence_expires_on": "soon"}, "bad_form"),
        ({"roles": ["king"]}, "bad_form"),
        ({"language": "fr"}, "bad_form"),
    ],
)
def test_what_is_refused_is_kept_in_the_form(hana: Hands, keyed: dict[str, Any], code: str) -> None:
    before = snapshot()
    nina = {"badge": "nina", "name": "Nina New", "username": "nina", "language": "en", "roles": ["cashier"]}
    response = do(hana, NEW, "register", **(nina | keyed))
    assert (refusal(response), response.status_code // 100) == (code, 4)
    assert 'value="Nina New"' in response.content.decode()
    assert snapshot() == before


def test_roles_and_games_are_given_and_taken(house: House, hana: Hands) -> None:
    assert do(hana, DANA, "grant", role="pit_boss").headers["Location"] == f"{DANA}?done=grant"
    assert builders.actor("dana").roles == {Role.DEALER, Role.PIT_BOSS}
    do(hana, DANA, "revoke", role="pit_boss")
    assert builders.actor("dana").roles == {Role.DEALER}
    do(hana, DANA, "revoke_sign_off", game="blackjack")
    assert person(house, "dana").games == ()
    do(hana, DANA, "sign_off", game="liars_dice")
    assert person(house, "dana").games == ("liars_dice",)
    shown = hana.look(f"{DANA}?done=sign_off").content.decode()
    assert "The game is signed off." in shown
    assert "Liar&#x27;s Dice" in shown


def test_a_licence_is_renewed(house: House, hana: Hands) -> None:
    do(hana, DANA, "renew", licence="L-2", licence_expires_on="2028-01-31")
    assert facts("licence_renewed") == [{"badge": "dana", "licence": "L-2", "licence_expires_on": "2028-01-31"}]
    response = do(hana, DANA, "renew", licence="L-3", licence_expires_on="")
    assert refusal(response) == "bad_form"
    assert "Key the last day of the licence." in response.content.decode()


def test_an_expired_licence_is_seen(hana: Hands) -> None:
    do(hana, DANA, "renew", licence="L-2", licence_expires_on="2026-03-03")
    assert '<span class="word bad">▲ 2026-03-03</span>' in hana.look(PEOPLE).content.decode()
    assert "expired on 2026-03-03" in hana.look(DANA).content.decode()


def test_wrong_tries_are_forgotten(house: House, hana: Hands) -> None:
    at_the_table = Hands(house)
    at_the_table.enrol()
    assert [refusal(at_the_table.sign_on(pin="999999")) for _ in range(3)] == ["wrong_badge_or_pin"] * 3
    assert do(hana, DANA, "unlock").headers["Location"] == f"{DANA}?done=unlock"
    assert at_the_table.sign_on().status_code == 302


def test_a_person_leaves_and_comes_back(house: House, hana: Hands) -> None:
    dev = "/house/people/dev/"
    assert do(hana, dev, "leave").headers["Location"] == f"{dev}?done=leave"
    assert facts("staff_deactivated") == [{"badge": "dev"}]
    shown = hana.look(dev).content.decode()
    assert '<span class="word bad">left</span>' in shown
    assert 'value="leave"' not in shown
    assert do(hana, dev, "return").headers["Location"] == f"{dev}?done=return"
    assert person(house, "dev").active


def test_ones_own_page_offers_nothing_that_another_must_do(hana: Hands) -> None:
    shown = hana.look("/house/people/hana/").content.decode()
    assert 'value="leave"' not in shown
    assert 'value="pin" disabled' in shown
    assert "Another manager gives you yours." in shown


@pytest.mark.parametrize(
    ("path", "act", "keyed", "code"),
    [
        (DANA, "grant", {"role": "dealer"}, "role_held"),
        (DANA, "revoke", {"role": "cashier"}, "role_not_held"),
        (DANA, "sign_off", {"game": "blackjack"}, "already_signed_off"),
        (DANA, "sign_off", {"game": "faro"}, "bad_form"),
        (DANA, "dismiss", {}, "unknown_action"),
        ("/house/people/hana/", "revoke", {"role": "house_manager"}, "last_house_manager"),
        ("/house/people/hana/", "unlock", {}, "same_person"),
        ("/house/people/hana/", "leave", {}, "same_person"),
        ("/house/people/hana/", "pin", {}, "same_person"),
        ("/house/people/hana/", "password", {}, "same_person"),
        (DANA, "leave", {}, "still_dealing"),
        (DANA, "return", {}, "person_here"),
    ],
)
def test_what_the_house_refuses_is_said_over_the_page(
    hana: Hands, path: str, act: str, keyed: dict[str, str], code: str
) -> None:
    before = snapshot()
    response = do(hana, path, act, **keyed)
    assert (refusal(response), response.status_code // 100) == (code, 4)
    assert "<h1>" in response.content.decode()
    assert snapshot() == before


def test_another_houses_people_are_nobody(house: House, hana: Hands) -> None:
    before = snapshot("OTHER")
    response = hana.look("/house/people/otto/")
    assert (refusal(response), response.status_code) == ("no_such_badge", 404)
    assert refusal(hana.press("/house/people/otto/", {"do": "pin"}, swap=False)) == "no_such_badge"
    assert snapshot("OTHER") == before


def test_the_same_form_sent_twice_has_one_effect(hana: Hands) -> None:
    hana.look(DANA)
    page = hana.page
    for _ in range(2):
        hana.page = page
        hana.press(DANA, {"do": "grant", "role": "cashier"}, swap=False)
    assert facts("role_granted").count({"badge": "dana", "role": "cashier"}) == 1


def test_who_is_signed_on_is_seen(house: House, hana: Hands) -> None:
    dana = Hands(house).at_the_terminal()
    shown = " ".join(re.sub(r"<[^>]+>", " ", hana.look(SIGNED_ON).content.decode()).split())
    assert "dana Dana Dealer T-01 BJ-01 2026-03-04 12:00 2026-03-05 00:00 deals at BJ-01" in shown
    assert "signed on at T-01" in hana.look(DANA).content.decode()
    dana.client.post("/t/BJ-01/sign-off")
    shown = " ".join(re.sub(r"<[^>]+>", " ", hana.look(SIGNED_ON).content.decode()).split())
    assert "Tapped in, but signed on nowhere: Dana Dealer dana (BJ-01)" in shown
