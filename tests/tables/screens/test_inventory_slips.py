"""The bank periods of a table at a desk, each with its slips."""

import pytest

from tests import custody
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

PERIODS = "/periods/BJ-01/"


@pytest.mark.parametrize("who", ["petra", "ada"])
def test_periods_with_their_slips(house: House, who: str) -> None:
    custody.close_table(house, {**custody.BANK, 500: 199}, note="a red is missing")
    custody.open_table(house, {**custody.BANK, 500: 199})
    reader = Hands(house).sit_down(who)
    reader.look(PERIODS)
    assert reader.page.count("still open") == 1
    for shown in ("9,995.00", "−5", f"{PERIODS}1/closer/", f"{PERIODS}2/opener/"):
        assert shown in reader.page, shown
    assert f"{PERIODS}2/closer/" not in reader.page
    for slip, number in (("1/opener", "BJ-01-O1"), ("1/closer", "BJ-01-C1"), ("2/opener", "BJ-01-O2")):
        paper = reader.look(f"{PERIODS}{slip}/").headers["Location"]
        reader.look(paper)
        assert number in reader.page
        assert f'href="{PERIODS}"' in reader.page
    answer = reader.look(f"{PERIODS}2/closer/")
    assert (answer.status_code, refusal(answer)) == (404, "no_such_slip")


def test_the_table_leads_to_its_periods(house: House) -> None:
    petra = Hands(house).sit_down("petra")
    petra.look("/pit/P1/table/BJ-01/")
    assert f'href="{PERIODS}"' in petra.page


def test_older_periods_are_a_page_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.screens.paging.PAGE", 1)
    custody.roll_table(house)
    petra = Hands(house).sit_down("petra")
    petra.look(PERIODS)
    assert 'href="?before=2"' in petra.page
    assert f"{PERIODS}1/" not in petra.page
    for nonsense in ("x", "-1", "9" * 30):
        assert petra.look(f"{PERIODS}?before={nonsense}").status_code == 200
    petra.look(f"{PERIODS}?before=2")
    assert f"{PERIODS}1/closer/" in petra.page


@pytest.mark.parametrize("who", ["cass", "colin"])
def test_cage_and_count_room_do_not_see_them(house: House, who: str) -> None:
    reader = Hands(house).sit_down(who)
    for path in (PERIODS, f"{PERIODS}1/opener/"):
        answer = reader.look(path)
        assert (answer.status_code, refusal(answer)) == (403, "not_permitted")
