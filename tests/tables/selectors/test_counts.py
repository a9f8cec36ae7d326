"""Who sees what of a count: nobody a blind one, the team and accounting what stands, all others when it is closed."""

import pytest

from tables.domain.actors import Role
from tables.domain.box_contents import Part
from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import counts
from tables.services import rule_packs, taps
from tables.services.counts import MissingBox
from tests import builders, counting, custody
from tests.builders import House

pytestmark = pytest.mark.django_db

READERS = ("colin", "cora", "cass", "ada", "axel", "hana")
FOUND = counting.cash({10_000: 3})


@pytest.fixture
def house() -> House:
    """A box is in the count."""
    made = custody.running(builders.house(outsider=True))
    custody.close_table(made)
    taps.tap_out(actor=made.dana, at=made.at, table="BJ-01")
    custody.remove_box(made)
    counting.open_count(made)
    counting.accept(made)
    return made


def told(house: House, name: str) -> tuple[str, object, object]:
    """The sheet's status, its total, and the total of the session, as a person reads them."""
    found = counts.session(builders.actor(name), 1)
    (box,) = found.boxes
    sheet = box.sheet(Part.CASH)
    assert sheet is not None
    total = sheet.contents["total"] if sheet.contents is not None else None
    return sheet.status, total, found.session.totals["cash_total"] if found.session.totals is not None else None


def test_a_blind_count_is_told_to_nobody(house: House) -> None:
    """T-107: not even to accounting, and not to who made it."""
    counting.first(house, FOUND)
    for name in READERS:
        status, total, _ = told(house, name)
        assert (status, total) == ("first_counted", None)
    counting.second(house, counting.cash({10_000: 2}))
    for name in READERS:
        status, total, _ = told(house, name)
        assert (status, total) == ("variance", None)


def test_what_stands_is_told_to_the_team_and_to_audit_and_to_accounting_when_it_is_verified(house: House) -> None:
    """Ada may be who counts the notes once more, and he does so before he sees a sheet."""
    counting.both(house, FOUND)
    for name in ("colin", "cora", "axel"):
        assert told(house, name) == ("counted", 30_000, 30_000)
    for name in ("ada", "cass", "hana"):
        assert told(house, name) == ("counted", None, None)
    counting.verify(house)
    assert told(house, "ada") == ("counted", 30_000, 30_000)
    for name in ("cass", "hana"):
        assert told(house, name) == ("counted", None, None)


def test_where_no_verifier_is_wanted_accounting_is_told_at_once(house: House) -> None:
    rule_packs.choose_rule_pack(
        actor=house.hana, at=house.at, name="french-like", version=1, effective_from=builders.GAMING_DAY
    )
    counting.both(house, FOUND)
    assert told(house, "ada") == ("counted", 30_000, 30_000)


def test_the_house_is_told_when_the_count_is_closed(house: House) -> None:
    """The cage is blind until then."""
    counting.both(house, FOUND)
    counting.verify(house)
    assert [view.totals for view in counts.sessions(house.cass)] == [None]
    counting.close(house)
    for name in READERS:
        assert told(house, name) == ("counted", 30_000, 30_000)
    (view,) = counts.sessions(house.cass)
    assert view.totals is not None
    assert (view.session, view.status, view.verified, view.totals["cash_total"]) == (1, "closed", True, 30_000)


def test_a_counter_of_another_team_is_told_nothing_before(house: House) -> None:
    counting.both(house, FOUND)
    custody.also(house, "sam", Role.COUNTER)
    assert told(house, "sam") == ("counted", None, None)


def test_the_running_count_is_found(house: House) -> None:
    found = counts.running(house.colin)
    assert found is not None
    assert (found.session.session, found.session.team, found.all_counted) == (1, ("colin", "cora"), False)
    (box,) = found.boxes
    assert (box.table, box.box, box.game, box.periods) == ("BJ-01", 1, "blackjack", (1,))
    assert box.sheet(Part.RAKE) is None
    counting.both(house, FOUND)
    counting.verify(house)
    counting.close(house)
    assert counts.running(house.colin) is None


def test_sessions_are_read_in_pages(house: House) -> None:
    counting.both(house, FOUND)
    counting.verify(house)
    counting.close(house)
    custody.open_table(house)
    custody.close_table(house)
    custody.remove_box(house, 2)
    counting.open_count(house)
    counting.close(house, 2, [MissingBox("BJ-01", 2, "left in the pit")])
    assert [view.session for view in counts.sessions(house.ada)] == [2, 1]
    assert [view.session for view in counts.sessions(house.ada, limit=1)] == [2]
    assert [view.session for view in counts.sessions(house.ada, before=2)] == [1]
    assert counts.sessions(house.ada)[0].missing == [{"table": "BJ-01", "box": 2, "reason": "left in the pit"}]


def test_who_may_not_know_is_not_told(house: House) -> None:
    for name in ("dana", "petra", "sam"):
        for read in (counts.sessions, counts.running, lambda actor: counts.session(actor, 1)):
            with pytest.raises(NotAllowed, match="not_permitted"):
                read(builders.actor(name))
    assert counts.sessions(house.otto) == []
    with pytest.raises(NotFound, match="no_such_count"):
        counts.session(house.otto, 1)
