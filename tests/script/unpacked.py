"""An export as a forger has it before him: every file as bytes, chains that he can make fit again."""

import hashlib
import importlib.util
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from tables.domain.canonical import GENESIS, canonical, content_hash

CHECKER = Path(__file__).resolve().parents[2] / "script" / "check_export.py"
Files = dict[str, bytes]


def module() -> ModuleType:
    """The checker, loaded from its one file as anybody would."""
    spec = importlib.util.spec_from_file_location("check_export", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


checker = module()


def files_of(archive: bytes) -> Files:
    """What is in the zip."""
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {name: found.read(name) for name in found.namelist()}


def written(files: Files, folder: Path) -> Path:
    """The files as a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def told(files: Files, folder: Path, *seals: str) -> list[str]:
    """What the checker says of the files: its report, or one line that names what is wrong."""
    written(files, folder)
    try:
        return list(checker.check(str(folder), list(seals)))
    except checker.Wrong as wrong:
        return [str(wrong)]


def stream_file(key: str) -> str:
    return f"streams/{key}.jsonl"


def events_of(files: Files, key: str) -> list[dict[str, Any]]:
    """The events of a stream, in order."""
    return [json.loads(line)["body"] for line in files[stream_file(key)].splitlines()]


def chained(files: Files, key: str, bodies: list[bytes]) -> None:
    """Write a stream with these bodies and a chain that fits them; nothing else is mended."""
    head, lines = GENESIS, []
    for body in bodies:
        head = hashlib.sha256(head + body).digest()
        lines.append(b'{"body":%b,"hash":"%b"}\n' % (body, head.hex().encode()))
    files[stream_file(key)] = b"".join(lines)


def changed(files: Files, key: str, seq: int, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change an event's data and make the stream's chain fit again."""
    events = events_of(files, key)
    change(events[seq - 1]["data"])
    chained(files, key, [canonical(event).encode() for event in events])


def mended(files: Files) -> None:
    """Make heads, root and seals fit the streams again, as somebody would who writes the whole history anew."""
    manifest = json.loads(files["manifest.json"])
    hashes = {key: _hashes(files, key) for key in manifest["heads"]}
    seals = [json.loads(line) for line in files["seals.jsonl"].splitlines()]
    for seal in seals:  # in order: an export's root stands in the house, and so in every later seal
        for key, head in seal["heads"].items():
            head["hash"] = hashes[key][head["seq"]]
        seal["root"] = root = content_hash(seal["heads"])
        if seal["type"] == "log_exported":
            _write_root(files, seal["stream"], seal["seq"], root)
            hashes[seal["stream"]] = _hashes(files, seal["stream"])
    manifest["heads"] = {key: {"seq": len(found) - 1, "hash": found[-1]} for key, found in hashes.items()}
    manifest["root"] = content_hash(manifest["heads"])
    files["manifest.json"] = canonical(manifest).encode() + b"\n"
    files["seals.jsonl"] = b"".join(canonical(seal).encode() + b"\n" for seal in seals)


def _write_root(files: Files, key: str, seq: int, root: str) -> None:
    changed(files, key, seq, lambda data: data.update(root=root))


def _hashes(files: Files, key: str) -> list[str]:
    """The hash after each number of events, from 0 on."""
    return [GENESIS.hex(), *(json.loads(line)["hash"] for line in files[stream_file(key)].splitlines())]
