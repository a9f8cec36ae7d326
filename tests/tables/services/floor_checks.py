"""What has to be true of two tables after any act of play, of their bosses or of disputes: engine, rows, log, books."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accounting.selectors import ledger
from accounting.services import follow
from accounting.services.verify import run
from tables.domain import chips
from tables.domain.table_states import RoundStatus
from tables.games.contract import Place, Tender
from tables.models import floor, log
from tables.models import rounds as round_rows
from tables.models import shoes as shoe_rows
from tables.models.approvals import Approval
from tables.models.disputes import Dispute
from tests import custody
from tests.builders import House
from tests.tables.services import floor_hands

_DECIDES = {"round_voided": "void", "limit_raised": "lift", "limit_lifted": "lift", "fill_requested": "fill"}
"""The act that stands right after ``approval_given``, in the same entry."""


def head_of(code: str) -> int:
    """The newest number of a table's stream."""
    return log.Stream.objects.get(table__code=code).head_seq


def everything(code: str) -> dict[str, Any]:
    """All that a press may change at a table."""
    table = floor.GamingTable.objects.get(code=code)
    state = floor.TableState.objects.get(table=table)
    return {
        "live": json.loads(state.live or "{}"),
        "state": [
            getattr(state, name) for name in ("status", "round_number", "round_status", "raised", "funds", "pot")
        ],
        "rack": sorted(floor.RackChips.objects.filter(table=table).values_list("denomination", "count")),
        "rounds": list(_rounds(table).values("number", "status", "opened_seq", "house_net", "handle")),
        "bets": list(_bets(table).values("round_number", "number", "amount", "chips")),
        "shoe": list(shoe_rows.Shoe.objects.filter(table=table).values("status", "dealt", "on_table", "round_from")),
    }


def _rounds(table: floor.GamingTable) -> Any:
    return round_rows.Round.objects.filter(table=table).order_by("number")


def _bets(table: floor.GamingTable) -> Any:
    return round_rows.Bet.objects.filter(table_id=table.pk).order_by("round_number", "number")


class Story:
    """What the log of a table tells, read here once more: without the events that were undone."""

    def __init__(self, code: str) -> None:
        stream = log.Stream.objects.get(table__code=code)
        rows = log.Event.objects.filter(stream_id=stream.pk).order_by("seq").values_list("seq", "body")
        self.events = [{**json.loads(body), "row": seq} for seq, body in rows]
        self.head = stream.head_seq
        gone = {
            seq
            for event in self.events
            if event["type"] == "press_undone"
            for seq in range(event["data"]["first"], event["data"]["last"] + 1)
        }
        self.standing = [e for e in self.events if e["row"] not in gone and e["type"] != "press_undone"]

    def moves(self, events: Sequence[Mapping[str, Any]]) -> Iterator[list[Any]]:
        """The transfers of events, in their order."""
        for event in events:
            yield from event["data"].get("transfers", [])

    def of_round(self, number: int) -> list[list[Any]]:
        """What the rules have moved in a round; rulings stand beside it."""
        mine = [e for e in self.standing if e["data"].get("round") == number and "dispute" not in e["data"]]
        return list(self.moves(mine))


def check(house: House, codes: Sequence[str], before: Mapping[str, int]) -> tuple[list[str], dict[str, int]]:
    """Raise AssertionError unless everything holds; types of the events since ``before``, and the streams' heads."""
    stories = {code: Story(code) for code in codes}
    _numbers(house, stories)
    for code, story in stories.items():
        _engine(house, code, story)
        _asked(code, story)
        _disputed(code, story)
    _books(house, stories)
    found = run.verify([f"{house.casino.code}/table/{code}" for code in codes]).findings
    assert not found, "\n".join(map(str, found))
    heads = dict(log.Stream.objects.values_list("key", "head_seq"))
    new = [
        event["type"]
        for code, story in stories.items()
        for event in story.events
        if event["row"] > before[f"{house.casino.code}/table/{code}"]
    ]
    return new, heads


