"""Where the embedded servers live, and what is never done to somebody's folders."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.embedded import places


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_tree(tmp_path: Path) -> Iterator[Path]:
    """A folder that everybody may enter, whatever pytest's own temporary folder is like."""
    top = Path("/tmp") / f"casino-test-{os.getpid()}-{tmp_path.name}"
    top.mkdir(mode=0o755)
    yield top
    shutil.rmtree(top)


def test_everything_lies_in_var(open_tree: Path) -> None:
    where = places.of(open_tree / "var", as_root=False)
    assert where.postgres_data == open_tree / "var" / "pg"
    assert where.postgres_sockets == open_tree / "var" / "pg-run"
    assert where.valkey_socket == open_tree / "var" / "run" / "valkey.sock"


def test_root_keeps_to_var_when_others_can_enter_it(open_tree: Path) -> None:
    assert places.of(open_tree / "var", as_root=True).home == open_tree / "var"


def test_root_leaves_a_closed_parent_closed_and_goes_elsewhere(open_tree: Path) -> None:
    closed = open_tree / "root"
    closed.mkdir(mode=0o700)
    where = places.of(closed / "casino" / "var", as_root=True)
    assert where.home.parent == Path("/var/lib/casino-tables")
    assert where.postgres_data.parent == where.home
    assert where.valkey_socket == closed / "casino" / "var" / "run" / "valkey.sock"
    assert mode(closed) == 0o700


def test_an_ordinary_user_may_use_a_closed_parent(open_tree: Path) -> None:
    closed = open_tree / "home"
    closed.mkdir(mode=0o700)
    assert places.of(closed / "var", as_root=False).home == closed / "var"


def test_two_closed_trees_have_homes_of_their_own(open_tree: Path) -> None:
    closed = open_tree / "root"
    closed.mkdir(mode=0o700)
    assert places.of(closed / "a", as_root=True).home != places.of(closed / "b", as_root=True).home


def test_a_path_too_long_for_a_socket_gets_a_short_one(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    where = places.of(deep, as_root=False)
    assert where.postgres_data == deep / "pg"
    assert len(os.fsencode(where.valkey_socket)) <= places.SOCKET_PATH_LIMIT
    assert len(os.fsencode(where.postgres_sockets / ".s.PGSQL.5432")) <= places.SOCKET_PATH_LIMIT
    assert where.postgres_sockets != where.run
    assert places.of(deep, as_root=False) == where


def test_folders_have_the_same_mode_under_any_umask(open_tree: Path) -> None:
    before = os.umask(0o077)
    try:
        places.make_folder(open_tree / "a" / "b")
    finally:
        os.umask(before)
    assert (mode(open_tree / "a"), mode(open_tree / "a" / "b")) == (0o755, 0o755)


def test_a_folder_that_is_there_keeps_its_mode(open_tree: Path) -> None:
    (open_tree / "closed").mkdir(mode=0o700)
    places.make_folder(open_tree / "closed" / "var")
    assert mode(open_tree / "closed") == 0o700


def test_a_private_folder_is_private_even_if_it_was_not(open_tree: Path) -> None:
    (open_tree / "run").mkdir(mode=0o755)
    places.private_folder(open_tree / "run", os.geteuid())
    assert mode(open_tree / "run") == 0o700


def test_a_link_is_no_private_folder(open_tree: Path) -> None:
    (open_tree / "elsewhere").mkdir(mode=0o755)
    (open_tree / "run").symlink_to(open_tree / "elsewhere")
    with pytest.raises(PermissionError, match="is not a folder of this user"):
        places.private_folder(open_tree / "run", os.geteuid())
    assert mode(open_tree / "elsewhere") == 0o755


def test_a_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    first = places.kept_secret(tmp_path / "secret-key")
    assert len(first) == 64
    assert places.kept_secret(tmp_path / "secret-key") == first
    assert mode(tmp_path / "secret-key") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


@pytest.mark.parametrize(
    ("url", "cache", "broker"),
    [
        ("unix:///v/valkey.sock", "unix:///v/valkey.sock?db=1", "redis+socket:///v/valkey.sock?virtual_host=0"),
        ("redis://r.example:6379/0", "redis://r.example:6379/1", "redis://r.example:6379/0"),
        ("rediss://:pw@r.example", "rediss://:pw@r.example/1", "rediss://:pw@r.example"),
    ],
)
def test_cache_and_broker_are_two_databases_of_one_server(url: str, cache: str, broker: str) -> None:
    assert places.with_database(url, 1) == cache
    assert places.broker_url(url) == broker
