"""``verify`` at the command line: what it tells, and its exit status."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from accounting.services import follow
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
