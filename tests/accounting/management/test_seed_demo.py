"""The demo house: what a visitor finds, and what a second start leaves alone."""

import json
import re
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from pytest_django.fixtures import Settings

from accounting.models.reports import ShiftReport
from accounting.services import clear_demo
from accounting.services.verify import run
from tables.domain.actors import Role
from tables.domain.table_states import RoundStatus, ShoeStatus, TableStatus
from tables.games import catalogue
from tables.models import approvals, floor, house, log, markers, rounds, shoes, slips, staff, terminals
from tables.selectors import actors
from tables.selectors import staff as reads_of_staff
from tables.selectors import terminals as reads
from tables.services import alerts, one_time, sign_ons, signatures, taps
from tables.services import terminals as devices
from tables.services.simulation import demo, demo_house, demo_plan, demo_sign_ins
from tables.services.simulation.demo_sign_ins import FILE
from tests import builders
from tests.seeded import seed

pytestmark = pytest.mark.django_db

CARDS = [f"BJ-0{number}" for number in range(1, 9)]
DICE = ["LD-01", "SD-01", "SP-01"]


@pytest.fixture
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.DEMO = True
    settings.VAR_DIR = tmp_path
    return tmp_path


def rows(var: Path) -> list[dict[str, Any]]:
    return list(json.loads((var / FILE).read_text(encoding="utf-8"))["sign_ins"])


def assert_right(people: list[dict[str, Any]]) -> None:
    casino, now = house.Casino.objects.get(), datetime.now(UTC)
    for row in people:
        member = signatures.prove(casino=casino.pk, badge=row["badge"], pin=row["pin"], terminal="", at=now)
        assert member.username == row["username"]
        if row["password"]:
            signed = sign_ons.sign_on_with_password(at=now, username=row["username"], password=row["password"])
            assert signed.actor.badge == row["badge"]


def heads() -> dict[str, int]:
    return dict(log.Stream.objects.values_list("key", "head_seq"))


def test_a_visitor_finds_open_tables_and_one_with_bets(var: Path) -> None:
    assert seed() == "demo casino seeded: 2 pits, 11 tables, 1 certified shift with 4 exceptions\n"
    states = {state.table.code: state for state in floor.TableState.objects.select_related("table", "dealer", "shoe")}
    assert sorted(states) == [*CARDS, *DICE]
    assert {state.status for state in states.values()} == {TableStatus.OPEN}
    assert {state.shoe.status for state in states.values() if state.shoe} == {ShoeStatus.CUT}
    assert [code for code, state in sorted(states.items()) if state.dealer] == ["BJ-01", "BJ-04"]
    assert states["BJ-01"].round_status == RoundStatus.BETTING
    newest = states["BJ-01"].round_number
    assert rounds.Bet.objects.filter(table_id=states["BJ-01"].table_id, round_number=newest, kind="main").count() == 4
    tables = floor.GamingTable.objects.order_by("code")
    assert dict(tables.values_list("code", "card_source")) == {
        **{f"BJ-0{number}": "reader" if number < 7 else "server" for number in range(1, 9)},
        "LD-01": "server",
        "SD-01": "keyed",
        "SP-01": "server",
    }
    assert [t.code for t in tables if t.rules.values.get("player_cards") == "face_up"] == ["BJ-06"]
    assert shoes.Shoe.objects.exclude(status=ShoeStatus.RETIRED).count() == 8


def test_the_evening_is_one_that_a_boss_might_find(var: Path) -> None:
    """One thing to decide that was just asked, cards and charges of this shift, nothing that is long overdue."""
    seed()
    asked = approvals.Approval.objects.get()
    assert (asked.table.code, asked.kind, asked.status) == ("BJ-04", "lift", "asked")
    now = datetime.now(UTC)
    petra = actors.actor_for_staff(staff.StaffMember.objects.get(badge="P201").pk)
    assert petra is not None
    for pit in ("P1", "P2"):
        assert [item.kind for item in alerts.listed(petra, pit, now)] == []
    assert {now - charge.since < timedelta(hours=1) for charge in reads_of_staff.in_charge(petra, "P1")} == {True}


