"""Is the process alive, and may it be sent work.

`/healthz` asks nothing of anybody: a supervisor that restarts a web process because the database is down helps nobody.
`/readyz` asks the database and Redis. Without its database the floor cannot work (503). Without Redis it can: only the
wake-ups are lost, so the answer is 200 and says `degraded`. `days` is `short` when the partitions made ahead run out
(docs/operations.md); nothing depends on it for days.
"""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.selectors import days_ready

_REDIS_PATIENCE = 0.5  # seconds


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Names each part with `ok` or what is wrong with it; no addresses and no error texts, anyone may read this."""
    parts = {"database": _database(), "redis": _redis()}
    parts["migrations"] = _migrations() if parts["database"] == "ok" else "unknown"
    parts["days"] = _days() if parts["migrations"] == "ok" else "unknown"
    if parts["database"] != "ok" or parts["migrations"] != "ok":
        status, code = "unavailable", 503
    else:
        status, code = ("ready" if parts["redis"] == "ok" else "degraded"), 200
    return JsonResponse({"status": status, **parts}, status=code)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "unreachable"
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    return "pending" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"


def _days() -> str:
    """`short` takes work as before: a day without a partition of its own has a common one."""
    return "short" if days_ready.is_short(days_ready.until(), timezone.now().date()) else "ok"


def _redis() -> str:
    location = str(settings.CACHES["default"]["LOCATION"])
    client = redis.Redis.from_url(location, socket_timeout=_REDIS_PATIENCE, socket_connect_timeout=_REDIS_PATIENCE)
    try:
        client.ping()
    except redis.RedisError:
        return "unreachable"
    finally:
        client.close()
    return "ok"
