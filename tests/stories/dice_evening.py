"""What the story of the dice tables stands on: three tables of a pit, their people, and how games are keyed."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from accounting.models.reports import ShiftReport
from accounting.services import certify
from tables.services import house as house_service
from tables.services import limits, play, staffing, taps
from tests import builders, custody
from tests.stories.evening import usd

SCARNEY, PARTNERS, BLUFF = "SD-01", "SP-01", "LD-01"
RULES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    SCARNEY: ("scarney", {"frames": 1, "rake": "percent", "rake_percent": [5, 100], "rake_cap": 200}),
    PARTNERS: ("scarney_partnership", {"frames": 1, "pay_unit": 100}),
    BLUFF: ("liars_dice", {"rake": "percent", "rake_percent": [1, 10], "wei_double": True}),
}
"""Table -> game and house rules. Scarney is raked 5 %, at most 2.00; partners pay in whole dollars and no rake; a
penalty of liar's dice is raked 10 % and doubled for a bidder who loses with a wei. The smallest chip of the
house is 0.50."""

Act = dict[str, Any]


class DiceEvening:
    """Pit P1 with three dice tables: dana deals one after the other, petra watches, colin and cora count."""

    def __init__(self) -> None:
        game, rules = RULES[SCARNEY]
        seven = builders.AT - timedelta(hours=5)  # seven in the morning: all tables close well within the day shift
        self.house = builders.house(
            tables=(SCARNEY,), game=game, card_source="keyed", rules=rules, par={}, stock={}, at=seven
        )
        self.now = self.house.at
        for code in (PARTNERS, BLUFF):
            self._add(code)

    @property
    def at(self) -> datetime:
        """A minute later than the act before."""
        self.now += timedelta(minutes=1)
        return self.now

    def _add(self, code: str) -> None:
        game, rules = RULES[code]
        house_service.add_house_rules(actor=self.house.hana, at=self.at, game=game, values=rules)
        staffing.sign_off_game(actor=self.house.hana, at=self.at, badge="dana", game=game)
        house_service.add_table(
            actor=self.house.hana, at=self.at, code=code, pit="P1", game=game, rules_version=1, spots=7,
            chip_set="MAIN", card_source="keyed", licensed_maximum=1_000_000, par={},
        )  # fmt: skip
        builders.add_terminal(self.house.hana, code, self.now)
        limits.post_limits(actor=self.house.petra, at=self.at, table=code, minimum=500, maximum=50_000)

    def opens(self, code: str, bank: Mapping[int, int]) -> None:
        """Chips come into the house and to the table, dana counts them and taps in."""
        builders.receive_chips(bank, self.at)
        custody.issue_bank(self.house, bank, at=self.at, table=code)
        custody.open_table(self.house, bank, at=self.at, table=code)
        self.opened_at = self.now
        taps.tap_in(actor=self.house.at_table("dana", code), at=self.at, table=code)

    def buys(self, code: str, player: str, cash: str, cut: Mapping[int, int]) -> None:
        """Notes into the box, chips out of the rack."""
        custody.buy_in(self.house, usd(cash), cut, player, at=self.at, table=code)

    def closes(self, code: str, counted: Mapping[int, int], after: timedelta) -> None:
        """Dana leaves the table and counts the closer, ``after`` so much time since the opener."""
        taps.tap_out(actor=self.house.at_table("dana", code), at=self.at, table=code)
        self.now = self.opened_at + after
        custody.close_table(self.house, counted, at=self.now, table=code)

    def counts_box(self, code: str, notes: Mapping[str, int]) -> None:
        """Colin and cora take the box with the rake beside it, and count the banknotes: note -> pieces."""
        custody.remove_box(self.house, at=self.at, table=code)
        cash = {usd(note): pieces for note, pieces in notes.items()}
        custody.count_box(self.house, cash, at=self.at, table=code)

    def counts_rake(self, code: str, rake: Mapping[int, int]) -> None:
        """Then the chips of the rake."""
        custody.count_rake(self.house, rake, at=self.at, table=code)

    def key(self, code: str, *acts: Act) -> dict[str, Any]:
        """Dana keys."""
        return play.record_inputs(actor=self.house.at_table("dana", code), at=self.at, table=code, inputs=acts)

    def certified(self) -> dict[str, Any]:
        """Ada certifies the day shift; the report that is frozen by it."""
        day = builders.GAMING_DAY
        answer = certify.certify_shift(actor=self.house.ada, at=self.at, gaming_day=day, shift="day")
        return dict(json.loads(ShiftReport.objects.get(sha256=answer["sha256"]).text))


def antes(*players: str, **options: Any) -> list[Act]:
    """A game is opened and everybody antes 5.00; a double-down costs 5.00 as well."""
    opening = {"do": "open_round", "options": {"players": list(players), "ante": 500, "chip": 500, **options}}
    return [opening, *({"do": "ante", "by": player} for player in players)]


def throw(by: str, *faces: int | str, double: bool = False) -> Act:
    """One throw; ``D`` is a dead die."""
    return {"do": "throw", "by": by, "dice": list(faces), "double": double}


def frame(by: str, *faces: int | str, double: bool = False) -> list[Act]:
    """One throw, and the player stays on it."""
    return [throw(by, *faces, double=double), {"do": "stay", "by": by}]


def cups(starter: str, thrown: Mapping[str, str]) -> list[Act]:
    """A round of liar's dice for 5.00 a unit: player -> what lies under his cup."""
    opening = {"players": list(thrown), "starter": starter, "unit": 500}
    rolls = [{"do": "roll", "by": by, "dice": [int(face) for face in faces]} for by, faces in thrown.items()]
    return [{"do": "open_round", "options": opening}, *rolls]


def bid(by: str, quantity: int, face: int, call: str | None = None) -> Act:
    """So many of a face, perhaps with zhai or fei."""
    return {"do": "bid", "by": by, "quantity": quantity, "face": face, **({"call": call} if call else {})}


CONFIRMED: Act = {"do": "confirm_settlement"}