def _numbers(house: House, stories: Mapping[str, Story]) -> None:
    """Events, rounds, approvals and disputes count from 1, each number once."""
    for code, story in stories.items():
        assert [event["row"] for event in story.events] == list(range(1, story.head + 1))
        assert [event["seq"] for event in story.events] == list(range(1, story.head + 1))
        played = [row.number for row in _rounds(house.table(code))]
        assert played == list(range(1, house.state(code).round_number + 1))
        opened = [e["data"]["round"] for e in story.standing if e["type"] == "round_opened"]
        assert opened == played
        for model, type_, name in ((Approval, "approval_asked", "approval"), (Dispute, "dispute_opened", "dispute")):
            told = [e["data"][name] for e in story.events if e["type"] == type_]
            kept = model.objects.filter(table__code=code).order_by("number").values_list("number", flat=True)
            assert told == list(kept) == list(range(1, len(told) + 1))


def _engine(house: House, code: str, story: Story) -> None:
    """The engine has moved what the log says and nothing else, and its stakes lie where it says."""
    actor = house.at_table({"BJ-01": "dana", "SD-1": "dev"}[code], code)
    table = floor_hands.table_of(house, actor, code)
    assert chips.value(table.pot_chips) == table.pot
    if table.in_force is None or table.round_status == RoundStatus.VOIDED:
        return
    result = [list(transfer) for transfer in table.in_force.engine.result(table.state)]
    assert result == story.of_round(table.round_number)
    held = Counter(number for number in table.bets)
    rows = round_rows.Bet.objects.filter(table_id=table.table_id, round_number=table.round_number)
    assert set(held) <= set(rows.values_list("number", flat=True))


def _lies(story: Story, place: str, tender: str) -> int:
    """The value at a place of the table, by all transfers that were ever told, those taken back among them."""
    moves = [move for move in story.moves(story.events) if move[4] == tender]
    return sum(move[2] * ((move[1] == place) - (move[0] == place)) for move in moves)


def _books(house: House, stories: Mapping[str, Story]) -> None:
    """Each asset sums to 0, and every place of a table holds in the books what it holds in the rows and in the log."""
    follow.follow_all(house.casino.pk)
    told = ledger.trial_balance(actor=house.people["ada"])
    assert set(told.totals.values()) == {0}
    balances = {(line.code, line.asset): line.balance for line in told.accounts}
    for code, story in stories.items():
        state = house.state(code)
        rack = chips.value(custody.rack_of(house, code))
        assert balances[f"rack/{code}", "chips"] == rack
        assert balances[f"pot/{code}", "chips"] == state.pot == _lies(story, Place.POT, Tender.CHIPS)
        for asset in (Tender.CHIPS, Tender.CASH):
            layout = _lies(story, Place.LAYOUT, asset)
            assert balances[f"layout/{code}", asset] == layout
            assert layout >= 0
            assert layout == 0 or state.round_status in (RoundStatus.BETTING, RoundStatus.IN_PLAY)
    assert balances["issued", "chips"] == -431_000_00


def _asked(code: str, story: Story) -> None:
    """Every approval that was given is followed by its act, once; nobody has allowed himself anything."""
    given = [e for e in story.events if e["type"] == "approval_given"]
    for event in given:
        act = story.events[event["row"]]
        assert _DECIDES[act["type"]] == event["data"]["kind"]
        assert act["recorded_at"] == event["recorded_at"]
    for row in Approval.objects.filter(table__code=code):
        ends = [e for e in story.events if e["data"].get("approval") == row.number and e["type"] != "approval_asked"]
        assert len(ends) == (row.status != "asked")
        assert row.decided_by_id != row.asked_by_id or row.status == "withdrawn"


def _disputed(code: str, story: Story) -> None:
    """Paid is what was ruled, and the table is stopped exactly while the last stop has not been ruled on."""
    for row in Dispute.objects.filter(table__code=code):
        mine = [e["data"] for e in story.events if e["data"].get("dispute") == row.number]
        assert row.paid == sum(data["amount"] for data in mine if "transfers" in data)
    stops = [e["type"] for e in story.events if e["type"] in ("misdeal_recorded", "misdeal_ruled")]
    stopped = floor.TableState.objects.get(table__code=code).status == "stopped"
    assert stopped == (bool(stops) and stops[-1] == "misdeal_recorded")
    for event in story.events:
        if event["type"] == "misdeal_ruled" and event["data"]["ruling"] == "void_round":
            after = story.events[event["row"] :]
            number = event["data"]["round"]
            assert any(e["type"] == "round_voided" and e["data"]["round"] == number for e in after)
