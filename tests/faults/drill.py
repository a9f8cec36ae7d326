"""The restore drill: copies of a house in play are made whole elsewhere, and nothing that they should hold is missing.

``script/restore-drill`` is its door. The copies are those of ``docs/operations.md``: a dump, a base backup with the
write-ahead log up to a chosen moment and to its end, and a synchronous standby that takes over in mid-round.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from casino.embedded.postgres import Postgres
from tests.faults import workload
from tests.faults.live_house import LiveHouse, made, within
from tests.faults.proof import require_proven, require_whole
from tests.faults.workload import Terminal

PORT = 8900
Say = Callable[[str], None]
_HEADS = "SELECT key, head_seq, encode(head_hash, 'hex') FROM tables_stream ORDER BY key"


class Copies:
    """Where a house's copies lie, and how they are made; the folder belongs to PostgreSQL's account."""

    def __init__(self, house: LiveHouse) -> None:
        self.house = house
        self.server = Postgres(house.where)
        self.folder = house.var.with_name(f"{house.var.name}-copies")
        self.log = self.folder / "wal"
        for folder in (self.folder, self.log):
            folder.mkdir(mode=0o700)
            _give_to_server(folder, house.where.postgres_data)

    def run(self, tool: str, *arguments: str) -> str:
        """What one of PostgreSQL's tools says; it must succeed."""
        started = self.server.tool(tool, *arguments)
        said, _ = started.communicate(timeout=120)
        assert started.returncode == 0, f"{tool}: {said}"
        return said

    def dump(self) -> Path:
        """The whole database as one file, and the roles beside it."""
        self.run("pg_dumpall", "--globals-only", "--file", str(self.folder / "roles.sql"))
        self.run("pg_dump", "--format=custom", "--file", str(self.folder / "casino.dump"), "casino")
        return self.folder / "casino.dump"

    def base_backup(self, *more: str) -> Path:
        """The cluster's files as they were during the copy; the log makes them whole."""
        base = self.folder / "base"
        self.run("pg_basebackup", "--pgdata", str(base), "--checkpoint=fast", "--wal-method=stream", *more)
        return base

    @contextmanager
    def log_received(self) -> Iterator[None]:
        """The write-ahead log flows into a folder of its own, and a commit waits until it has got there."""
        receiver = self.server.tool("pg_receivewal", "--directory", str(self.log), "--no-loop", "--synchronous")
        wait_for_copy(self.house, "pg_receivewal")
        try:
            yield
        finally:
            receiver.communicate(timeout=30)  # it ends when its server is gone
            for part in self.log.glob("*.partial"):
                part.rename(part.with_suffix(""))


def wait_for_copy(house: LiveHouse, name: str) -> None:
    """From here on a commit is acknowledged when ``name`` has it too."""
    with _superuser(house) as connection:
        connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'".encode())
        connection.execute("SELECT pg_reload_conf()")

    with _superuser(house) as connection:
        question = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        assert within(30, lambda: connection.execute(question).fetchone() == (1,)), f"{name} does not keep up"


def restored(house: LiveHouse, base: Path, *settings: str, signal: str = "recovery.signal") -> None:
    """Lay a base backup where ``house`` will open on it; it recovers as the settings say."""
    shutil.copytree(base, house.where.postgres_data, copy_function=shutil.copy2)
    with (house.where.postgres_data / "postgresql.auto.conf").open("w") as conf:
        conf.writelines(f"{setting}\n" for setting in settings)
    (house.where.postgres_data / signal).touch()
    for path in (house.where.postgres_data, *house.where.postgres_data.rglob("*")):
        _give_to_server(path, base)


def heads(house: LiveHouse) -> list[tuple[object, ...]]:
    """Where each stream of the log stands: key, number, hash."""
    return house.ask(_HEADS)


def _give_to_server(path: Path, like: Path) -> None:
    owner = like.stat()
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)


def _superuser(house: LiveHouse) -> "psycopg.Connection[tuple[object, ...]]":
    return Postgres(house.where).superuser()


def _successor(house: LiveHouse, name: str) -> LiveHouse:
    """A house elsewhere with the same secrets, not open yet."""
    after = LiveHouse(house.var.with_name(f"{house.var.name}-{name}"), house.port + 1)
    after.var.mkdir(mode=0o755)
    for secret in ("secret-key", "seal-key"):
        shutil.copy2(house.var / secret, after.var / secret)
    return after


def _kill(house: LiveHouse) -> None:
    """Everything at once, as when the power goes."""
    family = house.know_family()
    os.kill(house.supervisor, 9)
    for process in family:
        if process.is_running():
            process.kill()
    within(10, lambda: not any(process.is_running() and process.status() != "zombie" for process in family))


