"""Two bosses decide one item at once: one word stands, its act is done once, the other is told who was first."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models.approvals import Approval
from tables.services import approvals, pits
from tables.services.approvals import claims
from tests import builders, custody
from tests import slips as slip_acts
from tests.builders import House, facts
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def asked() -> House:
    """Dana wants a higher limit; petra and paul are in charge."""
    house = custody.running(builders.house())
    slip_acts.add_paul(house)
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="paul")
    approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="S2", maximum=100_000)
    return house


def give(house: House, name: str) -> Callable[[], Any]:
    actor = builders.actor(name)
    return lambda: approvals.give_approval(actor=actor, at=house.at, table="BJ-01", number=1)


def refuse(house: House, name: str) -> Callable[[], Any]:
    actor = builders.actor(name)
    where: dict[str, Any] = {"actor": actor, "at": house.at, "table": "BJ-01", "number": 1}
    return lambda: approvals.refuse_approval(**where, reason="not tonight")


@pytest.mark.parametrize("second", [give, refuse])
def test_one_word_stands(second: Callable[[House, str], Callable[[], Any]]) -> None:
    house = asked()
    outcomes = meeting.at_once(give(house, "petra"), second(house, "paul"))
    assert meeting.told(outcomes) == Counter(ok=1, approval_decided=1)
    row = Approval.objects.get()
    assert len(facts("approval_given")) + len(facts("approval_refused")) == 1
    assert len(facts("limit_lifted")) == (row.status == "given")
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_one_of_two_who_open_it_has_it() -> None:
    house = asked()
    what: dict[str, Any] = {"at": house.at, "table": "BJ-01", "kind": "lift", "item": "1"}
    first, other = builders.actor("petra"), builders.actor("paul")
    outcomes = meeting.at_once(lambda: claims.take(actor=first, **what), lambda: claims.take(actor=other, **what))
    assert meeting.told(outcomes) == Counter(ok=1, being_decided=1)


def test_without_the_lock_both_decide_and_only_the_log_s_key_stops_one(monkeypatch: pytest.MonkeyPatch) -> None:
    house = asked()
    found = meeting.without_lock(monkeypatch, give(house, "petra"), refuse(house, "paul"))
    assert found == Counter(ok=1, IntegrityError=1)
