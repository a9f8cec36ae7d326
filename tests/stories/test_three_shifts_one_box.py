"""Three shifts play over one box (V-08). All amounts in dollars.

The rack is counted at each shift change, the box only at the end of the day. So every shift has its chip result, but
what it dropped and won is not known and stays empty; only the day has a win:

    closer 16,000.00 + box 15,000.00 - opener 20,000.00 = 11,000.00
"""

from typing import Any

import pytest

from tests.stories.evening import Evening, rack, usd

pytestmark = pytest.mark.django_db


def played() -> Evening:
    """Anna buys in three times and loses three times; the counts are taken ten minutes before each change."""
    evening = Evening(most="10,000.00")
    opener = rack(yellow=15, violet=8, black=10)  # 15,000 + 4,000 + 1,000
    evening.bank(opener)
    evening.opens(opener)
    evening.shoe_comes()

    evening.buys("Anna", "8,000.00", rack(yellow=7, violet=2))
    evening.loses("Anna", "2,500.00")  # two yellow and a violet come back
    evening.wait_until("13:50")
    evening.rolls(rack(yellow=10, violet=7, black=10))  # 14,500.00: chip result -5,500.00

    evening.buys("Anna", "4,000.00", rack(yellow=4))
    evening.loses("Anna", "7,500.00")  # seven yellow and a violet
    evening.wait_until("21:50")
    evening.rolls(rack(yellow=13, violet=8, black=10))  # 18,000.00: chip result +3,500.00

    evening.buys("Anna", "3,000.00", rack(yellow=3))
    evening.loses("Anna", "1,000.00")  # one yellow
    evening.wait_until("05:40")
    evening.closes(rack(yellow=11, violet=8, black=10))  # 16,000.00: chip result -2,000.00
    return evening


def lines(evening: Evening) -> list[dict[str, Any]]:
    """The table's line in the report of each shift."""
    return [evening.certified(shift)["figures"]["tables"][0] for shift in ("day", "swing", "grave")]


def test_a_shift_without_a_box_of_its_own_has_no_win_and_not_a_nought() -> None:
    evening = played()
    evening.box_holds({"100.00": 150})
    told = lines(evening)
    assert [line["opener"] for line in told] == [usd("20,000.00"), usd("14,500.00"), usd("18,000.00")]
    assert [line["closer"] for line in told] == [usd("14,500.00"), usd("18,000.00"), usd("16,000.00")]
    assert [line["chip_result"] for line in told] == [usd("-5,500.00"), usd("3,500.00"), usd("-2,000.00")]
    assert [(line["drop"], line["win"], line["hold"], line["difference"]) for line in told] == [(None,) * 4] * 3
    assert [line["engine_net"] for line in told] == [usd("2,500.00"), usd("7,500.00"), usd("1,000.00")]


def test_the_day_has_its_win() -> None:
    evening = played()
    evening.box_holds({"100.00": 150})
    report = evening.certified("grave")
    day = report["day_to_date"]["tables"][0]
    assert (day["opener"], day["closer"], day["drop"], day["win"]) == (
        usd("52,500.00"),  # openers of the three periods; each closer but the last is an opener, too
        usd("48,500.00"),
        usd("15,000.00"),
        usd("11,000.00"),
    )
    assert day["chip_result"] == usd("-4,000.00")  # -5,500 + 3,500 - 2,000
    assert day["hold"]["percent"] == "73.33"
    assert (day["engine_net"], day["difference"]) == (usd("11,000.00"), 0)
    assert report["state"] == "final"
    assert report["tie_outs"]["opener_is_previous_closer"] == {"agree": 1, "of": 1}


def test_before_the_count_the_day_has_none_either() -> None:
    evening = played()
    report = evening.certified("grave")
    day = report["day_to_date"]["tables"][0]
    assert (day["drop"], day["win"], day["hold"]) == (None, None, None)
    assert report["state"] == "preliminary"
    assert [found["kind"] for found in report["exceptions"]] == ["box_on_table"]
