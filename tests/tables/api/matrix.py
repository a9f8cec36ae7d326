"""Who may what at every door of the API: one row an operation. A route without a row fails the test beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accounting.services import certify
from tables.services import seat_links
from tests import (
    builders,
    cages,
    count_stages,
    crowded,
    custody,
    days,
    dealt,
    disputed,
    markers,
    pit_stages,
    prints,
    reported,
    reviewed,
    slips,
    stores,
)
from tests.accounting import audited
from tests.builders import House

ROLES = (
    "dealer",  # tapped in at BJ-01, at its terminal
    "second",  # another dealer at another terminal of BJ-01
    "boss",  # in charge of pit P1
    "other_boss",  # in charge of pit P2
    "cashier",
    "counter",
    "accountant",
    "auditor",
    "manager",
    "security",
    "integrator",
    "elsewhere",  # a dealer at the terminal of BJ-02
    "outsider",  # holds every role in another casino
    "nobody",  # not signed on
)
STAFF = ROLES[:-1]

_BET = {"by": "anna", "spot": 1, "amount": 1000}


#: What dana presses before the request, by the name of the stage.
STAGES: Mapping[str, list[list[dict[str, Any]]]] = {
    "idle": [],
    "betting": [[{"do": "open_round"}]],
    "backed": [[{"do": "open_round"}, {"do": "bet", **_BET}]],
    "dealing": [[{"do": "open_round"}, {"do": "bet", **_BET}, {"do": "close_betting"}]],
    "acting": [
        [{"do": "open_round"}, {"do": "bet", **_BET}, {"do": "close_betting"}, *dealt.cards(("KH", "TS", "6S", "7H"))]
    ],
    "offer": [
        [{"do": "open_round"}, {"do": "bet", **_BET}, {"do": "close_betting"}, *dealt.cards(("KH", "AS", "6S", "7H"))]
    ],
    "settled": [
        [{"do": "open_round"}, {"do": "bet", **_BET}, {"do": "close_betting"}, *dealt.cards(("KH", "TS", "6S", "7H"))],
        [{"do": "stand", "by": "anna", "spot": 1}],
    ],
    "misdealt": [[{"do": "card", "card": "KH"}]],
}


def prepare(stage: str, house: House) -> None:
    """Bring BJ-01 to a stage.

    ``certified``: closed, its box counted, its shift's report frozen; ``reported``: and made in the background for ada;
    ``linked``: seat 3 has a link; ``keyed``: dana has just pressed at the terminal that the API speaks for. What
    internal audit does is in ``audited``, how far a slip has come in ``slips``,
    what lies in the cage in ``cages`` and in the stores in ``stores``, what is owed in ``markers``, how far a gaming
    day has come in ``days``, how far a statistical review in ``reviewed``, what a crowd does in ``crowded``, what
    waits in the pit in ``pit_stages``, and what was printed in ``prints``.
    """
    known = {
        **audited.STAGES,
        **slips.STAGES,
        **cages.STAGES,
        **stores.STAGES,
        **markers.STAGES,
        **days.STAGES,
        **reviewed.STAGES,
        **count_stages.STAGES,
        **pit_stages.STAGES,
        **disputed.STAGES,
        **crowded.STAGES,
        **prints.STAGES,
    }
    if stage in known:
        known[stage](house)
        return
    if stage in ("certified", "reported"):
        custody.close_table(house, custody.rack_of(house))
        custody.remove_box(house)
        custody.count_box(house, {})
        certify.certify_shift(actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="day")
        if stage == "reported":
            reported.made(house)
        return
    if stage == "linked":
        seat_links.open_seat_link(actor=house.dana, at=house.at, table="BJ-01", player="seat 3")
        return
    if stage == "keyed":
        dealt.press(house, {"do": "open_round"}, actor=builders.actor("dana", "T-BJ-01"))
        return
    for inputs in STAGES[stage]:
        dealt.press(house, *inputs)


@dataclass(frozen=True, slots=True)
class Row:
    """An operation: the role's answer is ``status`` if it is ``allowed``, its code in ``codes``, else ``otherwise``."""

    method: str
    route: str
    path: str
    allowed: tuple[str, ...]
    body: Any = None
    status: int = 201
    stage: str = "idle"
    codes: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = "not_permitted"
    public: bool = False


def row(method: str, route: str, path: str, allowed: str | tuple[str, ...], **more: Any) -> Row:
    """A row with its roles as words; at a table's door a terminal of another table and another casino see no table."""
    roles = tuple(allowed.split()) if isinstance(allowed, str) else allowed
    codes: dict[str, str] = dict(more.pop("codes", {}))
    if path.startswith("tables/BJ-0"):
        codes = {"outsider": "no_such_table", **codes}
    if path.startswith("tables/BJ-01"):
        codes = {"elsewhere": "no_such_table", **codes}
    return Row(
        method, route, path, roles, codes=codes, status=more.pop("status", 200 if method == "GET" else 201), **more
    )


