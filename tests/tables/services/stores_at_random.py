"""The stores of cards and dice and the rating slips at random, for ``custody_machine``: by anybody, often wrong."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

from tables.domain.actors import Actor
from tables.domain.equipment import Item, Place
from tables.domain.ratings import Rating, Skill
from tables.models.equipment import EquipmentStock
from tables.models.ratings import RatingSlip
from tables.services import ratings
from tests import stores
from tests.builders import House
from tests.slips import PAUL
from tests.tables.services.custody_checks import Notebook

KEEPERS = (*["sam"] * 8, "colin", "cleo", "paul")
"""All of security; paul is in charge of a pit as well."""


class Player(Protocol):
    """Who plays: the machine."""

    house: House
    now: datetime
    notebook: Notebook

    def who(self, chance: random.Random, *right: str) -> str:
        """One of those who should, or now and then anybody."""

    def acting(self, name: str, code: str = "") -> Actor:
        """The person as an actor."""

    def attempt(
        self,
        act: Callable[..., dict[str, Any]],
        then: Callable[[dict[str, Any]], object] = ...,
        *,
        again: bool = False,
        **asked: Any,
    ) -> None:
        """An act that is done or refused."""


def beside(player: Player, chance: random.Random) -> None:
    """What may happen beside the machine's own acts of a turn; ``chance`` is another one, so that those stay theirs."""
    if chance.random() < 0.25:
        keep_stores(player, chance)
    if chance.random() < 0.15:
        rate(player, chance)


def keep_stores(player: Player, chance: random.Random) -> None:
    """Two acts at the stores: a delivery, a table gets or gives back, pieces are destroyed, all are counted."""
    for what in chance.choices(["receive", "issue", "issue", "give_back", "destroy", "count"], k=2):
        keeper = player.who(chance, *KEEPERS)
        second = "pit_boss" if what in ("issue", "give_back") else "accountant"
        name = player.who(chance, *(("petra",) if second == "pit_boss" else ("ada", "ada", "ada", keeper)))
        asked: dict[str, Any] = {
            "actor": player.acting("sam" if keeper == "paul" else chance.choice([keeper, "sam"])),
            "keeper": PAUL if keeper == "paul" else player.house.sign(keeper),
            second: PAUL if name == "paul" else player.house.sign(name),
            "again": chance.random() < 0.2,
        }
        if what == "count":
            _count(player, chance, asked)
        else:
            _move(player, chance, what, asked)


def _move(player: Player, chance: random.Random, what: str, asked: dict[str, Any]) -> None:
    """Some pieces come or go: mostly of a line that has some, now and then more than there are, or none at all."""
    house, noted = player.house, player.notebook
    item, place, table, pieces = _some(house, chance, at_table=what == "give_back")
    asked = {**asked, "item": item}
    if what == "receive":
        act = partial(stores.receive, house, pieces)
        player.attempt(act, lambda answer: noted.pieces.update({item.value: pieces}), **asked)
    elif what == "issue":
        player.attempt(partial(stores.issue, house, pieces), table=table, **asked)
    elif what == "give_back":
        unused = chance.randint(0, pieces + 1)
        player.attempt(partial(stores.give_back, house, pieces, unused), table=table, **asked)
    else:
        act = partial(stores.destroy, house, pieces, chance.choice([place, place, place, Place.TABLE]))
        player.attempt(act, lambda answer: noted.pieces.subtract({item.value: pieces}), **asked)


def _some(house: House, chance: random.Random, *, at_table: bool) -> tuple[Item, Place, str, int]:
    """Item, place, table and a number of pieces."""
    code = chance.choice(house.tables)
    lines = EquipmentStock.objects.filter(casino=house.casino, pieces__gt=0, table__isnull=not at_table)
    there = list(lines.order_by("item", "place", "table__code").values_list("item", "place", "table__code", "pieces"))
    if not there or chance.random() < 0.2:
        return chance.choice(list(Item)), chance.choice([Place.NEW, Place.USED]), code, chance.randint(0, 30)
    item, place, table, pieces = chance.choice(there)
    return Item(item), Place(place), table or code, chance.randint(1, min(pieces, 6))


def _count(player: Player, chance: random.Random, asked: dict[str, Any]) -> None:
    """What lies in the stores, or a piece more or less, with a word about it or without."""
    there = {(item.value, place.value): 0 for item in Item for place in (Place.NEW, Place.USED)}
    rows = EquipmentStock.objects.filter(casino=player.house.casino, table=None)
    there.update({(item, place): pieces for item, place, pieces in rows.values_list("item", "place", "pieces")})
    line = chance.choice(sorted(there))
    off = chance.choice([-1, 1]) if chance.random() < 0.5 else 0
    found = {**there, line: max(there[line] + off, 0)}
    counted = {item.value: {place: found[item.value, place] for place in ("new", "used")} for item in Item}
    more = found[line] - there[line]
    act = partial(stores.count, player.house, counted, chance.choice(["", "counted twice"]))
    player.attempt(act, lambda answer: player.notebook.pieces.update({line[0]: more}), **asked)


def rate(player: Player, chance: random.Random) -> None:
    """A rating slip is written or corrected, mostly by who is in charge."""
    rows = list(RatingSlip.objects.select_related("table").order_by("table__code", "number"))
    since = player.now - timedelta(minutes=chance.randint(0, 300))
    told = Rating(
        player=chance.choice(["P-7", "seat 3"]),
        seat=3,
        since=since,
        until=since + timedelta(minutes=chance.choice([17, 60, 245])),
        buy_in=50_000,
        average_bet=chance.choice([2_500, 3_333, 10_000]),
        per_hour=chance.choice([70, 70, 70, 0]),
        edge=chance.choice([4_900, 7_501]),
        skill=Skill.AVERAGE,
        result=chance.choice([None, -40_000]),
    )
    asked: dict[str, Any] = {"rating": told, "again": chance.random() < 0.2}
    asked["actor"] = player.acting(player.who(chance, "petra", "petra", "petra", "hana"))
    if not rows or chance.random() < 0.4:
        player.attempt(ratings.record_rating, table=chance.choice(player.house.tables), **asked)
        return
    row = chance.choice(rows)
    number = row.number + 9 * (chance.random() < 0.1)
    act = partial(ratings.correct_rating, number=number, reason="seen again on the pictures")
    player.attempt(act, table=row.table.code, **asked)
