"""Rows for the count room; see ``matrix``. The stages are in ``tests.count_stages``."""

from typing import Any

from tests import count_stages
from tests.tables.api.matrix import row
from tests.tables.api.matrix_house import sign

_TEAM = [sign("colin"), sign("cora")]
_NOTES: dict[str, Any] = {"notes": {str(value): n for value, n in count_stages.NOTES.items()}, "total": 50_000}
_RAKE: dict[str, Any] = {"chips": {"500": 3}, "total": 1_500}
_FIRST = {"shown_empty": True, "counter": sign("colin")}
_SECOND = {"counter": sign("cora")}
_VERIFIER = {"explanation": "two notes stuck together", "verifier": sign("ada")}
_READERS = "counter cashier accountant auditor manager"
_STRANGERS: dict[str, Any] = {"codes": {"outsider": "wrong_badge_or_pin"}}
_NO_COUNT: dict[str, Any] = {"codes": {"outsider": "no_such_count"}}
_NO_BOX: dict[str, Any] = {"codes": {"outsider": "no_such_box", "elsewhere": "not_permitted"}}
# BJ-01 has no rake box, which is all that is found out about it.
_NO_RAKE: dict[str, Any] = {"codes": {"counter": "no_such_box", **_NO_BOX["codes"]}}
_SESSION, _BOX = "count-sessions/1", "tables/BJ-01/boxes/1"

COUNTS = (
    row("GET", "count-sessions", "count-sessions", _READERS + " outsider", stage="box_counted"),
    row("POST", "count-sessions", "count-sessions", "counter", body={"team": _TEAM}, **_STRANGERS),
    row("GET", "count-session", _SESSION, _READERS, stage="box_counted", **_NO_COUNT),
    row(
        "POST",
        "box-acceptances",
        f"{_SESSION}/boxes",
        "counter",
        body={"table": "BJ-01", "box": 1, "counter": sign("colin")},
        stage="count_open",
        **_STRANGERS,
    ),
    row(
        "POST",
        "count-verifications",
        f"{_SESSION}/verifications",
        "counter accountant",
        body={**_NOTES, "verifier": sign("ada")},
        stage="box_counted",
        **_STRANGERS,
    ),
    row(
        "POST",
        "count-closings",
        f"{_SESSION}/closings",
        "counter",
        body={"team": _TEAM, "cash_total": 50_000},
        stage="count_verified",
        **_NO_COUNT,
    ),
    row(
        "GET",
        "count-sheet",
        f"{_BOX}/sheets/cash",
        _READERS,
        stage="box_counted",
        codes={"outsider": "no_such_sheet", "elsewhere": "not_permitted"},
    ),
    row(
        "GET",
        "count-sheet-pdf",
        f"{_BOX}/sheets/cash/sheet.pdf",
        "counter auditor",
        stage="sheet_printed",
        codes={
            **dict.fromkeys(("cashier", "accountant", "manager"), "not_your_view"),
            "outsider": "no_such_sheet",
            "elsewhere": "not_permitted",
        },
    ),
    row(
        "POST",
        "box-first-counts",
        f"{_BOX}/first-counts",
        "counter",
        body={**_NOTES, **_FIRST},
        stage="box_accepted",
        **_NO_BOX,
    ),
    row(
        "POST",
        "box-second-counts",
        f"{_BOX}/second-counts",
        "counter",
        body={**_NOTES, **_SECOND},
        stage="first_counted",
        **_NO_BOX,
    ),
    row(
        "POST",
        "box-recounts",
        f"{_BOX}/recounts",
        "counter accountant",
        body={**_NOTES, **_VERIFIER},
        stage="counts_differ",
        **_NO_BOX,
    ),
    row(
        "POST",
        "rake-first-counts",
        f"{_BOX}/first-rake-counts",
        "",
        body={**_RAKE, **_FIRST},
        stage="box_accepted",
        **_NO_RAKE,
    ),
    row(
        "POST",
        "rake-second-counts",
        f"{_BOX}/second-rake-counts",
        "",
        body={**_RAKE, **_SECOND},
        stage="box_accepted",
        **_NO_RAKE,
    ),
    row(
        "POST",
        "rake-recounts",
        f"{_BOX}/rake-recounts",
        "",
        body={**_RAKE, **_VERIFIER},
        stage="box_accepted",
        codes={"accountant": "no_such_box", **_NO_RAKE["codes"]},
    ),
)
