"""A fill is on its way when the gaming day rolls (T-20). All amounts in dollars.

Opener 15,000.00; the cage makes out a slip of 6,000.00 at 05:50; the rack is counted 12,000.00 at 06:00 and the box
8,000.00; the fill is accepted at 06:10. The day that is over never had those chips:

    12,000.00 + 8,000.00 - 15,000.00 = 5,000.00

A fill dated by its issue would turn that into -1,000.00. At six o'clock the cage has given the chips and no table has
them: they are in transit, and without that place the house would not add up.
"""

import json
from datetime import timedelta
from typing import Any

import pytest

from accounting.models.reports import ShiftReport
from accounting.services import certify
from tables.selectors import slips as slip_reads
from tests import builders, custody
from tests import slips as acts
from tests.stories.evening import Evening, rack, usd

pytestmark = pytest.mark.django_db

OPENER = rack(yellow=10, violet=8, black=10)
ROLLED = rack(yellow=8, violet=6, black=10)
"""12,000.00: seven yellow and two violet were bought, five yellow came back."""
FILL = rack(yellow=6)
NEXT_DAY = builders.GAMING_DAY + timedelta(days=1)


@pytest.fixture
def evening() -> Evening:
    """The grave shift up to the roll of the day at 06:00."""
    evening = Evening(most="10,000.00")
    evening.bank(OPENER)
    builders.receive_chips(FILL, evening.at)
    evening.wait_until("22:10")
    evening.opens(OPENER)
    evening.shoe_comes()
    evening.buys("Anna", "8,000.00", rack(yellow=7, violet=2))
    evening.loses("Anna", "5,000.00")
    evening.wait_until("05:25")
    acts.ask_fill(evening.house, FILL, at=evening.now)
    evening.wait_until("05:50")
    slip = acts.issue(evening.house, at=evening.now)["slip"]
    acts.carry(evening.house, slip, at=evening.now + timedelta(minutes=2))
    evening.wait_until("06:00")
    custody.roll_table(evening.house, ROLLED, at=evening.now, removal=custody.removal(evening.house))
    return evening


def accepted_and_closed(evening: Evening) -> None:
    """The fill arrives; nobody plays until the table closes at one o'clock with an empty box."""
    evening.wait_until("06:10")
    acts.accept(evening.house, "F-000001", FILL, at=evening.now)
    evening.wait_until("13:00")
    evening.closes(rack(yellow=14, violet=6, black=10))
    custody.count_box(evening.house, {usd("100.00"): 80}, 1, at=evening.at)
    evening.box_holds({}, box=2)


def test_t20_the_day_that_is_over_never_had_the_chips(evening: Evening) -> None:
    """T-20: the win of the day is 5,000.00."""
    accepted_and_closed(evening)
    line = evening.certified("grave")["figures"]["tables"][0]
    assert {name: line[name] for name in ("opener", "fills", "credits", "closer", "drop", "win")} == {
        "opener": usd("15,000.00"),
        "fills": 0,
        "credits": 0,
        "closer": usd("12,000.00"),
        "drop": usd("8,000.00"),
        "win": usd("5,000.00"),
    }
    assert line["difference"] == 0


def test_t20_the_next_day_has_the_fill(evening: Evening) -> None:
    """T-20: opener 12,000.00 and a fill of 6,000.00; nobody won anything."""
    accepted_and_closed(evening)
    evening.wait_until("14:30")
    line = next_day(evening)
    assert {name: line[name] for name in ("opener", "fills", "closer", "drop", "win")} == {
        "opener": usd("12,000.00"),
        "fills": usd("6,000.00"),
        "closer": usd("18,000.00"),
        "drop": 0,
        "win": 0,
    }


def next_day(evening: Evening) -> dict[str, Any]:
    """The table's line of the day shift after the roll."""
    answer = certify.certify_shift(actor=evening.house.ada, at=evening.at, gaming_day=NEXT_DAY, shift="day")
    return dict(json.loads(ShiftReport.objects.get(sha256=answer["sha256"]).text)["figures"]["tables"][0])


def test_t20_at_the_cutoff_the_house_adds_up_with_what_is_in_transit(evening: Evening) -> None:
    """T-20: issued 21,000.00 = rack 12,000.00 + players 3,000.00 + in transit 6,000.00."""
    assert evening.balances() == {
        ("issued", "chips"): usd("-21,000.00"),
        ("rack/BJ-01", "chips"): usd("12,000.00"),
        ("players", "chips"): usd("3,000.00"),
        ("in_transit", "chips"): usd("6,000.00"),
        ("patrons", "cash"): usd("-8,000.00"),
        ("box/BJ-01", "cash"): usd("8,000.00"),
    }
    assert [(view.slip, view.status, view.total) for view in slip_reads.on_the_way(evening.house.ada)] == [
        ("F-000001", "in_transit", usd("6,000.00"))
    ]
    accepted_and_closed(evening)
    assert ("in_transit", "chips") not in evening.balances()
    assert slip_reads.on_the_way(evening.house.ada) == []
