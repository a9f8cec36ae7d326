"""Rows for pits, tables, house rules and what the house gives its people; see ``matrix``."""

from tests.tables.api.matrix import FLOOR, row

_RULES = {"game": "blackjack", "values": {"dealer_soft_17": "hit"}}
_TABLE = {
    "code": "BJ-09",
    "pit": "P1",
    "game": "blackjack",
    "rules_version": 1,
    "spots": 7,
    "chip_set": "MAIN",
    "card_source": "reader",
    "licensed_maximum": 1_000_000,
}
_NO_PIT = {"outsider": "no_such_pit"}
_NO_BADGE = {"outsider": "no_such_badge"}

_EDGE = {"game": "blackjack", "edge": 4_900, "effective_from": "2026-11-01"}

FURNISHING = (
    row("POST", "undo-times", "undo-times", "manager outsider", body={"seconds": 5}),
    row("GET", "house-rules", "house-rules", "manager outsider"),
    row("POST", "house-rules", "house-rules", "manager outsider", body=_RULES),
    row("GET", "house-edges", "house-edges", "boss other_boss accountant auditor manager outsider"),
    row("POST", "house-edges", "house-edges", "manager outsider", body=_EDGE),
    row("GET", "pits", "pits", "manager outsider"),
    row("POST", "pits", "pits", "manager outsider", body={"pit": "P9", "name": "Pit 9"}),
    row("GET", "pit-map", "pits/P1/map", FLOOR, codes=_NO_PIT),
    row(
        "POST",
        "pit-map",
        "pits/P1/map",
        "manager",
        body={"places": [{"table": "BJ-01", "x": 2, "y": 1}]},
        codes=_NO_PIT,
    ),
    row("GET", "pit-rotation", "pits/P1/rotation", FLOOR, codes=_NO_PIT),
    row(
        "POST",
        "pit-rotation",
        "pits/P1/rotation",
        "manager",
        body={"deal_minutes": 80, "rest_minutes": 20},
        codes=_NO_PIT,
    ),
    row("GET", "furnishings", "furnishings", "manager outsider"),
    row("POST", "furnishings", "furnishings", "manager", body=_TABLE, codes={"outsider": "no_such_pit"}),
    row("POST", "pars", "tables/BJ-02/pars", "manager", body={"par": {"500": 200}}),
    row(
        "POST",
        "table-rules",
        "tables/BJ-02/house-rules",
        "",
        body={"version": 1},
        codes={"manager": "same_house_rules"},
    ),
    row("GET", "terminals", "terminals", "manager outsider"),
    row("GET", "running-sign-ons", "sign-ons/running", "auditor manager outsider"),
    row("POST", "one-time-pins", "staff/dana/one-time-pins", "manager", codes=_NO_BADGE),
    row("POST", "one-time-passwords", "staff/ada/one-time-passwords", "manager", codes=_NO_BADGE),
    row(
        "POST",
        "game-sign-off-revocations",
        "staff/dana/game-sign-off-revocations",
        "manager",
        body={"game": "blackjack"},
        codes=_NO_BADGE,
    ),
)
