"""Rows for papers of the log; see ``matrix``. The stages are in ``tests.prints``."""

from tests.tables.api.matrix import FLOOR, row

_READERS = "dealer " + FLOOR
_CODES = {
    **dict.fromkeys(("second", "integrator"), "not_your_view"),
    "outsider": "no_such_paper",
    "elsewhere": "no_such_table",
}
_OPENER = "papers/BJ-01/4"

PAPERS = (
    row("GET", "paper", _OPENER, _READERS, codes=_CODES),
    row("GET", "paper-pdf", f"{_OPENER}/paper.pdf", _READERS, stage="opener_printed", codes=_CODES),
    row("POST", "paper-prints", f"{_OPENER}/prints", _READERS, body={}, codes=_CODES),
)
