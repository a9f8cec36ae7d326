"""Whether servers of one's own answer, told in one line before anything else is tried.

Without it the first query would say so, after the pool's patience and with a page of traceback.
"""

import psycopg
import redis
from psycopg import conninfo

from casino import env

_PATIENCE = 5  # seconds


class Unreachable(RuntimeError):
    """A server that a URL names cannot be used; the message says which, why, and that it is one's own."""


def require_database() -> None:
    """Raises Unreachable when DATABASE_URL is set and its PostgreSQL takes no connection."""
    url = env.database_url()
    if not url:
        return
    try:
        psycopg.connect(url, connect_timeout=_PATIENCE).close()
    except psycopg.Error as error:
        raise Unreachable(f"No connection to {shown_database(url)} (DATABASE_URL): {_reason(error)}") from None


def redis_trouble() -> str:
    """Why the Redis that REDIS_URL names does not answer; empty when it does, or when none is named."""
    url = env.redis_url()
    if not url:
        return ""
    client = redis.Redis.from_url(url, socket_connect_timeout=_PATIENCE, socket_timeout=_PATIENCE)
    try:
        client.ping()
    except redis.RedisError as error:
        return _reason(error)
    finally:
        client.close()
    return ""


def shown_database(url: str) -> str:
    """Which PostgreSQL a URL names, without its password."""
    try:
        parts = conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        return "PostgreSQL"
    where = f"{parts.get('host') or 'localhost'}:{parts.get('port') or 5432}"
    return f"PostgreSQL database {parts.get('dbname') or '?'} of {parts.get('user') or '?'} at {where}"


def _reason(error: Exception) -> str:
    """What the server or the network said last, without the address, which is told before, and libpq's own question."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith("Is the server running")] or [type(error).__name__]
    return said[-1].rpartition(" failed: ")[2].removeprefix("FATAL:").strip()
