"""What the checker says of an export whose chain fits: reveals, chips, and hashes from paper."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.script.unpacked import CHECKER, Files, changed, events_of, mended, told

pytestmark = pytest.mark.django_db

TABLE, SERVER = "DEMO/table/BJ-01", "DEMO/table/BJ-02"


def first(files: Files, key: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first event of a stream that ``wanted`` wants."""
    return next(event for event in events_of(files, key) if wanted(event))


def of_type(type_: str) -> Callable[[dict[str, Any]], bool]:
    return lambda event: event["type"] == type_


# -------------------------------------------------------------------------------------------------------- reveals
@pytest.mark.parametrize(
    ("key", "field", "told_as"),
    [(TABLE, "value", "card"), (TABLE, "nonce", "card"), (SERVER, "value", "seed"), (SERVER, "nonce", "seed")],
)
def test_another_card_or_seed_than_was_committed_to(
    files: Files, key: str, field: str, told_as: str, tmp_path: Path
) -> None:
    def shows(event: dict[str, Any]) -> bool:
        return any(shown["field"] == told_as for shown in event["data"].get("revealed", ()))

    event = first(files, key, shows)
    shown = next(shown for shown in event["data"]["revealed"] if shown["field"] == told_as)

    def other(data: dict[str, Any]) -> None:
        (line,) = [line for line in data["revealed"] if line["seq"] == shown["seq"]]
        line[field] = line[field][::-1]

    changed(files, key, event["seq"], other)
    assert told(files, tmp_path) == [
        f"{key} #{event['seq']} {event['type']}: shows another {told_as} than #{shown['seq']} committed to"
    ]


def test_a_value_that_was_never_sealed(files: Files, tmp_path: Path) -> None:
    event = first(files, TABLE, of_type("bet_placed"))
    line = {"seq": 1, "field": "card", "nonce": "0" * 32, "value": "AS"}
    changed(files, TABLE, event["seq"], lambda data: data.update(revealed=[line]))
    assert told(files, tmp_path) == [f"{TABLE} #{event['seq']} bet_placed: shows another card than #1 committed to"]


# ---------------------------------------------------------------------------------------------------------- chips
def _moved(data: dict[str, Any]) -> None:
    move = next(move for move in data["transfers"] if "rack" in move[:2])
    move[2] += 100


def _bank(data: dict[str, Any]) -> None:
    data["chips"]["100"] += 1


def _closer(data: dict[str, Any]) -> None:
    data["closer"]["100"] += 1
    data["total"] += 100


def _expected(data: dict[str, Any]) -> None:
    data["expected"]["100"] += 1


def _buy_in(data: dict[str, Any]) -> None:
    data["cash"] += 100


def _emptied(data: dict[str, Any]) -> None:
    data["transfers"] = [["layout", "player:seat 9", 10**9, "gift", "chips"]]


@pytest.mark.parametrize(
    ("wanted", "change", "what"),
    [
        (of_type("table_bank_issued"), _bank, "1000000 written for 1000100 in chips"),
        (of_type("table_closed"), _closer, "the rack is not what was counted"),
        (of_type("table_closed"), _expected, "expected is not what the movements left in the rack"),
        (of_type("buy_in_taken"), _buy_in, "the chips of the rack are not worth what was moved"),
        (of_type("round_voided"), _moved, "the chips of the rack are not worth what was moved"),
        (of_type("betting_closed"), _emptied, "more chips leave layout/BJ-01 than were there"),
    ],
    ids=["bank", "closer", "expected", "buy-in", "payment", "layout"],
)  # fmt: skip
def test_chips_that_do_not_add_up(
    files: Files, wanted: Callable[[dict[str, Any]], bool], change: Any, what: str, tmp_path: Path
) -> None:
    event = first(files, TABLE, wanted)
    changed(files, TABLE, event["seq"], change)
    assert told(files, tmp_path) == [f"{TABLE} #{event['seq']} {event['type']}: {what}"]


def test_chips_of_the_cage_are_worth_what_is_written(files: Files, tmp_path: Path) -> None:
    files["seals.jsonl"] = b""
    changed(files, "DEMO/cage", 1, _bank)
    assert told(files, tmp_path) == ["DEMO/cage #1 chips_received: 10000000 written for 10000100 in chips"]


def test_chips_from_nowhere_are_pointed_at(files: Files, tmp_path: Path) -> None:
    """Less came into the cage than went out: no event is wrong by itself, the house is."""

    def less(data: dict[str, Any]) -> None:
        data["chips"], data["total"] = {"100": 1}, 100

    changed(files, "DEMO/cage", 1, less)
    mended(files)
    assert told(files, tmp_path)[-1] == "look here: cage is below zero, chips came from nowhere"


# ------------------------------------------------------------------------------------------------- hashes from paper
def test_a_hash_from_paper_is_found(files: Files, tmp_path: Path) -> None:
    report, export = (json.loads(line) for line in files["seals.jsonl"].splitlines())
    name = f"seal shift_certified DEMO/house #{report['seq']}"
    root = json.loads(files["manifest.json"])["root"]
    assert told(files, tmp_path, report["root"], report["sha256"].upper(), export["root"], root)[2:6] == [
        f"seal {report['root']}: the root of {name}",
        f"seal {report['sha256'].upper()}: what {name} froze",
        f"seal {export['root']}: the root of seal log_exported DEMO/house #{export['seq']}",
        f"seal {root}: the root of this export",
    ]


def test_only_paper_finds_a_history_that_was_made_anew(files: Files, tmp_path: Path) -> None:
    before = json.loads(files["seals.jsonl"].splitlines()[0])
    event = first(files, TABLE, of_type("floor_called"))
    changed(files, TABLE, event["seq"], lambda data: data.update(reason="nothing happened"))
    (found,) = told(files, tmp_path / "careless")
    assert found.endswith(f"is not what seal shift_certified DEMO/house #{before['seq']} was made from")
    mended(files)
    assert told(files, tmp_path / "careful")[0].endswith("whole")
    assert told(files, tmp_path / "careful", before["root"]) == [
        f"seal {before['root']}: nothing in this export has that hash"
    ]


def test_its_exit_says_whether_the_export_is_whole(files: Files, archive: bytes, tmp_path: Path) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, str(CHECKER), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, done.stderr

    (tmp_path / "whole.zip").write_bytes(archive)
    code, out, err = run("whole.zip")
    assert (code, err) == (0, "")
    assert out.startswith("DEMO: 6 streams")
    code, out, err = run("whole.zip", "--seal", "0" * 64)
    assert (code, out, err) == (1, f"seal {'0' * 64}: nothing in this export has that hash\n", "")
    (tmp_path / "text.zip").write_text("no zip")
    code, out, err = run("text.zip")
    assert (code, out) == (2, "")
    assert err.startswith("not an export of a log: ")
    files["manifest.json"] = b'{"format":"casino-log 1"}\n'
    for name, content in files.items():
        path = tmp_path / "folder" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert run("folder") == (1, "manifest or seals cannot be read: KeyError('heads')\n", "")
    files["manifest.json"] = b'{"format":"casino-log 2"}\n'
    (tmp_path / "folder" / "manifest.json").write_bytes(files["manifest.json"])
    assert run("folder") == (2, "", "this checker reads casino-log 1, not casino-log 2\n")
