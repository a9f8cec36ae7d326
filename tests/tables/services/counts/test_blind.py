"""Two counts of a box by two persons, of which neither learns the other's; a third person decides where they differ."""

import json
from typing import Any

import pytest

from tables.domain import count_papers
from tables.domain.actors import Role
from tables.domain.box_contents import BoxContents
from tables.domain.canonical import canonical, content_hash, seal
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.foreign_chips import ForeignItem, ForeignKind
from tables.domain.notes import NoteCount
from tables.domain.table_states import BoxStatus
from tables.models import log
from tables.models.counts import CountSheet
from tables.models.periods import DropBox
from tests import builders, counting, custody
from tests.builders import House
from tests.custody import refused
from tests.tables.services.counts.conftest import NOTES, NOTES_TOTAL

pytestmark = pytest.mark.django_db

FOUND = counting.cash(NOTES)
OTHER = counting.cash({10_000: 3, 2_000: 9})
CONTENTS = {
    "notes": {"2000": 10, "10000": 3},
    "total": NOTES_TOTAL,
    "promotional": {},
    "promotional_total": 0,
    "coupons": {},
    "coupons_total": 0,
    "found_chips": {},
    "found_chips_total": 0,
    "foreign": [],
    "papers": [],
}


def sheet() -> CountSheet:
    return CountSheet.objects.select_related("box").get(part="cash")


def sealed(seq: int) -> tuple[str, str]:
    """Nonce and text of a blind count, as only the sealed column has them."""
    event = log.Event.objects.get(stream_id=log.Stream.objects.get(key="DEMO/count").pk, seq=seq)
    nonce, value = json.loads(event.sealed)["count"]
    return nonce, value


def test_the_first_count_is_sealed(accepted: House) -> None:
    answer = counting.first(accepted, FOUND)
    assert answer == {
        "session": 1,
        "table": "BJ-01",
        "box": 1,
        "part": "cash",
        "status": "first_counted",
        "seq": 3,
    }
    event = custody.events(accepted, "count")[2]
    nonce, value = sealed(3)
    assert value == canonical(CONTENTS)
    (signature,) = event["data"].pop("signatures")
    assert event["type"] == "box_first_counted"
    assert event["data"] == {
        "session": 1,
        "table": "BJ-01",
        "box": 1,
        "count": None,
        "sealed": {"count": seal(nonce, value)},
        "shown_empty": True,
    }
    assert (signature["badge"], signature["role"], signature["turn"]) == ("colin", "counter", "first")
    paper = count_papers.count_sheet("DEMO", 1, "BJ-01", 1, "cash", "first", CONTENTS, nonce)
    assert signature["content"] == content_hash(paper)
    row = sheet()
    assert (row.status, row.box.status, row.contents) == (BoxStatus.FIRST_COUNTED, BoxStatus.FIRST_COUNTED, None)
    assert (row.first_by_id, row.first_seq) == (accepted.colin.staff_id, 3)


def test_equal_counts_stand_and_are_shown(accepted: House) -> None:
    at = accepted.at.replace(hour=23)
    counting.first(accepted, FOUND)
    answer = counting.second(accepted, FOUND, at=at)
    (data,) = custody.facts(accepted, "box_counted", "count")
    nonce, value = sealed(3)
    assert data["revealed"] == [{"seq": 3, "field": "count", "nonce": nonce, "value": value}]
    assert [(line["badge"], line["turn"]) for line in data["signatures"]] == [("colin", "first"), ("cora", "second")]
    paper = count_papers.count_sheet("DEMO", 1, "BJ-01", 1, "cash", "second", CONTENTS, data["nonce"])
    assert data["signatures"][1]["content"] == content_hash(paper)
    told = {
        "session": 1,
        "table": "BJ-01",
        "box": 1,
        "periods": [1],
        **CONTENTS,
        "drop": NOTES_TOTAL,
        "promo_in_drop": False,
        "missing_papers": [],
        "stray_papers": [],
        "decided_by": "second",
    }
    assert answer == {**told, "part": "cash", "status": "counted", "seq": 4}
    assert {name: data[name] for name in told} == told
    row = sheet()
    assert (row.status, row.contents, row.counted_at, row.counted_seq) == (BoxStatus.COUNTED, CONTENTS, at, 4)
    assert (row.box.status, row.box.counted_total, row.box.counted_at) == (BoxStatus.COUNTED, NOTES_TOTAL, at)


