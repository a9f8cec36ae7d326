"""Counts that were made, and boxes that left their tables."""

import pytest

from tables.models.periods import DropBox
from tables.services.counts import MissingBox
from tests import builders, counting, custody, prints
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db

TAKE = {"do": "remove", "table": "bj-01", "box": "2", **signing(member1="colin", member2="cora")}


def again(house: House) -> None:
    """The table is opened and closed once more; a new box stands on it."""
    custody.open_table(house, custody.rack_of(house))
    custody.close_table(house, custody.rack_of(house))


def test_counts_are_listed_with_their_totals(accepted: House, colin: Hands) -> None:
    colin.look("/count/sessions/")
    assert '<a href="/count/sessions/1/">1</a>' in colin.page
    assert ">still open</span>" in colin.page
    counting.both(accepted, counting.cash({10_000: 3}, found_chips={100: 2}, found_chips_total=200))
    counting.verify(accepted)
    counting.close(accepted)
    colin.look("/count/sessions/")
    for shown in ("300.00", "2.00", "waits for the cage", "colin, cora"):
        assert shown in colin.page
    colin.look("/count/sessions/1/")
    for shown in ("Banknotes", "Chips MAIN", "300.00", "✓ agrees", "BJ-01", "counted"):
        assert shown in colin.page


def test_older_counts_are_a_page_away(house: House, colin: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.screens.paging.PAGE", 1)
    for number in (1, 2):
        counting.open_count(house)
        missing = [MissingBox("BJ-01", 1, "the trolley broke down")]
        counting.close(house, number, missing)
    colin.look("/count/sessions/")
    assert "/count/sessions/2/" in colin.page
    assert "/count/sessions/1/" not in colin.page
    assert 'href="?before=2"' in colin.page
    assert "1 box missing" in colin.page
    colin.look("/count/sessions/?before=2")
    assert "/count/sessions/1/" in colin.page
    assert ">Older</a>" not in colin.page
    colin.look("/count/sessions/1/")
    assert "BJ-01, box 1: missing" in colin.page
    assert "the trolley broke down" in colin.page
    for nonsense in ("x", "-1", "9" * 30):
        assert colin.look(f"/count/sessions/?before={nonsense}").status_code == 200


@pytest.mark.parametrize("number", ["2", str(10**30)])
def test_there_is_no_such_count(accepted: House, colin: Hands, number: str) -> None:
    answer = colin.look(f"/count/sessions/{number}/")
    assert (answer.status_code, refusal(answer)) == (404, "no_such_count")


def test_two_counters_take_the_box_of_a_closed_table(house: House, colin: Hands) -> None:
    again(house)
    colin.look("/count/removals/")
    pressed = [colin.press("/count/removals/", TAKE, swap=False) for _ in range(2)]
    assert [answer.headers["Location"] for answer in pressed] == ["/count/removals/?done=remove"] * 2
    assert DropBox.objects.get(number=2).status == "removed"
    colin.look("/count/removals/?done=remove")
    assert "The box is taken." in colin.page
    assert colin.page.count("P1 · BJ-01") == 2
    assert "colin, cora" in colin.page
    colin.look("/count/removals/?emergency=yes")
    assert "No box was taken yet." in colin.page


def test_a_box_taken_out_of_turn_says_why(house: House, colin: Hands) -> None:
    again(house)
    colin.look("/count/removals/")
    colin.press("/count/removals/", {**TAKE, "emergency": "the box is full"}, swap=False)
    ada = Hands(house).sit_down("ada")
    for reader in (colin, ada):
        reader.look("/count/removals/?emergency=yes")
        assert reader.page.count("P1 · BJ-01") == 1
        assert "the box is full" in reader.page
        assert ('value="remove"' in reader.page) == (reader is colin)


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"box": "1"}, "box_not_on_table"),
        ({"box": "7"}, "no_such_box"),
        ({"table": "BJ-99"}, "no_such_table"),
        (signing(member2="colin"), "same_person"),
        (signing(member2="cass"), "role_not_held"),
        ({"table": ""}, "bad_form"),
    ],
)
def test_what_takes_no_box(house: House, colin: Hands, keyed: dict[str, str], code: str) -> None:
    again(house)
    colin.look("/count/removals/")
    assert refusal(colin.press("/count/removals/", {**TAKE, **keyed}, swap=False)) == code
    assert DropBox.objects.get(number=2).status == "on_table"
    assert builders.PEOPLE["colin"][1] not in colin.page


def test_the_removal_log_goes_on(house: House, colin: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.screens.paging.PAGE", 1)
    again(house)
    custody.remove_box(house, 2)
    newest = DropBox.objects.get(number=2).pk
    colin.look("/count/removals/")
    assert f'href="?before={newest}"' in colin.page
    colin.look(f"/count/removals/?before={newest}")
    assert ">Older</a>" not in colin.page


def test_missing_boxes_are_shown_until_they_are_counted(house: House, colin: Hands) -> None:
    counting.open_count(house)
    counting.close(house, missing=[MissingBox("BJ-01", 1, "the trolley broke down")])
    colin.look("/count/removals/")
    assert "BJ-01, box 1, taken 2026-03-04 12:00" in colin.page
    counting.open_count(house)
    counting.accept(house, session=2)
    colin.look("/count/removals/")
    assert "the trolley broke down" not in colin.page


def test_the_removal_of_a_box_is_a_paper(house: House, colin: Hands) -> None:
    colin.look("/count/removals/")
    assert 'href="/count/removals/BJ-01/1/"' in colin.page
    paper = f"/papers/BJ-01/{prints.place(house, 'box_removed')}/"
    assert colin.look("/count/removals/BJ-01/1/").headers["Location"] == paper
    colin.look(paper)
    assert "BJ-01-B1" in colin.page
    assert 'href="/count/removals/"' in colin.page
    answer = colin.look("/count/removals/BJ-01/2/")
    assert (answer.status_code, refusal(answer)) == (404, "no_such_box")
    again(house)
    answer = colin.look("/count/removals/BJ-01/2/")
    assert (answer.status_code, refusal(answer)) == (409, "box_not_removed")
