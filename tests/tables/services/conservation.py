"""Where the players' chips of a pot table are, told three times over: by the engine, by the rows, by the books.

What they paid in = pot + rake + what they got back, at every moment (domain.md T-84).
"""

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from accounting.models.results import RoundResult, Settlement
from accounting.selectors import ledger
from accounting.services import follow
from tables.domain import chips
from tables.domain.table_states import RoundStatus
from tables.domain.undoing import UNDO, undone_seqs
from tables.games.contract import Place
from tables.models import log, rounds
from tables.services import live
from tables.services import log as floor_log
from tests import custody
from tests.builders import House

_PLAYER = "player:"


@dataclass(frozen=True, slots=True)
class Flows:
    """Sums of a list of transfers, in minor units."""

    paid_in: int
    got_back: int
    pot: int
    rake: int

    @classmethod
    def of(cls, moves: list[Any]) -> "Flows":
        """Of transfers as the log has them."""

        def moved(source: str, target: str) -> int:
            return sum(move[2] for move in moves if move[0].startswith(source) and move[1].startswith(target))

        pot = moved("", Place.POT) - moved(Place.POT, "")
        rake = moved("", Place.RAKE) - moved(Place.RAKE, "")
        return cls(moved(_PLAYER, ""), moved("", _PLAYER), pot, rake)

    def require(self) -> None:
        """Raise AssertionError unless nothing came from nowhere or went there."""
        assert self.paid_in == self.pot + self.rake + self.got_back
        assert self.pot >= 0
        assert self.rake >= 0


class Story:
    """What the log of a table tells since ``start``: transfers by round, voids apart, what was bought and charged.

    ``all`` has what was undone too, and its reversal; everything else is told as if that press had never been.
    """

    def __init__(self, house: House, code: str, start: int) -> None:
        stream = log.Stream.objects.get(key=f"{house.casino.code}/table/{code}").pk
        self.stream = stream
        self.rounds: dict[int, list[Any]] = {}
        self.void: set[int] = set()
        self.all: list[Any] = []
        self.types: list[str] = []
        self.paid_out = self.fees = self.bought = 0
        rows = log.Event.objects.filter(stream_id=stream, seq__gt=start).order_by("seq")
        told = [(seq, type_, json.loads(body)["data"]) for seq, type_, body in rows.values_list("seq", "type", "body")]
        undone = undone_seqs(data for _, type_, data in told if type_ == UNDO)
        for seq, type_, data in told:
            moves = data.get("transfers", [])
            self.all += moves
            self.types += [type_, data.get("ended", "going_on"), "change" if "change" in data else "no_change"]
            if type_ == UNDO or seq in undone:
                continue
            if type_ == "round_voided":
                self.void.add(data["round"])
            elif "round" in data and moves:
                self.rounds.setdefault(data["round"], []).extend(moves)
            self.paid_out += data["amount"] if type_ == "pot_paid" else 0
            self.fees += data["total"] if type_ == "seat_fee_taken" else 0
            self.bought += data["cash"] if type_ == "buy_in_taken" else 0

    @property
    def counting(self) -> list[Any]:
        """The transfers of rounds that count."""
        return [move for number, moves in self.rounds.items() if number not in self.void for move in moves]


def check(house: House, code: str, start: int) -> None:
    """Raise AssertionError unless engine, rows and books agree with the log, and none of them loses a chip."""
    story = Story(house, code, start)
    told = Flows.of(story.all)
    told.require()
    _engine(house, code, story)
    _rows(house, code, story, told)
    _books(house, code, story, told)


def _engine(house: House, code: str, story: Story) -> None:
    with floor_log.table_entry(actor=house.petra, at=house.at, table=code, request={}) as entry:
        table = live.read(entry)
    assert chips.value(table.pot_chips) == table.pot
    if table.in_force is None or table.round_number in story.void:
        return
    result = [list(transfer) for transfer in table.in_force.engine.result(table.state)]
    assert result == story.rounds.get(table.round_number, [])
    Flows.of(result).require()


def _rows(house: House, code: str, story: Story, told: Flows) -> None:
    assert house.state(code).pot == told.pot
    played = rounds.Round.objects.filter(table=house.table(code))
    assert {row.number for row in played if row.status == RoundStatus.VOIDED} >= story.void
    counting = [row.number for row in played if row.number not in story.void]
    bets = rounds.Bet.objects.filter(table_id=house.table(code).pk, round_number__in=counting)
    staked = bets.aggregate(total=Sum("amount"))["total"] or 0
    flows = Flows.of(story.counting)
    assert staked == flows.paid_in
    assert staked == house.state(code).pot + story.paid_out + flows.rake + flows.got_back
    assert sum(row.house_net for row in played) == flows.rake
    assert told.rake == flows.rake + story.fees
    assert chips.value(custody.rack_of(house, code)) == custody.BANK_TOTAL - story.bought


def _books(house: House, code: str, story: Story, told: Flows) -> None:
    follow.follow_all()
    balances = {
        (line.code, line.asset): line.balance for line in ledger.trial_balance(actor=house.people["ada"]).accounts
    }
    assert balances[f"pot/{code}", "chips"] == told.pot
    assert balances[f"rake/{code}", "chips"] == told.rake
    assert balances[f"rack/{code}", "chips"] == custody.BANK_TOTAL - story.bought
    assert balances["players", "chips"] == story.bought - told.paid_in + told.got_back
    flows = Flows.of(story.counting)
    ended = RoundResult.objects.filter(stream_id=story.stream)
    sums = ended.aggregate(pot=Sum("pot"), paid=Sum("pot_paid"), rake=Sum("rake"))
    running = Flows.of(_running(house, code, story))
    assert (sums["pot"] or 0) == flows.paid_in - running.paid_in
    assert (sums["paid"] or 0) == flows.got_back
    assert (sums["rake"] or 0) == flows.rake
    settled = Settlement.objects.filter(stream_id=story.stream).aggregate(stake=Sum("stake"), back=Sum("returned"))
    assert (settled["stake"] or 0) == flows.paid_in - running.paid_in


def _running(house: House, code: str, story: Story) -> list[Any]:
    """Transfers of the round that is not decided yet: no bet of a pot game is before its end."""
    state = house.state(code)
    undecided = state.round_status in (RoundStatus.BETTING, RoundStatus.IN_PLAY)
    return story.rounds.get(state.round_number, []) if undecided else []
