"""The checker finds every change of an export and names it; only who kept a hash on paper finds a history made anew."""

import ast
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from accounting.domain.posting import registry
from tests.script.unpacked import CHECKER, Files, chained, checker, events_of, stream_file, told, written

pytestmark = pytest.mark.django_db

HOUSE, TABLE, SERVER, DICE = "DEMO/house", "DEMO/table/BJ-01", "DEMO/table/BJ-02", "DEMO/table/SD-01"
STREAMS = ("DEMO/cage", "DEMO/count", HOUSE, TABLE, SERVER, DICE)


def of_type(files: Files, key: str, type_: str) -> int:
    """The number of the first event of a type."""
    return next(int(event["seq"]) for event in events_of(files, key) if event["type"] == type_)


def manifest(files: Files) -> dict[str, Any]:
    return dict(json.loads(files["manifest.json"]))


def write_manifest(files: Files, **changes: Any) -> None:
    files["manifest.json"] = json.dumps({**manifest(files), **changes}).encode() + b"\n"


# ------------------------------------------------------------------------------------------------------ a whole one
def test_a_whole_export_is_told_whole(files: Files, tmp_path: Path) -> None:
    events = sum(len(content.splitlines()) for name, content in files.items() if name.startswith("streams/"))
    found = told(files, tmp_path)
    assert found[:4] == [
        f"DEMO: 6 streams, {events} events, 2 seals: whole",
        f"root {manifest(files)['root']}",
        "no seal from paper was given: this only proves that the export agrees with itself",
        "1 values are still sealed",
    ]
    assert found[4].startswith("chips, in minor units: cage 7000000, count_room 300, issued -10000000, layout 1000,")
    places = dict(part.rsplit(" ", 1) for part in found[4].partition(": ")[2].split(", "))
    assert sum(int(amount) for amount in places.values()) == 0
    assert len(found) == 5


