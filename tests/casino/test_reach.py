"""Servers of one's own are asked first, and what is wrong with them is told in one line."""

import socket
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection

from casino import reach


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield probe.getsockname()[1]


def test_nothing_is_asked_without_a_url(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    reach.require_database()
    assert reach.redis_trouble() == ""


def test_a_database_that_is_down(monkeypatch: pytest.MonkeyPatch, closed_port: int) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgres://hana:hidden@127.0.0.1:{closed_port}/house")
    with pytest.raises(reach.Unreachable) as told:
        reach.require_database()
    words = str(told.value)
    where = f"PostgreSQL database house of hana at 127.0.0.1:{closed_port} (DATABASE_URL)"
    assert words == f"No connection to {where}: Connection refused"


@pytest.mark.django_db
def test_a_database_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    known = settings.DATABASES["default"]
    where = f"host={known['HOST']}&port={known['PORT']}&user={known['USER']}"
    monkeypatch.setenv("DATABASE_URL", f"postgres:///{connection.settings_dict['NAME']}?{where}")
    reach.require_database()
    monkeypatch.setenv("DATABASE_URL", f"postgres:///nowhere?{where}")
    with pytest.raises(reach.Unreachable, match=r'\(DATABASE_URL\): database "nowhere" does not exist$'):
        reach.require_database()


def test_a_url_that_cannot_be_read_is_not_shown() -> None:
    assert reach.shown_database("postgres://hana:hid den@[db/house") == "PostgreSQL"
    assert reach.shown_database("postgres://db.example") == "PostgreSQL database ? of ? at db.example:5432"


def test_a_redis_that_is_down(monkeypatch: pytest.MonkeyPatch, closed_port: int) -> None:
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{closed_port}/0")
    assert "refused" in reach.redis_trouble()


@pytest.mark.usefixtures("servers")
def test_a_redis_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", settings.TEST_PLACES.redis_url())
    assert reach.redis_trouble() == ""
