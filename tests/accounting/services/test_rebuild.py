"""Drop every table of the books, build them again, and each row comes back equal (design.md §2)."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from accounting.domain.streams import MANNER
from accounting.models.cursors import Cursor
from accounting.models.reports import ShiftReport
from accounting.selectors import progress
from accounting.services import follow, rebuild
from accounting.services.stretches import PostingError
from tables.models import log
from tables.models.house import Casino
from tests import builders
from tests.accounting import bookrows, forging, worked

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _followed() -> None:
    worked.house_at_work()
    follow.follow_all()


def test_each_row_comes_back_equal() -> None:
    before = bookrows.rows()
    assert all(before.values())
    forging.unguard()
    bookrows.empty(*bookrows.REBUILT, *bookrows.KEPT)
    assert not any(bookrows.rows().values())
    heard: list[str] = []
    assert rebuild.rebuild(tell=heard.append) == sum(builders.snapshot().values()) + sum(
        builders.snapshot("OTHER").values()
    )
    assert bookrows.rows() == before
    assert "DEMO/house: 1 reports restored" in heard


def test_a_rebuild_over_sound_books_changes_nothing() -> None:
    before = bookrows.rows()
    rebuild.rebuild()
    assert bookrows.rows() == before


def test_a_forged_row_is_gone_after_a_rebuild() -> None:
    before = bookrows.rows()
    forging.unguard()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounting_leg SET amount = amount * 2")
        cursor.execute("UPDATE accounting_cursor SET memory = '{}'")
    assert bookrows.rows() != before
    rebuild.rebuild(["DEMO/table/BJ-01", "DEMO/table/BJ-02", "DEMO/table/SD-01", "DEMO/cage", "DEMO/count"])
    assert bookrows.rows() == before


def test_a_stream_that_cannot_be_posted_keeps_its_rows() -> None:
    before = bookrows.rows()
    forging.unguard()
    event = log.Event.objects.filter(type="buy_in_taken").earliest("seq")
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(hash=bytes(32))
    with pytest.raises(PostingError, match="hash does not match"):
        rebuild.rebuild(["DEMO/table/BJ-01"])
    assert bookrows.rows() == before


def test_a_report_that_was_certified_otherwise_is_not_restored() -> None:
    forging.unguard()
    event = log.Event.objects.get(type="shift_certified")
    sha256 = ShiftReport.objects.get().sha256
    body = event.body.replace(sha256, sha256[::-1])
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(body=body)
    forging.chain_again(log.Stream.objects.get(key="DEMO/house"))
    ShiftReport.objects.all().delete()
    with pytest.raises(ValueError, match="the report is not the one that was certified"):
        rebuild.rebuild()


def test_the_command_tells_and_refuses_an_unknown_stream(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rebuild_books", "--stream", "DEMO/cage")
    told = capsys.readouterr()
    assert told.out == "2 events followed\n"
    assert told.err == "DEMO/cage: 2 events\n"
    with pytest.raises(CommandError, match="no stream DEMO/attic"):
        call_command("rebuild_books", "--stream", "DEMO/attic")


def test_books_of_another_version_are_told_until_they_are_rebuilt() -> None:
    assert progress.older() == 0
    told = Cursor.objects.filter(seq__gt=0, stream__casino__code="DEMO").update(manner=MANNER - 1)
    casino = Casino.objects.get(code="DEMO")
    assert (progress.older(), progress.older(casino.pk), progress.older(casino.pk + 1_000)) == (told, told, 0)
    said = io.StringIO()
    call_command("prepare_house", stdout=said)
    assert f"another version made {told} streams of the books: run manage.py rebuild_books" in said.getvalue()
    rebuild.rebuild()
    assert progress.older() == 0