def test_a_count_touches_no_table(accepted: House) -> None:
    before = builders.snapshot()
    counting.both(accepted, FOUND)
    assert builders.snapshot() == {**before, "DEMO/count": 4}


def test_t54_an_empty_box_is_counted_zero(accepted: House) -> None:
    """T-54: an empty box is 0; before it is counted there is no number, and none is 0 (T-50)."""
    assert DropBox.objects.get().counted_total is None
    answer = counting.both(accepted, counting.cash())
    assert (answer["notes"], answer["total"], answer["drop"]) == ({}, 0, 0)
    assert DropBox.objects.get().counted_total == 0


def test_zero_lines_make_no_difference(accepted: House) -> None:
    counting.first(accepted, FOUND)
    assert counting.second(accepted, counting.cash({**NOTES, 500: 0}))["notes"] == CONTENTS["notes"]


def test_different_counts_stay_sealed_both(accepted: House) -> None:
    counting.first(accepted, FOUND)
    answer = counting.second(accepted, OTHER)
    assert answer == {"session": 1, "table": "BJ-01", "box": 1, "part": "cash", "status": "variance", "seq": 4}
    (data,) = custody.facts(accepted, "box_counts_differed", "count")
    assert (data["count"], data["sealed"]) == (None, {"count": seal(*sealed(4))})
    row = sheet()
    assert (row.status, row.second_by_id, row.second_seq) == (BoxStatus.VARIANCE, accepted.cora.staff_id, 4)
    assert (row.contents, row.box.counted_total) == (None, None)


def test_the_same_total_in_other_notes_is_no_agreement(accepted: House) -> None:
    """Two counts by denomination: 500.00 as five of 100.00 is not 500.00 as four of them and five of 20.00."""
    counting.first(accepted, counting.cash({10_000: 5}))
    assert counting.second(accepted, counting.cash({10_000: 4, 2_000: 5}))["status"] == "variance"
    assert (sheet().contents, DropBox.objects.get().counted_total) == (None, None)


def test_a_verifier_decides_and_the_report_says_all(accepted: House) -> None:
    """The drop variance report: both counts, the verifier's, why, and three signatures."""
    counting.first(accepted, FOUND)
    counting.second(accepted, OTHER)
    third = counting.cash({10_000: 3, 2_000: 8})
    answer = counting.recount(accepted, third)
    assert (answer["total"], answer["decided_by"], answer["status"]) == (46_000, "verifier", "counted")
    (data,) = custody.facts(accepted, "box_counted", "count")
    assert data["differed"] == {
        "first": CONTENTS,
        "second": {**CONTENTS, "notes": {"2000": 9, "10000": 3}, "total": 48_000},
        "explanation": "two notes stuck together",
    }
    assert [shown["seq"] for shown in data["revealed"]] == [3, 4]
    assert [(line["badge"], line["role"], line["turn"]) for line in data["signatures"]] == [
        ("colin", "counter", "first"),
        ("cora", "counter", "second"),
        ("ada", "accountant", "verifier"),
    ]
    assert DropBox.objects.get().counted_total == 46_000
    assert sheet().verified_by_id == accepted.ada.staff_id


def test_promotional_things_are_counted_apart(accepted: House) -> None:
    """T-41: they are no cash; whether they belong to the drop is for the rule pack (here: no)."""
    found = counting.cash({10_000: 1}, coupons=NoteCount({2_500: 2}, 5_000))
    answer = counting.both(accepted, found)
    assert (answer["total"], answer["coupons"], answer["coupons_total"]) == (10_000, {"2500": 2}, 5_000)
    assert answer["drop"] == 10_000


