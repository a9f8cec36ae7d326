"""A round is called off while it ends, is paid or is posted: money has moved once, or there and back (T-79)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from accounting.models import results
from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models import rounds
from tables.services import rulings
from tests import builders, custody, dealt
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

STAND = {"do": "stand", "by": "bo", "spot": 2}
CONFIRM = {"do": "confirm_settlement"}


def void(house: House) -> dict[str, Any]:
    return rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="a card was seen")


def before_the_last_stand() -> House:
    house = dealt.in_play(builders.house())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    return house


def settled() -> House:
    return dealt.settled(builders.house())


def require_void(house: House) -> None:
    """The round counts for nothing, its chips lie where they lay, and the books say the same."""
    assert rounds.Round.objects.get().status == "voided"
    assert custody.rack_of(house) == custody.BANK
    follow.follow_all()
    assert sum(results.RoundResult.objects.values_list("house_net", flat=True)) == 0
    assert sum(results.RoundResult.objects.values_list("rounds", flat=True)) == 0
    assert [str(finding) for finding in verify().findings] == []


@pytest.mark.parametrize(
    ("made", "last", "too_late"),
    [(before_the_last_stand, STAND, "no_round"), (settled, CONFIRM, "no_round")],
    ids=["ending", "paying"],
)
def test_the_void_and_the_dealer_agree_on_an_order(
    made: Callable[[], House], last: dict[str, Any], too_late: str
) -> None:
    house = made()
    outcomes = meeting.at_once(lambda: void(house), lambda: dealt.press(house, last))
    assert meeting.told(outcomes) in (Counter(ok=2), Counter({"ok": 1, too_late: 1}))
    assert meeting.told(outcomes[:1]) == Counter(ok=1)
    require_void(house)


@pytest.mark.parametrize(
    ("made", "last"), [(before_the_last_stand, STAND), (settled, CONFIRM)], ids=["ending", "paying"]
)
def test_without_the_lock_both_go_on_from_the_same_state(
    made: Callable[[], House], last: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = made()
    found = meeting.without_lock(monkeypatch, lambda: void(house), lambda: dealt.press(house, last))
    assert found == Counter(ok=1, IntegrityError=1)


def test_a_round_is_called_off_while_it_is_posted() -> None:
    house = settled()
    dealt.press(house, CONFIRM)
    stream = builders.snapshot()["DEMO/table/BJ-01"]
    outcomes = meeting.at_once(lambda: void(house), follow.follow_all, follow.follow_all)
    assert meeting.told(outcomes) == Counter(ok=3)
    assert builders.snapshot()["DEMO/table/BJ-01"] == stream + 1
    require_void(house)
    assert results.Settlement.objects.filter(entry=0).count() == results.Settlement.objects.filter(entry=1).count() == 3
