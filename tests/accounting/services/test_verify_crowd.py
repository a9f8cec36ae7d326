"""Whatever single thing of a crowd is changed behind the services' back, ``verify`` names it."""

import json

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain import crowd as words
from tables.models import crowd as rows
from tables.models.log import Event
from tables.services import rulings
from tests import crowded
from tests.accounting import forging
from tests.accounting.columns import unnoticed

pytestmark = pytest.mark.django_db

MODELS = (rows.Crowd, rows.Purse, rows.CrowdRound, rows.CrowdBet, rows.CrowdSettlement, rows.CrowdChunk)
NOBODY_COULD_NOTICE = {
    "tables_crowd.seen_seq",  # how far something was looked for: looking again finds the same
    "tables_crowd.table_id",  # one of each: the database refuses another table's
    "tables_purse.patron_id",
}


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round of a crowd that was paid, then called off and taken back; every trigger of ours is off."""
    monkeypatch.setattr(words, "CHUNK", 2)
    house = crowded.betting()
    lines = [crowded.bet(f"b{n}", f"P-{n % 3 + 1}", n % 2 + 1, 500 + 100 * n) for n in range(5)]
    crowded.lay(house, *lines)
    crowded.play(house, ("KH", "TC", "TS", "AS", "QD", "7H"), [{"do": "stand", "by": "bo", "spot": 2}])
    crowded.settle(house)
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    crowded.settle(house)
    follow.follow_all()
    assert told() == []
    forging.unguard()


def told() -> list[str]:
    return [str(finding) for finding in verify().findings]


def test_every_column_of_the_crowd() -> None:
    assert [name for model in MODELS for name in unnoticed(model, NOBODY_COULD_NOTICE)] == []


def test_a_bet_more_and_a_settlement_less() -> None:
    bet = rows.CrowdBet.objects.get(line=5)
    same = {name: getattr(bet, name) for name in ("gaming_day", "stream_id", "round", "patron_id", "spot", "amount")}
    rows.CrowdBet.objects.create(**same, line=6, bet="x")
    rows.CrowdSettlement.objects.filter(entry=2, line=1).delete()
    findings = told()
    assert "DEMO/crowd/BJ-01: 6 bets, and the log tells of 5" in findings
    assert "DEMO/crowd/BJ-01: 9 settlements, and the log tells of 10" in findings


@pytest.mark.parametrize(
    ("type_", "name", "value", "finding"),
    [
        ("crowd_bets_taken", "table_seq", 1, "bets while betting was not open"),
        ("crowd_bets_taken", "sha256", "0" * 64, "the bets are not those of the document"),
        ("crowd_bets_taken", "amount", 1, "the bets come to 3500"),
        ("crowd_round_decided", "pays", [[1, "win", True, 9, 1, False]], "the spots did not pay that by the rules"),
        ("crowd_round_decided", "entry", 2, "decided out of turn"),
        ("crowd_chunk_settled", "returned", 7, "1100 were held and 2450 returned"),
    ],
)
def test_an_event_that_says_something_else(type_: str, name: str, value: object, finding: str) -> None:
    """The chain shows it too; the crowd's own proof says what does not fit."""
    event = Event.objects.filter(type=type_).earliest("seq")
    body = json.loads(event.body)
    body["data"][name] = value
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(body=text)
    assert any(finding in line for line in told())


def test_a_purse_below_zero_is_explained_by_a_round_called_off_only() -> None:
    rows.Purse.objects.filter(patron__code="P-3").update(balance=-1)
    assert "DEMO/front_money: front money of P-3 is -1 and should be 5000" in told()
    assert "DEMO/front_money: front money of P-3 is -1, which no round called off explains" not in told()
