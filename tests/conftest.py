"""The servers that the tests need: a PostgreSQL and a Valkey of their own, started by the first test that asks.

The pure suite (rules, domain, architecture) asks for none, so it runs without them. Every run has its own databases on
the cluster, every worker of a run its own again; whoever finishes last stops the servers.
"""

import gc
from collections.abc import Generator

import psutil
import pytest
from django.conf import settings
from psycopg import sql

from casino.embedded.postgres import Postgres
from casino.embedded.sharing import Users
from casino.embedded.valkey import Valkey

_USERS = pytest.StashKey[Users]()


def pytest_configure(config: pytest.Config) -> None:
    """Joins the users of the test servers before any worker starts, so that the last one out is the whole run."""
    where = settings.TEST_PLACES
    config.stash[_USERS] = Users(where.var / "users.lock", [Postgres(where, durable=False), Valkey(where)])
    config.stash[_USERS].join()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stops the servers unless another run still uses them."""
    if _USERS in config.stash:
        config.stash[_USERS].leave()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The tests themselves are no rubbish, and the collector walked through all twelve thousand again and again.

    What collecting has left is put aside; what the tests leave is collected as ever.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def servers(pytestconfig: pytest.Config) -> None:
    """PostgreSQL and Valkey run and answer."""
    pytestconfig.stash[_USERS].start()
    _drop_databases_of_dead_runs()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: None, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """pytest-django's own hook before it makes the databases: the cluster must run by then."""


def _drop_databases_of_dead_runs() -> None:
    """A run that was killed leaves its databases; the run's number is that of its process."""
    with Postgres(settings.TEST_PLACES).superuser() as connection:
        rows = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'test\\_casino\\_%'").fetchall()
        for (name,) in rows:
            run = str(name).split("_")[2]
            if run.isdigit() and not psutil.pid_exists(int(run)):
                connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(str(name))))