def test_t40_foreign_pieces_are_listed_without_a_value(accepted: House) -> None:
    """T-40: a list of what it is, and no amount."""
    items = [
        ForeignItem(ForeignKind.FOREIGN, "note of 50 EUR", 0, 1),
        ForeignItem(ForeignKind.COUNTERFEIT, "note of 100", 10_000, 2),
    ]
    answer = counting.both(accepted, counting.cash({10_000: 1}, foreign=items))
    assert [item["kind"] for item in answer["foreign"]] == ["counterfeit", "foreign"]
    assert (answer["total"], answer["drop"]) == (10_000, 10_000)


def test_chips_of_the_table_are_no_cash(accepted: House) -> None:
    answer = counting.both(accepted, counting.cash({10_000: 1}, found_chips={500: 2}, found_chips_total=1_000))
    assert (answer["found_chips"], answer["found_chips_total"], answer["drop"]) == ({"500": 2}, 1_000, 10_000)


def test_the_box_must_be_shown_empty(accepted: House) -> None:
    with refused(accepted, Invalid, "not_shown_empty"):
        counting.first(accepted, FOUND, shown_empty=False)


def test_one_person_does_not_count_twice(accepted: House) -> None:
    """T-100: persons are compared, and a verifier is a third one."""
    counting.first(accepted, FOUND)
    with refused(accepted, NotAllowed, "same_person"):
        counting.second(accepted, FOUND, who="colin")
    counting.second(accepted, OTHER)
    for name in ("colin", "cora"):
        with refused(accepted, NotAllowed, "same_person"):
            counting.recount(accepted, FOUND, who=name)


def test_a_person_of_the_team_counts(accepted: House) -> None:
    custody.also(accepted, "ada", Role.COUNTER)
    with refused(accepted, NotAllowed, "not_in_team", badge="ada"):
        counting.first(accepted, FOUND, who="ada")
    counting.first(accepted, FOUND)
    with refused(accepted, NotAllowed, "not_in_team", badge="ada"):
        counting.second(accepted, FOUND, who="ada")


def test_a_sheet_takes_its_counts_in_their_order(accepted: House) -> None:
    with refused(accepted, Conflict, "bad_count_step", state="in_count", wanted="first_counted"):
        counting.second(accepted, FOUND)
    with refused(accepted, Conflict, "bad_count_step", state="in_count", wanted="variance"):
        counting.recount(accepted, FOUND)
    counting.first(accepted, FOUND)
    with refused(accepted, Conflict, "bad_count_step", state="first_counted", wanted="in_count"):
        counting.first(accepted, FOUND, who="cora")
    with refused(accepted, Conflict, "bad_count_step", state="first_counted", wanted="variance"):
        counting.recount(accepted, FOUND)
    counting.second(accepted, OTHER)
    with refused(accepted, Conflict, "bad_count_step", state="variance", wanted="first_counted"):
        counting.second(accepted, FOUND)


def test_a_count_stands(accepted: House) -> None:
    counting.both(accepted, FOUND)
    for again in (counting.first, counting.second, counting.recount):
        with refused(accepted, Conflict, "already_counted"):
            again(accepted, OTHER)


def test_a_second_try_at_the_second_count_is_no_oracle(accepted: House) -> None:
    """T-107: nobody finds the first count by trying: one comparison, then both are sealed."""
    counting.first(accepted, FOUND)
    assert counting.second(accepted, OTHER)["status"] == "variance"
    with refused(accepted, Conflict, "bad_count_step", state="variance", wanted="first_counted"):
        counting.second(accepted, FOUND)


def test_a_verifier_explains(accepted: House) -> None:
    counting.first(accepted, FOUND)
    counting.second(accepted, OTHER)
    with refused(accepted, Invalid, "bad_reason"):
        counting.recount(accepted, FOUND, explanation=" ")


