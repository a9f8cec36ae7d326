"""The state of the system: what is told of books, proofs, database, workers and backups, and to whom."""

import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import kombu
import pytest
from celery import current_app
from django.core.cache import cache
from django.utils import timezone

from accounting.models.audits import AuditRun
from accounting.models.cursors import Cursor
from accounting.services import audit, engines, follow
from accounting.services.engines import Engines, Queue, Worker
from tables.domain.errors import NotAllowed
from tables.services import queues
from tests import custody
from tests.accounting.screens.conftest import END
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

PAGE = "/status/"
LAG = "/books/lag"


def text(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.fixture
def hana(house: House) -> Hands:
    """The house manager at her desk, the books at the end of the log."""
    hands = Hands(house).sit_down("hana")
    follow.follow_all()
    return hands


def test_books_that_follow_are_up_to_date(hana: Hands) -> None:
    told = text(hana.look(PAGE))
    assert "The books are up to date" in told
    assert re.search(r"DEMO/table/BJ-01 (\d+) \1 — ✓ up to date", told)


def test_a_stream_that_is_behind_says_how_far(hana: Hands) -> None:
    custody.remove_box(hana.house)
    told = text(hana.look(PAGE, HX_Request="true"))
    assert re.search(r"DEMO/table/BJ-01 \d+ \d+ 1 \d+ s ▲ behind", told)
    assert "<html" not in hana.page


def test_books_of_another_version_are_named(hana: Hands) -> None:
    assert "of another version" not in text(hana.look(PAGE))
    Cursor.objects.filter(stream__key="DEMO/table/BJ-01").update(manner=0)
    told = text(hana.look(PAGE))
    assert "■ 1 stream has books of another version The operator runs manage.py rebuild_books once." in told


def test_the_last_proof_and_its_age_are_told(hana: Hands) -> None:
    assert "The chain has not been proven yet" in text(hana.look(PAGE))
    audit.audit_night()
    assert "Log, floor, books and reports agree" in text(hana.look(PAGE))


def test_faults_of_the_last_proof_are_told_here_and_at_home(hana: Hands) -> None:
    fault = {"stream": "DEMO/table/BJ-01", "seq": 2, "type": "box_placed", "what": "the hash is another"}
    others = {**fault, "stream": "OTHER/table/BJ-01"}
    AuditRun.objects.create(started_at=END, finished_at=END, streams=4, events=9, rounds=1, findings=[fault, others])
    assert "■ The last proof found 1 fault" in text(hana.look(PAGE))
    assert "1 Faults in the last proof" in text(hana.look("/"))


def test_a_proof_that_broke_off_is_no_whole_one(hana: Hands) -> None:
    """What is of no house names none, and none is whole with it; another house's front money is not told here."""
    broken = {"stream": "*", "seq": None, "type": "", "what": "could not be proven: 3 tries broke off"}
    others = {**broken, "stream": "OTHER/front_money", "what": "front money of P-3 is -1 and should be 5000"}
    AuditRun.objects.create(started_at=END, finished_at=END, streams=4, events=9, rounds=1, findings=[broken, others])
    assert "■ The last proof found 1 fault" in text(hana.look(PAGE))
    assert "Log, floor, books and reports agree" not in text(hana.look(PAGE))


def test_a_backup_is_told_by_the_file_that_it_touches(hana: Hands, settings: Any, tmp_path: Path) -> None:
    assert "Not known: no file is named that the backup touches" in text(hana.look(PAGE))
    stamp = tmp_path / "backup-done"
    settings.BACKUP_STAMP = str(stamp)
    assert "The backup has not left its mark yet" in text(hana.look(PAGE))
    stamp.touch()
    moment = timezone.now()
    os.utime(stamp, (moment.timestamp(), moment.timestamp()))
    assert "✓ Backed up 2026-03-04" in text(hana.look(PAGE))
    old = (moment - timedelta(hours=27)).timestamp()
    os.utime(stamp, (old, old))
    assert "■ The last backup is of 2026-03-03" in text(hana.look(PAGE))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (Engines(reachable=False, workers=(), queues=()), "■ Redis does not answer"),
        (Engines(reachable=True, workers=(), queues=(Queue("celery", 3, 0),)), "■ No worker answers"),
        (Engines(reachable=True, workers=(Worker("w1@floor", 2),), queues=()), "✓ at work w1@floor 2 tasks in hand"),
    ],
)
def test_workers_are_told_as_they_answer(
    hana: Hands, monkeypatch: pytest.MonkeyPatch, state: Engines, words: str
) -> None:
    monkeypatch.setattr(engines, "look", lambda _actor: state)
    assert words in text(hana.look(f"{PAGE}?part=workers"))


