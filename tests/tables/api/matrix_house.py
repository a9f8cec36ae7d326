"""Rows for people, devices, custody and shoes; see ``matrix``."""

from tests import builders, whole_house
from tests.tables.api.matrix import FLOOR, LOOKERS, STAFF, row

RACK = {str(value): count for value, count in builders.PAR.items()}
_ANY_BOSS = {"other_boss": "not_in_charge", "elsewhere": "not_permitted"}


def sign(name: str) -> dict[str, str]:
    """A persona's signature in a body."""
    return {"badge": name, "pin": builders.PEOPLE[name][1]}


COUNT = {"chips": RACK, "total": 1_000_000, "dealer": sign("dana"), "pit_boss": sign("petra")}
_COUNTERS = [sign("colin"), sign("cora")]
# Another casino knows none of these badges, and says no more than for a wrong PIN.
_STRANGERS = {"outsider": "wrong_badge_or_pin"}
_NO_BADGE = {"outsider": "no_such_badge"}

_NOT_HERE = {"second": "not_dealing", "other_boss": "not_in_charge"}

SHOES = (
    row(
        "POST",
        "shoes",
        "tables/BJ-02/shoes",
        "boss elsewhere",
        codes={"dealer": "no_such_table", "second": "no_such_table", "other_boss": "not_in_charge"},
    ),
    row(
        "POST",
        "inspections",
        "tables/BJ-01/shoes/current/inspections",
        "",
        body={"cards": 210, "dealer": sign("dana"), "supervisor": sign("petra")},
        codes={
            **dict.fromkeys(("dealer", "second", "boss", "other_boss"), "bad_shoe_step"),
            **_STRANGERS,
        },
    ),
    row("POST", "mixes", "tables/BJ-01/shoes/current/mixes", "dealer boss", codes=_NOT_HERE),
    row(
        "POST",
        "cuts",
        "tables/BJ-01/shoes/current/cuts",
        "",
        body={"cut_by": "anna", "cut_from_top": 60, "cut_card_from_bottom": 30},
        codes={"dealer": "bad_shoe_step", "boss": "bad_shoe_step", **_NOT_HERE},
    ),
    row(
        "POST",
        "blocks",
        "tables/BJ-01/shoes/current/blocks",
        "dealer boss",
        body={"reason": "marked"},
        codes=_NOT_HERE,
    ),
    row("POST", "retirements", "tables/BJ-01/shoes/current/retirements", "dealer boss", codes=_NOT_HERE),
)

CUSTODY = (
    row("GET", "tables", "tables", LOOKERS + " elsewhere outsider"),
    row("GET", "table", "tables/BJ-01", LOOKERS),
    row(
        "GET",
        "rack",
        "tables/BJ-01/rack",
        "dealer " + FLOOR,
        codes={"second": "not_your_view", "integrator": "not_your_view"},
    ),
    row(
        "GET",
        "periods",
        "tables/BJ-01/periods",
        "dealer " + FLOOR,
        codes={"second": "not_your_view", "integrator": "not_your_view"},
    ),
    row(
        "GET",
        "inventory-slip-pdf",
        "tables/BJ-01/periods/1/opener.pdf",
        "dealer " + FLOOR,
        stage="opener_printed",
        codes={"second": "not_your_view", "integrator": "not_your_view"},
    ),
    row("GET", "late-counts", "late-counts", FLOOR + " outsider"),
    row("GET", "waiting-boxes", "waiting-boxes", "counter accountant auditor manager outsider", stage="box_removed"),
    row("GET", "missing-boxes", "missing-boxes", "counter accountant auditor manager outsider", stage="box_missing"),
    row(
        "GET",
        "box-removal-pdf",
        "tables/BJ-01/boxes/1/removal.pdf",
        "counter accountant auditor manager",
        stage="removal_printed",
        codes={"outsider": "no_such_box", "elsewhere": "not_permitted"},
    ),
    row("GET", "removal-log", "box-removals", "counter accountant auditor manager outsider", stage="box_removed"),
    row(
        "POST",
        "openings",
        "tables/BJ-02/openings",
        "boss other_boss elsewhere",
        body={**COUNT, "chips": {}, "total": 0},
        codes={**_STRANGERS, "dealer": "no_such_table", "second": "no_such_table"},
    ),
    row("POST", "closings", "tables/BJ-01/closings", "dealer second boss other_boss", body=COUNT, codes=_STRANGERS),
    row("POST", "rolls", "tables/BJ-01/rolls", "dealer second boss other_boss", body=COUNT, codes=_STRANGERS),
    row(
        "POST",
        "bank",
        "tables/BJ-02/bank",
        "cashier",
        body={"chips": RACK, "total": 1_000_000, "cashier": sign("cass"), "pit_boss": sign("petra")},
        codes=_STRANGERS,
    ),
    row(
        "POST",
        "buy-ins",
        "tables/BJ-01/buy-ins",
        "dealer",
        body={"player": "anna", "cash": 10_000, "chips": {"2500": 4}},
        codes={"second": "not_dealing"},
    ),
    row(
        "POST",
        "seat-fees",
        "tables/BJ-01/seat-fees",
        "",
        body={"player": "anna", "chips": {"500": 1}},
        codes={"dealer": "no_seat_fee", "second": "not_dealing"},
    ),
    row(
        "POST",
        "chip-changes",
        "tables/BJ-01/chip-changes",
        "dealer",
        body={"player": "anna", "given": {"500": 5}, "taken": {"2500": 1}},
        codes={"second": "not_dealing"},
    ),
    row(
        "POST",
        "box-removals",
        "tables/BJ-01/boxes/1/removals",
        "",
        body={"counters": _COUNTERS},
        codes={"counter": "period_open", "elsewhere": "not_permitted", **_STRANGERS},
    ),
)

