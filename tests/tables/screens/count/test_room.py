"""The running count: who sees it, how it is opened, filled, verified and closed, and what it never shows."""

import pytest

from tables.domain.actors import Role
from tables.models.counts import CountSession
from tables.models.periods import DropBox
from tests import builders, counting, custody
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db

TABS = {"/count/": "Count", "/count/sessions/": "All counts", "/count/removals/": "Boxes taken"}
NOTES = {10_000: 3, 2_000: 10}
OPEN = {"do": "open", "members": "2", **signing(member1="colin", member2="cora")}
ACCEPT = {"do": "accept", "work": "accept", "session": "1", "table": "BJ-01", "box": "1", **signing(counter="colin")}
VERIFY = {"do": "verify", "work": "verify", "session": "1", "notes-10000": "3", **signing(verifier="ada")}
CLOSE = {"do": "close", "work": "close", "session": "1", "members": "2", "cash_total": "50000", "chips_total": "0"}
TEAM = signing(member1="colin", member2="cora")


@pytest.mark.parametrize(
    ("name", "opens"),
    [
        ("colin", "/count/ /count/sessions/ /count/removals/"),
        ("ada", "/count/ /count/sessions/ /count/removals/"),
        ("axel", "/count/ /count/sessions/ /count/removals/"),
        ("hana", "/count/ /count/sessions/ /count/removals/"),
        ("cass", "/count/ /count/sessions/"),
        ("petra", ""),
        ("dana", ""),
        ("sam", ""),
    ],
)
def test_each_page_opens_to_its_roles_only(house: House, name: str, opens: str) -> None:
    hands = Hands(house).sit_down(name)
    let_in = [path for path in TABS if hands.look(path).status_code == 200]
    assert let_in == opens.split()
    hands.look("/")
    assert ('href="/count/"' in hands.page) == bool(let_in)
    if let_in:
        hands.look("/count/sessions/")
        assert [path for path in TABS if f'<a href="{path}"' in hands.page.split("<h1>")[0].split("tabs")[1]] == let_in
        assert '<a href="/count/sessions/" aria-current="page">All counts</a>' in hands.page
        assert '<a href="/count/" aria-current="page">Count</a>' not in hands.page


def test_a_stranger_signs_in_first(house: House) -> None:
    response = Hands(house).look("/count/")
    assert (response.status_code, response.headers["Location"]) == (302, "/sign-in/?next=%2Fcount%2F")


def test_the_board_refreshes_by_itself(accepted: House, colin: Hands) -> None:
    colin.look("/count/?part=board")
    assert colin.page.lstrip().startswith('<div id="board"')
    assert 'data-watch="/events/count"' in colin.page
    assert "<form" not in colin.page


# -------------------------------------------------------------------------------------------------------------- opening
def test_a_team_opens_a_count_and_takes_a_box_in(house: House, colin: Hands) -> None:
    colin.look("/count/")
    for shown in ("No count is open", "Taken from their tables, not in a count", "Counter 2", "BJ-01"):
        assert shown in colin.page
    assert "Take it in" not in colin.page
    response = colin.press("/count/", OPEN, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, "/count/?done=open")
    colin.look("/count/?done=open")
    for shown in ("The count is open. Take the boxes in.", "Count 1 of 2026-03-04", "colin", "cora"):
        assert shown in colin.page
    assert "/count/?work=accept&amp;table=BJ-01&amp;box=1" in colin.page
    colin.look("/count/?work=accept&table=BJ-01&box=1")
    assert 'name="table" value="BJ-01"' in colin.page
    assert colin.press("/count/", {**ACCEPT, "table": "bj-01"}, swap=False).headers["Location"] == "/count/?done=accept"
    colin.look("/count/")
    assert "waits for the first count" in colin.page
    assert 'href="/count/sheets/BJ-01/1/cash/">First count</a>' in colin.page


def test_forms_that_are_sent_twice_open_and_accept_once(house: House, colin: Hands) -> None:
    colin.look("/count/")
    assert [colin.press("/count/", OPEN, swap=False).status_code for _ in range(2)] == [302, 302]
    colin.look("/count/?work=accept")
    assert [colin.press("/count/", ACCEPT, swap=False).status_code for _ in range(2)] == [302, 302]
    assert [event["type"] for event in custody.events(house, "count")] == ["count_opened", "box_accepted"]


