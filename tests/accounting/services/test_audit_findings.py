"""The register of audit findings: explained, answered by the owner, closed by two, repeats counted (domain.md §1.4)."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounting.domain import audit_findings as register
from accounting.models.audit_findings import AuditFinding
from accounting.selectors import audit_findings as findings
from accounting.services import rebuild
from accounting.services.verify.run import verify
from tables.domain.actors import Role
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import log
from tables.services import staffing
from tables.services.signatures import SignatureRequest
from tests import builders, custody
from tests.accounting import audited, forging
from tests.accounting.columns import unnoticed
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house(outsider=True)


def told() -> list[str]:
    return [str(finding) for finding in verify(["DEMO/house"]).findings]


# ------------------------------------------------------------------------------------------------------- recording
def test_a_finding_is_signed_and_open(house: House) -> None:
    answer = audited.find(house)
    (event,) = facts("finding_recorded")
    (signature,) = event["signatures"]
    assert {name: event[name] for name in event if name != "signatures"} == {
        "finding": 1,
        "area": "cage",
        "cause": "signature_missing",
        "explanation": "fill slip without the runner's signature",
        "gaming_day": "2026-03-04",
        "about": [],
        "owner": "cass",
        "repeat_of": None,
        "occurrence": 1,
    }
    assert (signature["badge"], signature["role"]) == ("axel", "auditor")
    assert signature["content"] == content_hash(register.finding("DEMO", event))
    assert (answer["finding"], answer["status"], answer["occurrence"]) == (1, "open", 1)
    view = findings.finding(house.axel, 1)
    assert (view.status, view.owner, view.recorded_by, view.recorded_at) == ("open", "cass", "axel", house.at)
    assert told() == []


def test_a_finding_names_the_events_that_show_it(house: House) -> None:
    about = [("DEMO/table/BJ-01", 1), ("DEMO/house", 2), ("DEMO/house", 2)]
    audited.find(house, audited.new(about=about))
    assert findings.finding(house.axel, 1).about == [
        {"stream": "DEMO/house", "seq": 2},
        {"stream": "DEMO/table/BJ-01", "seq": 1},
    ]
    for stream, seq in (("DEMO/house", 0), ("DEMO/house", 9_999), ("OTHER/house", 1), ("DEMO/count", 1)):
        with refused("no_such_event", NotFound):
            audited.find(house, audited.new(about=[(stream, seq)]))


@pytest.mark.parametrize(
    ("changes", "family", "code"),
    [
        ({"area": "kitchen"}, Invalid, "bad_area"),
        ({"cause": "bad luck"}, Invalid, "bad_cause"),
        ({"explanation": ""}, Invalid, "bad_explanation"),
        ({"explanation": "x" * 1_001}, Invalid, "bad_explanation"),
        ({"about": [("DEMO/house", number) for number in range(1, 22)]}, Invalid, "bad_about"),
        ({"gaming_day": date(2026, 3, 5)}, Invalid, "day_not_begun"),
        ({"owner": "nobody"}, NotFound, "no_such_badge"),
        ({"owner": "otto"}, NotFound, "no_such_badge"),
        ({"owner": "petra"}, Conflict, "bad_owner"),
        ({"owner": "dana", "area": "tables"}, Conflict, "bad_owner"),
        ({"repeat_of": 1}, NotFound, "no_such_finding"),
    ],
)
def test_what_is_no_finding(house: House, changes: dict[str, Any], family: Any, code: str) -> None:
    with refused(code, family):
        audited.find(house, audited.new(**changes))
    assert not AuditFinding.objects.exists()


def test_only_an_auditor_finds_and_nobody_answers_for_his_own(house: House) -> None:
    for name in ("dana", "petra", "cass", "cora", "ada", "hana"):
        with refused("not_permitted", NotAllowed):
            audited.find(house, actor=house.people[name])
    with refused("role_not_held", NotAllowed):
        audited.find(house, auditor=house.sign("ada"))
    custody.also(house, "axel", Role.CASHIER)
    with refused("same_person", NotAllowed):
        audited.find(house, audited.new(owner="axel"))


def test_a_house_manager_may_own_any_finding(house: House) -> None:
    audited.find(house, audited.new(owner="hana"))
    assert findings.finding(house.axel, 1).owner == "hana"


def test_a_repeated_request_records_once(house: House) -> None:
    first = audited.find(house, key="key-00000001")
    assert audited.find(house, key="key-00000001") == first
    assert AuditFinding.objects.count() == 1
    with refused("idempotency_key_reused", Conflict):
        audited.find(house, audited.new(cause="training"), key="key-00000001")


# --------------------------------------------------------------------------------------------------------- repeats
def test_repeats_are_linked_to_the_first_and_counted(house: House) -> None:
    audited.find(house)
    audited.find(house, audited.new(area="count", owner="cora"))
    audited.find(house, audited.new(repeat_of=1, gaming_day=date(2026, 3, 2)))
    answer = audited.find(house, audited.new(repeat_of=3, cause="training"))
    assert (answer["repeat_of"], answer["occurrence"]) == (1, 3)
    assert [(view.number, view.repeat_of, view.occurrence) for view in findings.listed(house.axel)] == [
        (4, 1, 3),
        (3, 1, 2),
        (2, None, 1),
        (1, None, 1),
    ]
    (again,) = findings.repeated(house.ada)
    assert (again.finding, again.occurrences, again.open, again.area) == (1, 3, 3, "cage")
    assert (again.first_day, again.last_day) == (date(2026, 3, 2), date(2026, 3, 4))
    with refused("not_a_repeat", Conflict):
        audited.find(house, audited.new(area="count", owner="cora", repeat_of=1))
    assert told() == []


def test_the_most_repeated_comes_first_and_closed_ones_are_told(house: House) -> None:
    for first in (None, None, 1, 2, 2):
        audited.find(house, audited.new(repeat_of=first))
    audited.respond(house, 2)
    audited.close(house, 2)
    assert [(line.finding, line.occurrences, line.open) for line in findings.repeated(house.axel)] == [
        (2, 3, 2),
        (1, 2, 2),
    ]
    with refused("not_permitted", NotAllowed):
        findings.repeated(house.cass)


# --------------------------------------------------------------------------------------------------------- answers
def test_the_owner_answers_and_may_answer_better(house: House) -> None:
    audited.find(house)
    assert audited.respond(house) == {"finding": 1, "status": "answered", "seq": builders.snapshot()["DEMO/house"]}
    later = house.at + timedelta(hours=1)
    audited.respond(house, answer="and it is on the runners' list", at=later)
    view = findings.finding(house.cass, 1)
    assert (view.status, view.answer, view.answered_at, view.answered_by) == (
        "answered",
        "and it is on the runners' list",
        later,
        "cass",
    )
    first, second = facts("finding_answered")
    assert (first["answer"], second["answer"]) == (
        "the runner was shown the slip again",
        "and it is on the runners' list",
    )
    assert first["signatures"][0]["content"] == content_hash(register.answer("DEMO", 1, first["answer"]))
    assert told() == []


def test_a_house_manager_answers_in_the_owners_place(house: House) -> None:
    audited.find(house)
    audited.respond(house, actor=house.hana, owner=house.sign("hana"))
    assert findings.finding(house.axel, 1).answered_by == "hana"


def test_who_does_not_answer(house: House) -> None:
    audited.find(house)
    for name in ("dana", "axel"):
        with refused("not_permitted", NotAllowed):
            audited.respond(house, actor=house.people[name])
    with refused("role_not_held", NotAllowed):
        audited.respond(house, actor=house.petra, owner=house.sign("petra"))
    with refused("bad_answer", Invalid):
        audited.respond(house, answer=" ")
    with refused("no_such_finding", NotFound):
        audited.respond(house, 2)
    custody.also(house, "axel", Role.HOUSE_MANAGER)
    with refused("same_person", NotAllowed):
        audited.respond(house, owner=house.sign("axel"))


# --------------------------------------------------------------------------------------------------------- closing
def test_two_persons_close_it(house: House) -> None:
    audited.find(house)
    audited.respond(house)
    assert audited.close(house)["status"] == "closed"
    view = findings.finding(house.axel, 1)
    assert (view.status, view.remark, view.closed_by, view.seconded_by, view.closed_at) == (
        "closed",
        "ten later slips were right",
        "axel",
        "ada",
        house.at,
    )
    (event,) = facts("finding_closed")
    assert [(line["badge"], line["role"]) for line in event["signatures"]] == [
        ("axel", "auditor"),
        ("ada", "accountant"),
    ]
    for act in (audited.respond, audited.close):
        with refused("finding_closed", Conflict):
            act(house)
    assert told() == []


def test_what_is_not_closed(house: House) -> None:
    audited.find(house)
    with refused("not_answered", Conflict):
        audited.close(house)
    audited.respond(house)
    for name in ("petra", "cass", "ada", "hana"):
        with refused("not_permitted", NotAllowed):
            audited.close(house, actor=house.people[name])
    with refused("bad_remark", Invalid):
        audited.close(house, remark="")
    with refused("no_such_finding", NotFound):
        audited.close(house, 7)
    with refused("same_person", NotAllowed):
        audited.close(house, second=house.sign("axel"))
    with refused("role_not_held", NotAllowed):
        audited.close(house, second=house.sign("petra"))
    custody.also(house, "cass", Role.ACCOUNTANT)
    with refused("same_person", NotAllowed):
        audited.close(house, second=house.sign("cass"))


def test_who_answered_does_not_second(house: House) -> None:
    audited.find(house)
    audited.respond(house, actor=house.hana, owner=house.sign("hana"))
    with refused("same_person", NotAllowed):
        audited.close(house, second=house.sign("hana"))
    audited.close(house)


def test_the_second_is_of_another_department(house: House) -> None:
    """Ada's own department is what the finding is about: she cannot close it, the house manager can."""
    person = builders.person("ada", badge="alan", username="alan")
    staffing.register_staff(actor=house.hana, at=house.at, person=person, roles=[Role.ACCOUNTANT])
    audited.find(house, audited.new(area="accounting", owner="alan"))
    audited.respond(house, actor=builders.actor("alan"), owner=SignatureRequest("alan", person.pin or ""))
    with refused("role_not_held", NotAllowed):
        audited.close(house)
    audited.close(house, second=house.sign("hana"))


