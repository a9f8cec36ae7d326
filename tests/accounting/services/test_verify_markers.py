"""Markers that somebody changed, with a chain that fits again: debts, places and persons tell on him."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.canonical import canonical
from tables.models import log, markers
from tables.services import patrons
from tests import cages
from tests import markers as acts
from tests.accounting import forging
from tests.accounting.columns import unnoticed
from tests.builders import House

pytestmark = pytest.mark.django_db

CAGE, HOUSE = "DEMO/cage", "DEMO/house"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def house() -> House:
    """A marker paid at another table and in the cage, one void, one over the line that is still owed."""
    house = acts.house(tables=("BJ-01", "BJ-02"), outsider=True)
    patrons.register_patron(actor=house.petra, at=house.at, code="P-8", name="Pat Eight")
    first = acts.issue(house)["slip"]
    acts.open_other(house, "BJ-02")
    acts.pay_elsewhere(house, "BJ-02", first, 100_000, {10_000: 1})
    acts.pay(house, first, 10_000)
    acts.transfer(house, {first: 380_000})
    acts.settle(house, first, {10_000: 3}, {10_000: 5})
    acts.void(house, acts.issue(house, {2_500: 4})["slip"])
    acts.reprint(house, first)
    acts.set_line(house, 300_000)
    acts.issue(house, {500: 10}, over_limit=acts.over_limit(house))
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    forging.unguard()
    return house


def rewrite(type_: str, change: Change) -> log.Event:
    """Change what the last event of a type says, and make the chain fit again."""
    found = log.Event.objects.filter(type=type_).order_by("-seq").first()
    assert found is not None
    told = json.loads(found.body)
    change(told["data"])
    log.Event.objects.filter(stream_id=found.stream_id, seq=found.seq).update(body=canonical(told))
    forging.chain_again(log.Stream.objects.get(pk=found.stream_id))
    return found


def findings(key: str = CAGE) -> list[str]:
    return [str(finding) for finding in verify([key]).findings]


@pytest.mark.usefixtures("house")
def test_every_column_of_a_marker_and_a_credit_line() -> None:
    assert [name for model in (markers.Marker, markers.CreditLine) for name in unnoticed(model)] == []


def test_a_marker_more_and_a_marker_less(house: House) -> None:
    row = acts.row("M-000003")
    markers.Marker.objects.filter(pk=row.pk).delete()
    row.pk, row.number = None, 77
    row.save()
    assert findings() == [
        f"{CAGE}: marker M-000003 is missing on the floor",
        f"{CAGE}: marker M-000077 does not follow from the log",
    ]


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(
    ("type_", "change", "what"),
    [
        ("marker_issued", {"over_limit": ""}, "passes the credit line, and nobody let it"),
        ("marker_issued", {"amount": 5_100}, "the chips are not the amount"),
        ("marker_paid", {"left": 389_999}, "does not leave what it says"),
        ("marker_transferred", {"amount": 379_999}, "the transfer form does not say what was owed"),
        ("marker_settled", {"left": 1}, "does not leave what it says"),
        ("marker_voided", {"period": 2}, "is not undone where and when it was given"),
        ("marker_reprinted", {"copy": 2}, "is not the next copy of its marker"),
        ("marker_reprinted", {"patron": "P-8"}, "is not the next copy of its marker"),
    ],
)
def test_an_event_that_cannot_follow(type_: str, change: dict[str, Any], what: str) -> None:
    found = rewrite(type_, lambda data: data.update(change))
    assert any(line.endswith(f"#{found.seq} {type_}: {what}") for line in findings())


@pytest.mark.usefixtures("house")
def test_t100_somebody_under_the_marker_in_two_roles() -> None:
    found = rewrite("marker_settled", lambda data: data["signatures"][0].update(badge="petra"))
    what = "is signed by somebody who stands under the marker in another role"
    assert f"{CAGE} #{found.seq} marker_settled: {what}" in findings()


@pytest.mark.usefixtures("house")
def test_a_void_that_is_seconded_by_who_signed_before() -> None:
    found = rewrite("marker_voided", lambda data: data["signatures"][2].update(badge="dana"))
    what = "is seconded by somebody who signed it before"
    assert f"DEMO/table/BJ-01 #{found.seq} marker_voided: {what}" in findings()


@pytest.mark.usefixtures("house")
def test_credit_for_nobody() -> None:
    found = rewrite("credit_line_set", lambda data: data.update(patron="P-9"))
    what = "gives credit to nobody who is registered"
    assert f"{HOUSE} #{found.seq} credit_line_set: {what}" in findings(HOUSE)


def test_the_cage_holds_what_was_settled(house: House) -> None:
    assert cages.stock_of(house, chip_set=None) == {10_000: 3}