PEOPLE = (
    row("GET", "meta", "meta", STAFF),
    row("GET", "rule-packs", "rule-packs", "boss other_boss cashier counter accountant auditor manager outsider"),
    row(
        "POST",
        "rule-packs",
        "rule-packs",
        "manager outsider",
        body={"pack": "french-like", "version": 1, "effective_from": "2026-11-01"},
    ),
    row(
        "POST",
        "sign-ons",
        "sign-ons",
        (*STAFF, "nobody"),
        body={"username": "iris", "password": whole_house.PASSWORD},
        public=True,
    ),
    row("DELETE", "current-sign-on", "sign-ons/current", STAFF, status=204),
    row(
        "POST",
        "terminals",
        "terminals",
        "manager",
        body={"terminal": "T-NEW", "table": "BJ-01"},
        codes={"outsider": "no_such_table"},
    ),
    row(
        "POST",
        "enrolments",
        "terminals/enrolments",
        "",
        body={"code": "ABCD-EFGH-JKMN"},
        public=True,
        otherwise="enrolment_refused",
    ),
    row(
        "POST",
        "revocations",
        "terminals/T-BJ-02/revocations",
        "manager",
        codes={"outsider": "no_such_terminal"},
    ),
    row(
        "POST",
        "terminal-unlocks",
        "terminals/T-BJ-02/unlocks",
        "boss other_boss manager",
        codes={"outsider": "no_such_terminal"},
    ),
    row("GET", "locks", "locks", "boss other_boss manager outsider"),
    row("GET", "staff", "staff", "auditor manager outsider"),
    row(
        "POST",
        "staff",
        "staff",
        "manager outsider",
        body={"badge": "nora", "name": "Nora New", "username": "nora", "roles": ["dealer"], "games": ["blackjack"]},
    ),
    row("POST", "deactivations", "staff/iris/deactivations", "manager", codes=_NO_BADGE),
    row(
        "POST",
        "reactivations",
        "staff/iris/reactivations",
        "",
        codes={**_NO_BADGE, "manager": "person_here"},
    ),
    row(
        "POST",
        "licences",
        "staff/dana/licences",
        "manager",
        body={"licence": "L-77", "licence_expires_on": "2028-12-31"},
        codes=_NO_BADGE,
    ),
    row("POST", "role-grants", "staff/dana/role-grants", "manager", body={"role": "pit_boss"}, codes=_NO_BADGE),
    row("POST", "role-revocations", "staff/dana/role-revocations", "manager", body={"role": "dealer"}, codes=_NO_BADGE),
    row("POST", "game-sign-offs", "staff/iris/game-sign-offs", "manager", body={"game": "blackjack"}, codes=_NO_BADGE),
    row(
        "POST",
        "pins",
        "staff/dana/pins",
        "dealer manager",
        body={"pin": "908172", "old_pin": "480215"},
        codes=_NO_BADGE,
    ),
    row("POST", "pin-unlocks", "staff/dana/pin-unlocks", "boss other_boss manager", codes=_NO_BADGE),
    row("GET", "assignments", "pits/P1/assignments", FLOOR, codes={"outsider": "no_such_pit"}),
    row(
        "POST",
        "assignments",
        "pits/P1/assignments",
        "boss manager",
        body={"badge": "paul"},
        codes={**_NO_BADGE, "other_boss": "same_person"},
    ),
    row("POST", "reliefs", "pits/P1/reliefs", "boss other_boss manager", body={"badge": "petra"}, codes=_NO_BADGE),
    row(
        "GET",
        "patron-corrections",
        "patrons/P-7/corrections",
        "boss other_boss cashier accountant auditor manager",
        stage="with_credit",
        codes={"outsider": "no_such_patron"},
    ),
    row(
        "POST",
        "patron-corrections",
        "patrons/P-7/corrections",
        "boss other_boss cashier",
        body={"name": "Pat Eight", "reason": "misheard"},
        stage="with_credit",
        codes={"outsider": "no_such_patron"},
    ),
    row("GET", "patrons", "patrons", "boss other_boss cashier accountant auditor manager outsider"),
    row(
        "POST",
        "patrons",
        "patrons",
        "dealer second boss other_boss cashier elsewhere outsider",
        body={"code": "C-1", "description": "tall, red cap"},
    ),
    row("POST", "taps-in", "tables/BJ-01/taps-in", "second", codes={"dealer": "already_dealing"}),
    row(
        "POST",
        "taps-out",
        "tables/BJ-01/taps-out",
        "dealer boss",
        otherwise="not_in_charge",
    ),
    row("GET", "limits", "tables/BJ-01/limits", LOOKERS),
    row("POST", "limits", "tables/BJ-01/limits", "boss", body={"minimum": 1000, "maximum": 50_000}, codes=_ANY_BOSS),
    row(
        "POST",
        "limit-raises",
        "tables/BJ-01/limit-raises",
        "boss",
        body={"player": "anna", "maximum": 100_000},
        codes=_ANY_BOSS,
    ),
    row(
        "POST",
        "funds",
        "tables/BJ-01/funds",
        "dealer boss",
        body={"player": "anna", "amount": 100_000},
        codes={"other_boss": "not_in_charge", "second": "not_in_charge"},
    ),
)
