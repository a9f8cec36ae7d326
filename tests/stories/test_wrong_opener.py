"""A rack of 12,000.00 is opened again and counted 11,900.00 (T-12). All amounts in dollars.

The difference is no win of anybody: the day shift is closed with 12,000.00, the swing shift begins with 11,900.00, and
-100.00 stands alone, with a note and in the exceptions.
"""

import pytest

from tables.domain.errors import Invalid
from tests import custody
from tests.stories.evening import Evening, rack, usd

pytestmark = pytest.mark.django_db

#: 100 x 100 = 10,000, 25 x 60 = 1,500, 5 x 100 = 500.
FULL = rack(black=100, green=60, red=100)
#: One black chip less.
SHORT = rack(black=99, green=60, red=100)


@pytest.fixture
def evening() -> Evening:
    """The day shift: Anna buys 200.00 and loses it again, so the closer is the opener and the box has won 200.00."""
    evening = Evening()
    evening.bank(FULL)
    evening.opens(FULL)
    evening.shoe_comes()
    evening.buys("Anna", "200.00", rack(black=2))
    evening.loses("Anna", "200.00")
    evening.closes(FULL)
    evening.box_holds({"100.00": 2})
    return evening


def reopened_short(evening: Evening) -> None:
    """The swing shift: opened with 11,900.00; Bo buys 100.00 and wins 25.00 with it."""
    evening.wait_until("15:00")
    opened = evening.opens(SHORT, "one black chip missing, counted twice, surveillance told")
    assert (opened["previous_closer"], opened["total"], opened["variance"]) == (
        usd("12,000.00"),
        usd("11,900.00"),
        usd("-100.00"),
    )
    assert (opened["shift"], opened["session"]) == ("swing", 2)
    evening.buys("Bo", "100.00", rack(green=4))
    evening.wins("Bo", "25.00")
    assert evening.in_rack() == rack(black=99, green=55, red=100)  # 60 - 4 bought - 1 won
    evening.closes(rack(black=99, green=55, red=100))
    evening.box_holds({"50.00": 2}, box=2)


def test_the_earlier_shift_keeps_its_closer_and_the_later_begins_with_the_count(evening: Evening) -> None:
    reopened_short(evening)
    day, swing = (evening.certified(shift)["figures"]["tables"][0] for shift in ("day", "swing"))
    assert (day["opener"], day["closer"], day["drop"], day["win"]) == (
        usd("12,000.00"),
        usd("12,000.00"),
        usd("200.00"),
        usd("200.00"),
    )
    # 11,775.00 + 100.00 - 11,900.00 = -25.00: what Bo won, and nothing of the missing chip
    assert (swing["opener"], swing["closer"], swing["drop"], swing["win"]) == (
        usd("11,900.00"),
        usd("11,775.00"),
        usd("100.00"),
        usd("-25.00"),
    )
    assert (day["engine_net"], swing["engine_net"]) == (usd("200.00"), usd("-25.00"))
    assert (day["difference"], swing["difference"]) == (0, 0)
    assert (day["opener_variance"], swing["opener_variance"]) == (0, usd("-100.00"))


def test_the_missing_chip_stands_alone_in_report_and_books(evening: Evening) -> None:
    reopened_short(evening)
    swing = evening.certified("swing")
    assert [(found["kind"], found["amount"]) for found in swing["exceptions"]] == [
        ("opener_variance", usd("-100.00")),
    ]
    assert swing["tie_outs"]["opener_is_previous_closer"] == {"agree": 0, "of": 1}
    assert swing["day_to_date"]["house"]["banked"]["win"] == usd("175.00")  # 200.00 - 25.00
    assert evening.balances() == {
        ("issued", "chips"): usd("-12,000.00"),
        ("rack/BJ-01", "chips"): usd("11,775.00"),
        ("players", "chips"): usd("125.00"),
        ("variance/rack/BJ-01", "chips"): usd("100.00"),
        ("patrons", "cash"): usd("-300.00"),
        ("count_room", "cash"): usd("300.00"),
    }


def test_a_difference_without_a_note_opens_nothing(evening: Evening) -> None:
    with custody.refused(evening.house, Invalid, "note_required", difference=usd("-100.00")):
        evening.opens(SHORT)
