"""Files of a document, drawn by a child: read back, the same bytes, within limits."""

import io
import json
import os
import resource
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest
from python_calamine import CalamineWorkbook

from tables.documents import __main__ as child
from tables.documents import data, drawing
from tables.documents.drawing import DrawingError, Format
from tables.documents.model import Column, Document, Paper, Row, Style, Table
from tables.domain.errors import Conflict
from tests.tables.documents import paper


@pytest.fixture
def read() -> Iterator[Any]:
    """Opens PDFs, and closes them before the library goes."""
    opened: list[pypdfium2.PdfDocument] = []

    def pages(raw: bytes) -> list[str]:
        document = pypdfium2.PdfDocument(raw)
        opened.append(document)
        return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]

    yield pages
    for document in opened:
        document.close()


def pdf(document: Document) -> bytes:
    return drawing.file(document, Format.PDF).content


def lines(count: int) -> Table:
    return Table("lines", "Lines", (Column("name", "Name"),), tuple(Row((f"line {at}",)) for at in range(count)))


def test_a_pdf_says_all_that_the_report_says(read: Any) -> None:
    document = paper.report(marks=("VOID",), stamps=("REPRINT 2",))
    text = "\n".join(read(pdf(document)))
    for said in (
        "Shift report", "Harbour House 海港", "2026-11-29 swing v1", "PRELIMINARY", "VOID", "REPRINT 2", "Result 结果",
        "BJ-02", "(350.00)", "(5.65)", "5,750.00", "8 of 9", "none changed", "Win by table",
        "Ada Łukasz 陳", "ada · licence L-1 · terminal T-OFFICE-1", "2026-11-29 22:14:03", "Incoming pit boss",
        "Losses are below the line.", "Keep this page.", "DEMO/2026-11-29", data.sha256_of(document),
    ):  # fmt: skip
        assert said in text, said


def test_every_page_has_its_number_the_title_and_the_state(read: Any) -> None:
    pages = read(pdf(paper.report(parts=(lines(150),))))
    assert len(pages) == 5
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in page
        assert "PRELIMINARY" in page
        assert "Shift report" in page
        assert "SHA-256" in page
    assert all("Name" in page for page in pages[:4])  # the head of the table is repeated


@pytest.mark.parametrize("count", [34, 35, 36])
def test_a_sum_never_stands_alone_on_a_page(read: Any, count: int) -> None:
    """Wherever the page ends, the last line goes with its total."""
    table = lines(count)
    total = Row(("all of them",), Style.TOTAL)
    (page,) = [
        page for page in read(pdf(paper.report(parts=(replace(table, rows=(*table.rows, total)),)))) if "all of" in page
    ]
    assert f"line {count - 1}\nall of them" in page


@pytest.mark.parametrize("before", [28, 30])
def test_a_long_table_begins_with_some_of_its_rows(read: Any, before: int) -> None:
    """A heading at the foot of a page takes four rows with it, or goes to the next page."""
    first, second = lines(before), replace(lines(20), name="more", title="More of them")
    pages = read(pdf(paper.report(parts=(first, second))))
    (page,) = [page for page in pages if "More of them" in page]
    behind = page[page.index("More of them") :]
    assert "line 3" in behind


def test_a_pdf_can_be_archived_and_read_aloud() -> None:
    raw = pdf(paper.report())
    assert raw.startswith(b"%PDF-1.7")
    for mark in (b"<pdfaid:part>2</pdfaid:part>", b"<pdfaid:conformance>A<", b"<pdfuaid:part>1<", b"/MarkInfo"):
        assert mark in raw
    assert b"/JavaScript" not in raw


def test_a_slip_fits_on_one_small_page() -> None:
    document = pypdfium2.PdfDocument(pdf(paper.report(parts=(lines(8),), paper=Paper.SLIP)))
    assert len(document) == 1
    width, height = document[0].get_size()
    assert (round(width), round(height)) == (420, 595)
    document.close()


def test_the_same_document_is_the_same_bytes() -> None:
    assert pdf(paper.report()) == pdf(paper.report())
    assert pdf(paper.report()) != pdf(paper.report(subtitle="another"))


