"""The count room at random, for ``custody_machine``: the next step of a count, now and then another, by anybody."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from tables.domain import chips
from tables.domain.actors import Actor
from tables.domain.notes import NoteCount
from tables.domain.table_states import BoxStatus, CountStatus
from tables.models.counts import CountSession, CountSheet
from tables.models.periods import DropBox
from tables.services.counts import MissingBox
from tables.services.drop_takeovers import Takeover
from tests import cages, counting
from tests.builders import House

TEAM = (*["colin"] * 8, *["cora"] * 8, "dana", "petra")
TURNS: Mapping[str, str] = {
    BoxStatus.IN_COUNT: "first",
    BoxStatus.FIRST_COUNTED: "second",
    BoxStatus.VARIANCE: "recount",
}


class Player(Protocol):
    """Who plays: the machine."""

    house: House

    def who(self, chance: random.Random, *right: str) -> str:
        """One of those who should, or now and then anybody."""

    def acting(self, name: str, code: str = "") -> Actor:
        """The person as an actor."""

    def attempt(self, act: Callable[..., dict[str, Any]], *, again: bool = False, **asked: Any) -> None:
        """An act that is done or refused."""


def go_on(player: Player, chance: random.Random) -> None:
    """A count is opened; boxes come in and are counted; it is verified, closed, and its money handed over."""
    untaken = CountSession.objects.filter(status=CountStatus.CLOSED, taken_over_at=None).first()
    running = CountSession.objects.filter(status=CountStatus.OPEN).first()
    waiting = list(DropBox.objects.select_related("table").filter(status=BoxStatus.REMOVED).order_by("pk"))
    sheets = list(CountSheet.objects.select_related("box__table").order_by("pk"))
    left = [sheet for sheet in sheets if sheet.status != BoxStatus.COUNTED]
    if untaken is not None and chance.random() < 0.6:
        _take_over(player, chance, untaken)
    elif running is None:
        team = (player.who(chance, *TEAM), player.who(chance, "cora", "colin"))
        player.attempt(partial(counting.open_count, player.house, team), actor=player.acting("colin"))
    elif chance.random() < 0.12:
        _finish(player, chance, running, waiting)
    elif waiting and (not left or chance.random() < 0.4):
        box = chance.choice(waiting)
        asked = {"table": box.table.code, "counter": player.house.sign(player.who(chance, *TEAM))}
        act = partial(counting.accept, player.house, box.number, running.number)
        player.attempt(act, actor=player.acting("colin"), again=chance.random() < 0.2, **asked)
    elif sheets and (left or chance.random() < 0.1):
        _count(player, chance, chance.choice(left or sheets))
    else:
        _finish(player, chance, running, waiting)


def _count(player: Player, chance: random.Random, sheet: CountSheet) -> None:
    """The count that the sheet waits for, mostly; by somebody else than before, mostly; equal, mostly.

    No two boxes hold the same, so that what is told of one is never what another still seals.
    """
    turn = TURNS.get(sheet.status, "second") if chance.random() < 0.7 else chance.choice(list(TURNS.values()))
    right = {"first": ("colin",), "second": ("cora", "cora", "cora", "colin"), "recount": ("ada", "ada", "cora")}
    who = player.who(chance, *right[turn])
    code = sheet.box.table.code
    holds = 10 * sheet.box.number + 2 * player.house.tables.index(code)
    found = counting.cash({10_000: holds + (1 if chance.random() < 0.25 else 0)})
    act = partial(getattr(counting, turn), player.house, found, sheet.box.number, who)
    player.attempt(act, table=code, actor=player.acting(who), again=chance.random() < 0.2)


def _finish(player: Player, chance: random.Random, running: CountSession, waiting: list[DropBox]) -> None:
    if running.verified is None or chance.random() < 0.2:
        notes = {10_000: 7} if chance.random() < 0.2 else None
        who = player.who(chance, "ada", "ada", "colin")
        act = partial(counting.verify, player.house, running.number, notes)
        player.attempt(act, actor=player.acting(who), verifier=player.house.sign(who))
        return
    missing = [MissingBox(box.table.code, box.number, "not brought") for box in waiting if chance.random() < 0.7]
    team = [player.house.sign(player.who(chance, name)) for name in counting.TEAM]
    note = chance.choice(["", "a note stuck to the tray"])
    act = partial(counting.close, player.house, running.number, missing)
    again = chance.random() < 0.3
    player.attempt(act, actor=player.acting("colin"), team=team, note=note, again=again)


def _take_over(player: Player, chance: random.Random, closed: CountSession) -> None:
    notes = chips.from_data((closed.totals or {})["notes"])
    if chance.random() < 0.2:
        notes[10_000] = notes.get(10_000, 0) + 1
    handed = Takeover(closed.number, NoteCount(notes, chips.value(notes)), {}, 0)
    cashier = player.who(chance, "cass", "cleo")
    act = partial(cages.take_over, player.house, closed.number)
    asked = {"handed": handed, "cashier": player.house.sign(cashier)}
    player.attempt(act, actor=player.acting(cashier), again=chance.random() < 0.3, **asked)
