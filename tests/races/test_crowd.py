"""The crowd's documents, the dealer's closing, two tables and two workers at one moment."""

from collections.abc import Callable
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables import tasks
from tables.domain import crowd as words
from tables.domain.crowd import CrowdLimits
from tables.models import crowd as rows
from tables.services.crowd import furnishing, intake
from tests import builders, crowded, dealt
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def document(house: House, id_: str, patron: str, amount: int = 500, **more: Any) -> Callable[[], Any]:
    asked: dict[str, Any] = {"actor": crowded.system(), "at": house.at, "table": "BJ-01", "number": 1}
    return lambda: intake.take_bets(lines=[crowded.bet(id_, patron, 1, amount)], **{**asked, **more})


def proven() -> None:
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_no_bet_is_taken_after_the_dealer_has_closed() -> None:
    """Whoever comes first: the log of the table says that betting was open when each document was committed."""
    house = crowded.betting()
    dealer = house.at_table("dana")

    def close() -> Any:
        return dealt.press(house, {"do": "close_betting"}, actor=dealer)

    documents = [document(house, f"r{n}", f"P-{n % 2 + 1}") for n in range(6)]
    outcomes = meeting.told(meeting.at_once(*documents[:3], close, *documents[3:]))
    assert outcomes["ok"] + outcomes["betting_closed"] == 7
    assert rows.CrowdBet.objects.count() == outcomes["ok"] - 1
    crowded.finish(house)
    crowded.settle(house)
    proven()


def test_a_patrons_money_is_spent_once_at_two_tables() -> None:
    house = crowded.crowd(builders.house(tables=("BJ-01", "BJ-02")), CrowdLimits(50_000, 50_000, 50_000))
    furnishing.set_crowd_limits(
        actor=house.hana, at=house.at, table="BJ-02", limits=CrowdLimits(50_000, 50_000, 50_000)
    )
    crowded.two_tables(house)
    both = [document(house, "a", "P-3", 4_000), document(house, "a", "P-3", 4_000, table="BJ-02")]
    answers: list[Any] = meeting.at_once(*both)
    assert sorted(answer["laid"]["bets"] for answer in answers) == [0, 1]
    assert rows.Purse.objects.get(patron__code="P-3").balance == 1_000
    proven()


def test_two_workers_settle_one_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "CHUNK", 2)
    house = crowded.betting()
    lines = [crowded.bet(f"b{n}", f"P-{n % 3 + 1}", n % 2 + 1, 500) for n in range(15)]
    crowded.lay(house, *lines)
    crowded.play(house, ("KH", "TC", "TS", "AS", "QD", "7H"), [{"do": "stand", "by": "bo", "spot": 2}])
    table_id = house.table().pk
    pieces: list[Any] = meeting.at_once(*[lambda: tasks.settle_crowd(table_id)] * 3)
    assert len(builders.facts("crowd_chunk_settled")) == 8
    assert rows.CrowdSettlement.objects.count() == 15
    assert rows.CrowdChunk.objects.filter(paid=True).count() == 8
    assert sum(pieces) in (17, 18)  # decided, eight settled, eight paid, done: by whoever saw it first
    tasks.settle_crowd(table_id)
    assert rows.CrowdRound.objects.get().status == "done"
    proven()
