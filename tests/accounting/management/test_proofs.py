"""``verify`` at the command line: what it tells, and its exit status."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from accounting.models.audits import AuditRun
from accounting.services import follow, proofs
from tables.models import log
from tests.accounting import forging, worked

pytestmark = pytest.mark.django_db

TABLE = "DEMO/table/BJ-01"


@pytest.fixture(autouse=True)
def _followed() -> None:
    worked.house_at_work()
    follow.follow_all()


def test_a_sound_house(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify")
    told = capsys.readouterr()
    events = log.Event.objects.count()
    assert told.out == f"9 streams, {events} events, 7 rounds: everything agrees\n"
    assert TABLE in told.err.splitlines()


def test_a_forged_event_is_named_and_the_command_fails(capsys: pytest.CaptureFixture[str]) -> None:
    forging.unguard()
    event = log.Event.objects.filter(type="act_taken").earliest("stream_id", "seq")
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(hash=bytes(32))
    with pytest.raises(SystemExit) as left:
        call_command("verify", "--stream", TABLE)
    assert left.value.code == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{TABLE} #{event.seq} act_taken: hash does not match"


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify", "--json", "--stream", TABLE)
    told = json.loads(capsys.readouterr().out)
    seqs = log.Stream.objects.get(key=TABLE).head_seq
    assert told == {"streams": 1, "events": seqs, "rounds": 4, "findings": []}


def test_an_unknown_stream() -> None:
    with pytest.raises(CommandError, match="no stream DEMO/attic"):
        call_command("verify", "--stream", "DEMO/attic")


def test_the_rounds_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify", "--day", "2026-03-04")
    whole = capsys.readouterr()
    assert TABLE in whole.err.splitlines()
    assert whole.out.endswith(" events, 7 rounds: everything agrees\n")
    call_command("verify", "--day", "2026-03-03")
    assert capsys.readouterr().out == "0 streams, 0 events, 0 rounds: everything agrees\n"


@pytest.mark.parametrize("day", [[], ["--day", "2026-03-04"]])
def test_a_proof_that_is_shared_says_the_same(
    day: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[int] = []
    monkeypatch.setattr(proofs, "wake", called.append)
    call_command("verify", *day)
    alone = capsys.readouterr().out
    call_command("verify", "--parallel", *day)
    assert capsys.readouterr().out == alone
    assert called == [2]
    assert AuditRun.objects.count() == (0 if day else 1)


@pytest.mark.parametrize(
    "given",
    [
        ("--parallel", "--stream", TABLE),
        ("--parallel", "--since-proof"),
        ("--day", "2026-03-04", "--stream", TABLE),
        ("--since-proof", "--stream", TABLE),
    ],
)
def test_what_does_not_go_together(given: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="exclude each other"):
        call_command("verify", *given)
    assert not AuditRun.objects.exists()
