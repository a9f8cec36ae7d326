"""``export_log`` writes a zip in an auditor's name and says its root; what it refuses leaves nothing."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests import builders, dealt
from tests.builders import facts
from tests.script.unpacked import checker

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("export_log", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_the_log_as_a_zip(tmp_path: Path) -> None:
    dealt.settled(builders.house())
    lines = run("--casino", "DEMO", "--badge", "axel", "--to", str(tmp_path))
    path = tmp_path / "DEMO-log-1.zip"
    (exported,) = facts("log_exported")
    assert lines == [f"{path}: 4 streams, {sum(exported['heads'].values())} events", f"root {exported['root']}"]
    assert list(checker.check(str(path), [exported["root"]]))[2] == f"seal {exported['root']}: the root of this export"
    lines = run("--casino", "DEMO", "--badge", "axel", "--to", str(tmp_path), "--stream", "DEMO/house")
    assert lines[0].startswith(f"{tmp_path / 'DEMO-log-2.zip'}: 1 streams, ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--badge", "nobody"], "nobody in DEMO has the badge nobody"),
        (["--badge", "ada"], "not_permitted"),
        (["--badge", "axel", "--stream", "OTHER/house"], "no_such_stream"),
        (["--badge", "axel", "--to", "/nowhere/at/all"], "there is no folder /nowhere/at/all"),
    ],
)
def test_what_it_refuses(arguments: list[str], told: str, tmp_path: Path) -> None:
    builders.house()
    with pytest.raises(CommandError, match=told):
        run("--casino", "DEMO", "--to", str(tmp_path), *arguments)
    assert facts("log_exported") == []
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_written_over(tmp_path: Path) -> None:
    builders.house()
    (tmp_path / "DEMO-log-1.zip").write_text("mine")
    with pytest.raises(CommandError, match="there is a file"):
        run("--casino", "DEMO", "--badge", "axel", "--to", str(tmp_path))
    assert (tmp_path / "DEMO-log-1.zip").read_text() == "mine"
