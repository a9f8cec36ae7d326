"""Audit samples on a house: recorded with their seed, drawn again by ``verify``, from days that are over."""

import re
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounting.selectors import audit_samples as samples
from accounting.services.verify.run import verify
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import log
from tests import builders, custody, slips
from tests.accounting import audited, forging
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Three gaming days with two openings and closings each, and the day after them."""
    standing = builders.house(outsider=True)
    custody.issue_bank(standing)
    for day in range(3):
        for hour in (0, 2):
            at = standing.at + timedelta(days=day, hours=hour)
            custody.open_table(standing, at=at)
            custody.close_table(standing, at=at + timedelta(hours=1))
    return House(standing.casino, standing.tables, standing.at + timedelta(days=3), standing.people)


def draw(house: House, **more: Any) -> dict[str, Any]:
    return audited.draw(house, **{"first_day": date(2026, 3, 4), "last_day": date(2026, 3, 6), **more})


def test_a_sample_is_an_event_with_its_seed(house: House) -> None:
    answer = draw(house)
    (recorded,) = facts("audit_sample_drawn")
    heads = recorded.pop("heads")
    assert answer == {**recorded, "seq": answer["seq"]}
    assert (recorded["sample"], recorded["seed"]) == (1, "a seed")
    assert (recorded["first_day"], recorded["last_day"]) == ("2026-03-04", "2026-03-06")
    assert recorded["found"] == {"opening": 6, "closing": 6, "fill": 0, "credit": 0}
    assert recorded["missing"] == [
        {"what": "fill", "wanted": 10, "found": 0},
        {"what": "credit", "wanted": 3, "found": 0},
    ]
    kinds = [pick["kind"] for pick in recorded["picks"]]
    assert (kinds.count("opening"), kinds.count("closing"), len(kinds)) == (5, 5, 10)
    for kind in ("opening", "closing"):
        days = {pick["gaming_day"] for pick in recorded["picks"] if pick["kind"] == kind}
        assert days == {"2026-03-04", "2026-03-05", "2026-03-06"}
    assert heads["DEMO/table/BJ-01"] == log.Stream.objects.get(key="DEMO/table/BJ-01").head_seq


def test_fills_and_credits_are_drawn_by_their_last_signature() -> None:
    """A fill counts on the day the table accepted it, a credit on the day the cage received it; a void one never."""
    house = slips.house()
    slips.add_paul(house)
    slips.accept(house, slips.carried_fill(house))
    slips.void(house, slips.issued_fill(house))
    slips.carried_fill(house)
    credit = slips.counted_out_credit(house)
    slips.receive(house, credit, at=house.at + timedelta(days=1))
    later = house.at + timedelta(days=2)
    one_day = draw(house, at=later, last_day=date(2026, 3, 4))
    assert one_day["found"] == {"opening": 1, "closing": 0, "fill": 1, "credit": 0}
    assert draw(house, at=later, last_day=date(2026, 3, 5))["found"]["credit"] == 1
    picks = {pick.kind: pick for pick in samples.sample(house.axel, 2).picks}
    assert (picks["fill"].document, picks["fill"].table, picks["fill"].total) == ("F-000001", "BJ-01", 70_000)
    assert (picks["credit"].document, picks["credit"].table, picks["credit"].stream) == (
        "C-000001",
        "BJ-01",
        "DEMO/cage",
    )
    assert "cass (cashier)" in picks["credit"].signers
    assert verify(["DEMO/house"]).findings == []


def test_the_same_seed_gives_the_same_sample_whatever_came_later(house: House) -> None:
    first = draw(house)
    custody.open_table(house, at=house.at)
    custody.close_table(house, at=house.at)
    second = draw(house, at=house.at + timedelta(days=30))
    assert (second["picks"], second["sample"]) == (first["picks"], 2)
    assert draw(house, seed="another")["picks"] != first["picks"]
    assert verify(["DEMO/house"]).findings == []


def test_without_a_seed_one_is_drawn(house: House) -> None:
    first, second = draw(house, seed=""), draw(house, seed="")
    assert re.fullmatch("[0-9a-f]{32}", first["seed"])
    assert first["seed"] != second["seed"]
    assert draw(house, seed=first["seed"])["picks"] == first["picks"]


def test_a_repeat_draws_once(house: House) -> None:
    first = draw(house, seed="", key="key-00000001")
    assert draw(house, seed="", key="key-00000001") == first
    assert len(facts("audit_sample_drawn")) == 1


def test_what_an_auditor_may_not_draw(house: House) -> None:
    for name in ("dana", "petra", "cass", "cora", "ada", "hana"):
        with refused("not_permitted", NotAllowed):
            draw(house, actor=house.people[name])
    with refused("bad_days", Invalid):
        draw(house, last_day=date(2026, 3, 3))
    with refused("bad_days", Invalid):
        draw(house, first_day=date(2025, 3, 4))
    with refused("day_not_over", Conflict):
        draw(house, last_day=date(2026, 3, 7))
    with refused("bad_seed", Invalid):
        draw(house, seed="x" * 65)
    with refused("bad_seed", Invalid):
        draw(house, seed="a\u202eb")


def test_a_sample_tells_what_to_look_at(house: House) -> None:
    draw(house)
    sample = samples.sample(house.ada, 1)
    pick = sample.picks[0]
    assert (pick.kind, pick.stream, pick.table) == ("opening", "DEMO/table/BJ-01", "BJ-01")
    assert (pick.shift, pick.total) == ("day", 1_000_000)
    assert list(pick.signers) == ["dana (dealer)", "petra (pit_boss)"]
    opened = [event for event in custody.events(house) if event["type"] == "table_opened"]
    assert pick.document in {str(event["data"]["period"]) for event in opened}
    assert pick.seq in {event["seq"] for event in opened}
    assert [sample.number for sample in samples.listed(house.axel)] == [1]
    with refused("no_such_sample", NotFound):
        samples.sample(house.axel, 2)
    with refused("not_permitted", NotAllowed):
        samples.sample(house.dana, 1)
    with refused("not_permitted", NotAllowed):
        samples.listed(house.petra)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"kind":"closing"', '"kind":"opening"', "picks are not what the seed draws"),
        ('"seed":"a seed"', '"seed":"b seed"', "picks are not what the seed draws"),
        ('"opening":6', '"opening":7', "found are not what the seed draws"),
        ('"wanted":10', '"wanted":11', "missing are not what the seed draws"),
        ('"sample":1', '"sample":2', "sample 2 stands where 1 should be"),
        ('"last_day":"2026-03-06"', '"last_day":"tomorrow"', "cannot be read: ValueError"),
    ],
)
def test_a_sample_that_nobody_drew_is_named(house: House, old: str, new: str, what: str) -> None:
    seq = draw(house)["seq"]
    _forge("audit_sample_drawn", old, new)
    assert f"DEMO/house #{seq} audit_sample_drawn: {what}" in [str(f) for f in verify(["DEMO/house"]).findings]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"export":1', '"export":3', "export 3 stands where 1 should be"),
        ('"root":"', '"root":"0', "the root is not that of the heads"),
        ('"DEMO/count":0', '"DEMO/count":1', "the root is not that of the heads"),
    ],
)
def test_an_export_of_another_log_is_named(house: House, old: str, new: str, what: str) -> None:
    seq = audited.export(house)["seq"]
    _forge("log_exported", old, new)
    assert f"DEMO/house #{seq} log_exported: {what}" in [str(f) for f in verify(["DEMO/house"]).findings]


def _forge(type_: str, old: str, new: str) -> None:
    """Change the event of a type and make the house's chain fit again."""
    stream = log.Stream.objects.get(key="DEMO/house")
    assert verify(["DEMO/house"]).findings == []
    forging.unguard()
    event = log.Event.objects.get(type=type_)
    assert old in event.body
    log.Event.objects.filter(stream_id=stream.pk, seq=event.seq).update(body=event.body.replace(old, new, 1))
    forging.chain_again(stream)


def test_the_command_draws_and_prints(house: House) -> None:
    out = StringIO()
    asked = ["--casino", "DEMO", "--badge", "axel", "--from", "2026-03-04", "--to", "2026-03-06", "--seed", "a seed"]
    call_command("audit_sample", *asked, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "sample 1, gaming days 2026-03-04 to 2026-03-06, seed a seed"
    assert lines[2] == "opening: 5 of 5, from 6"
    assert re.fullmatch(r"  2026-03-0[456] day    BJ-01    [1-6] +10,000\.00  DEMO/table/BJ-01 #\d+", lines[3])
    assert lines[4] == "    signed by dana (dealer), petra (pit_boss)"
    assert lines[-2:] == ["missing: fill, wanted 10, found 0", "missing: credit, wanted 3, found 0"]
    with pytest.raises(CommandError, match="nobody in DEMO has the badge nobody"):
        call_command("audit_sample", *asked[:2], "--badge", "nobody", *asked[4:], stdout=out)
    with pytest.raises(CommandError, match="bad_days"):
        call_command("audit_sample", *asked[:6], "--to", "2026-03-03", stdout=out)
    assert len(facts("audit_sample_drawn")) == 1
