"""The first sheet of a workbook: what is said of the document as a whole, who signed it, and what proves it."""

from collections.abc import Sequence

from xlsxwriter.worksheet import Worksheet

from tables.documents import data, spelling
from tables.documents.model import Check, Checks, Fact, Facts, Notes, Part, Signature
from tables.documents.values import Kind
from tables.documents.xlsx.book import BAD, FAINT, Book


def write(book: Book) -> None:
    """Add the sheet."""
    document, words = book.document, book.document.words
    sheet = book.sheet(words.summary)
    sheet.set_portrait()
    sheet.set_column(0, 0, 38)
    sheet.set_column(1, 1, 70)
    sheet.hide_gridlines(2)
    sheet.set_row(0, 26)
    sheet.write_string(0, 0, document.title, book.look(bold=True, font_size=16))
    for at, word in enumerate(([document.state.word] if document.state else []) + [*document.stamps, *document.marks]):
        sheet.write_string(0, at + 1, word, book.look(bold=True, font_size=12))
    sheet.write_string(1, 0, document.subtitle, book.look())
    lines = [
        Fact("house", document.house, document.casino),
        *([Fact("number", document.title, document.number, Kind.CODE)] if document.number else []),
        *document.identity,
        Fact("currency", words.currency, document.money.currency),
        Fact("zone", words.times, document.zone),
    ]
    at = _facts(book, sheet, 3, lines)
    for part in document.parts:
        at = _part(book, sheet, at, part)
    if document.signatures:
        at = _heading(book, sheet, at, words.signed)
        for line in document.signatures:
            at = _signature(book, sheet, at, line)
    at = _facts(book, sheet, _heading(book, sheet, at, words.proof), _proof(book))
    sheet.write_string(at + 1, 0, document.proof_note, book.look(font_color=FAINT))


def _part(book: Book, sheet: Worksheet, at: int, part: Part) -> int:
    """Tables and charts have sheets of their own."""
    match part:
        case Facts():
            return _facts(book, sheet, _heading(book, sheet, at, part.title), part.facts)
        case Notes():
            at = _heading(book, sheet, at, part.title)
            for line in part.lines or (part.empty,):
                sheet.write_string(at, 0, line, book.look())
                at += 1
        case Checks():
            at = _heading(book, sheet, at, part.title)
            for check in part.checks:
                _check(book, sheet, at, check)
                at += 1
    return at


def _heading(book: Book, sheet: Worksheet, at: int, title: str) -> int:
    sheet.write_string(at + 1, 0, title, book.look(bold=True, font_size=12))
    return at + 2


def _facts(book: Book, sheet: Worksheet, at: int, facts: Sequence[Fact]) -> int:
    for fact in facts:
        sheet.write_string(at, 0, fact.title, book.look(font_color=FAINT))
        book.write(sheet, (at, 1), fact.value, fact.kind, align="left")
        at += 1
    return at


def _check(book: Book, sheet: Worksheet, at: int, check: Check) -> None:
    look = book.look() if check.agree == check.of else book.look(font_color=BAD, bold=True)
    words = book.document.words.of.replace("{agree}", str(check.agree)).replace("{of}", str(check.of))
    sheet.write_string(at, 0, check.text, look)
    sheet.write_string(at, 1, words, look)


def _signature(book: Book, sheet: Worksheet, at: int, line: Signature) -> int:
    moment = spelling.instant(line.signed_at, book.document.zone) if line.signed_at else ""
    said = (line.name, line.badge, line.licence, line.terminal, moment)
    sheet.write_string(at, 0, line.role, book.look(font_color=FAINT))
    sheet.write_string(at, 1, " · ".join(filter(None, said)), book.look(bottom=4))
    if line.content:
        at += 1
        sheet.write_string(at, 1, line.content, book.look(font_color=FAINT, font_size=8))
    return at + 1


def _proof(book: Book) -> list[Fact]:
    document, words = book.document, book.document.words
    return [
        *document.proof,
        *([Fact("look_up", words.look_up, document.look_up, Kind.CODE)] if document.look_up else []),
        Fact("sha256", words.sha256, data.sha256_of(document), Kind.CODE),
        Fact("made", words.made, document.dated, Kind.INSTANT),
    ]
