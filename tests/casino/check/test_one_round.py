"""The check of an open house: over real HTTP, against a server with this test's house."""

import io
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from accounting.services import follow
from casino.check import books
from casino.check.door import CheckFailed, Door
from casino.check.one_round import OneRound, Played
from tables.domain.actors import Role
from tables.domain.table_states import TableStatus
from tables.models import floor, rounds
from tables.services import play, sign_ons, table_life, taps, terminals
from tables.services.simulation import demo_house, demo_sign_ins
from tests import builders, custody, dealt
from tests.builders import House

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("live_server")]


@pytest.fixture
def house() -> House:
    """BJ-01 deals the server's cards; it has its bank and an inspected shoe, and is closed."""
    # Chance deals: a natural must be payable, and the bank has no 0.50s for the 7.50 that 3:2 on 5.00 would be.
    house = builders.house(card_source="server", rules={"natural_pays": [2, 1]}, at=datetime.now(UTC))
    custody.issue_bank(house)
    dealt.shoe_ready(house)
    return house


def sign_ins(house: House) -> list[dict[str, Any]]:
    """The rows as the demo's file has them."""
    registered = terminals.register_terminal(actor=house.hana, at=house.at, terminal="T-BJ-01", table="BJ-01")
    device = terminals.enrol_terminal(at=house.at, code=registered["enrolment_code"])
    people = [{"badge": name, "role": role, "pin": pin} for name, (role, pin) in builders.PEOPLE.items()]
    crew = {"dealer": "dana", "pit_boss": "petra"}
    return [*people, {"terminal": "T-BJ-01", "table": "BJ-01", "device_token": device.token, **crew}]


def check(house: House, live_server: Any, rows: list[dict[str, Any]] | None = None) -> tuple[Played, list[str]]:
    said: list[str] = []
    played = OneRound(live_server.url, rows or sign_ins(house), said.append).play()
    return played, said


def test_a_closed_table_is_opened_dealt_at_and_left_again(house: House, live_server: Any) -> None:
    played, said = check(house, live_server)
    assert said == [
        "Dana Dealer (dana) signed on at T-BJ-01",
        "tapped in",
        "table opened",
        "shoe mixed and cut",
        "seat 1 bought in",
        "BJ-01 round 1: dealt, settled and confirmed",
    ]
    assert played[:2] == ("DEMO/table/BJ-01", 1)
    row = rounds.Round.objects.get()
    assert (row.status, row.handle) == ("confirmed", 500)
    assert house.state().dealer_id is None


def test_a_round_that_was_left_lying_is_finished_first(house: House, live_server: Any) -> None:
    table_life.open_table(
        actor=house.petra,
        at=house.at,
        table="BJ-01",
        count=custody.counted(custody.BANK),
        dealer=house.sign("dana"),
        pit_boss=house.sign("petra"),
    )
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    play.record_inputs(actor=house.dana, at=house.at, table="BJ-01", inputs=[{"do": "open_round"}])
    played, said = check(house, live_server)
    assert played.number == 2
    assert "tapped in" not in said
    assert list(rounds.Round.objects.order_by("number").values_list("status", flat=True)) == ["no_bets", "confirmed"]


def test_the_books_hold_balanced_journals_of_the_round(house: House, live_server: Any) -> None:
    played, _ = check(house, live_server)
    waits: list[float] = []

    def worker(seconds: float) -> None:
        waits.append(seconds)
        follow.follow_all()

    found = books.journals_of(played, house.ada, sleep=worker)
    assert len(waits) == 1
    assert found[0].type == "bet_placed"
    told = books.lines(found, played.exponent)
    assert told[:3] == [
        f"DEMO/table/BJ-01 #{found[0].seq} bet_placed",
        "   layout/BJ-01             chips          5.00",
        "   players                  chips         -5.00",
    ]
    assert told[-1] == "sum of chips: 0.00"


def test_books_that_do_not_follow_are_told(house: House, live_server: Any) -> None:
    played, _ = check(house, live_server)
    with pytest.raises(CheckFailed, match="did not follow DEMO/table/BJ-01 within 1 s: is a worker running"):
        books.journals_of(played, house.ada, patience=1, sleep=lambda seconds: None)


def test_a_wrong_pin_is_told_and_nothing_was_opened(house: House, live_server: Any) -> None:
    rows = [{**row, "pin": "999183"} if row.get("badge") == "dana" else row for row in sign_ins(house)]
    with pytest.raises(CheckFailed, match="POST /sign-ons: 403 wrong_badge_or_pin"):
        check(house, live_server, rows)
    assert house.state().status == TableStatus.CLOSED


def test_a_stopped_table_waits_for_the_pit_boss(house: House, live_server: Any) -> None:
    table_life.open_table(
        actor=house.petra,
        at=house.at,
        table="BJ-01",
        count=custody.counted(custody.BANK),
        dealer=house.sign("dana"),
        pit_boss=house.sign("petra"),
    )
    floor.TableState.objects.update(status=TableStatus.STOPPED, stopped_reason="misdeal")
    with pytest.raises(CheckFailed, match="BJ-01 is stopped"):
        check(house, live_server)


def test_sign_ins_without_a_device_are_told(house: House, live_server: Any) -> None:
    with pytest.raises(CheckFailed, match="name no enrolled terminal"):
        check(house, live_server, [{"badge": "dana", "pin": "480215"}])


def test_a_house_that_is_not_open_is_told() -> None:
    with pytest.raises(CheckFailed, match=r"GET /meta: .*refused"):
        Door("http://127.0.0.1:9").get("/meta")


@pytest.fixture
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def test_the_command_tells_what_is_missing_and_exits_with_1(var: Path, live_server: Any) -> None:
    err = io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("check_house", "--url", live_server.url, stderr=err)
    assert left.value.code == 1
    assert err.getvalue().startswith("check failed: ")
    assert err.getvalue().endswith(
        "demo-sign-ins.json has no sign-ins of this database: the check wants its demo house (CASINO_DEMO)\n"
    )


def test_the_command_prints_the_journal(
    house: House, var: Path, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = [{"username": "ada", "password": builders.PASSWORD, "role": Role.ACCOUNTANT}]
    rows = [row for row in sign_ins(house) if row.get("badge") != "ada"] + office
    demo_sign_ins.write(var / demo_sign_ins.FILE, demo_house.identity("DEMO"), rows)
    with_worker = partial(books.journals_of, sleep=lambda seconds: follow.follow_all())
    monkeypatch.setattr(books, "journals_of", with_worker)
    out = io.StringIO()
    call_command("check_house", "--url", live_server.url, stdout=out)
    assert out.getvalue().splitlines()[-2:] == ["sum of chips: 0.00", "the house works"]
    assert sign_ons.sign_on_with_password(at=datetime.now(UTC), username="ada", password=builders.PASSWORD).token
