"""The demo house: what a visitor finds, and what a second start leaves alone."""

import io
import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from accounting.models.reports import ShiftReport
from tables.domain.actors import Role
from tables.domain.table_states import RoundStatus, ShoeStatus, TableStatus
from tables.models import floor, house, log, rounds, shoes, staff, terminals
from tables.services import sign_ons, signatures
from tables.services import terminals as devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.DEMO = True
    settings.VAR_DIR = tmp_path
    return tmp_path


def seed() -> str:
    out = io.StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


def rows(var: Path) -> list[dict[str, Any]]:
    return list(json.loads((var / "demo-sign-ins.json").read_text(encoding="utf-8")))


def heads() -> dict[str, int]:
    return dict(log.Stream.objects.values_list("key", "head_seq"))


def test_a_visitor_finds_open_tables_and_one_with_bets(var: Path) -> None:
    assert seed() == "demo casino seeded: 2 pits, 8 tables, 1 certified shift with 4 exceptions\n"
    states = {state.table.code: state for state in floor.TableState.objects.select_related("table", "dealer", "shoe")}
    assert sorted(states) == [f"BJ-0{number}" for number in range(1, 9)]
    assert {state.status for state in states.values()} == {TableStatus.OPEN}
    assert {state.shoe.status for state in states.values() if state.shoe} == {ShoeStatus.CUT}
    assert [code for code, state in sorted(states.items()) if state.dealer] == ["BJ-01"]
    assert states["BJ-01"].round_status == RoundStatus.BETTING
    newest = states["BJ-01"].round_number
    assert rounds.Bet.objects.filter(table_id=states["BJ-01"].table_id, round_number=newest, kind="main").count() == 4
    tables = floor.GamingTable.objects.order_by("code")
    assert list(tables.values_list("card_source", flat=True)) == ["reader"] * 6 + ["server"] * 2
    assert [t.code for t in tables if t.rules.values["player_cards"] == "face_up"] == ["BJ-06"]
    assert shoes.Shoe.objects.count() == 8


def test_yesterdays_shift_is_certified_with_what_went_wrong_in_it(var: Path) -> None:
    seed()
    report = json.loads(ShiftReport.objects.get().text)
    assert (report["casino"], report["shift"], report["state"]) == ("DEMO", "swing", "final")
    assert [(found["table"], found["kind"], found.get("amount")) for found in report["exceptions"]] == [
        ("BJ-01", "round_voided", None),
        ("BJ-02", "opener_variance", -2_500),
        ("BJ-03", "closer_difference", 500),
        ("BJ-03", "misdeal", None),
    ]
    banked = report["figures"]["house"]["banked"]
    assert banked["rounds"] == 55  # 4 tables, 14 rounds each, one of them void
    assert banked["difference"] == 500  # by which the wrong closer is off
    assert banked["drop_variance"] == 0
    assert log.Event.objects.filter(type="limit_lifted").count() == 1


def test_every_sign_in_works_and_only_its_owner_reads_the_file(var: Path) -> None:
    seed()
    file = var / "demo-sign-ins.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = rows(var)
    shown = [(row["what"], row["path"]) for row in found if "path" in row]
    assert shown == [
        ("Enrol a terminal", "/enrol"),
        ("Dealer terminal", "/t/BJ-01/"),
        ("Pit review", "/pits/"),
        ("Shift reports", "/reports/"),
        ("Audit", "/reports/"),
        ("House manager", "/"),
    ]
    people = [row for row in found if "pin" in row]
    assert {row["role"] for row in people} == {role.value for role in Role}
    casino, now = house.Casino.objects.get(), datetime.now(UTC)
    for row in people:
        member = signatures.prove(casino=casino.pk, badge=row["badge"], pin=row["pin"], terminal="", at=now)
        assert member.username == row["username"]
        if row["password"]:
            signed = sign_ons.sign_on_with_password(at=now, username=row["username"], password=row["password"])
            assert signed.actor.badge == row["badge"]


def test_one_device_is_enrolled_and_the_others_wait_for_their_code(var: Path) -> None:
    seed()
    told = {row["table"]: row for row in rows(var) if "device_token" in row}
    assert [table for table, row in told.items() if row["device_token"]] == ["BJ-08"]
    dealer = next(row for row in rows(var) if row.get("badge") == "D108")
    signed = sign_ons.sign_on(
        at=datetime.now(UTC), device_token=told["BJ-08"]["device_token"], badge="D108", pin=dealer["pin"]
    )
    assert signed.actor.terminal == "T-BJ-08"
    assert terminals.Terminal.objects.filter(token_digest="").count() == 7
    assert told["BJ-01"]["enrolment_code"] in rows(var)[0]["sign_in"].replace("-", "")


def test_a_second_start_changes_nothing(var: Path) -> None:
    seed()
    before, file = heads(), (var / "demo-sign-ins.json").read_bytes()
    assert seed() == "demo casino is there\n"
    assert heads() == before
    assert (var / "demo-sign-ins.json").read_bytes() == file


def test_codes_that_ran_out_are_renewed_and_enrolled_devices_are_left_alone(var: Path) -> None:
    seed()
    before = rows(var)
    terminals.Terminal.objects.filter(token_digest="").update(enrolment_expires_at=datetime.now(UTC) - timedelta(1))
    tokens = set(terminals.Terminal.objects.exclude(token_digest="").values_list("token_digest", flat=True))
    seed()
    after = rows(var)
    assert [list(row) for row in after] == [list(row) for row in before]
    changed = [new.get("terminal") for old, new in zip(before, after, strict=True) if old != new]
    assert changed == ["T-BJ-01", *(f"T-BJ-0{number}" for number in range(1, 8))]
    assert set(terminals.Terminal.objects.exclude(token_digest="").values_list("token_digest", flat=True)) == tokens
    code = next(row["enrolment_code"] for row in after if row.get("table") == "BJ-03")
    assert devices.enrol_terminal(at=datetime.now(UTC), code=code).table == "BJ-03"


def test_lost_sign_ins_are_told(var: Path) -> None:
    seed()
    (var / "demo-sign-ins.json").unlink()
    assert "start over" in seed()
    assert not (var / "demo-sign-ins.json").exists()


def test_a_house_that_is_no_demo_is_not_seeded(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    with pytest.raises(CommandError, match="no demo"):
        seed()
    assert not house.Casino.objects.exists()
    assert not staff.StaffMember.objects.exists()
    assert list(tmp_path.iterdir()) == []
