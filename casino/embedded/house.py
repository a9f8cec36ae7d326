"""The embedded servers of this house, as its environment asks for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from casino import env
from casino.embedded import places
from casino.embedded.postgres import Postgres
from casino.embedded.sharing import Server, Users
from casino.embedded.valkey import Valkey

ROOT = Path(__file__).resolve().parent.parent.parent


def house_places() -> places.Places:
    """Where this house keeps its data: `CASINO_VAR`, else `var/` in the tree."""
    return places.of(env.folder("CASINO_VAR", ROOT / "var"))


def house_servers() -> list[Server]:
    """The embedded servers that this house needs: none that a URL in the environment stands for."""
    where = house_places()
    servers: list[Server] = []
    if not env.database_url():
        servers.append(Postgres(where))
    if not env.redis_url():
        servers.append(Valkey(where))
    return servers


@contextmanager
def running_servers() -> Iterator[None]:
    """The embedded servers run inside; whoever leaves last stops them."""
    servers = house_servers()
    if not servers:
        yield
        return
    users = Users(house_places().var / "users.lock", servers)
    users.start()
    try:
        yield
    finally:
        users.leave()
