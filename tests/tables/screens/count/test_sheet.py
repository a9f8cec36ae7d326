"""A box before a person who counts it: blind, twice, by a third where they differ, and the sheet that stands."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tables.models import log
from tables.models.counts import CountSheet
from tests import builders, counting, custody, prints
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db

SHEET = "/count/sheets/BJ-01/1/cash/"
RAKE = "/count/sheets/BJ-01/1/rake/"
NOTES = {"notes-10000": "37", "notes-2000": "13"}
OTHER = {"notes-10000": "36", "notes-2000": "13"}
FIRST = {"do": "first", "shown_empty": "yes", **signing(counter="colin")}
SECOND = {"do": "second", **signing(counter="cora")}
THIRD = {"do": "verifier", "explanation": "two notes stuck together", **signing(verifier="ada")}
EVERYTHING = {
    **NOTES,
    "rows": "2",
    "other-1-value": "1,000",
    "other-1-pieces": "1",
    "other-2-value": "20",
    "other-2-pieces": "2",
    "chips-PROMO.500": "4",
    "chips-PROMO.2500": "1",
    "coupon-1-value": "12.50",
    "coupon-1-pieces": "3",
    "found-100": "6",
    "foreign-1-kind": "foreign",
    "foreign-1-description": "Elsewhere Palace",
    "foreign-1-value": "5",
    "foreign-1-pieces": "2",
    "foreign-2-kind": "counterfeit",
    "foreign-2-description": "a note of 100",
    "foreign-2-pieces": "1",
    "papers": "F-2026-000001, f-2026-000002\nF-2026-000001",
}
CONTENTS = {
    "notes": {"2000": 15, "10000": 37, "100000": 1},
    "total": 500_000,
    "promotional": {"PROMO": {"500": 4, "2500": 1}},
    "promotional_total": 4_500,
    "coupons": {"1250": 3},
    "coupons_total": 3_750,
    "found_chips": {"100": 6},
    "found_chips_total": 600,
    "foreign": [
        {"kind": "counterfeit", "description": "a note of 100", "value": 0, "pieces": 1},
        {"kind": "foreign", "description": "Elsewhere Palace", "value": 500, "pieces": 2},
    ],
    "papers": ["F-2026-000001", "F-2026-000002"],
}


@pytest.fixture
def hands(accepted: House, colin: Hands) -> Hands:
    """Colin before the box that came in."""
    colin.look(SHEET)
    return colin


def count(hands: Hands, keyed: Mapping[str, Any], path: str = SHEET) -> Any:
    """Look at the sheet, fill it in, sign."""
    hands.look(path)
    return hands.press(path, keyed, swap=False)


def sealed() -> list[dict[str, Any]]:
    """What was counted and is not told yet."""
    room = log.Stream.objects.get(key="DEMO/count").pk
    rows = log.Event.objects.filter(stream_id=room).exclude(sealed="").exclude(sealed=None).order_by("seq")
    return [json.loads(json.loads(row.sealed)["count"][1]) for row in rows]


def test_nothing_is_filled_in(hands: Hands) -> None:
    for shown in ("Drop box 1 of BJ-01", "First count", "Banknotes", "PROMO", 'name="notes-10000" value=""'):
        assert shown in hands.page
    assert hands.page.count('data-pad="digits"') == 17  # notes, promotional chips, chips of the table, the PIN
    for text in ('value="0"', "checked", "400,000", "4,000.00"):
        assert text not in hands.page


def test_two_counts_that_agree_stand_and_are_shown_to_the_team(accepted: House, hands: Hands) -> None:
    answer = hands.press(SHEET, {**FIRST, **EVERYTHING}, swap=False)
    assert refusal(answer) == ""
    assert (answer.status_code, answer.headers["Location"]) == (302, "/count/?done=first_counted")
    assert sealed() == [CONTENTS]
    hands.look("/count/?done=first_counted")
    assert "The first count is sealed." in hands.page
    cora = Hands(accepted).sit_down("cora")
    answer = count(cora, {**SECOND, **EVERYTHING})
    assert answer.headers["Location"] == "/count/?done=counted"
    sheet = CountSheet.objects.get()
    assert (sheet.status, sheet.contents) == ("counted", CONTENTS)
    cora.look(SHEET)
    for shown in (
        "5,000.00",
        "Promotional chips PROMO",
        "37.50",
        "foreign · Elsewhere Palace · 5.00",
    ):
        assert shown in cora.page
    for shown in ("counterfeit · a note of 100", "F-2026-000002", "Copies of another box", "Colin"):
        assert shown in cora.page
    assert "Drop variance report" not in cora.page
    assert 'name="do"' not in cora.page


def test_the_second_counter_sees_who_counted_and_nothing_of_what(accepted: House, hands: Hands) -> None:
    hands.press(SHEET, {**FIRST, **NOTES}, swap=False)
    for name in ("colin", "cora", "ada", "cass"):
        reader = Hands(accepted).sit_down(name)
        for path in (SHEET, "/count/", "/count/sessions/1/"):
            reader.look(path)
            for hidden in ("3,960", "396000", "37<", '"37"', "3,700"):
                assert hidden not in reader.page
    cora = Hands(accepted).sit_down("cora")
    cora.look(SHEET)
    assert "Counted once by colin. Count as if nobody had" in cora.page
    assert "shown_empty" not in cora.page


def test_counts_that_differ_go_to_a_verifier_who_sees_neither(accepted: House, hands: Hands) -> None:
    hands.press(SHEET, {**FIRST, **NOTES}, swap=False)
    cora = Hands(accepted).sit_down("cora")
    answer = count(cora, {**SECOND, **OTHER})
    assert answer.headers["Location"] == "/count/?done=variance"
    cora.look("/count/?done=variance")
    assert "The counts differ. Somebody who made neither of them counts the box now." in cora.page
    ada = Hands(accepted).sit_down("ada")
    ada.look("/count/")
    assert 'href="/count/sheets/BJ-01/1/cash/">The verifier&#x27;s count</a>' in ada.page
    for reader in (ada, cora, hands):
        reader.look(SHEET)
        for hidden in ("3,960", "3,860", "396000", "386000"):
            assert hidden not in reader.page
    for reader, wrong in ((ada, {"explanation": ""}), (cora, signing(verifier="cora"))):
        code = {"explanation": "bad_form"}.get(next(iter(wrong)), "same_person")
        assert refusal(count(reader, {**THIRD, **NOTES, **wrong})) == code
    assert count(ada, {**THIRD, **NOTES}).headers["Location"] == "/count/?done=counted"
    ada.look(SHEET)
    for shown in ("Drop variance report", "two notes stuck together", "3,960.00", "3,860.00", "Ada", "Cora", "Colin"):
        assert shown in ada.page
    assert ada.page.count('class="differs"') == 2  # the notes of 100, and the total


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({}, "bad_form"),
        ({**NOTES, "nothing": "yes"}, "bad_form"),
        ({**NOTES, "shown_empty": ""}, "not_shown_empty"),
        ({**NOTES, "notes-2000": "many"}, "bad_form"),
        ({**NOTES, "rows": "2", "other-2-pieces": "3"}, "bad_form"),
        ({**NOTES, "rows": "2", "coupon-1-value": "1.234", "coupon-1-pieces": "1"}, "bad_form"),
        ({**NOTES, "rows": "2", "foreign-1-description": "francs"}, "bad_form"),
        ({**NOTES, "rows": "2", "foreign-1-kind": "promotional", "foreign-1-pieces": "2"}, "bad_form"),
        ({**NOTES, "papers": "F-1 nonsense"}, "bad_paper"),
        ({**NOTES, **signing(counter="cass")}, "role_not_held"),
        ({**NOTES, "counter_pin": "000000"}, "wrong_badge_or_pin"),
        ({**NOTES, "do": "second"}, "bad_count_step"),
        ({**NOTES, "do": "dance"}, "unknown_action"),
    ],
)
def test_what_is_refused_stays_before_the_counter(hands: Hands, keyed: dict[str, str], code: str) -> None:
    assert refusal(hands.press(SHEET, {**FIRST, **keyed}, swap=False)) == code
    for name, value in keyed.items():
        if name.startswith(("notes-", "other-", "coupon-")):
            assert f'name="{name}" value="{value}"' in hands.page
    assert builders.PEOPLE["colin"][1] not in hands.page
    assert CountSheet.objects.get().status == "in_count"
    assert sealed() == []


def test_an_empty_box_is_counted_as_empty_only_when_somebody_says_so(accepted: House, hands: Hands) -> None:
    """T-50: nothing keyed is not nothing found."""
    assert hands.press(SHEET, {**FIRST, "nothing": "yes"}, swap=False).status_code == 302
    cora = Hands(accepted).sit_down("cora")
    assert refusal(count(cora, SECOND)) == "bad_form"
    assert "Key what you counted. If there was nothing, tick that." in cora.page
    assert count(cora, {**SECOND, "nothing": "yes"}).headers["Location"] == "/count/?done=counted"
    cora.look(SHEET)
    assert "0.00" in cora.page


def test_forms_that_are_sent_twice_count_once(accepted: House, hands: Hands) -> None:
    assert [hands.press(SHEET, {**FIRST, **NOTES}, swap=False).status_code for _ in range(2)] == [302, 302]
    cora = Hands(accepted).sit_down("cora")
    cora.look(SHEET)
    pressed = [cora.press(SHEET, {**SECOND, **OTHER}, swap=False) for _ in range(2)]
    assert [answer.headers["Location"] for answer in pressed] == ["/count/?done=variance"] * 2
    assert [event["type"] for event in custody.events(accepted, "count")][2:] == [
        "box_first_counted",
        "box_counts_differed",
    ]


def test_a_form_that_came_too_late_shows_the_next_step(accepted: House, hands: Hands) -> None:
    counting.first(accepted, counting.cash({10_000: 37}))
    assert refusal(hands.press(SHEET, {**FIRST, **NOTES}, swap=False)) == "bad_count_step"
    assert "Counted once by colin." in hands.page


def test_a_rake_box_is_counted_in_chips(dice: House) -> None:
    counting.open_count(dice)
    counting.accept(dice)
    colin = Hands(dice).sit_down("colin")
    colin.look("/count/")
    assert 'href="/count/sheets/BJ-01/1/rake/">First count</a>' in colin.page
    colin.look(RAKE)
    assert "Rake box 1 of BJ-01" in colin.page
    assert "Banknotes" not in colin.page
    pieces = {"chips-100": "4", "chips-500": "3"}
    assert refusal(count(colin, FIRST, RAKE)) == "bad_form"
    assert count(colin, {**FIRST, **pieces}, RAKE).headers["Location"] == "/count/?done=first_counted"
    assert count(colin, {**SECOND, **pieces}, RAKE).headers["Location"] == "/count/?done=counted"
    assert CountSheet.objects.get(part="rake").contents == {"chips": {"100": 4, "500": 3}, "total": 1_900}
    colin.look(RAKE)
    assert "19.00" in colin.page


def test_the_cage_is_blind_until_the_count_is_closed(accepted: House) -> None:
    counting.both(accepted, counting.cash({10_000: 37, 2_000: 13}))
    cass = Hands(accepted).sit_down("cass")
    for path in (SHEET, "/count/", "/count/sessions/", "/count/sessions/1/"):
        cass.look(path)
        for hidden in ("3,960", "396000", "3,700"):
            assert hidden not in cass.page
    cass.look(SHEET)
    assert "What was in it is told when its count is closed." in cass.page
    counting.verify(accepted)
    counting.close(accepted)
    for path in (SHEET, "/count/sessions/", "/count/sessions/1/"):
        cass.look(path)
        assert "3,960.00" in cass.page


@pytest.mark.parametrize(
    "path", ["BJ-99/1/cash", "BJ-01/2/cash", "BJ-01/1/rake", "BJ-01/1/coins", f"BJ-01/{10**30}/cash"]
)
def test_there_is_no_sheet_of_other_boxes(hands: Hands, path: str) -> None:
    answer = hands.look(f"/count/sheets/{path}/")
    assert (answer.status_code, refusal(answer)) == (404, "no_such_sheet")


def test_nobody_outside_the_room_sees_a_sheet(accepted: House) -> None:
    for name in ("petra", "dana", "sam"):
        answer = Hands(accepted).sit_down(name).look(SHEET)
        assert (answer.status_code, refusal(answer)) == (403, "not_permitted")


def test_what_stands_is_a_paper_for_who_may_know_it(accepted: House, colin: Hands) -> None:
    counting.both(accepted, counting.cash({10_000: 3}))
    paper = f"/papers/count/{prints.place(accepted, 'box_counted', 'count')}/"
    colin.look("/count/sheets/BJ-01/1/cash/")
    assert f'href="{paper}"' in colin.page
    colin.look(paper)
    assert "BJ-01-B1-cash" in colin.page
    cass = Hands(accepted).sit_down("cass")
    cass.look("/count/sheets/BJ-01/1/cash/")
    assert paper not in cass.page
    answer = cass.look(paper)
    assert (answer.status_code, refusal(answer)) == (403, "not_your_view")
