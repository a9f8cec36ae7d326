"""Rows for statistical reviews; see ``tests.tables.api.matrix``."""

from tests.tables.api.matrix import row

_ALL, _ONE = "statistical-reviews", "statistical-reviews/1"
_READERS = "accountant auditor manager"
_ADA, _HANA, _PETRA = (
    {"badge": "ada", "pin": "150872"},
    {"badge": "hana", "pin": "370194"},
    {"badge": "petra", "pin": "610437"},
)
_OUTSIDE = {"outsider": "wrong_badge_or_pin"}

REVIEWS = (
    row("GET", "statistical-reviews", _ALL, f"{_READERS} outsider", stage="review_opened"),
    row("GET", "statistical-review", _ONE, _READERS, stage="review_opened", codes={"outsider": "no_such_review"}),
    row(
        "POST",
        "statistical-reviews",
        _ALL,
        "accountant",
        body={"first": "2026-03-01", "last": "2026-03-31", "accountant": _ADA},
        stage="reviewable",
        codes=_OUTSIDE,
    ),
    row(
        "POST",
        "deviation-explanations",
        f"{_ONE}/explanations",
        "boss other_boss accountant manager",
        body={
            "scope": "table/BJ-01",
            "cause": "large_wagers",
            "explanation": "two players won 8,400.00 with bets of 2,000.00",
            "owner": _PETRA,
        },
        stage="review_opened",
        codes=_OUTSIDE,
    ),
    row(
        "POST",
        "review-closings",
        f"{_ONE}/closings",
        "accountant",
        body={"accountant": _ADA, "second": _HANA},
        stage="review_explained",
        codes=_OUTSIDE,
    ),
)
