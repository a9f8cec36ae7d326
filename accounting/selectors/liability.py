"""What the house owes for chips that are not in it (domain.md T-45).

Outstanding = issued less all places. Below zero there are more chips in the house than it ever brought in: somebody has
made some, or something was keyed wrong.
"""

from dataclasses import dataclass

from django.db import connection

from accounting.domain.chart import Asset
from accounting.selectors import progress
from accounting.selectors.progress import Lag
from tables.domain import permissions
from tables.domain.actors import Actor

_BY_PLACE = """
SELECT CASE WHEN a."table" = '' THEN a.code ELSE left(a.code, -1 - length(a."table")) END,
       coalesce(sum(b.balance), 0)::bigint
FROM accounting_account a LEFT JOIN accounting_streambalance b ON b.account_id = a.id
WHERE a.casino_id = %s AND a.asset = %s GROUP BY 1 ORDER BY 1
"""
ISSUED, OUTSTANDING = "issued", "players"


@dataclass(frozen=True, slots=True)
class ChipLiability:
    """Chips of a house in minor units, as far as the books have followed.

    ``places`` are all that are in the house, variances by themselves; ``promotional`` are the chips in patrons' hands
    that are wagered and never paid out.
    """

    issued: int
    places: tuple[tuple[str, int], ...]
    outstanding: int
    promotional: int
    lag: Lag

    @property
    def alarm(self) -> bool:
        """Whether there are chips that the house has never issued."""
        return self.outstanding < 0


def of(actor: Actor) -> ChipLiability:
    """What the actor's house owes for its chips. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    chips = _by_place(actor.casino_id, Asset.CHIPS)
    promotional = _by_place(actor.casino_id, Asset.PROMOTIONAL)
    places = tuple((name, value) for name, value in chips.items() if name not in (ISSUED, OUTSTANDING))
    return ChipLiability(
        issued=-chips.get(ISSUED, 0),
        places=places,
        outstanding=chips.get(OUTSTANDING, 0),
        promotional=promotional.get("patrons", 0),
        lag=progress.lag(actor.casino_id),
    )


def _by_place(casino_id: int, asset: Asset) -> dict[str, int]:
    """The balance of each place; the tables' racks, layouts, pots and rake boxes are summed."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_PLACE, [casino_id, asset.value])
        return dict(cursor.fetchall())