def _require_goes_on(house: LiveHouse, terminals: Sequence[Terminal]) -> None:
    """The restored house is proven, and its tables end the round in which they were."""
    require_proven(house)
    for terminal in terminals:
        terminal.url = house.url
        terminal.end_round()
        terminal.play_round()
    require_whole(house, terminals)
    require_proven(house)


# -------------------------------------------------------------------------------------------------------- the exercises
def restore_copies(port: int, say: Say) -> None:
    """A dump, a chosen moment, and the last acknowledged press, each from copies made during play."""
    with made("drill", port) as house:
        house.open()
        terminals = workload.at_tables(house)
        copies = Copies(house)
        with copies.log_received():
            _play(terminals)
            dumped_at, at_dump = heads(house), [terminal.as_of_now() for terminal in terminals]
            dump = copies.dump()
            _play(terminals)
            base = copies.base_backup()
            _play(terminals)
            ((moment,),) = house.ask("SELECT pg_current_wal_lsn()::text")
            then, at_moment = heads(house), [terminal.as_of_now() for terminal in terminals]
            _play(terminals)
            last = heads(house)
            _kill(house)
        fetch = f'restore_command = \'cp "{copies.log}/%f" "%p"\''
        try:
            _from_dump(house, copies, dump, dumped_at, at_dump, say)
            target = (f"recovery_target_lsn = '{moment}'", "recovery_target_action = 'promote'")
            _from_backup(house, base, (fetch, *target), then, at_moment, say, "the chosen moment")
            _from_backup(house, base, (fetch,), last, terminals, say, "the last acknowledged press")
        finally:
            shutil.rmtree(copies.folder)


def take_over(port: int, say: Say) -> None:
    """A synchronous standby takes over while both tables are in mid-round: nothing acknowledged is missing."""
    with made("primary", port) as house:
        house.open()
        terminals = workload.at_tables(house)
        copies = Copies(house)
        after = _successor(house, "standby")
        try:
            conninfo = f"host={house.where.postgres_sockets} user=postgres application_name=standby"
            restored(after, copies.base_backup(), f"primary_conninfo = '{conninfo}'", signal="standby.signal")
            standby = Postgres(after.where)
            standby.start()
            wait_for_copy(house, "standby")
            for terminal in terminals:
                terminal.start()
            time.sleep(3.0)
            _kill(house)
            began = time.monotonic()
            with standby.superuser() as connection:
                connection.execute("SELECT pg_promote()")
            standby.stop()
            after.open()
            for terminal in terminals:
                terminal.url = after.url
            say(f"the standby took over in {time.monotonic() - began:.1f} s")
            time.sleep(3.0)
            for terminal in terminals:
                terminal.finish()
                assert terminal.repeats > 0, "nobody played while the primary died"
            require_whole(after, terminals)
            require_proven(after)
            say(f"standby: {sum(len(one.acknowledged) for one in terminals)} acknowledged presses, none missing")
        finally:
            after.end()
            shutil.rmtree(copies.folder)


def _play(terminals: Sequence[Terminal]) -> None:
    """End the round that is on, play one, and begin another: the next copy is taken in mid-round."""
    for terminal in terminals:
        if terminal.in_round:
            terminal.end_round()
        terminal.play_round()
        terminal.begin_round()


def _from_dump(
    house: LiveHouse,
    copies: Copies,
    dump: Path,
    wanted: list[tuple[object, ...]],
    terminals: Sequence[Terminal],
    say: Say,
) -> None:
    after = _successor(house, "dump")
    try:
        server = Postgres(after.where)
        server.start()
        server.wait_until_ready()
        tools = Copies(after)
        tools.run("psql", "--quiet", "--dbname", "postgres", "--file", str(copies.folder / "roles.sql"))
        tools.run("pg_restore", "--exit-on-error", "--dbname", "casino", str(dump))
        server.stop()
        shutil.rmtree(tools.folder)
        after.open()
        assert heads(after) == wanted, "the dump's heads are not those of its moment"
        _require_goes_on(after, terminals)
        say(f"dump: {len(wanted)} streams as they were, verify finds nothing, the tables go on")
    finally:
        after.end()


def _from_backup(
    house: LiveHouse,
    base: Path,
    settings: Sequence[str],
    wanted: list[tuple[object, ...]],
    terminals: Sequence[Terminal],
    say: Say,
    what: str,
) -> None:
    after = _successor(house, "backup")
    try:
        restored(after, base, *settings)
        after.open()
        assert heads(after) == wanted, f"the heads are not those of {what}"
        _require_goes_on(after, terminals)
        say(f"base backup and log to {what}: {len(wanted)} streams, verify finds nothing, the tables go on")
    finally:
        after.end()


def main() -> int:
    """Run all; 0 when everything was restored whole."""
    for exercise in (restore_copies, take_over):
        exercise(PORT, lambda words: print(words, flush=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