def test_every_game_has_a_table_and_every_way_of_earning_by_a_pot(var: Path) -> None:
    seed()
    tables = floor.GamingTable.objects.select_related("rules").order_by("code")
    assert {table.rules.game for table in tables} == set(catalogue.GAMES)
    assert {t.code: t.rules.values["rake"] for t in tables if t.code in DICE} == {
        "LD-01": "per_round",
        "SD-01": "percent",
        "SP-01": "time",
    }
    shown = {row["what"]: row["sign_in"] for row in rows(var) if "path" in row}
    for table, title, dealer in (
        ("SD-01", "Straight Scarney Dice", "D106"),
        ("SP-01", "Partnership Scarney", "D109"),
        ("LD-01", "Liar's Dice", "D107"),
    ):
        device = next(row for row in rows(var) if row.get("table") == table and "device_token" in row)
        person = next(row for row in rows(var) if row.get("badge") == dealer)
        told = re.fullmatch(r"code (\S+) \((.*), 15 minutes\); badge (\w+)   PIN (\d+)", shown[f"Enrol {table}"])
        assert told is not None
        assert told.groups() == ("-".join(re.findall("....", device["enrolment_code"])), title, dealer, person["pin"])
        enrolled = devices.enrol_terminal(at=datetime.now(UTC), code=device["enrolment_code"])
        now = datetime.now(UTC)
        signed = sign_ons.sign_on(at=now, device_token=enrolled.token, badge=dealer, pin=person["pin"])
        taps.tap_in(actor=signed.actor, at=now, table=table)
    seed()
    assert [row["path"] for row in rows(var) if row.get("what") == "Liar's Dice"] == ["/t/LD-01/"]


def test_yesterdays_shift_is_certified_with_what_went_wrong_in_it(var: Path) -> None:
    seed()
    report = json.loads(ShiftReport.objects.get().text)
    assert (report["casino"], report["shift"], report["state"]) == ("DEMO", "swing", "final")
    assert [(found["table"], found["kind"], found.get("amount")) for found in report["exceptions"]] == [
        ("BJ-01", "round_voided", None),
        ("BJ-02", "first_opener_variance", -2_500),
        ("BJ-03", "closer_difference", 500),
        ("BJ-03", "misdeal", None),
    ]
    pots = report["pot_games"]["house"]
    assert (pots["rounds"], pots["pot_held"], pots["rake_shortfall"], pots["bank_short"]) == (3, 0, 0, 0)
    assert pots["rake_counted"] == pots["rake_expected"] > 0
    banked = report["figures"]["house"]["banked"]
    assert banked["rounds"] == 55  # 4 tables, 14 rounds each, one of them void
    assert banked["difference"] == 500  # by which the wrong closer is off
    assert banked["drop_variance"] == 0
    # 200 x 5 + 80 x 25 at BJ-01; 100 x 25 + 4 x 500 at BJ-03
    assert (banked["fills"], banked["credits"]) == (300_000, 450_000)
    # 40 x 25 + 20 x 100 at BJ-05; 500 in cash and 10 x 25 at BJ-01
    assert banked["markers"] == {"issued": 300_000, "paid_cash": 50_000, "paid_chips": 25_000}
    assert banked["drop"] == banked["box_cash_by_log"] - 50_000 + 300_000
    assert log.Event.objects.filter(type="limit_lifted").count() == 1


def test_the_papers_of_the_house_are_at_work(var: Path) -> None:
    """Slips of every kind and state, a marker paid in three places, a patron known by description, counts and cash."""
    seed()
    told = slips.Slip.objects.order_by("id").values_list("kind", "table__code", "number", "status")
    assert list(told) == [
        ("fill", "BJ-01", 1, "accepted"),
        ("exchange", "BJ-02", 1, "received"),
        ("credit", "BJ-03", 1, "received"),
        ("fill", "BJ-05", 2, "in_transit"),
        ("fill", "BJ-03", None, "requested"),
    ]
    (marker,) = markers.Marker.objects.all()
    assert (marker.status, marker.held, marker.amount, marker.paid) == ("transferred", "cage", 300_000, 175_000)
    assert [line["where"] for line in marker.payments] == ["BJ-01", "cage"]
    assert list(rounds.Patron.objects.order_by("code").values_list("code", "name")) == [
        ("C-7", ""),
        ("P-1001", "Paula Reinholt"),
    ]
    assert log.Event.objects.filter(type="cage_counted").count() == 2
    assert [str(finding) for finding in run.verify().findings] == []


def test_every_sign_in_works_and_only_its_owner_reads_the_file(var: Path) -> None:
    seed()
    file = var / FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = rows(var)
    shown = [(row["what"], row["path"]) for row in found if "path" in row]
    assert shown == [
        ("Enrol a terminal", "/enrol"),
        ("Dealer terminal", "/t/BJ-01/"),
        ("Enrol SD-01", "/enrol"),
        ("Enrol SP-01", "/enrol"),
        ("Enrol LD-01", "/enrol"),
        ("Pit review", "/pits/"),
        ("Cage", "/cage/"),
        ("Slips, stores", "/slips/"),
        ("Count room", "/count/"),
        ("Shift reports", "/reports/"),
        ("Audit", "/audit/"),
        ("House manager", "/house/"),
    ]
    people = [row for row in found if "pin" in row]
    assert {row["role"] for row in people} == {role.value for role in Role}
    assert_right(people)