def test_zip_and_folder_are_told_the_same(archive: bytes, files: Files, tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(archive)
    assert list(checker.check(str(path), [])) == told(files, tmp_path / "folder")


def test_the_checker_in_the_archive_is_ours_and_runs_alone(archive: bytes, files: Files, tmp_path: Path) -> None:
    assert files["check_export.py"] == CHECKER.read_bytes()
    path = tmp_path / "export.zip"
    path.write_bytes(archive)
    (tmp_path / "check_export.py").write_bytes(files["check_export.py"])
    run = [sys.executable, "-I", "-S", "check_export.py", "export.zip"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("DEMO: 6 streams, ")


def test_it_needs_nothing_but_an_old_python() -> None:
    tree = ast.parse(CHECKER.read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {
        "__future__",
        "argparse",
        "collections.abc",
        "hashlib",
        "json",
        "os",
        "sys",
        "typing",
        "zipfile",
        "zlib",
    }
    newer = {"removeprefix", "removesuffix", "pairwise", "cache", "bit_count"}
    assert not {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & newer


def test_it_knows_every_event_that_moves_money() -> None:
    by_transfers = {"round_voided", "pot_paid", "seat_fee_taken", "ruling_paid", "press_undone", *registry.OF_ROUNDS}
    assert set(checker.MOVES) == set(registry.POSTED) - by_transfers


# ------------------------------------------------------------------------------------------------------- the chain
@pytest.mark.parametrize("key", STREAMS)
def test_any_byte_of_a_stream(files: Files, key: str, tmp_path: Path) -> None:
    name = stream_file(key)
    whole = files[name]
    for at in range(3, len(whole), max(len(whole) // 60, 1)):
        number = whole[:at].count(b"\n") + 1
        files[name] = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        (found,) = told(files, tmp_path)
        assert found.startswith((f"{key} #{number}", f"{name} breaks off")), (at, found)


def test_what_a_changed_byte_is_called(files: Files, tmp_path: Path) -> None:
    seq = of_type(files, TABLE, "bet_placed")
    name = stream_file(TABLE)
    whole = files[name]
    lines = whole.splitlines(keepends=True)

    def line(changed_to: bytes) -> str:
        files[name] = b"".join([*lines[: seq - 1], changed_to, *lines[seq:]])
        (found,) = told(files, tmp_path)
        return found

    right = lines[seq - 1]
    assert (
        line(right.replace(b'"amount":1000', b'"amount":9000', 1)) == f"{TABLE} #{seq} bet_placed: hash does not match"
    )
    assert line(right[:-10] + b"00" + right[-8:]) == f"{TABLE} #{seq} bet_placed: hash does not match"
    assert line(right.replace(b'{"body":', b'{"bodY":')) == f"{TABLE} #{seq}: the line is not of an export"
    assert line(right.replace(b'{"actor"', b'["actor"', 1)) == f"{TABLE} #{seq}: hash does not match"
    assert line(right[:-1]) == f"{TABLE} #{seq}: hash does not match"
    files[name] = whole[:-1]
    assert told(files, tmp_path) == [f"{name} breaks off, or has a line without an end"]


def test_lines_that_are_gone(files: Files, tmp_path: Path) -> None:
    name, certified = stream_file(TABLE), of_type(files, HOUSE, "shift_certified")
    lines = files[name].splitlines(keepends=True)
    for gone in (1, 8):
        files[name] = b"".join(lines[: gone - 1] + lines[gone:])
        type_ = json.loads(lines[gone])["body"]["type"]
        assert told(files, tmp_path) == [f"{TABLE} #{gone} {type_}: hash does not match"]
    files[name] = b"".join(lines[:-1])
    assert told(files, tmp_path) == [
        f"{TABLE}: ends before #{len(lines)}, which seal shift_certified {HOUSE} #{certified} was made from"
    ]
    files["seals.jsonl"] = b""
    assert told(files, tmp_path) == [f"{HOUSE} #{certified} shift_certified: has no seal in seals.jsonl"]


def test_a_line_more_and_lines_that_changed_places(files: Files, tmp_path: Path) -> None:
    name = stream_file(TABLE)
    lines = files[name].splitlines(keepends=True)
    files[name] = b"".join([*lines, lines[-1]])
    (found,) = told(files, tmp_path)
    assert found.startswith(f"{TABLE} #{len(lines) + 1} ")
    files[name] = b"".join([lines[1], lines[0], *lines[2:]])
    (found,) = told(files, tmp_path)
    assert found.startswith(f"{TABLE} #1 ")


def test_a_chain_that_fits_but_holds_something_else(files: Files, tmp_path: Path) -> None:
    events = events_of(files, TABLE)
    bodies = [json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() for event in events]
    last, type_ = len(bodies), events[-1]["type"]
    for other, what in (
        (bodies[-1].replace(b'"stream":"DEMO/table/BJ-01"', b'"stream":"DEMO/table/BJ-02"'), "is of DEMO/table/BJ-02"),
        (bodies[-1].replace(b'"seq":%d,' % last, b'"seq":99999,'), "says that it is #99999"),
        (bodies[-1].replace(b',"seq":', b', "seq":'), "is not in canonical form"),
        (bodies[-1].replace(b'"terminal":""', b'"terminal":"T-9","terminal":""'), "is not in canonical form"),
    ):
        chained(files, TABLE, [*bodies[:-1], other])
        assert told(files, tmp_path) == [f"{TABLE} #{last} {type_}: {what}"]


# ------------------------------------------------------------------------------------- manifest, seals and the files
def test_heads_and_root_follow_from_the_streams(files: Files, tmp_path: Path) -> None:
    right = manifest(files)
    head = right["heads"][TABLE]
    ends = f"{TABLE} #{head['seq']}: the manifest says that the stream ends otherwise"
    for change, what in (
        ({"heads": {**right["heads"], TABLE: {**head, "hash": "0" * 64}}}, ends),
        ({"heads": {**right["heads"], TABLE: {**head, "seq": 7}}}, ends),
        ({"root": "0" * 64}, "the root does not follow from the heads"),
        ({"casino": "DEMU"}, "the stream of BJ-01 is missing"),
        (
            {"heads": {k: v for k, v in right["heads"].items() if k != TABLE}},
            f"{stream_file(TABLE)} does not belong to the export",
        ),
    ):
        write_manifest(files, **{**right, **change})
        assert told(files, tmp_path) == [what]


def test_a_stream_left_out_of_a_whole_export_is_missed(files: Files, tmp_path: Path) -> None:
    right = manifest(files)
    del files[stream_file(SERVER)]
    assert told(files, tmp_path) == [f"{stream_file(SERVER)} is missing"]
    write_manifest(files, heads={k: v for k, v in right["heads"].items() if k != SERVER})
    assert told(files, tmp_path) == ["the stream of BJ-02 is missing"]


def test_any_byte_of_the_seals(files: Files, tmp_path: Path) -> None:
    whole = files["seals.jsonl"]
    written(files, tmp_path)
    for at in range(0, len(whole), 3):
        (tmp_path / "seals.jsonl").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises((checker.Wrong, *checker.UNREADABLE)):
            list(checker.check(str(tmp_path), []))


def test_what_a_changed_seal_is_called(files: Files, tmp_path: Path) -> None:
    report, export = (json.loads(line) for line in files["seals.jsonl"].splitlines())
    name = f"seal shift_certified {HOUSE} #{report['seq']}"

    def seals(*lines: dict[str, Any]) -> str:
        files["seals.jsonl"] = b"".join(checker.canonical(line).encode() + b"\n" for line in lines)
        (found,) = told(files, tmp_path)
        return found

    def mended_root(seal: dict[str, Any]) -> dict[str, Any]:
        return {**seal, "root": checker.sha256(checker.canonical(seal["heads"]))}

    head = report["heads"][TABLE]
    assert seals({**report, "root": "0" * 64}, export) == f"{name}: the root does not follow from the heads"
    other = mended_root({**report, "heads": {**report["heads"], TABLE: {**head, "hash": "0" * 64}}})
    sealed = f"{TABLE} #{head['seq']} {events_of(files, TABLE)[head['seq'] - 1]['type']}"
    assert seals(other, export) == f"{sealed}: is not what {name} was made from"
    beyond = mended_root({**export, "heads": {**export["heads"], TABLE: {**head, "seq": 9_999}}})
    assert seals(report, beyond) == f"{HOUSE} #{export['seq']} log_exported: its seal is of other heads"
    certified = f"{HOUSE} #{report['seq']} shift_certified"
    assert seals({**report, "sha256": "0" * 64}, export) == f"{certified}: its seal has another sha256"
    assert seals({**report, "shift": "day"}, export) == f"{certified}: its seal has another shift"
    assert seals(export) == f"{certified}: has no seal in seals.jsonl"
    assert (
        seals(export, report)
        == f"{name}: goes back in DEMO/house from #{export['heads'][HOUSE]['seq']} to #{report['heads'][HOUSE]['seq']}"
    )
    later = {**export, "seq": export["seq"] + 5_000}
    assert seals(report, export, later) == f"seal log_exported {HOUSE} #{later['seq']}: no event of the house"


def test_a_stream_that_ends_before_a_seal(files: Files, tmp_path: Path) -> None:
    report = json.loads(files["seals.jsonl"].splitlines()[0])
    lines = files[stream_file(TABLE)].splitlines(keepends=True)
    files[stream_file(TABLE)] = b"".join(lines[:5])
    seq = report["heads"][TABLE]["seq"]
    assert told(files, tmp_path) == [
        f"{TABLE}: ends before #{seq}, which seal shift_certified {HOUSE} #{report['seq']} was made from"
    ]


def test_files_that_do_not_belong_there(files: Files, tmp_path: Path) -> None:
    files["streams/DEMO/table/BJ-99.jsonl"] = b""
    assert told(files, tmp_path) == ["streams/DEMO/table/BJ-99.jsonl does not belong to the export"]


def test_a_broken_zip_is_named_by_its_file(archive: bytes, files: Files, tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as stored:
        for name, content in files.items():
            stored.writestr(name, content)
    raw = bytearray(path.read_bytes())
    raw[raw.index(b'"type":"bet_placed"') + 9] ^= 1
    path.write_bytes(raw)
    with pytest.raises(checker.Wrong, match=r"DEMO/table/BJ-0|streams/DEMO/table/BJ-0"):
        list(checker.check(str(path), []))
    path.write_bytes(archive[: len(archive) // 2])
    with pytest.raises(checker.Unusable):
        list(checker.check(str(path), []))
