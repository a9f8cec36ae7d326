"""Documents of the crowd's bets: what is laid, what comes twice, who is refused, and that a refusal changes nothing."""

from typing import Any

import pytest

from tables.domain import crowd as words
from tables.domain.crowd import CrowdLimits
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound, Overloaded
from tables.models import crowd as rows
from tables.models.log import Stream
from tables.services.crowd import furnishing, settling
from tests import builders, crowded, dealt
from tests.builders import House
from tests.crowded import bet, lay
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return crowded.betting()


def purses() -> dict[str, int]:
    return dict(rows.Purse.objects.values_list("patron__code", "balance"))


def codes(answer: dict[str, Any]) -> dict[str, str]:
    return {line["patron"]: line["code"] for line in answer["refused"]}


def test_bets_are_laid_and_the_log_commits_to_them(house: House) -> None:
    seq = Stream.objects.get(key="DEMO/table/BJ-01").head_seq
    answer = lay(house, bet("a", "P-1", 1, 1_000), bet("b", "P-2", 2, 500), bet("c", "P-1", 2, 600))
    assert answer["laid"] == {"bets": 3, "patrons": 2, "amount": 2_100}
    assert (answer["repeated"], answer["refused"], answer["seq"]) == (0, [], 1)
    (data,) = builders.facts("crowd_bets_taken")
    bets = [(1, words.CrowdBet("a", "P-1", 1, 1_000)), (2, words.CrowdBet("b", "P-2", 2, 500))]
    assert data["sha256"] == words.digest([*bets, (3, words.CrowdBet("c", "P-1", 2, 600))])
    assert (data["first"], data["last"], data["amount"]) == (1, 3, 2_100)
    assert data["spots"] == {"1": 1_000, "2": 1_100}
    assert data["table_seq"] == seq
    assert Stream.objects.get(key="DEMO/table/BJ-01").head_seq == seq  # the table's own stream is not touched
    assert purses() == {"P-1": 18_400, "P-2": 19_500, "P-3": 5_000}


def test_a_document_that_comes_twice_is_laid_once(house: House) -> None:
    first = lay(house, bet("a", "P-1", 1, 1_000), key="crowd-0001")
    assert lay(house, bet("a", "P-1", 1, 1_000), key="crowd-0001") == first
    with refused("idempotency_key_reused", Conflict):
        lay(house, bet("a", "P-1", 1, 1_100), key="crowd-0001")
    assert purses()["P-1"] == 19_000


def test_a_bet_that_comes_twice_counts_once(house: House) -> None:
    lay(house, bet("a", "P-1", 1, 1_000), key="crowd-0001")
    answer = lay(house, bet("a", "P-1", 1, 1_000), bet("b", "P-1", 1, 500), key="crowd-0002")
    assert (answer["laid"]["bets"], answer["repeated"]) == (1, 1)
    answer = lay(house, bet("a", "P-1", 1, 1_000), key="crowd-0003")
    assert (answer["laid"]["bets"], answer["repeated"]) == (0, 1)
    assert purses()["P-1"] == 18_500
    assert rows.CrowdBet.objects.count() == 2


def test_an_id_that_another_bet_has_is_refused(house: House) -> None:
    lay(house, bet("a", "P-1", 1, 1_000))
    assert codes(lay(house, bet("a", "P-1", 1, 1_100))) == {"P-1": "id_taken"}
    assert codes(lay(house, bet("a", "P-1", 2, 1_000))) == {"P-1": "id_taken"}
    assert lay(house, bet("a", "P-2", 1, 1_000))["laid"]["bets"] == 1  # ids are each patron's own
    assert purses()["P-1"] == 19_000


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (bet("x", "P-9", 1, 1_000), "no_such_patron"),
        (bet("x", "P-2", 3, 1_000), "no_hand_to_back"),
        (bet("x", "P-2", 1, 499), "bet_below_min"),
        (bet("x", "P-2", 1, 50_001), "bet_above_max"),
        (bet("x", "P-2", 1, 9_600), "patron_limit"),
        (bet("x", "P-3", 1, 5_100), "insufficient_funds"),
    ],
)
def test_a_patron_is_refused_with_all_his_bets_and_no_other(house: House, line: dict[str, Any], code: str) -> None:
    own = bet("y", line["patron"], 2, 500)
    answer = lay(house, bet("a", "P-1", 1, 1_000), own, line)
    assert codes(answer) == {line["patron"]: code}
    assert answer["laid"] == {"bets": 1, "patrons": 1, "amount": 1_000}
    assert purses() == {"P-1": 19_000, "P-2": 20_000, "P-3": 5_000}
    assert list(rows.CrowdBet.objects.values_list("bet", flat=True)) == ["a"]


def test_nobody_backs_his_own_hand() -> None:
    house = crowded.crowd(dealt.ready(builders.house()))
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "P-1", "spot": 1, "amount": 1_000})
    assert codes(lay(house, bet("a", "P-1", 1, 1_000), bet("a", "P-2", 1, 1_000))) == {"P-1": "own_hand"}


def test_what_a_patron_has_on_the_round_already_counts(house: House) -> None:
    lay(house, bet("a", "P-1", 1, 9_000))
    assert codes(lay(house, bet("b", "P-1", 2, 1_001))) == {"P-1": "patron_limit"}
    assert lay(house, bet("b", "P-1", 2, 1_000))["refused"] == []
    assert purses()["P-1"] == 10_000