def test_each_queue_says_what_waits_and_who_listens(hana: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    found = (Queue("celery", 0, 2), Queue("stream-0", 1_200, 1), Queue("stream-1", 3, 0))
    at_work = Engines(reachable=True, workers=(Worker("w1@floor", 2),), queues=found)
    monkeypatch.setattr(engines, "look", lambda _actor: at_work)
    told = text(hana.look(f"{PAGE}?part=workers"))
    assert "celery — ✓ 2 workers stream-0 1,200 ✓ 1 worker stream-1 3 ■ nobody" in told
    assert "1203 messages wait in the queues" in told


@pytest.fixture
def own_queues(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Two queues that nobody else sends to."""
    names = (f"test-{os.getpid()}-0", f"test-{os.getpid()}-1")
    monkeypatch.setattr(queues, "everything", lambda: names)
    cache.clear()
    yield names
    with current_app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        for name in names:
            channel.queue_purge(queue=name)


def send(name: str) -> None:
    """A message for nobody into this queue."""
    with current_app.connection_for_write() as broker:
        producer: Any = broker.Producer()
        producer.publish(
            {}, routing_key=name, declare=[kombu.Queue(name, kombu.Exchange(name), routing_key=name)], exchange=name
        )


def test_the_broker_is_asked_without_a_worker(hana: Hands, own_queues: tuple[str, str]) -> None:
    send(own_queues[1])
    found = engines.look(hana.house.people["hana"])
    assert found.reachable
    assert found.workers == ()
    assert found.queues == (Queue(own_queues[0], 0, 0), Queue(own_queues[1], 1, 0))
    assert found.queued == 1


def test_the_pit_is_told_what_waits_without_asking_for_each_screen(hana: Hands, own_queues: tuple[str, str]) -> None:
    send(own_queues[0])
    send(own_queues[1])
    custody.remove_box(hana.house)
    petra = Hands(hana.house).sit_down("petra")
    told = text(petra.look(LAG, HX_Request="true"))
    assert re.search(r"▲ The books are \d+ events behind \(\d+ s\) 2 messages wait for a worker", told)
    send(own_queues[0])
    assert engines.queued(petra.house.people["petra"]) == 2
    cache.clear()
    assert engines.queued(petra.house.people["petra"]) == 3


def test_books_that_are_up_to_date_say_nothing_of_queues(hana: Hands, own_queues: tuple[str, str]) -> None:
    send(own_queues[0])
    petra = Hands(hana.house).sit_down("petra")
    follow.follow_all()
    assert "message" not in text(petra.look(LAG, HX_Request="true"))


def test_a_broker_that_is_gone_is_told_and_not_waited_for(hana: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app.conf, "broker_read_url", "redis://127.0.0.1:1/0")
    cache.clear()
    assert engines.look(hana.house.people["hana"]) == Engines(reachable=False, workers=(), queues=())
    assert engines.queued(hana.house.people["petra"]) is None
    monkeypatch.setattr(engines, "_count", lambda: pytest.fail("a broker that is away is not asked by each screen"))
    assert engines.queued(hana.house.people["petra"]) is None


@pytest.mark.parametrize("name", ["dana", "cass"])
def test_only_who_reads_the_pit_is_told_what_waits(hana: Hands, name: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        engines.queued(hana.house.people[name])
    assert refused.value.code == "not_permitted"


@pytest.mark.parametrize("name", ["petra", "cass", "colin", "sam"])
def test_only_who_reads_the_books_looks_at_it(house: House, name: str) -> None:
    hands = Hands(house).sit_down(name)
    for path in (PAGE, f"{PAGE}?part=workers"):
        response = hands.look(path)
        assert (response.status_code, refusal(response)) == (403, "not_permitted")
    assert PAGE not in hands.look("/").content.decode()


def test_the_first_page_leads_to_what_waits(house: House) -> None:
    custody.remove_box(house)
    custody.count_box(house, {10_000: 1})
    follow.follow_all()
    shown = Hands(house).sit_down("ada").look("/").content.decode()
    line = re.search(r'<a href="(/reports/)"><span class="word warn">1</span> <b>Shifts to certify</b>', shown)
    assert line is not None
    part = Hands(house).sit_down("cass").look("/", HX_Request="true")
    assert "Places to count" in text(part)
    assert "<html" not in part.content.decode()


def test_whoever_has_nothing_to_do_is_told_so(house: House) -> None:
    assert "✓ Nothing waits for you." in text(Hands(house).sit_down("axel").look("/"))
