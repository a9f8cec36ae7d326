"""Where the embedded servers keep their data and sockets.

Everything follows from `CASINO_VAR` alone, so that any process of the same tree finds the same servers without asking.
Nothing here starts a server, and nothing here ever changes the mode of a folder that it did not make itself.
"""

import hashlib
import os
import secrets
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

#: Longest path of a Unix socket that every supported system takes (macOS: 103 bytes, Linux: 107).
SOCKET_PATH_LIMIT = 103
#: Where root's PostgreSQL lives when another user cannot reach the tree (it refuses to run as root).
SYSTEM_HOME = Path("/var/lib/casino-tables")
#: For sockets whose usual path is too long. Made with mode 0700 and checked for its owner before use.
SHORT_HOME = Path("/tmp")  # noqa: S108 - the owner and the mode are checked in `private_folder`

POSTGRES_PORT = 5432  # only part of the socket's name; no TCP port is opened


@dataclass(frozen=True)
class Places:
    """Folders and sockets of one house: `var` is `CASINO_VAR`, `home` is where PostgreSQL may live."""

    var: Path
    home: Path
    postgres_data: Path
    postgres_sockets: Path
    run: Path
    valkey_data: Path
    valkey_socket: Path
    logs: Path

    def database(self, name: str) -> dict[str, object]:
        """Django's connection settings for database `name` of the embedded PostgreSQL."""
        return {
            "ENGINE": "casino.postgresql",
            "NAME": name,
            "USER": "casino",
            "HOST": str(self.postgres_sockets),
            "PORT": str(POSTGRES_PORT),
        }

    def redis_url(self) -> str:
        """The embedded Valkey's address: a private Unix socket, so no port and no password."""
        return f"unix://{self.valkey_socket}"


def reachable_by_others(folder: Path) -> bool:
    """Whether another user could enter `folder`: it and every parent that exists must be o+x."""
    return all(stat.S_IMODE(step.stat().st_mode) & stat.S_IXOTH for step in _existing((folder, *folder.parents)))


def of(var: Path, cluster: str = "pg", *, as_root: bool | None = None) -> Places:
    """The places of the house that lives in `var`; `cluster` names the PostgreSQL data folder.

    PostgreSQL refuses to run as root and so runs as another user. When that user cannot reach `var` (a checkout under
    `/root`, say), its data goes to `/var/lib/casino-tables/`; opening `/root` to everybody is not ours to do.
    """
    root = os.geteuid() == 0 if as_root is None else as_root
    digest = hashlib.sha256(str(var).encode()).hexdigest()[:12]
    home = SYSTEM_HOME / digest if root and not reachable_by_others(var) else var
    short = SHORT_HOME / f"casino-{digest}"
    sockets = _short_enough(
        home / f"{cluster}-run", f".s.PGSQL.{POSTGRES_PORT}", short.with_name(f"{short.name}-{cluster}")
    )
    run = _short_enough(var / "run", "valkey.sock", short)
    return Places(
        var=var,
        home=home,
        postgres_data=home / cluster,
        postgres_sockets=sockets,
        run=run,
        valkey_data=var / "valkey",
        valkey_socket=run / "valkey.sock",
        logs=var / "log",
    )


def make_folder(folder: Path) -> Path:
    """Makes `folder` and its missing parents with mode 0755 whatever the umask; an existing one stays as it is.

    The mode decides where root's data goes (`of`), so it must not depend on the shell that started the first process.
    """
    for step in (*reversed(folder.parents), folder):
        if not step.is_dir():
            step.mkdir(exist_ok=True)
            step.chmod(0o755)
    return folder


def private_folder(folder: Path, owner: int) -> Path:
    """Makes `folder` with mode 0700 for user id `owner`, or checks that it is just that.

    Raises PermissionError when the folder is a link or belongs to somebody else (a trap laid in `/tmp`).
    """
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {owner, os.geteuid()}:
            raise PermissionError(f"{folder} is not a folder of this user; remove it and start again") from None
    if folder.stat().st_uid != owner:
        os.chown(folder, owner, -1)
    folder.chmod(0o700)
    return folder


def kept_secret(file: Path) -> str:
    """A random secret that is made once and kept in `file` with mode 0600; two first starts agree on one."""
    if not file.exists():
        make_folder(file.parent)
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as out:
            out.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass  # another process was first; its secret counts
        finally:
            draft.unlink()
    return file.read_text().strip()


def with_database(url: str, number: int) -> str:
    """The same Redis server, but its database `number` (the cache must not share one with the broker's queues)."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"{url}?db={number}"
    return urlunsplit(parts._replace(path=f"/{number}"))


def broker_url(url: str) -> str:
    """Celery's spelling of a Redis address: a Unix socket is `redis+socket://` there."""
    parts = urlsplit(url)
    return f"redis+socket://{parts.path}?virtual_host=0" if parts.scheme == "unix" else url


def _existing(folders: Iterable[Path]) -> list[Path]:
    return [folder for folder in folders if folder.exists()]


def _short_enough(folder: Path, socket_name: str, otherwise: Path) -> Path:
    return folder if len(os.fsencode(folder / socket_name)) <= SOCKET_PATH_LIMIT else otherwise
