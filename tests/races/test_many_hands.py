"""Two dealers and a boss at one table, all at once: exactly the acknowledged acts stand, in one order (T-05, T-79).

Each acts on what he last saw, which is often no more true, and now and then on a position that he makes up. The dealers
relieve one another in mid-round and take presses back, the boss calls rounds off.
"""

import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import connections

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.errors import FloorError
from tables.models import log as rows
from tables.selectors import felts
from tables.services import play, rulings, shoes, taps, undoing
from tests import builders, dealt
from tests.builders import House

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

TABLE = "BJ-01"
ACTS = 40
"""How often each of the three tries something at least."""
MOST = 10 * ACTS
"""After so many tries without having been in each other's way, something else is wrong."""
WRONG = 0.15
"""The share of tries on a position that was made up."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An act that was answered: when it was sent and answered, which position it was meant for, and where it stands."""

    key: str
    sent: float
    answered: float
    expected: int
    seq: int


@dataclass
class Hand:
    """A person at the table: what he was answered and what he was refused."""

    house: House
    name: str
    chance: Random
    done: list[Acknowledged] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    trouble: str = ""
    crowd: list["Hand"] = field(default_factory=list, repr=False)

    def run(self) -> None:
        """Try again and again, on what is seen now, until each had his part in it."""
        try:
            for number in range(MOST):
                if number >= ACTS and not lacks(self.crowd):
                    break
                self._try(f"{self.name}-hand-{number:04d}")
        except AssertionError as error:
            self.trouble = repr(error)
        finally:
            connections.close_all()

    def _try(self, key: str) -> None:
        seen = felts.table_felt(actor=self._actor, table=TABLE)
        time.sleep(self.chance.uniform(0, 0.02))  # so long he looks at it
        expected = seen.seq
        if self.chance.random() < WRONG:
            expected += self.chance.choice((-2, -1, 1, 2))
        where = {"actor": self._actor, "at": self.house.at, "table": TABLE, "key": key, "expected_seq": expected}
        sent = time.monotonic()
        try:
            answer = self._act(seen.picture, where)
        except FloorError as error:
            self.refused[error.code] += 1
            return
        self.done.append(Acknowledged(key, sent, time.monotonic(), expected, answer["seq"]))

    @property
    def _actor(self) -> Any:
        return self.house.petra if self.name == "petra" else self.house.at_table(self.name, TABLE)

    def _act(self, picture: dict[str, Any], where: dict[str, Any]) -> dict[str, Any]:
        if self.name == "petra":
            time.sleep(self.chance.choice((0, 0.05)))  # a boss has other tables
            number = picture["round"]["number"] if picture["round"] else 1
            return rulings.void_round(number=number, reason="a card was seen", **where)
        if self.chance.random() < 0.15:
            return taps.tap_in(**where)
        if self.chance.random() < 0.1:
            return undoing.undo_press(**where)
        return self._play(picture, where)

    def _play(self, picture: dict[str, Any], where: dict[str, Any]) -> dict[str, Any]:
        """What the table waits for."""
        status = picture["round"]["status"] if picture["round"] else ""
        awaited = picture["next"] or {"kind": "nothing"}
        if awaited["kind"] == "shuffle" or picture["shoe"]["status"] in ("cut_card_out", "shuffled"):
            return self._shuffle(picture, where)
        if status == "betting":
            spot = self.chance.randint(1, 5)
            bet = {"do": "bet", "by": f"p{spot}", "spot": spot, "amount": 1_000 * self.chance.randint(1, 5)}
            return self._input(self.chance.choice((bet, bet, {"do": "close_betting"})), where)
        if awaited["kind"] == "offer":
            return self._input({"do": "close_insurance"}, where)
        if awaited["kind"] == "act":
            spot = picture["felt"]["turn"]["spot"]
            return self._input({"do": "stand", "by": awaited["player"], "spot": spot}, where)
        return self._input({"do": "confirm_settlement" if status == "settled" else "open_round"}, where)

    def _shuffle(self, picture: dict[str, Any], where: dict[str, Any]) -> dict[str, Any]:
        if picture["shoe"]["status"] == "shuffled":
            return shoes.cut_shoe(cut_by="seat 1", cut_from_top=60, cut_card_from_bottom=30, **where)
        return shoes.mix_shoe(**where)

    def _input(self, given: dict[str, Any], where: dict[str, Any]) -> dict[str, Any]:
        return play.record_inputs(inputs=[given], **where)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_exactly_the_acknowledged_acts_stand(seed: int) -> None:
    house = dealt.ready(builders.house(card_source="server"))
    stream = rows.Stream.objects.get(key="DEMO/table/BJ-01")
    began = stream.head_seq
    hands = [Hand(house, name, Random(f"{seed} {name}")) for name in ("dana", "dev", "petra")]
    for hand in hands:
        hand.crowd = hands
    threads = [threading.Thread(target=hand.run) for hand in hands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert [hand.trouble for hand in hands] == ["", "", ""]
    done = sorted((act for hand in hands for act in hand.done), key=lambda act: act.seq)
    require_one_order(done, began)
    stream.refresh_from_db()
    assert stream.head_seq == done[-1].seq
    kept = rows.Receipt.objects.filter(stream_id=stream.pk, key__contains="-hand-")
    assert dict(kept.values_list("key", "seq")) == {act.key: act.seq for act in done}
    assert rows.Event.objects.filter(stream_id=stream.pk, seq__gt=began).count() == stream.head_seq - began
    assert lacks(hands) == []
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def require_one_order(done: list[Acknowledged], began: int) -> None:
    """Every act stands right behind the one that it was meant to follow, and none before what was answered earlier."""
    assert [act.expected for act in done] == [began, *[act.seq for act in done[:-1]]]
    for earlier in done:
        late = [act for act in done if act.sent > earlier.answered and act.seq < earlier.seq]
        assert late == []


def lacks(hands: list[Hand]) -> list[str]:
    """What has not come up yet: they have to be really in each other's way, otherwise nothing is shown."""
    wanted = ("stale_sequence", "not_dealing")
    return [
        *(hand.name for hand in hands if not hand.done),
        *(code for code in wanted if not any(hand.refused[code] for hand in hands)),
    ]