def refuses(house: House, code: str, family: type[FloorError], *bets: dict[str, Any], **more: Any) -> None:
    """A document is refused as a whole, and every row is as it was."""
    with refused(code, family):
        lay(house, *bets, **more)


def test_a_spot_or_a_round_that_is_full_takes_no_document(house: House) -> None:
    one = bet("a", "P-1", 1, 1_000)
    for name, limits in (("spot", CrowdLimits(900, 900, 1_900)), ("round", CrowdLimits(900, 1_100, 1_100))):
        furnishing.set_crowd_limits(actor=house.hana, at=house.at, table="BJ-01", limits=limits)
        two = [bet("a", "P-1", 1, 600), bet("a", "P-2", 1 if name == "spot" else 2, 600)]
        refuses(house, f"{name}_limit", Conflict, *two)
    furnishing.set_crowd_limits(actor=house.hana, at=house.at, table="BJ-01", limits=crowded.LIMITS)
    assert lay(house, one)["laid"]["amount"] == 1_000


def test_when_no_bets_are_taken(house: House) -> None:
    one = bet("a", "P-1", 1, 1_000)
    refuses(house, "not_this_round", Conflict, one, number=2)
    dealt.press(house, {"do": "close_betting"})
    refuses(house, "betting_closed", Conflict, one)
    crowded.finish(house)
    refuses(house, "betting_closed", Conflict, one)
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"})
    refuses(house, "not_this_round", Conflict, one)
    assert codes(lay(house, one, number=2)) == {"P-1": "no_hand_to_back"}


def test_a_table_without_a_crowd_takes_none(house: House) -> None:
    refuses(house, "no_such_crowd", NotFound, bet("a", "P-1", 1, 1_000), table="BJ-02")


def test_who_may_not(house: House) -> None:
    for name in ("dana", "petra", "cass", "ada", "hana"):
        refuses(house, "not_permitted", NotAllowed, bet("a", "P-1", 1, 1_000), actor=house.people[name])


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"id": "a", "patron": "P-1", "spot": 1},
        {"id": "a", "patron": "P-1", "spot": 1, "amount": 1_000, "more": 1},
        bet("", "P-1", 1, 1_000),
        bet("a\tb", "P-1", 1, 1_000),
        bet("a" * 41, "P-1", 1, 1_000),
        bet("a", "P 1", 1, 1_000),
        bet("a", "P-1", 0, 1_000),
        bet("a", "P-1", 13, 1_000),
        bet("a", "P-1", 1, 0),
        bet("a", "P-1", 1, -5),
        bet("a", "P-1", 1, 10**12 + 1),
        {"id": "a", "patron": "P-1", "spot": True, "amount": 1_000},
        {"id": "a", "patron": "P-1", "spot": 1, "amount": 10.0},
        {"id": "a", "patron": "P-1", "spot": 1, "amount": True},
        {"id": 7, "patron": "P-1", "spot": 1, "amount": 1_000},
        ["a", "P-1", 1, 1_000],
    ],
)
def test_a_line_that_is_none(house: House, line: Any) -> None:
    with pytest.raises(Invalid) as caught:
        lay(house, bet("ok", "P-1", 1, 1_000), line)
    assert (caught.value.code, caught.value.detail) == ("bad_line", {"line": 1})


def test_how_many_bets_a_document_has(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MOST_LINES", 2)
    refuses(house, "bad_inputs", Invalid)
    refuses(house, "bad_inputs", Invalid, *[bet(str(n), "P-1", 1, 1_000) for n in range(3)])
    refuses(house, "id_taken", Invalid, bet("a", "P-1", 1, 1_000), bet("a", "P-1", 2, 1_000))


def test_a_crowd_that_is_not_settled_fast_enough_has_to_wait(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(house, bet("a", "P-1", 1, 1_000), bet("b", "P-1", 1, 1_000))
    monkeypatch.setattr(words, "MOST_WAITING", 1)
    with pytest.raises(Overloaded) as caught:
        lay(house, bet("c", "P-1", 1, 1_000))
    assert (caught.value.code, caught.value.seconds) == ("crowd_behind", 1)
    assert rows.CrowdBet.objects.count() == 2
    crowded.play(house)
    crowded.settle(house)
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"}, *dealt.bets())
    assert lay(house, bet("c", "P-1", 1, 1_000), number=2)["laid"]["bets"] == 1


def test_a_lifted_limit_is_for_the_crowd_as_well(house: House) -> None:
    furnishing.set_crowd_limits(
        actor=house.hana, at=house.at, table="BJ-01", limits=CrowdLimits(100_000, 100_000, 200_000)
    )
    crowded.fund(house, "P-1", 60_000)
    assert codes(lay(house, bet("a", "P-1", 1, 60_000))) == {"P-1": "bet_above_max"}
    crowded.lift(house, "P-1", 60_000)
    assert lay(house, bet("a", "P-1", 1, 60_000))["refused"] == []


def test_the_same_patrons_money_is_spent_once_at_two_tables() -> None:
    house = crowded.crowd(dealt.ready(builders.house()))
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    assert lay(house, bet("a", "P-3", 1, 3_000))["refused"] == []
    assert codes(lay(house, bet("b", "P-3", 1, 2_100))) == {"P-3": "insufficient_funds"}
    assert settling.due() == []
