"""The set-wise check of a document against the same check made bet by bet, for any documents (rules.md B4.5)."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.models import crowd as rows
from tables.models.rounds import Patron
from tests import builders, crowded, dealt, whole_house
from tests.builders import House

pytestmark = pytest.mark.django_db

Line = tuple[str, str, int, int]
"""Id, patron, spot, amount."""

PATRONS = ("P-1", "P-2", "P-3", "P-4", "P-9")
LINES = st.lists(
    st.tuples(
        st.sampled_from("abcd"),
        st.sampled_from(PATRONS),
        st.integers(1, 4),
        st.sampled_from([1, 499, 500, 1_000, 2_500, 4_999, 5_000, 9_500, 10_000, 50_001]),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda line: (line[1], line[0]),
)


class OneByOne:
    """What a clerk would do who takes each patron's slips in turn, one bet after the other."""

    def __init__(self) -> None:
        self.funds = {**crowded.FUNDS, "P-4": 0}
        self.bets: dict[tuple[str, str], tuple[int, int]] = {}

    def take(self, document: Sequence[Line]) -> dict[str, str]:
        """Lay what may be laid; the patrons who are refused, and why."""
        refused = {}
        for patron in dict.fromkeys(line[1] for line in document):
            own = [line for line in document if line[1] == patron]
            if code := self._refusal(patron, own):
                refused[patron] = code
                continue
            for id_, _, spot, amount in own:
                if (patron, id_) not in self.bets:
                    self.bets[patron, id_] = (spot, amount)
                    self.funds[patron] -= amount
        return refused

    def _refusal(self, patron: str, own: Sequence[Line]) -> str:
        more = 0
        for id_, _, spot, amount in own:
            there = self.bets.get((patron, id_))
            if code := self._line(patron, spot, amount, there):
                return code
            more += 0 if there else amount
        on_round = sum(amount for (who, _), (_, amount) in self.bets.items() if who == patron)
        if more and on_round + more > crowded.LIMITS.patron_limit:
            return "patron_limit"
        return "insufficient_funds" if more and more > self.funds[patron] else ""

    def _line(self, patron: str, spot: int, amount: int, there: tuple[int, int] | None) -> str:
        if patron not in self.funds:
            return "no_such_patron"
        if there is not None:
            return "" if there == (spot, amount) else "id_taken"
        owner = {1: "P-4", 2: "bo"}.get(spot)
        if owner is None:
            return "no_hand_to_back"
        if owner == patron:
            return "own_hand"
        return "bet_below_min" if amount < 500 else "bet_above_max" if amount > 50_000 else ""


@pytest.fixture
def house() -> House:
    made = crowded.crowd(dealt.ready(builders.house()))
    crowded.known(made, "P-4")
    own = {"do": "bet", "by": "P-4", "spot": 1, "amount": 1_000}
    dealt.press(made, {"do": "open_round"}, own, {"do": "bet", "by": "bo", "spot": 2, "amount": 1_000})
    return made


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(documents=st.lists(LINES, min_size=1, max_size=3))
def test_set_by_set_is_one_by_one(house: House, documents: list[list[Line]]) -> None:
    clerk = OneByOne()
    with whole_house.undone():
        for document in documents:
            answer = crowded.lay(house, *[crowded.bet(*line) for line in document])
            assert {line["patron"]: line["code"] for line in answer["refused"]} == clerk.take(document)
        found = rows.CrowdBet.objects.values_list("patron_id", "bet", "spot", "amount")
        codes = dict(Patron.objects.values_list("pk", "code"))
        assert {(codes[who], bet): (spot, amount) for who, bet, spot, amount in found} == clerk.bets
        purses = dict(rows.Purse.objects.values_list("patron__code", "balance"))
        assert {**purses, "P-4": 0} == clerk.funds


def test_the_clerk_knows_every_refusal(house: House) -> None:
    clerk = OneByOne()
    document = [("a", "P-9", 1, 500), ("a", "P-4", 1, 500), ("a", "P-1", 3, 500), ("a", "P-2", 1, 499)]
    assert clerk.take(document) == {
        **{"P-9": "no_such_patron", "P-4": "own_hand"},
        **{"P-1": "no_hand_to_back", "P-2": "bet_below_min"},
    }
    assert crowded.lay(house, *[crowded.bet(*line) for line in document])["laid"]["bets"] == 0
