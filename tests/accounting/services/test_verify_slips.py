"""Slips that somebody changed, with a chain that fits again: states, numbers and persons tell on him."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.canonical import canonical
from tables.models import log, slips
from tests import custody
from tests import slips as acts
from tests.accounting import forging
from tests.accounting.columns import unnoticed
from tests.builders import House

pytestmark = pytest.mark.django_db

CAGE, TABLE = "DEMO/cage", "DEMO/table/BJ-01"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def house() -> House:
    """A fill that was accepted, one that is on its way, a void credit, a declined exchange and a refused request."""
    house = acts.house(tables=("BJ-01", "BJ-02"), outsider=True)
    acts.add_paul(house)
    acts.accept(house, acts.carried_fill(house))
    acts.carried_fill(house)
    acts.void(house, acts.issued_credit(house))
    exchange = acts.carried_exchange(house)
    acts.decline(house, exchange, acts.TAKEN, "not wanted any more")
    acts.give_back(house, exchange, {500: 99}, note="a red is missing")
    acts.reprint(house, "F-000001")
    acts.ask_credit(house)
    acts.refuse(house, 5)
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    forging.unguard()
    return house


def event(type_: str) -> log.Event:
    """The last of a type."""
    found = log.Event.objects.filter(type=type_).order_by("-seq").first()
    assert found is not None
    return found


def rewrite(found: log.Event, change: Change) -> None:
    """Change what an event says and make the chain fit again."""
    told = json.loads(found.body)
    change(told["data"])
    log.Event.objects.filter(stream_id=found.stream_id, seq=found.seq).update(body=canonical(told))
    forging.chain_again(log.Stream.objects.get(pk=found.stream_id))


def findings() -> list[str]:
    """What is found in the cage's stream by the proof of slips; the books of a forged event differ as well."""
    told = [str(finding) for finding in verify([CAGE]).findings]
    return [line for line in told if "slip" in line or "asked for" in line]


@pytest.mark.usefixtures("house")
def test_every_column_of_a_slip_and_its_series() -> None:
    assert [name for model in (slips.Slip, slips.SlipSeries) for name in unnoticed(model)] == []


def test_a_row_more_and_a_row_less(house: House) -> None:
    first = acts.row(house)
    slips.Slip.objects.filter(pk=first.pk).delete()
    first.pk, first.request, first.number = None, 77, 77
    first.save()
    slips.SlipSeries.objects.create(casino=house.casino, series="M", last_number=3)
    assert findings() == [
        f"{CAGE}: slip BJ-01 1 is missing on the floor",
        f"{CAGE}: slip BJ-01 77 does not follow from the log",
        f"{CAGE}: slip series M does not follow from the log",
    ]


def test_t24_a_number_that_was_left_out(house: House) -> None:
    """T-24: the second fill of the series calls itself the third."""
    rewrite(event("fill_issued"), lambda data: data.update(slip="F-000003"))
    found = event("slip_carried")
    assert f"{CAGE}: slip F-000002 is missing" in findings()
    assert any(line.endswith("names another slip") for line in findings())
    assert found.seq


def test_a_number_that_was_given_twice(house: House) -> None:
    rewrite(event("fill_issued"), lambda data: data.update(slip="F-000001"))
    assert f"{CAGE}: slip F-000001 was given twice" in findings()


def test_chips_that_nobody_asked_for(house: House) -> None:
    found = event("fill_issued")
    rewrite(found, lambda data: data.update(chips={"500": 41, "2500": 20}))
    assert f"{CAGE} #{found.seq} fill_issued: is not what was asked for" in findings()


def test_a_slip_that_nobody_asked_for(house: House) -> None:
    found = event("fill_issued")
    rewrite(found, lambda data: data.update(request=9))
    assert f"{CAGE} #{found.seq} fill_issued: the table never asked for it" in [str(f) for f in verify([CAGE]).findings]


def test_a_void_after_the_chips_had_left(house: House) -> None:
    """T-23: what is in transit is not voided, whoever writes it into the log."""
    found = event("slip_voided")
    rewrite(found, lambda data: data.update(slip="F-000002", request=2, kind="fill"))
    assert f"{CAGE} #{found.seq} slip_voided: cannot follow a slip that is in_transit" in findings()


def test_somebody_under_the_slip_in_two_roles(house: House) -> None:
    """T-100: independence is proven from the log alone."""
    found = event("slip_carried")

    def signs(data: dict[str, Any]) -> None:
        data["signatures"][0]["badge"] = "petra"

    rewrite(found, signs)
    told = f"{CAGE} #{found.seq} slip_carried: is signed by somebody who stands under the slip in another role"
    assert told in findings()


def test_an_event_that_cannot_be_read(house: House) -> None:
    found = event("slip_carried")
    log.Event.objects.filter(stream_id=found.stream_id, seq=found.seq).update(body="{")
    assert f"{CAGE}: the event of a slip cannot be read" in findings()
    assert custody.rack_of(house)
