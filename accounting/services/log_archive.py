"""The archive of an export: a zip that is written while it is read, in little memory however long the log is.

Bodies and hashes go out as they are stored, so the archive proves what lies in the database. What is sealed stays
behind: its column is never read here, and the bodies hold commitments only (T-89, T-90).
"""

import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db import connection

from accounting.models.reports import ShiftReport
from accounting.selectors import heads as head_reads
from accounting.selectors.heads import Heads
from accounting.selectors.log_exports import LogExport
from tables.domain.canonical import canonical, content_hash
from tables.selectors import stream_days, whole

FORMAT = "casino-log 1"
CHECKER = Path(__file__).resolve().parents[2] / "script" / "check_export.py"
SEALING = ("shift_certified", "day_locked", "log_exported")
"""Events of the house that name heads of all streams; each is a seal."""

_TOLD = ("gaming_day", "shift", "version", "sha256")
_PAGE = 2_000
_PIECE = 1 << 18
_EVENTS = """
SELECT seq, body, encode(hash, 'hex') FROM tables_event
WHERE stream_id = %s AND seq > %s AND seq <= %s AND gaming_day BETWEEN %s AND %s ORDER BY seq
"""
_SEALED = """
SELECT e.stream_id, e.seq, e.body FROM tables_event e
WHERE e.stream_id = %s AND e.type = ANY(%s) AND e.round IS NULL AND e.seq <= %s ORDER BY e.seq
"""
_README = """\
The floor log of a casino, one file a stream, and a checker that needs nothing but Python 3.8 or later:

    python3 check_export.py THIS.zip --seal HASH

HASH is the root or the SHA-256 that is printed on a certified report, or the root that the house gave you with this
export. Take the checker from a source that you trust; the copy in here is only as good as the archive.

赌场桌面日志，每个流一个文件，附检查程序（只需 Python 3.8 或更高版本），用上面的命令运行。
HASH 是已签证报告上印的根哈希或 SHA-256，或随本导出一起给您的根哈希。
请从可信来源取得检查程序，这里的副本不比档案本身更可信。
"""


class _Pipe(io.RawIOBase):
    """What the zip writes, until it is taken on."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []
        self.held = 0

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        self.held += len(piece)
        return len(piece)

    def taken(self) -> bytes:
        """All that is held; nothing is held then."""
        taken, self._pieces, self.held = b"".join(self._pieces), [], 0
        return taken


def file_name(casino: str, export: LogExport) -> str:
    """What the archive is called: no two exports of a house have the same number."""
    return f"{casino}-log-{export.number}.zip"


def pieces(casino_id: int, casino: str, export: LogExport) -> Iterator[bytes]:
    """The archive, piece by piece."""
    seen = head_reads.at(casino_id, export.heads)
    stamp = export.exported_at
    when = (int(stamp[:4]), int(stamp[5:7]), int(stamp[8:10]), int(stamp[11:13]), int(stamp[14:16]), int(stamp[17:19]))
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        for name, texts in _files(casino_id, casino, export, seen):
            info = ZipInfo(name, when)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            with archive.open(info, "w", force_zip64=True) as file:
                for text in texts:
                    file.write(text.encode())
                    if pipe.held >= _PIECE:
                        yield pipe.taken()
    yield pipe.taken()


def _files(casino_id: int, casino: str, export: LogExport, seen: Heads) -> Iterator[tuple[str, Iterable[str]]]:
    manifest = {
        "format": FORMAT,
        "casino": casino,
        "exported_at": export.exported_at,
        "exported_by": export.exported_by,
        "export": export.number,
        "whole": export.whole,
        "heads": _told(seen),
        "root": export.root,
    }
    yield "manifest.json", [canonical(manifest) + "\n"]
    yield "README.txt", [_README]
    yield CHECKER.name, [CHECKER.read_text(encoding="utf-8")]
    yield "seals.jsonl", _seals(casino_id, seen.get(f"{casino}/house"))
    for head in seen.values():
        yield f"streams/{head.key}.jsonl", _lines(head.stream_id, head.seq)


def _lines(stream_id: int, last: int) -> Iterator[str]:
    """A stream's events up to ``last``, page by page by their key; each line is JSON, the body word for word in it."""
    seq = 0
    while seq < last:
        end = min(seq + _PAGE, last)
        days = stream_days.of([(stream_id, seq + 1, end)])
        with whole.history(), connection.cursor() as cursor:
            cursor.execute(_EVENTS, [stream_id, seq, end, *days])
            rows = cursor.fetchall()
        yield "".join([f'{{"body":{body},"hash":"{digest}"}}\n' for _, body, digest in rows])
        seq = end


def _seals(casino_id: int, house: head_reads.Head | None) -> Iterator[str]:
    """What the house said of all streams at earlier moments; none without the house's own stream."""
    if house is None:
        return
    with connection.cursor() as cursor:
        cursor.execute(_SEALED, [house.stream_id, list(SEALING), house.seq])
        found = cursor.fetchall()
    for stream_id, seq, body in found:
        event = json.loads(body)
        heads, root = _seal(casino_id, stream_id, seq, event)
        told = {name: value for name, value in event["data"].items() if name in _TOLD}
        seal = {**told, "stream": house.key, "seq": seq, "type": event["type"], "heads": heads, "root": root}
        yield canonical(seal) + "\n"


def _seal(casino_id: int, stream_id: int, seq: int, event: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Heads and root of a seal. A report's are those that it was frozen with, not what the log would give today."""
    if event["type"] == "shift_certified":
        text = ShiftReport.objects.filter(stream_id=stream_id, seq=seq).values_list("text", flat=True).first()
        if text is not None:
            log = json.loads(text)["log"]
            return log["heads"], log["root"]
    heads = _told(head_reads.at(casino_id, event["data"]["heads"]))
    return heads, event["data"].get("root") or content_hash(heads)


def _told(seen: Heads) -> dict[str, Any]:
    return {key: {"seq": head.seq, "hash": head.hash} for key, head in seen.items()}
