"""A crowd's round: laid, closed, decided, settled in chunks and paid, each once."""

from collections.abc import Iterable
from datetime import timedelta

import pytest

from accounting.models.journals import Journal, Leg
from accounting.services import follow
from tables.domain import crowd as words
from tables.models import crowd as rows
from tables.selectors import stream_days
from tables.services import rulings
from tables.services.crowd import settling
from tests import builders, crowded, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


def purses() -> dict[str, int]:
    return dict(rows.Purse.objects.values_list("patron__code", "balance"))


def outcomes(entry: int = 1) -> list[tuple[int, str, int]]:
    found = rows.CrowdSettlement.objects.filter(entry=entry).order_by("line")
    return list(found.values_list("line", "outcome", "returned"))


def laid(house: House) -> None:
    """Five bets of three patrons on both spots, 62.00 in all."""
    crowded.lay(
        house,
        crowded.bet("a", "P-1", 1, 1_000),
        crowded.bet("b", "P-1", 2, 2_000),
        crowded.bet("c", "P-2", 2, 1_500),
        crowded.bet("d", "P-3", 1, 700),
        crowded.bet("e", "P-3", 2, 1_000),
    )


def test_a_round_is_laid_decided_settled_and_paid() -> None:
    house = crowded.betting()
    laid(house)
    assert purses() == {"P-1": 17_000, "P-2": 18_500, "P-3": 3_300}
    assert settling.due() == []
    # anna stands on 16 and loses; bo has 16, too: the dealer's 17 takes both
    crowded.play(house)
    assert settling.due() == [house.table().pk]
    assert crowded.settle(house) == ["decided", "settled", "paid", "done"]
    assert outcomes() == [(n, "lose", 0) for n in range(1, 6)]
    assert purses() == {"P-1": 17_000, "P-2": 18_500, "P-3": 3_300}
    assert settling.due() == []


def test_winners_are_paid_from_the_house() -> None:
    house = crowded.betting()
    laid(house)
    # spot 1 has a natural, spot 2 twenty, the dealer seventeen
    crowded.play(house, ("KH", "TC", "TS", "AS", "QD", "7H"), [{"do": "stand", "by": "bo", "spot": 2}])
    crowded.settle(house)
    assert outcomes() == [
        (1, "natural", 2_500),
        (2, "win", 4_000),
        (3, "win", 3_000),
        (4, "natural", 1_750),
        (5, "win", 2_000),
    ]
    assert purses() == {"P-1": 23_500, "P-2": 21_500, "P-3": 7_050}


def test_the_books_have_one_journal_a_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "CHUNK", 2)
    house = crowded.betting()
    laid(house)
    crowded.play(house, ("KH", "TC", "TS", "AS", "QD", "7H"), [{"do": "stand", "by": "bo", "spot": 2}])
    assert crowded.settle(house) == ["decided", *["settled"] * 3, *["paid"] * 3, "done"]
    follow.follow_all()
    stream = rows.Crowd.objects.get().stream_id
    journals = list(Journal.objects.filter(stream_id=stream).order_by("seq").values_list("type", flat=True))
    assert journals == ["crowd_bets_taken", *["crowd_chunk_settled"] * 3]
    owner = {36: "won", 35: "held"}
    legs = [
        (owner.get(leg.account_id % 64, "patrons"), leg.amount)
        for leg in Leg.objects.filter(stream_id=stream).order_by("seq", "line")
    ]
    assert sum(amount for place, amount in legs if place == "held") == 0
    assert sum(amount for place, amount in legs if place == "won") == 6_200 - 13_250
    assert sum(amount for place, amount in legs if place == "patrons") == 13_250 - 6_200


def test_a_round_that_is_void_before_it_ends_gives_every_stake_back() -> None:
    house = crowded.betting()
    laid(house)
    dealt.press(house, {"do": "close_betting"})
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    crowded.settle(house)
    assert {outcome for _, outcome, _ in outcomes()} == {"void"}
    assert purses() == dict(crowded.FUNDS)
    assert settling.due() == []


def test_a_round_called_off_after_it_was_paid_is_taken_back() -> None:
    house = crowded.betting()
    laid(house)
    crowded.play(house, ("KH", "TC", "TS", "AS", "QD", "7H"), [{"do": "stand", "by": "bo", "spot": 2}])
    crowded.settle(house)
    assert purses()["P-1"] == 23_500
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    assert settling.due() == [house.table().pk]
    assert crowded.settle(house) == ["decided", "settled", "paid", "done"]
    assert purses() == dict(crowded.FUNDS)
    changes = rows.CrowdSettlement.objects.filter(entry=2).order_by("line").values_list("outcome", "change")
    assert list(changes) == [("void", -1_500), ("void", -2_000), ("void", -1_500), ("void", -1_050), ("void", -1_000)]
    settling.mark_seen()
    assert settling.due() == []


def test_a_round_called_off_while_somebody_looks_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day that bounds the look was named before: the void may be of an earlier one, at a table behind the roll."""
    house = crowded.betting()
    laid(house)
    crowded.play(house)
    crowded.settle(house)
    looked = stream_days.of

    def called_off_meanwhile(spans: Iterable[stream_days.Span]) -> stream_days.Days:
        days = looked(spans)
        monkeypatch.undo()
        rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
        return days._replace(first=days.last + timedelta(days=1))

    monkeypatch.setattr(stream_days, "of", called_off_meanwhile)
    settling.mark_seen()
    assert crowded.settle(house) == ["decided", "settled", "paid", "done"]
    assert purses() == dict(crowded.FUNDS)


def test_bets_on_a_hand_that_was_taken_back_are_returned() -> None:
    house = crowded.betting()
    crowded.lay(house, crowded.bet("a", "P-1", 1, 1_000), crowded.bet("b", "P-2", 2, 500))
    dealt.press(house, {"do": "withdraw_bet", "by": "anna", "spot": 1}, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "TS", "QD", "7H")), {"do": "stand", "by": "bo", "spot": 2})
    crowded.settle(house)
    assert outcomes() == [(1, "returned", 1_000), (2, "win", 1_000)]
    assert purses() == {"P-1": 20_000, "P-2": 20_500, "P-3": 5_000}


def test_winnings_that_were_spent_before_the_round_was_called_off_are_owed() -> None:
    house = crowded.betting()
    crowded.lay(house, crowded.bet("a", "P-3", 2, 5_000))
    crowded.play(house, ("KH", "TC", "TS", "6S", "QD", "7H"))
    crowded.settle(house)
    crowded.take_back(house, "P-3", 10_000)
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    crowded.settle(house)
    assert purses()["P-3"] == -5_000
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    answer = crowded.lay(house, crowded.bet("a", "P-3", 2, 500), number=2)
    assert answer["refused"] == [{"patron": "P-3", "code": "insufficient_funds"}]


def test_two_rounds_wait_and_are_settled_in_their_order() -> None:
    house = crowded.betting()
    laid(house)
    crowded.play(house)
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"}, *dealt.bets())
    crowded.lay(house, crowded.bet("a", "P-1", 1, 1_000), number=2)
    assert rows.CrowdRound.objects.count() == 2
    crowded.settle(house)
    assert list(rows.CrowdRound.objects.order_by("round").values_list("status", flat=True)) == ["done", "open"]
    crowded.play(house)
    crowded.settle(house)
    assert builders.facts("crowd_round_decided")[1]["round"] == 2
