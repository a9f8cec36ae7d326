"""The chart of accounts: every place where a chip or a banknote can be (design.md §5).

An account holds what lies at one place in one asset, in minor units. A move takes from one place and gives to another,
so every journal sums to zero per asset. ``issued`` and ``patrons`` are where chips and cash come from: their balances
are negative, which is their normal side.

An account's number follows from the stream that owns the place, so that books built again have the same numbers.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from tables.domain.events import StreamKind


class Asset(StrEnum):
    """A journal balances in each by itself."""

    CHIPS = "chips"
    CASH = "cash"
    MARKERS = "markers"
    PROMOTIONAL = "promo"
    ACCOUNT = "account"  # what the house owes patrons for their front money, and the crowd's stakes out of it


class Kind(StrEnum):
    """CUSTODY: the house holds it. OUTSIDE: it does not. VARIANCE: a count did not agree."""

    CUSTODY = "custody"
    OUTSIDE = "outside"
    VARIANCE = "variance"


class Side(StrEnum):
    """The sign that a balance has when nothing is wrong: debit above zero, credit below."""

    DEBIT = "debit"
    CREDIT = "credit"


class Place(NamedTuple):
    """A line of the chart. ``owner`` is the stream kind it belongs to; a table's place carries the table's code."""

    number: int
    name: str
    asset: Asset
    kind: Kind
    side: Side
    owner: StreamKind


CHART: tuple[Place, ...] = (
    Place(1, "issued", Asset.CHIPS, Kind.OUTSIDE, Side.CREDIT, StreamKind.CAGE),
    Place(2, "cage", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(3, "players", Asset.CHIPS, Kind.OUTSIDE, Side.DEBIT, StreamKind.HOUSE),
    Place(4, "patrons", Asset.CASH, Kind.OUTSIDE, Side.CREDIT, StreamKind.HOUSE),
    Place(5, "count_room", Asset.CASH, Kind.CUSTODY, Side.DEBIT, StreamKind.COUNT),
    Place(6, "rack", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.TABLE),
    Place(7, "layout", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.TABLE),
    Place(8, "layout", Asset.CASH, Kind.CUSTODY, Side.DEBIT, StreamKind.TABLE),
    Place(9, "pot", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.TABLE),
    Place(10, "box", Asset.CASH, Kind.CUSTODY, Side.DEBIT, StreamKind.TABLE),
    Place(11, "variance/rack", Asset.CHIPS, Kind.VARIANCE, Side.DEBIT, StreamKind.TABLE),
    Place(12, "variance/drop", Asset.CASH, Kind.VARIANCE, Side.DEBIT, StreamKind.TABLE),
    Place(13, "rake", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.TABLE),
    Place(14, "variance/rake", Asset.CHIPS, Kind.VARIANCE, Side.DEBIT, StreamKind.TABLE),
    Place(15, "count_room", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.COUNT),
    Place(16, "in_transit", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(17, "vault", Asset.CHIPS, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(18, "cage", Asset.CASH, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(19, "vault", Asset.CASH, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(20, "bank", Asset.CASH, Kind.OUTSIDE, Side.CREDIT, StreamKind.CAGE),
    Place(21, "variance/cage", Asset.CHIPS, Kind.VARIANCE, Side.DEBIT, StreamKind.CAGE),
    Place(22, "variance/cage", Asset.CASH, Kind.VARIANCE, Side.DEBIT, StreamKind.CAGE),
    Place(23, "variance/transit", Asset.CHIPS, Kind.VARIANCE, Side.DEBIT, StreamKind.CAGE),
    Place(24, "markers", Asset.MARKERS, Kind.CUSTODY, Side.DEBIT, StreamKind.TABLE),
    Place(25, "cage", Asset.MARKERS, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(26, "patrons", Asset.MARKERS, Kind.OUTSIDE, Side.CREDIT, StreamKind.HOUSE),
    Place(27, "patrons", Asset.PROMOTIONAL, Kind.OUTSIDE, Side.CREDIT, StreamKind.HOUSE),
    Place(28, "count_room", Asset.PROMOTIONAL, Kind.CUSTODY, Side.DEBIT, StreamKind.COUNT),
    Place(29, "issued", Asset.PROMOTIONAL, Kind.OUTSIDE, Side.CREDIT, StreamKind.CAGE),
    Place(30, "cage", Asset.PROMOTIONAL, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(31, "vault", Asset.PROMOTIONAL, Kind.CUSTODY, Side.DEBIT, StreamKind.CAGE),
    Place(32, "variance/cage", Asset.PROMOTIONAL, Kind.VARIANCE, Side.DEBIT, StreamKind.CAGE),
    Place(33, "owed", Asset.ACCOUNT, Kind.OUTSIDE, Side.CREDIT, StreamKind.CAGE),
    Place(34, "front_money", Asset.ACCOUNT, Kind.OUTSIDE, Side.DEBIT, StreamKind.CAGE),
    Place(35, "crowd", Asset.ACCOUNT, Kind.CUSTODY, Side.DEBIT, StreamKind.CROWD),
    Place(36, "crowd_won", Asset.ACCOUNT, Kind.CUSTODY, Side.DEBIT, StreamKind.CROWD),
)
"""Numbers are for ever: a place that is no longer used keeps its own."""

PLACES_A_STREAM = 64
"""Room for the numbers of one stream's accounts; ``CHART`` may never pass it."""

Accounts = Mapping[tuple[str, str], int]
"""(account code, asset) -> account number, for one casino."""


class Account(NamedTuple):
    """An account as it stands in the books. ``table`` is empty for a place of the house."""

    id: int
    code: str
    asset: Asset
    kind: Kind
    side: Side
    table: str


def code_of(name: str, table: str) -> str:
    """The account code of a table's place: ``rack/BJ-01``."""
    return f"{name}/{table}"


def accounts_of(kind: StreamKind, stream_id: int, table: str = "") -> list[Account]:
    """The accounts that a stream owns, with their numbers."""
    return [
        Account(
            id=stream_id * PLACES_A_STREAM + place.number,
            code=code_of(place.name, table) if table else place.name,
            asset=place.asset,
            kind=place.kind,
            side=place.side,
            table=table,
        )
        for place in CHART
        if place.owner == kind
    ]
