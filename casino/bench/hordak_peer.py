"""django-hordak posting two-leg transactions one at a time, in a database of its own on the same server.

Run as a process: ``python -m casino.bench.hordak_peer SECONDS``; the last line is a JSON list of seconds a journal.
"""

import json
import sys
import time
from importlib import import_module

import django
from django.conf import settings
from django.core.management import call_command

from casino.settings import DATABASES

NAME = "bench_hordak"
CHUNK = 50


def main() -> None:
    """Make the database anew, migrate hordak into it, and post until the time is over."""
    import psycopg

    database = {key: DATABASES["default"][key] for key in ("ENGINE", "NAME", "USER", "HOST", "PORT")}
    where = {"user": database["USER"], "host": database["HOST"], "port": database["PORT"]}
    with psycopg.connect(dbname=database["NAME"], autocommit=True, **where) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {NAME} TEMPLATE template0")
    settings.configure(
        DATABASES={"default": {**database, "NAME": NAME, "CONN_MAX_AGE": None}},
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "mptt", "djmoney", "hordak"],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        DEFAULT_CURRENCY="USD",
        CURRENCIES=["USD"],
        HORDAK_CURRENCIES=["USD"],
        HORDAK_DEFAULT_CURRENCY="USD",
        USE_TZ=True,
        SECRET_KEY="only-a-peer-in-a-bench",  # noqa: S106 - signs nothing
    )
    django.setup()
    call_command("migrate", verbosity=0)
    models = import_module("hordak.models")
    money = import_module("djmoney.money").Money(25, "USD")
    rack, players = (
        models.Account.objects.create(name=name, code=code, type=models.AccountType.asset, currencies=["USD"])
        for name, code in (("Rack", "1"), ("Players", "2"))
    )
    found: list[float] = []
    end = time.perf_counter() + float(sys.argv[1])
    while time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(CHUNK):
            players.transfer_to(rack, money)
        found.append((time.perf_counter() - start) / CHUNK)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
