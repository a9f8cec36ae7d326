"""A count begins with a team that has nothing to do with the pits, and takes boxes in by their labels."""

from datetime import date, datetime, timedelta

import pytest

from tables.domain import count_papers
from tables.domain.actors import Role
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.table_states import BoxStatus, CountStatus
from tables.models.counts import CountSession, CountSheet
from tables.models.periods import DropBox
from tables.services import counts, rule_packs, staffing
from tests import builders, counting, custody
from tests.builders import House
from tests.custody import refused
from tests.tables.services.counts.conftest import dice_house

pytestmark = pytest.mark.django_db


def revoke(house: House, name: str, role: Role, at: datetime | None = None) -> None:
    """Hana takes a role away."""
    staffing.revoke_role(actor=house.hana, at=at or house.at, badge=house.people[name].badge, role=role)


def test_a_team_opens_a_count(house: House) -> None:
    answer = counting.open_count(house)
    told = {"session": 1, "gaming_day": "2026-03-04", "shift": "day", "team": ["colin", "cora"]}
    assert answer == {**told, "seq": 1}
    (data,) = custody.facts(house, "count_opened", "count")
    signatures = data.pop("signatures")
    assert data == told
    assert [line["badge"] for line in signatures] == ["colin", "cora"]
    paper = content_hash(count_papers.team("DEMO", ["colin", "cora"]))
    assert {line["content"] for line in signatures} == {paper}
    row = CountSession.objects.get()
    assert (row.status, row.gaming_day, row.team) == (CountStatus.OPEN, date(2026, 3, 4), ["colin", "cora"])


def test_t04_the_server_says_which_day_it_is(house: House) -> None:
    """T-04: the day of a count is that of the house's clock when it is opened, and nobody sends it."""
    assert counting.open_count(house, at=house.at + timedelta(hours=20))["gaming_day"] == "2026-03-05"


def test_the_rule_pack_says_how_many_count(house: House) -> None:
    with refused(house, Invalid, "team_too_small", least=2):
        counting.open_count(house, ("colin",))
    with refused(house, Invalid, "team_too_small", least=1):
        counting.open_count(house, ())
    rule_packs.choose_rule_pack(
        actor=house.hana, at=house.at, name="new-jersey-like", version=1, effective_from=builders.GAMING_DAY
    )
    with refused(house, Invalid, "team_too_small", least=3):
        counting.open_count(house)


def test_there_is_one_count_at_a_time(house: House) -> None:
    counting.open_count(house)
    with refused(house, Conflict, "count_open"):
        counting.open_count(house)


def test_a_team_is_of_different_counters(house: House) -> None:
    with refused(house, NotAllowed, "same_person"):
        counting.open_count(house, ("colin", "colin"))
    with refused(house, NotAllowed, "role_not_held", role="counter"):
        counting.open_count(house, ("colin", "ada"))


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "ada", "axel", "hana", "sam"])
def test_only_a_counter_opens_and_accepts(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="count_box"):
        counting.open_count(house, actor=builders.actor(name))
    with refused(house, NotAllowed, "not_permitted", permission="count_box"):
        counting.accept(house, actor=builders.actor(name))


def test_a_box_comes_in(house: House) -> None:
    counting.open_count(house)
    answer = counting.accept(house)
    told = {"session": 1, "table": "BJ-01", "box": 1, "periods": [1], "parts": ["cash"]}
    assert answer == {**told, "seq": 2}
    (data,) = custody.facts(house, "box_accepted", "count")
    assert [line["badge"] for line in data.pop("signatures")] == ["colin"]
    assert data == told
    assert DropBox.objects.get().status == BoxStatus.IN_COUNT
    assert [(sheet.part, sheet.status) for sheet in CountSheet.objects.all()] == [("cash", BoxStatus.IN_COUNT)]


def test_the_box_of_a_pot_game_has_a_rake_sheet_too() -> None:
    house = dice_house()
    counting.open_count(house)
    assert counting.accept(house)["parts"] == ["cash", "rake"]
    assert set(CountSheet.objects.values_list("part", flat=True)) == {"cash", "rake"}


