"""Two people sign on at one terminal at the same moment: one of them is signed on afterwards."""

from collections import Counter

import pytest

from tables.models import terminals as rows
from tables.selectors import actors
from tables.services import sign_ons, terminals
from tables.services.sign_ons import SignedOn
from tests import builders, custody
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house() -> House:
    return builders.house()


@pytest.fixture
def device(house: House) -> str:
    """The token of an enrolled terminal."""
    code = terminals.register_terminal(actor=house.hana, at=house.at, terminal="T-1", table="BJ-01")["enrolment_code"]
    return terminals.enrol_terminal(at=house.at, code=code).token


def sign_on(house: House, device: str, name: str) -> SignedOn:
    pin = builders.PEOPLE[name][1]
    return sign_ons.sign_on(at=house.at, device_token=device, badge=name, pin=pin)


def test_the_second_signs_the_first_off(house: House, device: str) -> None:
    outcomes = meeting.at_once(lambda: sign_on(house, device, "dana"), lambda: sign_on(house, device, "dev"))
    assert meeting.told(outcomes) == Counter(ok=2)
    first, second = (fact["badge"] for fact in custody.facts(house, "signed_on", "house"))
    assert {first, second} == {"dana", "dev"}
    assert custody.facts(house, "signed_off", "house") == [{"badge": first, "terminal": "T-1"}]
    assert rows.SignOn.objects.get(signed_off_at=None).staff.badge == second
    tokens = {outcome.actor.badge: outcome.token for outcome in outcomes if isinstance(outcome, SignedOn)}
    assert actors.actor_for_token(tokens[first], house.at) is None
    found = actors.actor_for_token(tokens[second], house.at)
    assert found is not None
    assert found.badge == second


def test_without_the_lock_both_find_nobody_there(house: House, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = meeting.without_lock(
        monkeypatch, lambda: sign_on(house, device, "dana"), lambda: sign_on(house, device, "dev")
    )
    assert found == Counter(ok=1, IntegrityError=1)
    assert rows.SignOn.objects.filter(signed_off_at=None).count() == 1