def test_one_device_is_enrolled_and_the_others_wait_for_their_code(var: Path) -> None:
    seed()
    told = {row["table"]: row for row in rows(var) if "device_token" in row}
    assert [table for table, row in told.items() if row["device_token"]] == ["BJ-08"]
    dealer = next(row for row in rows(var) if row.get("badge") == "D108")
    signed = sign_ons.sign_on(
        at=datetime.now(UTC), device_token=told["BJ-08"]["device_token"], badge="D108", pin=dealer["pin"]
    )
    assert signed.actor.terminal == "T-BJ-08"
    assert terminals.Terminal.objects.filter(token_digest="").count() == 10
    assert told["BJ-01"]["enrolment_code"] in rows(var)[0]["sign_in"].replace("-", "")


def test_a_second_start_changes_nothing(var: Path) -> None:
    seed()
    before, file = heads(), (var / FILE).read_bytes()
    assert seed() == "demo casino is there\n"
    assert heads() == before
    assert (var / FILE).read_bytes() == file


def test_a_second_start_hashes_nothing_that_is_as_it_was(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proving everybody's PIN and password took most of the time until the first page."""
    seed()
    proved: list[str] = []

    def prove(known: object, badge: str, secret: str) -> bool:
        proved.append(badge)
        return True

    monkeypatch.setattr(demo_house, "_is_pin", prove)
    monkeypatch.setattr(demo_house, "_is_password", prove)
    seed()
    assert proved == []
    staff.StaffMember.objects.filter(badge="A501").update(pin="another")
    seed()
    assert proved == ["A501", "A501"]


def test_codes_that_ran_out_are_renewed_and_enrolled_devices_are_left_alone(var: Path) -> None:
    seed()
    before = rows(var)
    terminals.Terminal.objects.filter(token_digest="").update(enrolment_expires_at=datetime.now(UTC) - timedelta(1))
    tokens = set(terminals.Terminal.objects.exclude(token_digest="").values_list("token_digest", flat=True))
    seed()
    after = rows(var)
    assert [list(row) for row in after] == [list(row) for row in before]
    changed = [new.get("terminal") for old, new in zip(before, after, strict=True) if old != new]
    waiting = [f"T-{code}" for code in (*CARDS[:-1], "SD-01", "SP-01", "LD-01")]
    assert changed == [None] * 4 + waiting  # what is printed, and ten devices
    assert set(terminals.Terminal.objects.exclude(token_digest="").values_list("token_digest", flat=True)) == tokens
    code = next(row["enrolment_code"] for row in after if row.get("table") == "BJ-03")
    assert devices.enrol_terminal(at=datetime.now(UTC), code=code).table == "BJ-03"


def test_a_code_is_printed_only_until_somebody_has_used_it(var: Path) -> None:
    seed()
    codes = {row["table"]: row["enrolment_code"] for row in rows(var) if row.get("enrolment_code")}
    devices.enrol_terminal(at=datetime.now(UTC), code=codes.pop("BJ-01"))
    seed()
    first = rows(var)[0]
    assert (first["what"], first["path"]) == ("Enrol a terminal", "/enrol")
    assert codes["BJ-02"] in first["sign_in"].replace("-", "")
    assert first["sign_in"].endswith("BJ-01 is enrolled")
    for code in codes.values():
        devices.enrol_terminal(at=datetime.now(UTC), code=code)
    seed()
    tables = ", ".join((*CARDS, "SD-01", "SP-01", "LD-01"))
    assert rows(var)[0] == {
        "what": "Terminals",
        "path": "/house/terminals/",
        "sign_in": f"enrolled: {tables}; the house manager makes a new code there",
    }
    assert not any(row.get("enrolment_code") for row in rows(var))


def test_a_code_that_the_manager_made_since_is_not_ours_to_print(var: Path) -> None:
    seed()
    hana = demo_house.manager_of("DEMO")
    devices.register_terminal(actor=hana, at=datetime.now(UTC), terminal="T-BJ-01", table="BJ-01")
    before = heads()
    seed()
    assert heads() == before
    assert "BJ-02's terminal" in rows(var)[0]["sign_in"]


def test_only_what_may_be_printed_is_handed_over(var: Path) -> None:
    seed(shown=var / "shown.json")
    shown = json.loads((var / "shown.json").read_text(encoding="utf-8"))
    assert shown == [row for row in rows(var) if "path" in row]
    assert len(shown) == 12


def test_a_pin_or_password_that_was_changed_is_not_printed(var: Path) -> None:
    seed()
    now = datetime.now(UTC)
    dana = next(row for row in rows(var) if row.get("badge") == "D101")
    one_time.issue_pin(actor=demo_house.manager_of("DEMO"), at=now, badge="D101")
    ada = next(row for row in rows(var) if row.get("badge") == "A501")
    sign_ons.sign_on_with_password(at=now, username="ada", password=ada["password"], new_password="nobody but me knows")
    seed()
    told = {row["what"]: row["sign_in"] for row in rows(var) if "path" in row}
    assert told["Dealer terminal"] == "badge D101   PIN changed since; the house manager gives a new one"
    assert told["Shift reports"] == "ada / changed since; the house manager gives a new one"
    assert dana["pin"] not in json.dumps(told)
    assert told["Pit review"].startswith("petra / ")
    assert "changed" not in told["Pit review"]


@pytest.mark.parametrize("left", [None, "", '{"house": "another", "sign_ins": [{"what": "x", "path": "/"}]}', "[]"])
def test_lost_sign_ins_and_those_of_another_house_are_made_anew(var: Path, left: str | None) -> None:
    seed()
    before = rows(var)
    (var / FILE).unlink()
    if left is not None:
        (var / FILE).write_text(left)
    assert seed() == "demo casino is there, but its sign-ins were not: everybody has new ones\n"
    after = rows(var)
    people = [row for row in after if "pin" in row]
    assert [row["badge"] for row in people] == [row["badge"] for row in before if "pin" in row]
    assert not {row["pin"] for row in people} & {row["pin"] for row in before if "pin" in row}
    assert_right(people)
    token = next(row["device_token"] for row in after if row.get("table") == "BJ-08" and "device_token" in row)
    assert reads.device_of(token) == reads.Device("T-BJ-08", "BJ-08")


def test_a_house_is_told_from_another_by_its_log(var: Path) -> None:
    seed()
    known = demo_house.identity("DEMO")
    assert re.fullmatch("[0-9a-f]{64}", known)
    assert json.loads((var / FILE).read_text(encoding="utf-8"))["house"] == known
    assert demo_sign_ins.read(var / FILE, known) == rows(var)
    assert demo_sign_ins.read(var / FILE, "") is None
    assert demo_house.identity("NONE") == ""


def test_terminals_that_an_interrupted_start_did_not_register_are_registered(var: Path) -> None:
    seed()
    (var / FILE).unlink()
    terminals.SignOn.objects.all().delete()
    terminals.Terminal.objects.exclude(code="T-BJ-01").delete()
    seed()
    assert terminals.Terminal.objects.count() == 11
    assert [row["table"] for row in rows(var) if row.get("device_token")] == ["BJ-08"]


@pytest.mark.django_db(transaction=True)
def test_a_demo_that_was_interrupted_is_made_anew(var: Path) -> None:
    half = demo.Demo(demo_plan.read(datetime.now(UTC)))
    half.found()
    before = demo_house.identity("DEMO")
    assert seed() == (
        "the making of the demo house was interrupted: made anew\n"
        "demo casino seeded: 2 pits, 11 tables, 1 certified shift with 4 exceptions\n"
    )
    assert demo_house.identity("DEMO") not in ("", before)
    assert house.Casino.objects.count() == 1
    assert run.verify().findings == []
    assert seed() == "demo casino is there\n"


@pytest.mark.django_db(transaction=True)
def test_another_house_is_never_cleared_away(var: Path) -> None:
    builders.casino("LUCKY", manager="otto")
    demo.Demo(demo_plan.read(datetime.now(UTC))).found()
    before = heads()
    with pytest.raises(CommandError, match="LUCKY stand beside DEMO"):
        seed()
    assert heads() == before


def test_a_demo_that_is_finished_is_never_cleared_away(var: Path) -> None:
    seed()
    before = heads()
    with pytest.raises(ValueError, match="DEMO is finished"):
        clear_demo.clear_unfinished("DEMO")
    assert heads() == before


def test_a_house_that_is_no_demo_is_not_seeded(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    with pytest.raises(CommandError, match="no demo"):
        seed()
    assert not house.Casino.objects.exists()
    assert not staff.StaffMember.objects.exists()
    assert list(tmp_path.iterdir()) == []
