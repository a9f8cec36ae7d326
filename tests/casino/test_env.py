"""The environment is read with care: a wrong value stops the start, an empty one is none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from casino import env
from casino.embedded.house import ROOT


@pytest.mark.parametrize("written", ["1", "true", "YES", " on "])
def test_yes(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("CASINO_X", written)
    assert env.flag("CASINO_X") is True


@pytest.mark.parametrize("written", ["0", "False", "no", "off"])
def test_no(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("CASINO_X", written)
    assert env.flag("CASINO_X", default=True) is False


def test_unset_and_empty_mean_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CASINO_X", raising=False)
    assert env.flag("CASINO_X", default=True) is True
    monkeypatch.setenv("CASINO_X", "  ")
    assert env.flag("CASINO_X", default=True) is True
    assert env.whole("CASINO_X", 10, 1, 20) == 10
    assert env.text("CASINO_X", "floor") == "floor"
    assert env.items("CASINO_X", ("a",)) == ["a"]
    assert env.secret("CASINO_X") == ""
    assert env.url("CASINO_X", ("redis",)) == ""
    assert env.folder("CASINO_X", Path("/srv/var")) == Path("/srv/var")


def test_a_typo_is_not_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_X", "ture")
    with pytest.raises(ImproperlyConfigured, match="CASINO_X must be 1 or 0, not 'ture'"):
        env.flag("CASINO_X")


@pytest.mark.parametrize("written", ["0", "201", "ten", "1.5", "--3"])
def test_a_number_outside_its_bounds_is_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("CASINO_X", written)
    with pytest.raises(ImproperlyConfigured, match="CASINO_X must be a whole number from 1 to 200"):
        env.whole("CASINO_X", 10, 1, 200)


def test_a_number_within_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_X", "200")
    assert env.whole("CASINO_X", 10, 1, 200) == 200


def test_each_secret_of_a_list_is_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_X", f" {'a' * 32},{'b' * 40} ,")
    assert env.secrets("CASINO_X") == ["a" * 32, "b" * 40]
    monkeypatch.setenv("CASINO_X", "a" * 32 + "," + "b" * 31)
    with pytest.raises(ImproperlyConfigured, match="each of CASINO_X must have at least 32 characters"):
        env.secrets("CASINO_X")
    monkeypatch.delenv("CASINO_X")
    assert env.secrets("CASINO_X") == []


def test_a_list_loses_blanks_and_empty_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_X", "floor.example, ,pit.example,")
    assert env.items("CASINO_X") == ["floor.example", "pit.example"]


def test_a_short_secret_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_X", "hunter2")
    with pytest.raises(ImproperlyConfigured) as refusal:
        env.secret("CASINO_X")
    assert str(refusal.value) == "CASINO_X must have at least 32 characters"


@pytest.mark.parametrize("written", ["mysql://u@h/db", "localhost:5432", "sqlite:///house.db"])
def test_only_postgresql_keeps_the_books(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("DATABASE_URL", written)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must start with postgres:// or postgresql://"):
        env.database_url()


def test_a_database_url_becomes_settings() -> None:
    found = env.database("postgres://house:s%40crt@db.example:6432/casino?sslmode=verify-full")
    assert {key: found[key] for key in ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "casino",
        "USER": "house",
        "PASSWORD": "s@crt",
        "HOST": "db.example",
        "PORT": 6432,
    }
    assert found["OPTIONS"] == {"sslmode": "verify-full"}


def test_a_folder_is_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CASINO_X", "data")
    assert env.folder("CASINO_X", Path("/srv/var")) == tmp_path / "data"


OPTIONS = """
import os
os.environ["DATABASE_URL"] = "postgres://u:p@db.example/house?sslmode=verify-full&tcp_user_timeout=9000"
os.environ |= {"SECRET_KEY": "s" * 32, "SEAL_KEYS": "s" * 32}
from casino import settings
known = settings.DATABASES["default"]["OPTIONS"]
print(known["sslmode"], known["pool"]["max_size"], known["options"].split()[1], known["tcp_user_timeout"])
"""


def test_parameters_of_the_database_url_reach_the_server() -> None:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("CASINO_", "DJANGO_"))}
    done = subprocess.run(
        [sys.executable, "-c", OPTIONS], cwd=ROOT, env=known, capture_output=True, text=True, check=True
    )
    assert done.stdout == "verify-full 10 lock_timeout=3s 9000\n"
