"""The workbook of a document."""

from tables.documents.model import Document
from tables.documents.xlsx import grid, pictures, summary
from tables.documents.xlsx.book import Book


def written(document: Document) -> bytes:
    """The file: summary, a sheet a table, charts."""
    book = Book(document)
    summary.write(book)
    for table in document.tables:
        grid.write(book, table)
    pictures.write(book)
    return book.finished()
