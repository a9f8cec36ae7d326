"""Django's PostgreSQL backend; a server that was restarted costs no press its answer.

Such a restart leaves a pool full of dead connections. The pool's own check (``CONN_HEALTH_CHECKS``) throws away one at
a time and sleeps in between, longer each time: with ten of them a press waited ten seconds and was refused. Here the
first dead one empties the whole pool.
"""

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """What ``ENGINE`` names; Django looks for this class by its name."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that answers; raises psycopg's OperationalError when there is no server."""
        connection = super().get_new_connection(conn_params)
        pool = self.pool
        if pool is None or _answers(connection):
            return connection
        pool.putconn(connection)
        pool.drain()
        return super().get_new_connection(conn_params)


def _answers(connection: "psycopg.Connection[Any]") -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.OperationalError:
        return False
    return True
