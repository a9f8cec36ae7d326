"""How every figure of a report is made: the formula, and which legs of the journals its inputs are found in again.

A report adds up the rows that the books kept of each bank period. A proof goes another way: it adds up the legs of the
journals themselves, event by event, and says whether both come to the same (design.md §9). All money in minor units.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from accounting.domain import figures
from accounting.domain.chart import Asset

Value = int | None
"""None: not known yet, and never nought (T-50)."""


class Unit(StrEnum):
    """How a figure is written."""

    MONEY = "money"
    COUNT = "count"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Legs:
    """Legs of a table's own stream within a bank period, on one account; ``types`` narrows them to some events.

    ``of_table`` accounts carry the table's code. ``sign`` turns what leaves the account into a figure above nought.
    What a ruling paid is never of the rounds (T-78).
    """

    account: str
    asset: Asset
    sign: int = 1
    types: tuple[str, ...] = ()
    of_rounds: bool = False
    of_table: bool = True


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the rounds' results: what is no money on its way, such as the number of hands."""

    name: str


@dataclass(frozen=True, slots=True)
class Times:
    """How often events of one type happened within a bank period."""

    type: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A count of its own: the rack's opener or closer, the boxes, or their rake."""

    what: str


@dataclass(frozen=True, slots=True)
class OpeningStakes:
    """Stakes that opened a hand and that chance has decided, by what became of every bet."""


@dataclass(frozen=True, slots=True)
class OfCrowd:
    """Events that settled chunks of onlookers' bets, in the crowd's own stream (docs/back-bets.md).

    ``account`` is where their legs bring the figure, with its ``sign``; without one it is how many bets they name.
    """

    account: str = ""
    sign: int = 1
    of_table: bool = True


Source = tuple[Legs, ...] | Column | Times | Counted | OpeningStakes | OfCrowd

_RACK, _BOX, _RAKE = "rack", "box", "rake"
_BUY_INS: Final = ("buy_in_taken", "buy_in_corrected")
OPENER, CLOSER, BOX = Counted("opener"), Counted("closer"), Counted("box")
LEAVES: Final[Mapping[str, Source]] = {
    "opener": OPENER,
    "closer": CLOSER,
    "box": BOX,
    "fills": (Legs(_RACK, Asset.CHIPS, 1, ("fill_accepted",)),),
    "credits": (Legs(_RACK, Asset.CHIPS, -1, ("credit_counted_out",)),),
    "markers_issued": (Legs("markers", Asset.MARKERS, 1, ("marker_issued", "marker_voided")),),
    "markers_paid_cash": (Legs(_BOX, Asset.CASH, 1, ("marker_paid",)),),
    "markers_paid_chips": (Legs(_RACK, Asset.CHIPS, 1, ("marker_paid",)),),
    "rulings": (Legs(_RACK, Asset.CHIPS, -1, ("ruling_paid",)),),
    "opening_stakes": OpeningStakes(),
    "buy_in_cash": (Legs(_BOX, Asset.CASH, 1, _BUY_INS),),
    "box_cash_by_log": (Legs(_BOX, Asset.CASH),),
    "rake": (Legs(_RAKE, Asset.CHIPS),),
    "pot_held": (Legs("pot", Asset.CHIPS),),
    "engine_net": (
        Legs("players", Asset.CHIPS, -1, of_rounds=True, of_table=False),
        Legs("patrons", Asset.CASH, -1, of_rounds=True, of_table=False),
    ),
    "handle": Column("handle"),
    "rounds": Column("rounds"),
    "hands": Column("hands"),
    "pot": Column("pot"),
    "buy_ins": Times("buy_in_taken"),
    "shuffles": Times("shoe_mixed"),
    "floor_calls": Times("floor_called"),
    "rake_counted": Counted("rake_counted"),
    "rake_booked": Counted("rake_booked"),
    "rake_shortfall": Counted("rake_shortfall"),
    "rake_surplus": Counted("rake_surplus"),
    "crowd_bets": OfCrowd(),
    "crowd_stakes": OfCrowd("crowd", -1),
    "crowd_paid": OfCrowd("front_money", of_table=False),
}
"""Figures that are found in the log itself, each with the place to look."""
RACK: Final = (Legs(_RACK, Asset.CHIPS),)
"""All that moves a rack from its opener to its closer."""
RAKE_OF_ROUNDS: Final = (Legs(_RAKE, Asset.CHIPS, of_rounds=True),)
"""What the rounds gave the house where players play against each other: the rake, not what they lost (T-84)."""

