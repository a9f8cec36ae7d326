"""The embedded PostgreSQL: made whole, private, taken over when it was left behind."""

import os
import shutil
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from casino.embedded import places
from casino.embedded.postgres import Postgres, PostgresError


@pytest.fixture(scope="module")
def where() -> Iterator[places.Places]:
    """A house under /tmp, because root's PostgreSQL could not enter pytest's own folder."""
    var = Path("/tmp") / f"casino-postgres-{os.getpid()}"
    found = places.of(var)
    yield found
    Postgres(found).stop()
    shutil.rmtree(var)


@pytest.fixture(scope="module")
def cluster(where: places.Places) -> Postgres:
    server = Postgres(where)
    server.start()
    server.wait_until_ready()
    return server


def ask(where: places.Places, question: str) -> object:
    with psycopg.connect(host=str(where.postgres_sockets), user="casino", dbname="casino") as connection:
        row = connection.execute(question).fetchone()
    assert row is not None
    return row[0]


def test_it_is_version_18_and_sorts_by_code_point(where: places.Places, cluster: Postgres) -> None:
    assert ask(where, "SHOW server_version_num") >= "180000"  # type: ignore[operator]
    assert (
        ask(where, "SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = 'casino'") == "bC.UTF-8"
    )


def test_our_role_owns_the_database_and_is_no_superuser(where: places.Places, cluster: Postgres) -> None:
    assert ask(where, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is False
    assert ask(where, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'casino'") == "casino"


def test_no_port_is_open_and_the_socket_is_private(where: places.Places, cluster: Postgres) -> None:
    assert ask(where, "SHOW listen_addresses") == ""
    assert stat.S_IMODE(where.postgres_sockets.stat().st_mode) == 0o700
    assert stat.S_IMODE(where.postgres_data.stat().st_mode) == 0o700


def test_root_does_not_run_it(where: places.Places, cluster: Postgres) -> None:
    process = cluster.process()
    assert process is not None
    assert process.uids().real == where.postgres_data.stat().st_uid
    assert process.uids().real != 0


def test_another_process_finds_it_and_stops_it(where: places.Places, cluster: Postgres) -> None:
    stranger = Postgres(where)
    assert stranger.process() is not None
    stranger.stop()
    assert cluster.process() is None
    cluster.start()
    cluster.wait_until_ready()
    assert cluster.process() is not None


def test_a_killed_server_starts_again_with_what_was_committed(where: places.Places, cluster: Postgres) -> None:
    with psycopg.connect(host=str(where.postgres_sockets), user="casino", dbname="casino") as connection:
        connection.execute("CREATE TABLE kept AS SELECT 1182 AS round")
    process = cluster.process()
    assert process is not None
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    assert cluster.process() is None
    cluster.start()
    cluster.wait_until_ready()
    assert ask(where, "SELECT round FROM kept") == 1182


def test_a_process_number_of_somebody_else_is_not_taken_for_the_server(where: places.Places, cluster: Postgres) -> None:
    cluster.stop()
    file = where.postgres_data / "postmaster.pid"
    file.write_text(f"{os.getpid()}\n{where.postgres_data}\n0\n5432\n{where.postgres_sockets}\n\n0 0\nready   \n")
    assert cluster.process() is None
    cluster.start()
    cluster.wait_until_ready()
    assert cluster.process() is not None


def test_data_of_another_version_is_left_alone(where: places.Places, cluster: Postgres) -> None:
    cluster.stop()
    version = where.postgres_data / "PG_VERSION"
    version.write_text("17\n")
    with pytest.raises(PostgresError, match="was made by PostgreSQL 17, not 18"):
        cluster.start()
    assert cluster.process() is None
    version.write_text("18\n")