def test_a_larger_team_gets_as_many_lines(house: House, colin: Hands) -> None:
    colin.look("/count/?members=3")
    assert 'name="member3_badge"' in colin.page
    assert 'name="member4_badge"' not in colin.page
    for asked in ("1", "", "x", "-3", "9" * 40):
        colin.look(f"/count/?members={asked}")
        assert 'name="member2_badge"' in colin.page
        assert 'name="member3_badge"' not in colin.page
    colin.look("/count/?members=99")
    assert 'name="member6_badge"' in colin.page
    assert 'name="member7_badge"' not in colin.page


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"members": "1"}, "team_too_small"),
        (signing(member2="colin"), "same_person"),
        (signing(member2="dana"), "role_not_held"),
        ({"member2_pin": "000000"}, "wrong_badge_or_pin"),
        ({"member2_badge": ""}, "bad_form"),
    ],
)
def test_what_opens_no_count(house: House, colin: Hands, keyed: dict[str, str], code: str) -> None:
    colin.look("/count/")
    assert refusal(colin.press("/count/", {**OPEN, **keyed}, swap=False)) == code
    assert 'name="member1_badge" value="colin"' in colin.page
    assert builders.PEOPLE["colin"][1] not in colin.page
    assert not CountSession.objects.exists()


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"table": "BJ-99"}, "no_such_box"),
        ({"box": "2"}, "no_such_box"),
        ({"box": "first"}, "bad_form"),
        ({"session": "7"}, "no_such_count"),
        (signing(counter="cleo"), "role_not_held"),
    ],
)
def test_a_wrong_label_is_refused(house: House, colin: Hands, keyed: dict[str, str], code: str) -> None:
    counting.open_count(house)
    colin.look("/count/?work=accept")
    assert refusal(colin.press("/count/", {**ACCEPT, **keyed}, swap=False)) == code
    assert DropBox.objects.get().status == "removed"
    assert f'name="box" value="{keyed.get("box", "1")}"' in colin.page


def test_only_counters_are_offered_to_count(accepted: House) -> None:
    for name in ("ada", "axel", "hana", "cass"):
        hands = Hands(accepted).sit_down(name)
        hands.look("/count/?work=accept")
        assert "waits for the first count" in hands.page
        assert 'name="do"' not in hands.page
        assert ">First count</a>" not in hands.page
        assert refusal(hands.press("/count/", {**ACCEPT, "key": "a-key-of-its-own"}, swap=False)) == "not_permitted"
        assert refusal(hands.press("/count/", {**OPEN, "key": "another-key-of-it"}, swap=False)) == "not_permitted"


# -------------------------------------------------------------------------------------------------------------- closing
def test_all_banknotes_are_counted_again_before_anybody_sees_a_total(accepted: House) -> None:
    ada = Hands(accepted).sit_down("ada")
    ada.look("/count/?work=verify")
    assert "Count all notes again" not in ada.page
    counting.both(accepted, counting.cash(NOTES))
    ada.look("/count/?work=verify")
    assert "What the sheets say stands nowhere here." in ada.page
    for hidden in ("500.00", "300.00", "200.00", "50000"):
        assert hidden not in ada.page
    other = {"other-1-value": "20", "other-1-pieces": "10"}
    pressed = [ada.press("/count/", {**VERIFY, **other}, swap=False) for _ in range(2)]
    assert [answer.headers["Location"] for answer in pressed] == ["/count/?done=agrees"] * 2
    ada.look("/count/?done=agrees")
    assert "It is what the sheets say." in ada.page
    assert "counted again, agrees" in ada.page
    ada.look("/count/?work=verify")
    ada.press("/count/", VERIFY, swap=False)
    ada.look("/count/?done=differs")
    assert "It is not what the sheets say." in ada.page
    assert [fact["agrees"] for fact in custody.facts(accepted, "count_verified", "count")] == [True, False]


