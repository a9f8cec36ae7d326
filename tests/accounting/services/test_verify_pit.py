"""Approvals, acknowledgements and handovers that somebody changed, with a chain that fits again."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.canonical import canonical
from tables.models import approvals as rows
from tables.models import log
from tables.services import alerts, approvals, calls, limits
from tables.services import house as house_service
from tests import builders, custody, pit_stages
from tests import slips as slip_acts
from tests.accounting import forging
from tests.accounting.columns import unnoticed
from tests.builders import House

pytestmark = pytest.mark.django_db
TABLE, HOUSE = "DEMO/table/BJ-01", "DEMO/house"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def house() -> House:
    """One asked, one given, one refused; an explained opener; an alert seen; the pit handed over."""
    house = custody.running(builders.house(tables=("BJ-01", "BJ-02"), outsider=True))
    slip_acts.add_paul(house)
    house_service.add_pit(actor=house.hana, at=house.at, code="P2", name="Pit 2")
    at: dict[str, Any] = {"at": house.at, "table": "BJ-01"}
    custody.close_table(house, custody.rack_of(house))
    custody.open_table(house, {**custody.BANK, 100: 199}, note="one short")
    for player in ("S1", "S2", "S3"):
        approvals.ask_lift(actor=house.dana, player=player, maximum=100_000, **at)
    approvals.give_approval(actor=house.petra, number=1, **at)
    approvals.refuse_approval(actor=house.petra, number=2, reason="not tonight", **at)
    said: dict[str, Any] = {"cause": "count_error", "explanation": "a chip was counted twice"}
    approvals.explain_opener(actor=house.petra, period=2, **said, **at)
    calls.call_floor(actor=house.dana, reason="Dispute over a hand", **at)
    alerts.acknowledge_alert(actor=house.petra, alert="call", mark="2026-03-04T20:00:00.000000Z", **at)
    pit_stages.hand_over(house)
    limits.post_limits(actor=builders.actor("paul"), minimum=500, maximum=60_000, **at)
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    forging.unguard()
    return house


def rewrite(type_: str, change: Change) -> log.Event:
    """Change what the first event of a type says, and make the chain fit again."""
    found = log.Event.objects.filter(type=type_).order_by("seq").first()
    assert found is not None
    told = json.loads(found.body)
    change(told)
    log.Event.objects.filter(stream_id=found.stream_id, seq=found.seq).update(body=canonical(told))
    forging.chain_again(log.Stream.objects.get(pk=found.stream_id))
    return found


def findings(key: str) -> list[str]:
    return [str(finding) for finding in verify([key]).findings]


@pytest.mark.usefixtures("house")
def test_every_column() -> None:
    models = (rows.Approval, rows.OpenerExplained, rows.AlertAcknowledgement, rows.ShiftHandover)
    assert [name for model in models for name in unnoticed(model)] == []


@pytest.mark.usefixtures("house")
def test_a_word_without_its_act() -> None:
    event = rewrite("limit_lifted", lambda told: told["data"].update(maximum=900_000))
    assert f"{TABLE} #{event.seq - 1} approval_given: is given without its act" in findings(TABLE)


@pytest.mark.usefixtures("house")
def test_a_word_of_who_asked() -> None:
    event = rewrite("approval_given", lambda told: told.update(actor="dana"))
    assert f"{TABLE} #{event.seq} approval_given: is decided by who asked for it" in findings(TABLE)


@pytest.mark.usefixtures("house")
def test_a_word_on_what_was_decided_or_never_asked() -> None:
    event = rewrite("approval_refused", lambda told: told["data"].update(approval=1))
    told = findings(TABLE)
    assert f"{TABLE} #{event.seq} approval_refused: decides what was not asked, or was decided before" in told
    event = rewrite("approval_asked", lambda told: told["data"].update(approval=7))
    assert f"{TABLE} #{event.seq} approval_asked: approval 7 stands where 1 should be" in findings(TABLE)


@pytest.mark.usefixtures("house")
def test_an_amount_that_the_period_does_not_have() -> None:
    rewrite("opener_variance_explained", lambda told: told["data"].update(amount=-5))
    assert f"{TABLE}: explained opener of period 2: amount is -100 and should be -5" in findings(TABLE)


@pytest.mark.usefixtures("house")
def test_a_handover_that_was_not_signed_so() -> None:
    event = rewrite("shift_handed_over", lambda told: told["data"].update(messages="all is well"))
    told = f"{HOUSE} #{event.seq} shift_handed_over: what was signed is not what was handed over"
    assert told in findings(HOUSE)


@pytest.mark.usefixtures("house")
def test_a_handover_out_of_its_turn() -> None:
    event = rewrite("shift_handed_over", lambda told: told["data"].update(handover=4))
    assert f"{HOUSE} #{event.seq} shift_handed_over: handover 4 stands where 1 should be" in findings(HOUSE)


@pytest.mark.usefixtures("house")
def test_an_event_that_cannot_be_read() -> None:
    event = rewrite("alert_acknowledged", lambda told: told["data"].pop("mark"))
    assert f"{HOUSE} #{event.seq} alert_acknowledged: does not fit: KeyError" in findings(HOUSE)
    event = rewrite("approval_asked", lambda told: told["data"].pop("content"))
    assert f"{TABLE} #{event.seq} approval_asked: does not fit: KeyError" in findings(TABLE)
