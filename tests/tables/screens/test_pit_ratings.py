"""The page of ratings: a slip is keyed in, corrected, and read by who reads the pit."""

from collections.abc import Iterator
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tables.models.ratings import RatingSlip
from tests import builders, pit_stages
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

pytestmark = pytest.mark.django_db
PATH = "/pit/P1/ratings/"
KEYED = {
    **{"table": "BJ-01", "player": "Mr Lee", "seat": "3", "since": "10:00", "until": "11:30", "average_bet": "50.00"},
    **{"per_hour": "70", "edge": "0.75", "skill": "average", "result": "120", "won": "house", "buy_in": "500"},
}


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """The clock stands at noon."""
    with time_machine.travel(builders.AT, tick=False):
        yield builders.house()


@pytest.fixture
def petra(house: House) -> Hands:
    hands = Hands(house).sit_down("petra")
    hands.look(PATH)
    return hands


def test_a_slip_is_written_down(petra: Hands) -> None:
    """50.00 x 1.5 h x 70 x 0.75 % = 39.375, so 39.38."""
    assert petra.press(PATH, {"do": "rate", **KEYED}, swap=False).status_code == 302
    row = RatingSlip.objects.get()
    assert (row.player, row.seat, row.average_bet, row.edge, row.result, row.theo) == (
        *("Mr Lee", 3, 5_000, 7_500, -12_000, 3_938),
    )
    petra.look(f"{PATH}?done=rate")
    assert "The rating is written down." in petra.page
    assert "39.38" in petra.page
    assert "10:00 – 11:30</span>" in petra.page


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"average_bet": ""}, "bad_form"),
        ({"since": "11:45"}, "bad_rating_span"),
        ({"until": "12:30"}, "bad_rating_span"),
        ({"edge": ""}, "edge_required"),
        ({"edge": "51"}, "bad_form"),
    ],
)
def test_what_is_keyed_wrong_is_refused(petra: Hands, changes: dict[str, str], code: str) -> None:
    response = petra.press(PATH, {"do": "rate", **KEYED, **changes}, swap=False)
    assert refusal(response) == code
    assert not RatingSlip.objects.exists()


def test_a_slip_is_corrected_in_the_form_that_it_fills(petra: Hands, house: House) -> None:
    pit_stages.rate(house)
    petra.look(f"{PATH}?table=BJ-01&correct=1")
    assert 'name="average_bet" value="50.00"' in petra.page
    keyed = {"do": "correct", "number": "1", "reason": "he bet more", **KEYED, "average_bet": "100"}
    assert petra.press(PATH, keyed, swap=False).status_code == 302
    row = RatingSlip.objects.get()
    assert (row.number, row.average_bet, row.corrections) == (1, 10_000, 1)


def test_a_correction_on_a_later_day_stays_on_the_slips_own(house: House) -> None:
    """Only times are keyed: those of the slip are its own, to the second, and a new one is of its gaming day."""
    since, until = house.at - timedelta(hours=2, seconds=-20), house.at
    pit_stages.rate(house, since=since, until=until)
    shown = {name: moment.astimezone(ZoneInfo("America/Los_Angeles")) for name, moment in (("a", since), ("b", until))}
    keyed = {"do": "correct", "number": "1", "reason": "he bet more", **KEYED, "average_bet": "100"}
    keyed |= {"since": f"{shown['a']:%H:%M}", "until": f"{shown['b']:%H:%M}"}
    with time_machine.travel(builders.AT + timedelta(days=2, hours=1), tick=False):
        petra = Hands(house).sit_down("petra")
        petra.look(PATH)
        assert petra.press(PATH, keyed, swap=False).status_code == 302
        row = RatingSlip.objects.get()
        assert (row.average_bet, row.since, row.until) == (10_000, since, until)
        petra.look(PATH)
        earlier = until - timedelta(minutes=30)
        keyed |= {"until": f"{shown['b'] - timedelta(minutes=30):%H:%M}"}
        assert petra.press(PATH, keyed, swap=False).status_code == 302
        row.refresh_from_db()
        assert (row.since, row.until, row.corrections) == (since, earlier, 2)


def test_a_slip_that_is_not_there_is_not_corrected(petra: Hands) -> None:
    keyed = {"do": "correct", "number": "7", "reason": "he bet more", **KEYED}
    assert refusal(petra.press(PATH, keyed, swap=False)) == "no_such_rating"
    assert not RatingSlip.objects.exists()


def test_accounting_reads_and_writes_nothing(house: House) -> None:
    pit_stages.rate(house)
    hands = Hands(house).sit_down("ada")
    assert hands.look(PATH).status_code == 200
    assert 'name="do"' not in hands.page.split("<h1>")[1]
    assert Hands(house).sit_down("cass").look(PATH).status_code == 403
