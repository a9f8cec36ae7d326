"""A count ends when all is counted or known to be missing, somebody else found the same cash, and the team signed."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain import count_papers
from tables.domain.actors import Role
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.table_states import BoxStatus, CountStatus
from tables.models.counts import CountSession
from tables.models.periods import DropBox
from tables.services import rule_packs, taps
from tables.services.counts import MissingBox
from tests import builders, counting, custody
from tests.builders import House
from tests.custody import refused
from tests.tables.services.counts.conftest import NOTES, NOTES_TOTAL

pytestmark = pytest.mark.django_db

TOTALS: dict[str, Any] = {
    "notes": {"2000": 10, "10000": 3},
    "cash_total": NOTES_TOTAL,
    "sets": {},
    "chips": {},
    "chips_total": 0,
    "promotional_total": 0,
    "coupons_total": 0,
}
LOST = MissingBox("BJ-01", 2, "locked in the safe of the pit")


@pytest.fixture
def counted(accepted: House) -> House:
    """The box is counted, and nobody has verified yet."""
    counting.both(accepted, counting.cash(NOTES))
    return accepted


def second_box(house: House) -> None:
    """The table was opened again and closed; its second box is on its way."""
    rack = {**custody.BANK, 2_500: 140}
    custody.open_table(house, rack)
    custody.close_table(house, rack)
    custody.remove_box(house, 2)


def test_a_verifier_finds_the_same(counted: House) -> None:
    answer = counting.verify(counted)
    assert answer == {"session": 1, "agrees": True, "seq": 5}
    (data,) = custody.facts(counted, "count_verified", "count")
    assert [(line["badge"], line["role"]) for line in data.pop("signatures")] == [("ada", "accountant")]
    assert data == {"session": 1, "notes": {"2000": 10, "10000": 3}, "total": NOTES_TOTAL, "agrees": True}
    assert CountSession.objects.get().verified == {"badge": "ada", "total": NOTES_TOTAL, "agrees": True}


def test_a_verifier_is_not_told_by_how_much_he_differs(counted: House) -> None:
    assert counting.verify(counted, notes={10_000: 5}) == {"session": 1, "agrees": False, "seq": 5}


def test_a_verifier_is_not_of_the_team(counted: House) -> None:
    with refused(counted, NotAllowed, "not_independent", badge="cora"):
        counting.verify(counted, verifier=counted.sign("cora"))


def test_all_is_counted_before_anybody_verifies(accepted: House) -> None:
    counting.first(accepted, counting.cash(NOTES))
    with refused(accepted, Conflict, "boxes_not_counted", boxes=[{"table": "BJ-01", "box": 1, "part": "cash"}]):
        counting.verify(accepted)


def test_the_team_signs_the_totals(counted: House) -> None:
    counting.verify(counted)
    at = counted.at.replace(hour=23)
    answer = counting.close(counted, at=at)
    told = {
        "session": 1,
        "gaming_day": "2026-03-04",
        "shift": "day",
        "boxes": [{"table": "BJ-01", "box": 1}],
        "missing": [],
        **TOTALS,
        "verified": {"badge": "ada", "total": NOTES_TOTAL, "agrees": True},
        "note": "",
    }
    assert answer == {**told, "seq": 6}
    (data,) = custody.facts(counted, "count_closed", "count")
    signatures = data.pop("signatures")
    assert data == told
    paper = content_hash(count_papers.closing("DEMO", 1, TOTALS, [], ""))
    assert [(line["badge"], line["content"]) for line in signatures] == [("colin", paper), ("cora", paper)]
    row = CountSession.objects.get()
    assert (row.status, row.closed_at, row.totals, row.taken_over_at) == (CountStatus.CLOSED, at, TOTALS, None)


def test_the_rule_pack_wants_a_verifier(counted: House) -> None:
    with refused(counted, Conflict, "verifier_required"):
        counting.close(counted)


def test_another_rule_pack_does_not(counted: House) -> None:
    rule_packs.choose_rule_pack(
        actor=counted.hana, at=counted.at, name="french-like", version=1, effective_from=builders.GAMING_DAY
    )
    assert counting.close(counted)["verified"] is None


def test_a_verifier_who_found_something_else_needs_a_note(counted: House) -> None:
    counting.verify(counted, notes={10_000: 5})
    with refused(counted, Invalid, "verification_differs"):
        counting.close(counted)
    assert counting.close(counted, note="he held two notes in his hand")["verified"]["agrees"] is False


def test_nothing_is_left_uncounted(accepted: House) -> None:
    left = [{"table": "BJ-01", "box": 1, "part": "cash"}]
    with refused(accepted, Conflict, "boxes_not_counted", boxes=left):
        counting.close(accepted)
    counting.first(accepted, counting.cash(NOTES))
    with refused(accepted, Conflict, "boxes_not_counted", boxes=left):
        counting.close(accepted)
    counting.second(accepted, counting.cash({10_000: 3}))
    with refused(accepted, Conflict, "boxes_not_counted", boxes=left):
        counting.close(accepted)


def test_t54_a_box_that_was_not_brought_is_listed_with_its_reason(house: House) -> None:
    """T-54: it left its table before the count began, so it is counted or said to be missing."""
    second_box(house)
    counting.open_count(house)
    counting.accept(house)
    counting.both(house, counting.cash(NOTES))
    counting.verify(house)
    with refused(house, Conflict, "boxes_missing", boxes=[{"table": "BJ-01", "box": 2}]):
        counting.close(house)
    answer = counting.close(house, missing=[LOST])
    assert answer["missing"] == [{"table": "BJ-01", "box": 2, "reason": "locked in the safe of the pit"}]
    box = DropBox.objects.get(number=2)
    assert (box.status, box.missing, box.counted_total) == (BoxStatus.REMOVED, "locked in the safe of the pit", None)


def test_a_missing_box_is_counted_later(house: House) -> None:
    second_box(house)
    counting.open_count(house)
    counting.accept(house)
    counting.both(house, counting.cash(NOTES))
    counting.verify(house)
    counting.close(house, missing=[LOST])
    counting.open_count(house)
    with refused(house, Conflict, "boxes_missing", boxes=[{"table": "BJ-01", "box": 2}]):
        counting.close(house, 2)
    counting.accept(house, 2, 2)
    assert DropBox.objects.get(number=2).missing == ""
    counting.both(house, counting.cash({100: 1}), 2)
    counting.verify(house, 2)
    assert counting.close(house, 2)["cash_total"] == 100


def test_a_box_that_left_its_table_during_the_count_waits_for_the_next(counted: House) -> None:
    counting.verify(counted)
    later = counted.at + timedelta(minutes=10)
    rack = {**custody.BANK, 2_500: 140}
    custody.open_table(counted, rack, at=later)
    custody.close_table(counted, rack, at=later)
    custody.remove_box(counted, 2, at=later)
    assert counting.close(counted, at=later)["missing"] == []


def test_only_a_box_on_its_way_can_be_missing(counted: House) -> None:
    counting.verify(counted)
    for box in (1, 2):
        with refused(counted, Conflict, "box_not_missing", table="BJ-01", box=box):
            counting.close(counted, missing=[MissingBox("BJ-01", box, "nobody knows")])
    with refused(counted, Invalid, "bad_reason"):
        counting.close(counted, missing=[MissingBox("BJ-01", 1, "")])


def test_what_comes_in_late_is_verified_again(house: House) -> None:
    second_box(house)
    counting.open_count(house)
    counting.accept(house)
    counting.both(house, counting.cash(NOTES))
    counting.verify(house)
    counting.accept(house, 2)
    assert CountSession.objects.get().verified is None
    counting.both(house, counting.cash(), 2)
    with refused(house, Conflict, "verifier_required"):
        counting.close(house)


def test_the_team_signs_what_it_read(counted: House) -> None:
    counting.verify(counted)
    with refused(counted, Invalid, "total_mismatch", given=49_999, counted=NOTES_TOTAL):
        counting.close(counted, cash_total=49_999)
    with refused(counted, Invalid, "total_mismatch", given=100, counted=0):
        counting.close(counted, chips_total=100)


def test_as_many_of_the_team_sign_as_the_rule_pack_wants(counted: House) -> None:
    custody.also(counted, "ada", Role.COUNTER)
    counting.verify(counted)
    with refused(counted, Invalid, "team_too_small", least=2):
        counting.close(counted, team=[counted.sign("cora")])
    with refused(counted, NotAllowed, "not_in_team", badge="ada"):
        counting.close(counted, team=[counted.sign("cora"), counted.sign("ada")])


def test_a_closed_count_is_over(counted: House) -> None:
    counting.verify(counted)
    counting.close(counted)
    for again in (counting.close, counting.verify, lambda house: counting.accept(house, 1)):
        with refused(counted, Conflict, "count_closed", session=1):
            again(counted)
    with refused(counted, NotFound, "no_such_count"):
        counting.verify(counted, 2, NOTES)


def test_an_empty_count_can_be_closed(house: House) -> None:
    """Opened by mistake, before any box had left its table."""
    early = house.at - timedelta(days=1)
    counting.open_count(house, at=early)
    assert counting.close(house, at=early)["boxes"] == []


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "ada", "axel", "hana", "sam"])
def test_only_a_counter_closes(counted: House, name: str) -> None:
    with refused(counted, NotAllowed, "not_permitted", permission="close_count"):
        counting.close(counted, actor=builders.actor(name))


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "axel", "hana", "sam"])
def test_only_who_may_verify_does(counted: House, name: str) -> None:
    with refused(counted, NotAllowed, "not_permitted", permission="verify_count"):
        counting.verify(counted, actor=builders.actor(name))


def test_a_repeat_verifies_and_closes_once(counted: House) -> None:
    assert counting.verify(counted, key="verify-1") == counting.verify(counted, key="verify-1")
    assert counting.close(counted, key="close-01") == counting.close(counted, key="close-01")
    assert len(custody.events(counted, "count")) == 6


def test_a_dealer_who_left_the_pit_counts_its_next_boxes(house: House) -> None:
    """Independence is of the time in which the box stood there, not for ever."""
    custody.deals(house, "cora")
    taps.tap_out(actor=builders.actor("cora"), at=house.at, table="BJ-01")
    later = house.at + timedelta(minutes=1)
    rack = {**custody.BANK, 2_500: 140}
    custody.open_table(house, rack, at=later)
    custody.close_table(house, rack, at=later)
    custody.remove_box(house, 2, at=later)
    counting.open_count(house, at=later)
    counting.accept(house, 2, at=later)
    assert counting.both(house, counting.cash(), 2, at=later)["total"] == 0
