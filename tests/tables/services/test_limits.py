"""Posted limits and lifted ones (T-17)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound, StaleSequence
from tables.domain.table_states import RoundStatus
from tables.selectors import limits as reads
from tables.services import limits, pits, staffing
from tables.services.signatures import SignatureRequest
from tests import builders, custody, dealt
from tests.builders import facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT


def post(house: builders.House, name: str = "petra", **changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"at": AT, "table": "BJ-01", "minimum": 1_000, "maximum": 100_000}
    return limits.post_limits(actor=house.people[name], **(values | changes))


def lift(house: builders.House, name: str = "petra", **changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"at": AT, "table": "BJ-01", "player": "p2", "maximum": 200_000}
    return limits.raise_limit(actor=house.people[name], **(values | changes))


def test_limits_are_posted_and_the_old_ones_kept() -> None:
    house = builders.house()
    assert post(house, at=AT + timedelta(hours=1)) == {
        "table": "BJ-01",
        "minimum": 1_000,
        "maximum": 100_000,
        "effective_from": "2026-03-04T21:00:00.000000Z",
        "version": 2,
        "seq": 2,
    }
    newest, oldest = reads.history(house.table().pk)
    assert (newest.minimum, newest.maximum, newest.effective_from) == (1_000, 100_000, AT + timedelta(hours=1))
    assert (oldest.minimum, oldest.maximum, oldest.effective_from) == (500, 50_000, AT)
    assert reads.in_force(house.table().pk, newest.effective_from) == newest
    assert reads.in_force(house.table().pk, newest.effective_from - timedelta(microseconds=1)) == oldest
    assert reads.history(house.table().pk, before=newest.effective_from) == [oldest]
    assert facts("limits_set")[-1] == {
        "minimum": 1_000,
        "maximum": 100_000,
        "effective_from": "2026-03-04T21:00:00.000000Z",
    }


def test_the_last_posted_limits_count_even_when_the_clock_was_set_back() -> None:
    house = builders.house()
    earlier = AT - timedelta(hours=1)
    post(house, at=earlier)
    for at in (earlier, AT, AT + timedelta(days=1)):
        newest = reads.in_force(house.table().pk, at)
        assert newest is not None
        assert (newest.maximum, newest.effective_from) == (100_000, earlier)


def test_limits_posted_at_one_moment_count_one_after_the_other() -> None:
    house = builders.house()
    post(house)
    newest = reads.in_force(house.table().pk, AT + timedelta(seconds=1))
    assert newest is not None
    assert (newest.maximum, newest.effective_from) == (100_000, AT + timedelta(microseconds=1))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"minimum": 0}, "bad_amount"),
        ({"minimum": 100_001}, "bad_limits"),
        ({"maximum": 1_000_001}, "above_licensed_cap"),
    ],
)
def test_limits_must_be_postable(changes: dict[str, Any], code: str) -> None:
    house = builders.house()
    with refused(code, Invalid):
        post(house, **changes)


def test_t17_two_bosses_do_not_overwrite_each_other() -> None:
    house = builders.house()
    post(house, expected_version=1)
    with refused("stale_limits", StaleSequence):
        post(house, minimum=2_000, expected_version=1)
    assert post(house, minimum=2_000, expected_version=2)["version"] == 3
    with refused("stale_sequence", StaleSequence):
        post(house, expected_seq=1)


@pytest.mark.parametrize("name", ["dana", "cass", "cora", "ada", "axel", "hana"])
def test_only_a_pit_boss_posts_and_lifts(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        post(house, name)
    with refused("not_permitted", NotAllowed):
        lift(house, name)


def test_the_boss_must_be_in_charge() -> None:
    house = builders.house()
    pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    with refused("not_in_charge", NotAllowed):
        post(house)
    with refused("not_in_charge", NotAllowed):
        lift(house)
    with refused("not_in_charge", NotAllowed):
        lift(house, "dana", signature=house.sign("petra"))


def test_another_casinos_table_does_not_exist() -> None:
    builders.house(outsider=True)
    otto = builders.give_otto(Role.PIT_BOSS)
    with refused("no_such_table", NotFound):
        limits.post_limits(actor=otto, at=AT, table="BJ-01", minimum=1, maximum=2)
    with refused("no_such_table", NotFound):
        limits.raise_limit(actor=otto, at=AT, table="BJ-01", player="p2", maximum=60_000)


def test_a_boss_lifts_one_players_maximum() -> None:
    house = custody.running(builders.house())
    before = house.state().table.stream.head_seq
    assert lift(house) == {"table": "BJ-01", "player": "p2", "maximum": 200_000, "seq": before + 1}
    lift(house, player="p3", maximum=50_000)
    assert house.state().raised == {"p2": 200_000, "p3": 50_000}
    assert facts("limit_lifted")[0] == {"player": "p2", "maximum": 200_000, "signatures": []}


def test_the_boss_may_sign_at_the_dealers_terminal() -> None:
    house = custody.running(builders.house())
    dana = replace(house.dana, terminal="T-01")
    limits.raise_limit(actor=dana, at=AT, table="BJ-01", player="p2", maximum=200_000, signature=house.sign("petra"))
    (fact,) = facts("limit_lifted")
    (signed,) = fact["signatures"]
    assert (signed["badge"], signed["role"], signed["terminal"]) == ("petra", "pit_boss", "T-01")
    assert house.state().raised == {"p2": 200_000}


def test_a_signature_needs_a_dealer_and_another_person() -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        lift(house, "cass", signature=house.sign("petra"))
    with refused("role_not_held", NotAllowed):
        lift(house, "dana", signature=house.sign("dev"))
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        lift(house, "dana", signature=SignatureRequest("petra", "000001"))
    staffing.grant_role(actor=house.hana, at=AT, badge="petra", role=Role.DEALER)
    petra = builders.actor("petra")
    with refused("same_person", NotAllowed):
        limits.raise_limit(
            actor=petra, at=AT, table="BJ-01", player="p2", maximum=60_000, signature=house.sign("petra")
        )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"maximum": 49_999}, "bad_amount"),
        ({"maximum": 1_000_001}, "above_licensed_cap"),
        ({"player": ""}, "bad_player"),
        ({"player": "x" * 41}, "bad_player"),
        ({"player": "p2\u202e"}, "bad_player"),
    ],
)
def test_a_lifted_maximum_must_be_liftable(changes: dict[str, Any], code: str) -> None:
    house = custody.running(builders.house())
    with refused(code, Invalid):
        lift(house, **changes)


def test_nothing_is_lifted_at_a_closed_table() -> None:
    house = builders.house()
    with refused("table_not_open", Conflict):
        lift(house)
    with refused("table_not_open", Conflict):
        lift(house, "dana", signature=house.sign("petra"))


def test_nothing_is_lifted_before_limits_are_posted() -> None:
    house = custody.running(builders.house(posted=None))
    assert reads.in_force(house.table().pk, AT) is None
    with refused("no_limits", Conflict):
        lift(house)


BET = {"do": "bet", "by": "p2", "spot": 2, "amount": 60_000}  # above the posted maximum of 50,000


def test_while_bets_are_taken_the_round_hears_of_it_at_once() -> None:
    house = dealt.ready(builders.house())
    dealt.press(house, {"do": "open_round"})
    with refused("bet_above_max", Invalid):
        dealt.press(house, BET)
    lift(house)
    dealt.press(house, BET)
    (fact,) = facts("limit_raised")
    assert (fact["input"], fact["signatures"]) == (
        {"do": "raise_limit", "by": "pit_boss", "player": "p2", "max": 200_000},
        [],
    )
    assert facts("limit_lifted") == []
    assert house.state().raised == {"p2": 200_000}


def test_a_lift_in_the_middle_of_a_round_outlives_it() -> None:
    house = dealt.ready(builders.house())
    dealt.press(house, {"do": "open_round"}, {**BET, "amount": 1_000}, {"do": "close_betting"})
    limits.raise_limit(
        actor=replace(house.dana, terminal="T-01"),
        at=AT,
        table="BJ-01",
        player="p3",
        maximum=70_000,
        signature=house.sign("petra"),
    )
    assert facts("limit_raised")[0]["signatures"][0]["badge"] == "petra"
    dealt.press(house, *dealt.cards(("KH", "TS", "QS", "7H")))
    assert house.state().raised == {"p3": 70_000}
    dealt.press(house, {"do": "stand", "by": "p2", "spot": 2})
    assert house.state().round_status == RoundStatus.SETTLED
    lift(house, player="p4", maximum=80_000)  # the rules have decided: no longer the round's business
    dealt.press(house, {"do": "confirm_settlement"})
    assert house.state().raised == {"p3": 70_000, "p4": 80_000}
    assert facts("limit_lifted")[0]["player"] == "p4"
    dealt.press(house, {"do": "open_round"}, {**BET, "by": "p3", "spot": 3, "amount": 70_000})


@pytest.mark.parametrize("end", [custody.close_table, custody.roll_table])
def test_a_lifted_maximum_ends_with_the_bank_period_t_101(end: Callable[[builders.House], Any]) -> None:
    house = dealt.ready(builders.house())
    lift(house, player="p3", maximum=200_000)
    dealt.press(house, {"do": "open_round"}, {"do": "close_betting"})
    assert house.state().raised == {"p3": 200_000}
    end(house)
    assert house.state().raised == {}
    if house.state().period is None:
        custody.open_table(house)
    with custody.refused(house, Invalid, "bet_above_max", maximum=50_000, input=1):
        dealt.press(house, {"do": "open_round"}, {**BET, "by": "p3", "spot": 3, "amount": 200_000})


def test_a_repeat_gets_the_stored_answer() -> None:
    house = custody.running(builders.house())
    posted, lifted = post(house, key="key-0001"), lift(house, key="key-0002")
    heads = builders.snapshot()
    assert post(house, key="key-0001", expected_version=1) == posted
    assert lift(house, key="key-0002") == lifted
    assert builders.snapshot() == heads
    with refused("idempotency_key_reused", Conflict):
        post(house, key="key-0001", minimum=2_000)
