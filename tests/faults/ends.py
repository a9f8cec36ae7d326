"""Ways in which a connection or a process ends at a bad moment, inside the tests' own database."""

import os
import subprocess
import sys
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, connections

from casino.embedded.house import ROOT

_OTHERS = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
_BEGIN = """
import sys
import django
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
django.setup()
"""


def superuser() -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection of the cluster's superuser to the tests' database; the caller closes it."""
    where = settings.TEST_PLACES
    return psycopg.connect(
        host=str(where.postgres_sockets),
        user="postgres",
        dbname=connection.settings_dict["NAME"],
        autocommit=True,
    )


def terminate_backends() -> int:
    """Every connection to the tests' database ends, as by a restart of the server; how many there were."""
    with superuser() as other:
        row = other.execute(_OTHERS, [connection.settings_dict["NAME"]]).fetchone()
    assert row is not None
    return int(row[0])


def reconnect() -> None:
    """What a request or a task does at its end: give the connection back to the pool, if it can still be used."""
    connections.close_all()


def run_elsewhere(program: str) -> int:
    """Run a program in a process of its own on the tests' database; its exit code."""
    done = subprocess.run(
        [sys.executable, "-c", _BEGIN + program, str(connection.settings_dict["NAME"])],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        timeout=60,
        check=False,
    )
    return done.returncode