def test_a_sign_that_no_font_has_does_not_stop_the_press(read: Any) -> None:
    assert "Bob [U+1F600]" in "\n".join(read(pdf(paper.report(subtitle="Bob 😀"))))


def test_text_is_never_markup(read: Any) -> None:
    evil = '#read("/etc/passwd") *bold* $x$ <label> \\ "quoted" // no comment'
    assert evil in "\n".join(read(pdf(paper.report(subtitle=evil))))


def test_the_other_files() -> None:
    document = paper.report()
    book = drawing.file(document, Format.XLSX)
    assert (book.name, book.content_type) == (
        "DEMO-shift_report-2026-11-29_swing_v1.xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    )
    assert "Result 结果" in CalamineWorkbook.from_filelike(io.BytesIO(book.content)).sheet_names
    archive = drawing.file(document, Format.CSV)
    assert archive.name.endswith(".zip")
    assert zipfile.ZipFile(io.BytesIO(archive.content)).namelist() == ["tables.csv", "exceptions.csv"]
    assert json.loads(drawing.file(document, Format.JSON).content) == data.to_data(document)
    assert drawing.file(paper.report(number=""), Format.JSON).name == "DEMO-shift_report-2026-11-29.json"


@pytest.mark.parametrize("form", [Format.PDF, Format.XLSX])
def test_too_long_a_report_is_refused_before_it_is_drawn(form: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_ROWS", {form: 3})
    with pytest.raises(Conflict) as caught:
        drawing.file(paper.report(parts=(lines(4),)), form)
    assert (caught.value.code, caught.value.detail) == ("too_long_for_file", {"rows": 4, "most": 3, "format": form})


def test_who_is_too_slow_is_stopped() -> None:
    with pytest.raises(Conflict) as caught:
        drawing.file(paper.report(), Format.PDF, seconds=0.01)
    assert caught.value.code == "drawing_busy"


def test_so_many_are_drawn_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "TURN", 0.01)
    for _ in range(drawing.AT_ONCE):
        assert drawing._turns.acquire(blocking=False)
    try:
        with pytest.raises(Conflict) as caught:
            drawing.file(paper.report(), Format.PDF)
        assert caught.value.code == "drawing_busy"
        assert drawing.file(paper.report(), Format.JSON).content
    finally:
        for _ in range(drawing.AT_ONCE):
            drawing._turns.release()
    assert drawing.file(paper.report(), Format.PDF).content


def test_what_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "text_of", lambda document: '{"format": 2}')
    with pytest.raises(DrawingError, match="not a document of format 1"):
        drawing.file(paper.report(), Format.PDF)


def test_the_child_gets_no_secret_and_keeps_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def run(command: list[str], **more: Any) -> subprocess.CompletedProcess[bytes]:
        seen.update(more, command=command)
        return subprocess.CompletedProcess(command, 0, b"drawn", b"")

    monkeypatch.setenv("SECRET_KEY", "nobody's business")
    monkeypatch.setattr(subprocess, "run", run)
    assert drawing.file(paper.report(), Format.PDF, seconds=5).content == b"drawn"
    assert set(seen["env"]) == {"PATH", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE"}
    assert (seen["timeout"], seen["command"][-2:]) == (5, ["pdf", "6"])
    assert seen["command"][0] == sys.executable


def test_the_child_keeps_its_limits_and_waits_behind_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[int, int] = {}
    nice: list[int] = []
    out = io.BytesIO()
    monkeypatch.setattr(child, "_limit", limits.__setitem__)
    monkeypatch.setattr(os, "nice", nice.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data.text_of(paper.report()).encode())))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    child.main("xlsx", 7)
    assert limits == {resource.RLIMIT_CPU: 7, resource.RLIMIT_AS: child.MEMORY}
    assert nice == [10]
    assert "Result 结果" in CalamineWorkbook.from_filelike(io.BytesIO(out.getvalue())).sheet_names


def test_a_limit_is_one() -> None:
    code = (
        "import resource, tables.documents.__main__ as child; child._limit(resource.RLIMIT_NOFILE, 20); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=drawing.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "20\n"