# --------------------------------------------------------------------------------------------------------- reading
def test_an_owner_sees_his_own_and_audit_sees_all(house: House) -> None:
    audited.find(house)
    audited.find(house, audited.new(area="count", owner="cora", cause="count_error"))
    assert [view.number for view in findings.listed(house.cass)] == [1]
    assert [view.number for view in findings.listed(house.petra)] == []
    for name in ("axel", "ada", "hana"):
        assert [view.number for view in findings.listed(house.people[name])] == [2, 1]
    assert [view.number for view in findings.listed(house.axel, area="count")] == [2]
    assert [view.number for view in findings.listed(house.axel, cause="signature_missing", status="open")] == [1]
    assert [view.number for view in findings.listed(house.axel, status="closed")] == []
    assert [view.number for view in findings.listed(house.axel, before=2)] == [1]
    assert [view.number for view in findings.listed(house.axel, limit=1)] == [2]
    with refused("no_such_finding", NotFound):
        findings.finding(house.cass, 2)
    with refused("not_permitted", NotAllowed):
        findings.listed(house.dana)


# --------------------------------------------------------------------------------------------- the register's proof
@pytest.fixture
def kept(house: House) -> House:
    """Three findings: closed, answered, open; the last two are repeats of the first."""
    audited.find(house, audited.new(about=[("DEMO/house", 1)]))
    audited.respond(house)
    audited.close(house)
    audited.find(house, audited.new(repeat_of=1))
    audited.respond(house, 2)
    audited.find(house, audited.new(repeat_of=2))
    return house


