"""The command that founds a house: from a file, from standard input, or from answers at a terminal."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tables.management import founding_questions
from tables.models import floor, house
from tables.services import sign_ons
from tests import builders
from tests.tables.domain.test_charter import EXAMPLE

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("found_house", *words, stdout=out)
    return out.getvalue()


def password_in(said: str) -> str:
    line = next(line for line in said.splitlines() if line.strip().startswith("password"))
    return line.split()[1]


def test_from_a_file_to_the_first_sign_in() -> None:
    said = run(str(EXAMPLE))
    assert said.startswith("LUCKY Lucky Star: added casino LUCKY, chip set MAIN, ")
    assert "   user name  hana\n" in said
    signed = sign_ons.sign_on_with_password(
        at=timezone.now(), username="hana", password=password_in(said), new_password="nobody but me knows"
    )
    assert signed.actor.casino == "LUCKY"
    assert run(str(EXAMPLE)) == (
        "LUCKY Lucky Star stands as the charter says; nothing was added.\n"
        "hana has a password of his own. If it is lost: manage.py manager_password LUCKY hana\n"
    )


def test_checking_writes_nothing(tmp_path: Path) -> None:
    assert run("--check", str(EXAMPLE)) == (
        "This can be founded: LUCKY Lucky Star in USD; chip sets 1, pits 1, tables 2 (blackjack, liars_dice); "
        "manager Hana Okafor (hana).\n"
    )
    assert not house.Casino.objects.exists()
    run(str(EXAMPLE))
    other = tmp_path / "other.toml"
    other.write_text(EXAMPLE.read_text(encoding="utf-8").replace("Lucky Star", "Unlucky"))
    with pytest.raises(CommandError, match=r"^nothing was founded:\n  casino\.name: is 'Lucky Star', not 'Unlucky'$"):
        run("--check", str(other))


def test_the_example_is_printed_and_can_be_founded(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = run("--example")
    assert printed == EXAMPLE.read_text(encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(printed))
    assert run("-").startswith("LUCKY Lucky Star: added casino LUCKY")


def test_everything_that_is_wrong_is_one_report(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"casino": {"code": "lucky", "decimals": 2.5}, "tables": []}')
    with pytest.raises(CommandError) as told:
        run(str(wrong))
    lines = str(told.value).splitlines()
    assert lines[0] == "nothing was founded:"
    assert "  casino.decimals: must be a whole number" in lines
    assert "  casino.name: is missing" in lines
    assert "  manager: is missing" in lines
    assert not house.Casino.objects.exists()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("none.toml", None, "cannot be read"),
        ("broken.toml", "[casino", "is no TOML or JSON"),
        ("broken.json", "{", "is no TOML or JSON"),
        ("list.json", "[]", "holds no charter"),
    ],
)
def test_a_file_that_is_none(tmp_path: Path, name: str, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(CommandError, match=told):
        run(str(tmp_path / name))


def test_without_a_file_and_without_a_terminal_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(CommandError, match="name a file"):
        run()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def answering(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """A person at a terminal; the questions that he is asked."""
    asked: list[str] = []
    given: Iterator[str] = iter(answers)

    def answer(question: str) -> str:
        asked.append(question)
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("builtins.input", answer)
    return asked


ANSWERS = (
    *("lucky", "LUCKY", "Lucky Star", "", "", "nowhere", "America/Los_Angeles", "", "", ""),
    *("", "Hana Okafor", "hana", "", "", ""),
    *("2", "0", "0", "1", ""),
    *("BJ", "", "server", "5000", "LD", "6", "", "1000"),
)


def test_the_questions_found_a_house(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = answering(monkeypatch, *ANSWERS, "y")
    said = run()
    assert asked[0] == asked[1] == "Code of the casino, which never changes (LUCKY): "
    assert "a code has 1 to 16 capitals" in capsys.readouterr().out
    assert (
        "This will be founded: LUCKY Lucky Star in USD; chip sets 1, pits 1, tables 3 (blackjack, liars_dice)" in said
    )
    tables = floor.GamingTable.objects.order_by("code").values_list("code", "card_source", "spots", "licensed_maximum")
    assert list(tables) == [
        ("BJ-01", "server", 7, 500_000),
        ("BJ-02", "server", 7, 500_000),
        ("LD-01", "keyed", 6, 100_000),
    ]
    chips = house.Denomination.objects.order_by("value").values_list("value", flat=True)
    assert list(chips) == [100, 500, 2_500, 10_000, 50_000, 100_000]
    assert password_in(said)


@pytest.mark.parametrize("last", [("n",), ("",), ()])
def test_who_does_not_agree_founds_nothing(monkeypatch: pytest.MonkeyPatch, last: tuple[str, ...]) -> None:
    answering(monkeypatch, *ANSWERS, *last)
    with pytest.raises(CommandError, match="nothing was founded"):
        run()
    assert not house.Casino.objects.exists()


def test_a_manager_who_lost_his_password_gets_another() -> None:
    builders.house()
    out = io.StringIO()
    call_command("manager_password", "DEMO", "hana", stdout=out)
    said = out.getvalue()
    assert said.startswith("hana signs in once with the password ")
    signed = sign_ons.sign_on_with_password(
        at=builders.AT, username="hana", password=said.split()[7], new_password="nobody but me knows"
    )
    assert signed.actor.badge == "hana"
    call_command("manager_password", "DEMO", "hana", "--pin", stdout=out)
    assert re.fullmatch(
        r"hana signs on once at a terminal with the PIN [0-9]{6} and chooses his own\.", out.getvalue().splitlines()[1]
    )
    with pytest.raises(CommandError, match="DEMO has no house manager with the user name ada"):
        call_command("manager_password", "DEMO", "ada")


def test_the_answers_are_what_a_file_would_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answering(monkeypatch, *ANSWERS)
    answers: Any = founding_questions.asked(lambda words: None)
    (tmp_path / "lucky.json").write_text(json.dumps(answers))
    assert run("--check", str(tmp_path / "lucky.json")).startswith("This can be founded: LUCKY")
