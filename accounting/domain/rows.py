"""The rows of the books as plain values: integers, text, True/False and None, in the order of their columns.

They are what following writes and what verifying compares, so a row is the same value on both ways.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


class Journal(NamedTuple):
    """One event that moved money. ``period`` and ``round`` where it happened in one."""

    stream_id: int
    seq: int
    type: str
    gaming_day: str
    shift: str
    period: int | None
    round: int | None


class Leg(NamedTuple):
    """One line of a journal, in minor units; above zero comes to the account."""

    stream_id: int
    seq: int
    line: int
    account_id: int
    amount: int
    gaming_day: str


class Settlement(NamedTuple):
    """What became of a bet. A later decision (a void) adds the exact opposite of the old row, then its own (T-79)."""

    stream_id: int
    round: int
    bet: int
    entry: int
    seq: int
    period: int
    kind: str
    player: str
    tender: str
    outcome: str
    stake: int
    returned: int
    due_numerator: int
    due_denominator: int
    gaming_day: str


class RoundResult(NamedTuple):
    """A round as it ended; a void after the end is a second row with the signs turned.

    Pot games: ``pot`` came from the players into the pot, ``pot_paid`` went back to them, ``rake`` to the house.
    """

    stream_id: int
    seq: int
    round: int
    period: int
    game: str
    outcome: str
    dealer: str
    rounds: int
    hands: int
    handle: int
    house_net: int
    pot: int
    pot_paid: int
    rake: int
    gaming_day: str


class PeriodResult(NamedTuple):
    """A closed bank period: its two counts, and what the log says happened between them. Money in minor units."""

    stream_id: int
    seq: int
    number: int
    opened_seq: int
    session: int
    gaming_day: str
    shift: str
    opened_at: str
    closed_at: str
    opener: int
    previous_closer: int | None
    opener_variance: int
    closer: int
    closer_difference: int
    boxes: str
    rounds: int
    hands: int
    handle: int
    house_net: int
    pot: int
    pot_paid: int
    rake: int
    time_charges: int
    staked: int
    staked_squares: int
    fills: int
    credits: int
    markers_issued: int
    markers_paid_cash: int
    markers_paid_chips: int
    rulings_paid: int
    rulings_taken: int
    buy_ins: int
    buy_in_cash: int
    box_cash: int
    shuffles: int
    detail: str


class BoxRemoval(NamedTuple):
    """A box that left its table: the cash and the rake that went in by the log, and the periods it covers."""

    stream_id: int
    seq: int
    box: int
    periods: str
    expected: int
    rake: int


class BoxCount(NamedTuple):
    """A counted box. ``counted`` is its cash, ``variance`` that less expected; ``drop`` is what it adds to the drop.

    ``differed``: two persons did not find the same and a third decided. ``missing_papers`` are numbers with commas.
    """

    stream_id: int
    seq: int
    session: int
    table: str
    box: int
    counted: int
    drop: int
    expected: int
    variance: int
    differed: bool
    missing_papers: str


class RakeCount(NamedTuple):
    """The counted rake of a box, booked as counted or at the higher of what was expected and what was there."""

    stream_id: int
    seq: int
    session: int
    table: str
    box: int
    counted: int
    expected: int
    booked: int
    differed: bool


class CountClosing(NamedTuple):
    """A count whose team has signed its totals: from here on reports know what it counted. Minor units."""

    stream_id: int
    seq: int
    session: int
    gaming_day: str
    cash: int
    promotional: int
    coupons: int
    chips: int


class MissingBox(NamedTuple):
    """A box that a closed count did not get, and why (T-54)."""

    stream_id: int
    seq: int
    line: int
    session: int
    table: str
    box: int
    reason: str


class TableListing(NamedTuple):
    """A table as the house listed it: the pit and game that reports group it by."""

    stream_id: int
    seq: int
    table: str
    pit: str
    game: str


class GameEdge(NamedTuple):
    """The house's share of a game's opening stakes from a gaming day on, in parts per million; the newest stands."""

    stream_id: int
    seq: int
    game: str
    effective_from: str
    edge: int


class CashTransaction(NamedTuple):
    """Currency between a patron and the house. ``who`` is as the event has it: a code, a seat's name, a description.

    ``gaming_day`` is the clock's at the moment of the event; a correction stands on the day of what it corrects.
    """

    stream_id: int
    seq: int
    line: int
    gaming_day: str
    happened_at: str
    place: str
    who: str
    direction: str
    amount: int
    kind: str
    corrects: int | None
    round: int | None
    recorded_by: str


class PatronIdentity(NamedTuple):
    """Who somebody was, known later: at ``place`` (empty: everywhere) from ``since`` until before ``until``."""

    stream_id: int
    seq: int
    known_as: str
    place: str
    since: str
    until: str
    patron: str


@dataclass(slots=True)
class Rows:
    """What a stretch of one stream gives, and by how much it changes the stream's share of each account."""

    journals: list[Journal] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    settlements: list[Settlement] = field(default_factory=list)
    rounds: list[RoundResult] = field(default_factory=list)
    periods: list[PeriodResult] = field(default_factory=list)
    removals: list[BoxRemoval] = field(default_factory=list)
    counts: list[BoxCount] = field(default_factory=list)
    rakes: list[RakeCount] = field(default_factory=list)
    closings: list[CountClosing] = field(default_factory=list)
    missing: list[MissingBox] = field(default_factory=list)
    listings: list[TableListing] = field(default_factory=list)
    edges: list[GameEdge] = field(default_factory=list)
    cash: list[CashTransaction] = field(default_factory=list)
    identities: list[PatronIdentity] = field(default_factory=list)
    balances: dict[int, int] = field(default_factory=dict)