def test_the_label_must_be_right() -> None:
    """A box is tied to its table: under another table's name there is no such box."""
    house = custody.running(builders.house(tables=("BJ-01", "BJ-02")))
    custody.close_table(house)
    custody.remove_box(house)
    counting.open_count(house)
    for table, number in (("BJ-02", 1), ("BJ-01", 2), ("BJ-99", 1)):
        with refused(house, NotFound, "no_such_box"):
            counting.accept(house, number, table=table)


def test_a_box_still_on_its_table_does_not_come_in(house: House) -> None:
    custody.open_table(house, {**custody.BANK, 2_500: 140})
    counting.open_count(house)
    with refused(house, Conflict, "box_not_removed", state="on_table", wanted="in_count"):
        counting.accept(house, 2)


def test_a_box_comes_in_once(accepted: House) -> None:
    with refused(accepted, Conflict, "already_accepted"):
        counting.accept(accepted)


def test_only_the_team_takes_boxes_in(house: House) -> None:
    custody.also(house, "ada", Role.COUNTER)
    counting.open_count(house)
    with refused(house, NotAllowed, "not_in_team", badge="ada"):
        counting.accept(house, counter=house.sign("ada"))
    with refused(house, NotFound, "no_such_count"):
        counting.accept(house, session=2)


def test_nobody_of_the_team_may_know_the_pit(house: House) -> None:
    """Cora dealt in the pit while the box stood there; colin may not even take it in with her in the team."""
    counting.open_count(house)
    custody.deals(house, "cora")
    with refused(house, NotAllowed, "not_independent", badge="cora"):
        counting.accept(house)


ESTIMATING = (Role.PIT_BOSS, Role.ACCOUNTANT, Role.AUDITOR, Role.HOUSE_MANAGER)


@pytest.mark.parametrize("role", ESTIMATING)
def test_who_reads_the_pits_estimates_is_in_no_team(house: House, role: Role) -> None:
    """domain.md §1.1: a counter who is boss or accountant as well has read what the log expects in the boxes."""
    custody.also(house, "cora", role)
    with refused(house, NotAllowed, "knows_estimates", badge="cora"):
        counting.open_count(house)
    revoke(house, "cora", role)
    assert counting.open_count(house)["team"] == ["colin", "cora"]


@pytest.mark.parametrize("role", ESTIMATING)
def test_who_read_the_estimates_of_a_box_counts_it_no_more(house: House, role: Role) -> None:
    """What he read while it stood on its table he knows, whether the role is taken away now or given back later."""
    custody.also(house, "cora", role)
    revoke(house, "cora", role, house.at + timedelta(seconds=1))
    later = house.at + timedelta(hours=1)
    counting.open_count(house, at=later)
    with refused(house, NotAllowed, "knows_estimates", badge="cora"):
        counting.accept(house, at=later)


def test_who_read_estimates_before_a_box_was_placed_counts_it(house: House) -> None:
    custody.also(house, "cora", Role.PIT_BOSS)
    later = house.at + timedelta(hours=1)
    revoke(house, "cora", Role.PIT_BOSS, later)
    custody.open_table(house, {**custody.BANK, 2_500: 140}, at=later)
    custody.close_table(house, {**custody.BANK, 2_500: 140}, at=later)
    custody.remove_box(house, 2, at=later)
    counting.open_count(house, at=later)
    with refused(house, NotAllowed, "knows_estimates", badge="cora"):
        counting.accept(house, at=later)
    assert counting.accept(house, 2, at=later)["box"] == 2


def test_another_casinos_box_and_count_are_not_found() -> None:
    house = builders.house(outsider=True)
    custody.issue_bank(house)
    custody.open_table(house)
    custody.close_table(house)
    custody.remove_box(house)
    counting.open_count(house)
    actor, signers = custody.others_counters(house)
    with refused(house, NotFound, "no_such_count"):
        counting.accept(house, actor=actor, counter=signers[0])
    counts.open_count(actor=actor, at=house.at, team=signers)
    with refused(house, NotFound, "no_such_box"):
        counting.accept(house, actor=actor, counter=signers[0])


def test_a_repeat_opens_and_accepts_once(house: House) -> None:
    assert counting.open_count(house, key="open-001") == counting.open_count(house, key="open-001")
    assert counting.accept(house, key="accept-1") == counting.accept(house, key="accept-1")
    assert len(custody.events(house, "count")) == 2
