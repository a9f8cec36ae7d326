"""A document as a PDF that can be archived (PDF/A-2a) and read aloud (PDF/UA-1).

typst keeps what it has set once for as long as its process lives (120 reports: 1.4 GB), so this runs in a process of
its own (drawing.py).
"""

import json
from datetime import UTC
from pathlib import Path

import typst

from tables.documents import glyphs, layout
from tables.documents.model import Document

TEMPLATE = Path(__file__).with_name("document.typ")


def typeset(document: Document) -> bytes:
    """The file; the same document is the same bytes."""
    moment = document.dated.astimezone(UTC)
    laid = layout.laid_out(document)
    laid["date"] = [moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second]
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(glyphs.FONTS)])
    return typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,
        font_paths=fonts,
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["a-2a", "ua-1"],
        sys_inputs={"document": json.dumps(glyphs.shown(laid), ensure_ascii=False)},
        timestamp=moment.replace(microsecond=0),
    )