def test_more_rows_keep_what_was_keyed(accepted: House) -> None:
    counting.both(accepted, counting.cash(NOTES))
    ada = Hands(accepted).sit_down("ada")
    ada.look("/count/?work=verify")
    answer = ada.press("/count/", {**VERIFY, "do": "more", "rows": "2", "other-2-value": "12.50"}, swap=False)
    assert answer.status_code == 200
    for shown in ('name="other-2-value" value="12.50"', 'name="other-4-value"', 'name="notes-10000" value="3"'):
        assert shown in ada.page
    assert 'name="other-5-value"' not in ada.page
    assert builders.PEOPLE["ada"][1] not in ada.page


def test_the_team_signs_the_totals(accepted: House, colin: Hands) -> None:
    colin.look("/count/")
    assert "Close the count" not in colin.page
    counting.both(accepted, counting.cash(NOTES))
    colin.look("/count/")
    assert "Count all notes again" not in colin.page
    assert "500.00" not in colin.page
    assert "Close the count" not in colin.page
    assert "somebody who is not of the team counts all banknotes again" in colin.page
    counting.verify(accepted)
    colin.look("/count/?work=close")
    assert "somebody who is not of the team counts all banknotes again" not in colin.page
    assert 'name="cash_total" value="50000"' in colin.page
    assert "500.00" in colin.page
    assert 'name="member2_badge" value="cora"' in colin.page
    pressed = [colin.press("/count/", {**CLOSE, **TEAM}, swap=False) for _ in range(2)]
    assert [answer.headers["Location"] for answer in pressed] == ["/count/sessions/1/?done=close"] * 2
    colin.look("/count/sessions/1/?done=close")
    assert "The count is closed. Its money waits for the cage." in colin.page
    assert CountSession.objects.get().status == "closed"


def test_a_count_whose_verifier_differs_takes_a_note(accepted: House, colin: Hands) -> None:
    counting.both(accepted, counting.cash(NOTES))
    counting.verify(accepted, notes={10_000: 2})
    colin.look("/count/?work=close")
    assert "Why the verifier found other banknotes" in colin.page
    assert refusal(colin.press("/count/", {**CLOSE, **TEAM}, swap=False)) == "verification_differs"
    sent = {**CLOSE, **TEAM, "note": "a note stuck in the machine"}
    assert colin.press("/count/", sent, swap=False).status_code == 302
    assert CountSession.objects.get().note == "a note stuck in the machine"


def test_a_box_that_was_not_brought_is_listed_with_a_reason(house: House, colin: Hands) -> None:
    counting.open_count(house)
    colin.look("/count/?work=close")
    assert "BJ-01, box 1, taken 2026-03-04 12:00: why it is missing" in colin.page
    sent = {**CLOSE, **TEAM, "cash_total": "0"}
    assert refusal(colin.press("/count/", sent, swap=False)) == "boxes_missing"
    sent["missing-BJ-01.1"] = "the trolley broke down"
    assert [colin.press("/count/", sent, swap=False).status_code for _ in range(2)] == [302, 302]
    assert DropBox.objects.get().missing == "the trolley broke down"
    colin.look("/count/")
    assert "the trolley broke down" in colin.page


def test_totals_that_went_on_are_not_signed(accepted: House, colin: Hands) -> None:
    counting.both(accepted, counting.cash(NOTES))
    counting.verify(accepted)
    colin.look("/count/?work=close")
    sent = {**CLOSE, **TEAM, "cash_total": "49000"}
    assert refusal(colin.press("/count/", sent, swap=False)) == "total_mismatch"
    assert CountSession.objects.get().status == "open"


def test_a_counter_of_no_team_is_not_shown_what_the_team_counted(accepted: House) -> None:
    counting.both(accepted, counting.cash(NOTES))
    custody.also(accepted, "cleo", Role.COUNTER)
    cleo = Hands(accepted).sit_down("cleo")
    for path in ("/count/?work=close", "/count/", "/count/sessions/1/", "/count/sheets/BJ-01/1/cash/"):
        assert cleo.look(path).status_code == 200
        for hidden in ("500.00", "50000", "300.00"):
            assert hidden not in cleo.page