def test_every_column_of_the_register(kept: House) -> None:
    forging.unguard()
    # No other status would be taken: what belongs to it is demanded by the database.
    assert unnoticed(AuditFinding, {"accounting_auditfinding.status"}) == []


def test_a_lost_finding_is_named_and_made_again(kept: House) -> None:
    before = list(AuditFinding.objects.order_by("number").values())
    forging.unguard()
    AuditFinding.objects.filter(number=1).delete()
    assert told() == ["DEMO/house: finding 1 is missing on the floor"]
    heard: list[str] = []
    rebuild.rebuild(["DEMO/house"], heard.append)
    assert "DEMO/house: 1 findings restored" in heard
    after = list(AuditFinding.objects.order_by("number").values())
    assert [{**row, "id": 0} for row in after] == [{**row, "id": 0} for row in before]


@pytest.mark.parametrize(
    ("type_", "old", "new", "what"),
    [
        ("finding_recorded", '"finding":1', '"finding":7', "finding 7 stands where 1 should be"),
        ("finding_recorded", '"occurrence":2', '"occurrence":5', "the repeats are not counted right"),
        ("finding_answered", '"finding":1', '"finding":9', "does not fit: KeyError"),
    ],
)
def test_an_event_that_does_not_fit_is_named(kept: House, type_: str, old: str, new: str, what: str) -> None:
    stream = log.Stream.objects.get(key="DEMO/house")
    forging.unguard()
    event = next(event for event in log.Event.objects.filter(type=type_).order_by("seq") if old in event.body)
    log.Event.objects.filter(stream_id=stream.pk, seq=event.seq).update(body=event.body.replace(old, new, 1))
    forging.chain_again(stream)
    assert f"DEMO/house #{event.seq} {type_}: {what}" in told()


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.update(status="done"),
        lambda rows: rows.update(area="kitchen"),
        lambda rows: rows.update(cause="bad luck"),
        lambda rows: rows.update(explanation=""),
        lambda rows: rows.update(status="open"),
        lambda rows: rows.update(seconded_by=""),
        lambda rows: rows.update(occurrence=2),
        lambda rows: rows.update(number=2),
    ],
)
def test_the_database_refuses_half_a_finding(kept: House, change: Callable[[Any], int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change(AuditFinding.objects.filter(number=1))