LOOKERS = "dealer second boss other_boss accountant auditor manager integrator"
FLOOR = "boss other_boss accountant auditor manager"
_NOT_DEALING = {"second": "not_dealing"}
_ANY_BOSS = {"other_boss": "not_in_charge", "elsewhere": "not_permitted"}

PLAY = (
    row("POST", "seat-links", "tables/BJ-01/seat-links", "dealer", body={"player": "seat 3"}, codes=_NOT_DEALING),
    row(
        "POST",
        "seat-link-endings",
        "tables/BJ-01/seat-link-endings",
        "dealer",
        body={"player": "seat 3"},
        stage="linked",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "seat-claims",
        "seat-links/claims",
        "",
        body={"code": "not-a-code"},
        public=True,
        otherwise="seat_link_refused",
    ),
    row(
        "GET",
        "seat-links",
        "tables/BJ-01/seat-links",
        "dealer boss other_boss accountant auditor manager",
        stage="linked",
        codes={"second": "not_your_view", "integrator": "not_your_view"},
    ),
    row("GET", "seat-felt", "seat-links/current/felt", "", public=True, otherwise="seat_link_refused"),
    row("POST", "inputs", "tables/BJ-01/inputs", "dealer", body={"inputs": [{"do": "open_round"}]}, codes=_NOT_DEALING),
    row("POST", "rounds", "tables/BJ-01/rounds", "dealer", codes=_NOT_DEALING),
    row("POST", "undo", "tables/BJ-01/undo", "dealer", stage="keyed", codes=_NOT_DEALING),
    row("POST", "bets", "tables/BJ-01/rounds/current/bets", "dealer", body=_BET, stage="betting", codes=_NOT_DEALING),
    row(
        "POST",
        "back-bets",
        "tables/BJ-01/rounds/current/back-bets",
        "dealer",
        body={"id": "k1", "by": "cy", "spot": 1, "amount": 500},
        stage="backed",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "bulk-bets",
        "tables/BJ-01/rounds/current/bets/bulk",
        "dealer integrator",
        body={"bets": [{"do": "bet", **_BET}]},
        stage="betting",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "betting-closings",
        "tables/BJ-01/rounds/current/betting-closings",
        "dealer",
        stage="backed",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "cards",
        "tables/BJ-01/rounds/current/cards",
        "dealer integrator",
        body={"card": "KH"},
        stage="dealing",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "insurances",
        "tables/BJ-01/rounds/current/insurances",
        "dealer",
        body={"by": "anna", "spot": 1, "amount": 500},
        stage="offer",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "insurance-closings",
        "tables/BJ-01/rounds/current/insurance-closings",
        "dealer",
        stage="offer",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "acts",
        "tables/BJ-01/rounds/current/acts",
        "dealer",
        body={"do": "stand", "by": "anna", "spot": 1},
        stage="acting",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "confirmations",
        "tables/BJ-01/rounds/current/confirmations",
        "dealer",
        stage="settled",
        codes=_NOT_DEALING,
    ),
    row(
        "POST",
        "voids",
        "tables/BJ-01/rounds/1/voids",
        "boss",
        body={"reason": "wrong payout"},
        stage="settled",
        codes=_ANY_BOSS,
    ),
    row(
        "POST",
        "misdeal-rulings",
        "tables/BJ-01/misdeal-rulings",
        "boss",
        body={"ruling": "continue", "reason": "burnt"},
        stage="misdealt",
        codes=_ANY_BOSS,
    ),
    row(
        "POST",
        "calls",
        "tables/BJ-01/calls",
        "dealer boss other_boss",
        body={"reason": "a dispute on spot 1"},
        codes=_NOT_DEALING,
    ),
    row("GET", "felt", "tables/BJ-01/felt", LOOKERS, stage="acting"),
    row("GET", "legal-acts", "tables/BJ-01/rounds/current/legal-acts", LOOKERS, stage="acting"),
    row("GET", "rounds", "tables/BJ-01/rounds", LOOKERS, stage="acting"),
    row("GET", "round", "tables/BJ-01/rounds/1", LOOKERS, stage="acting"),
    row("GET", "round-history", "tables/BJ-01/rounds/1/history", LOOKERS, stage="acting"),
    row("GET", "shoes", "tables/BJ-01/shoes", LOOKERS),
    row("GET", "shoe", "tables/BJ-01/shoes/1", LOOKERS),
    row(
        "GET",
        "table-events",
        "tables/BJ-01/events",
        "boss other_boss accountant auditor",
        codes={"elsewhere": "not_permitted"},
    ),
    row("GET", "streams", "streams", "boss other_boss accountant auditor outsider"),
    row("GET", "stream-events", "streams/house/events", "boss other_boss accountant auditor outsider"),
)