_WIN = ((1, "closer"), (1, "credits"), (1, "drop"), (-1, "opener"), (-1, "fills"), (-1, "markers_paid_chips"))
SUMS: Final[Mapping[str, tuple[tuple[int, str], ...]]] = {
    "drop": ((1, "box"), (1, "markers_issued"), (-1, "markers_paid_cash")),
    "win": _WIN,
    "bank_variance": (*_WIN, (1, "rulings")),
    "difference": ((1, "win"), (-1, "engine_net"), (1, "rulings")),
    "marker_payments": ((1, "markers_paid_cash"), (1, "markers_paid_chips")),
    "pot_paid": ((1, "pot"), (-1, "engine_net"), (-1, "pot_held")),
    "crowd_result": ((1, "crowd_stakes"), (-1, "crowd_paid")),
}
"""Figures that are sums of others."""
RATIOS: Final[Mapping[str, tuple[tuple[int, str], ...]]] = {
    "hold": ((1, "win"), (1, "drop")),
    "rake_per_hour": ((1, "rake_booked"),),
    "bank_short": ((1, "bank_variance"),),
    "bank_over": ((1, "bank_variance"),),
    "theoretical_win": ((1, "opening_stakes"),),
}
"""Figures that are made of others, but not by adding."""
SAME: Final[Mapping[str, str]] = {"box_cash": "box", "marker_issues": "markers_issued", "rake_expected": "rake"}
"""Names that reports give to a figure beside its own."""
BY_TABLE: Final = ("bank_short", "bank_over")
"""Figures in which tables never cancel each other out: each table's bank is short or over by itself."""
COUNTS: Final = frozenset({"rounds", "hands", "buy_ins", "shuffles", "floor_calls", "crowd_bets"})
CROWD: Final[Mapping[str, str]] = {
    "crowd_bets": "bets",
    "crowd_stakes": "stakes",
    "crowd_paid": "paid",
    "crowd_result": "result",
}
"""Figures of the crowd, and what a report's own line of it calls them."""
POT_ONLY: Final = frozenset(
    {"rake", "rake_expected", "rake_counted", "rake_booked", "rake_shortfall", "rake_surplus", "rake_per_hour", "pot"}
    | {"pot_paid", "pot_held", "bank_variance", *BY_TABLE}
)
"""Figures of pot games alone; win and hold are of banked games alone."""
BANKED_ONLY: Final = frozenset({"win", "hold", "theoretical_win", "opening_stakes", *CROWD})


def unit(figure: str) -> Unit:
    """How the figure is written."""
    if figure == "hold":
        return Unit.PERCENT
    return Unit.COUNT if figure in COUNTS else Unit.MONEY


def leaf(figure: str, *, banked: bool) -> Source | None:
    """Where a figure is found in the log; None for one that is made of others."""
    if figure == "engine_net" and not banked:
        return RAKE_OF_ROUNDS
    return LEAVES.get(figure)


def terms(figure: str, *, banked: bool) -> tuple[tuple[int, str], ...]:
    """The inputs of a figure with their signs; none for what is found in the log itself."""
    if figure == "difference" and not banked:
        return ((1, "bank_variance"),)
    return RATIOS.get(figure, SUMS.get(figure, ()))


def known_as(figure: str) -> str:
    """The figure by its own name."""
    return SAME.get(figure, figure)


def made_of(figure: str, value_of: Callable[[str], Value], *, banked: bool) -> Value:
    """A sum by its formula; unknown when one of its inputs is."""
    total = 0
    for sign, name in terms(figure, banked=banked):
        value = value_of(name)
        if value is None:
            return None
        total += sign * value
    return total


def there(figure: str, *, banked: bool) -> bool:
    """Whether a line of such games has the figure at all."""
    name = known_as(figure)
    known = leaf(name, banked=banked) is not None or bool(terms(name, banked=banked))
    return known and name not in (POT_ONLY if banked else BANKED_ONLY)


def share_of_box(figure: str, counted: int, expected: int) -> int:
    """What the count of a box, or of its rake, brings to a figure; opposite errors never cancel (T-84)."""
    return {
        "box": counted,
        "rake_counted": counted,
        "rake_booked": figures.booked(expected, counted),
        "rake_shortfall": max(expected - counted, 0),
        "rake_surplus": max(counted - expected, 0),
    }[figure]