def test_a_box_has_to_be_in_the_count(house: House) -> None:
    with refused(house, Conflict, "box_not_accepted"):
        counting.first(house, FOUND)
    custody.open_table(house, {**custody.BANK, 2_500: 140})
    with refused(house, Conflict, "box_not_removed", state="on_table", wanted="in_count"):
        counting.first(house, FOUND, 2)


@pytest.mark.parametrize(("table", "number"), [("BJ-01", 2), ("BJ-99", 1)])
def test_an_unknown_box_is_not_found(accepted: House, table: str, number: int) -> None:
    with refused(accepted, NotFound, "no_such_box"):
        counting.first(accepted, FOUND, number, table=table)


@pytest.mark.parametrize(
    ("found", "code", "detail"),
    [
        (BoxContents(NoteCount({10_000: 3}, 40_000)), "total_mismatch", {"given": 40_000, "counted": 30_000}),
        (BoxContents(NoteCount({10_000: -1, 20_000: 1}, 10_000)), "bad_quantity", {"denomination": 10_000}),
        (BoxContents(NoteCount({0: 4}, 0)), "unknown_note", {"note": 0}),
        (BoxContents(NoteCount({}, -1)), "bad_amount", {}),
        (counting.cash(found_chips={300: 1}, found_chips_total=300), "unknown_denomination", {"denomination": 300}),
        (counting.cash(found_chips={500: 1}), "total_mismatch", {"given": 0, "counted": 500}),
        (counting.cash(promotional={"MAIN": {500: 1}}), "no_such_promotional_set", {"chip_set": "MAIN"}),
        (counting.cash(coupons=NoteCount({500: 1}, 400)), "total_mismatch", {"given": 400, "counted": 500}),
        (counting.cash(papers=["F-1"]), "bad_paper", {"given": "F-1"}),
        (
            counting.cash(foreign=[ForeignItem(ForeignKind.PROMOTIONAL, "PROMO", 500, 1)]),
            "bad_kind",
            {"kind": "promotional"},
        ),
    ],
)
def test_t31_a_count_that_is_not_right_is_refused(
    accepted: House, found: BoxContents, code: str, detail: dict[str, Any]
) -> None:
    with refused(accepted, Invalid, code, **detail):
        counting.first(accepted, found)


def test_a_counter_who_deals_in_the_pit_does_not_count_its_boxes(accepted: House) -> None:
    custody.deals(accepted, "colin")
    with refused(accepted, NotAllowed, "not_independent", badge="colin"):
        counting.first(accepted, FOUND)


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "ada", "axel", "hana", "sam"])
def test_only_a_counter_counts(accepted: House, name: str) -> None:
    with refused(accepted, NotAllowed, "not_permitted", permission="count_box"):
        counting.first(accepted, FOUND, actor=builders.actor(name))
    with refused(accepted, NotAllowed, "not_permitted", permission="count_box"):
        counting.second(accepted, FOUND, actor=builders.actor(name))


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "axel", "hana", "sam"])
def test_only_who_may_verify_recounts(accepted: House, name: str) -> None:
    with refused(accepted, NotAllowed, "not_permitted", permission="verify_count"):
        counting.recount(accepted, FOUND, actor=builders.actor(name))


def test_a_repeat_is_counted_once_and_tells_no_more(accepted: House) -> None:
    """T-107: the receipt of the first count holds nothing of it, and another count under its key is no guess."""
    answer = counting.first(accepted, FOUND, key="first-1")
    assert counting.first(accepted, FOUND, key="first-1") == answer
    with refused(accepted, Conflict, "idempotency_key_reused"):
        counting.first(accepted, OTHER, key="first-1")
    assert len(custody.events(accepted, "count")) == 3
    assert counting.second(accepted, FOUND, key="second-1") == counting.second(accepted, FOUND, key="second-1")
    assert len(custody.events(accepted, "count")) == 4
