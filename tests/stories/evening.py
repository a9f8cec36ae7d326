"""What the stories share: one table, its people, a clock, and money written as people write it."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection

from accounting.models.reports import ShiftReport
from accounting.services import certify, follow
from tables.domain import chips
from tables.services import play, rulings, taps
from tests import builders, custody, dealt
from tests.builders import House

_BALANCES = """
SELECT a.code, a.asset, sum(l.amount) FROM accounting_leg l JOIN accounting_account a ON a.id = l.account_id
GROUP BY a.code, a.asset HAVING sum(l.amount) <> 0
"""

Cards = str
"""Card codes with blanks between them, as they leave the shoe."""


def usd(text: str) -> int:
    """``usd("1,234.50")`` is 123450 cents; a minus stands in front."""
    whole, _, cents = text.replace(",", "").partition(".")
    return int(whole + cents.ljust(2, "0"))


def rack(**pieces: int) -> dict[int, int]:
    """Chips by colour: pink 0.50, white 1, red 5, green 25, black 100, violet 500, yellow 1,000."""
    values = {
        "pink": 50,
        "white": 100,
        "red": 500,
        "green": 2_500,
        "black": 10_000,
        "violet": 50_000,
        "yellow": 100_000,
    }
    return {values[colour]: count for colour, count in pieces.items()}


class Evening:
    """Table BJ-01 of the demo house: dana deals, petra watches, colin and cora count, ada certifies."""

    def __init__(self, rules: Mapping[str, Any] | None = None, most: str = "500.00") -> None:
        """``most`` is the posted maximum; the minimum is 5.00 and the smallest payable chip 0.50."""
        posted = (500, usd(most))
        self.house: House = builders.house(rules={"pay_unit": 50, **(rules or {})}, par={}, stock={}, posted=posted)
        self.table = self.house.tables[0]
        self.now = self.house.at

    @property
    def at(self) -> datetime:
        """A minute later than the act before."""
        self.now += timedelta(minutes=1)
        return self.now

    def wait_until(self, clock: str) -> None:
        """The next time that the clocks in Los Angeles show ``clock``."""
        local = self.now.astimezone(ZoneInfo(self.house.casino.time_zone))
        then = datetime.combine(local.date(), time.fromisoformat(clock), tzinfo=local.tzinfo)
        self.now = (then if then > local else then + timedelta(days=1)).astimezone(UTC)

    # ------------------------------------------------------------------------------------------------- chips and cash
    def bank(self, given: Mapping[int, int]) -> None:
        """Chips come into the house, cass and ada count them, and all of them go to the table."""
        builders.receive_chips(given, self.at)
        custody.issue_bank(self.house, given, at=self.at)

    def opens(self, counted: Mapping[int, int], note: str = "") -> dict[str, Any]:
        """Dana counts the opener, petra watches, both sign; dana taps in if nobody deals."""
        answer = custody.open_table(self.house, counted, note, at=self.at)
        if self.house.state().dealer_id is None:
            taps.tap_in(actor=self.house.dana, at=self.at, table=self.table)
        return answer

    def rolls(self, counted: Mapping[int, int], note: str = "") -> dict[str, Any]:
        """One count at the shift change: closer and opener at once."""
        return custody.roll_table(self.house, counted, note, at=self.at)

    def closes(self, counted: Mapping[int, int], note: str = "") -> dict[str, Any]:
        """Dana counts the closer, petra watches, both sign."""
        return custody.close_table(self.house, counted, note, at=self.at)

    def buys(self, player: str, cash: str, cut: Mapping[int, int]) -> None:
        """Notes into the box, chips out of the rack."""
        custody.buy_in(self.house, usd(cash), cut, player, at=self.at)

    def box_holds(self, notes: Mapping[str, int], box: int = 1) -> None:
        """The box leaves the closed table and is counted: banknote -> pieces."""
        custody.remove_box(self.house, box, at=self.at)
        custody.count_box(self.house, {usd(note): count for note, count in notes.items()}, box, at=self.at)

    def in_rack(self) -> dict[int, int]:
        """What the rack should hold by now."""
        return custody.rack_of(self.house)

    def rack_total(self) -> int:
        """What it is worth, in cents."""
        return chips.value(self.in_rack())

    # ----------------------------------------------------------------------------------------------------------- play
    def shoe_comes(self) -> None:
        """Four decks, inspected, mixed and cut."""
        dealt.shoe_ready(self.house)

    def round(self, *bets: Mapping[str, Any]) -> None:
        """A round is opened and the bets are laid; then no more bets."""
        self.press({"do": "open_round"}, *bets, {"do": "close_betting"})

    def cards(self, codes: Cards) -> None:
        """Cards leave the shoe."""
        self.press(*({"do": "card", "card": code} for code in codes.split()))

    def acts(self, player: str, spot: int, *acts: str) -> None:
        """A player decides; a card that he asks for stands behind the act: ``"double KC"``."""
        for words in acts:
            do, *codes = words.split()
            self.press({"do": do, "by": player, "spot": spot}, *({"do": "card", "card": code} for code in codes))

    def pays_and_takes(self) -> dict[str, Any]:
        """The dealer has paid and taken as shown; what the rules said."""
        return dict(self.press({"do": "confirm_settlement"})["felt"])

    def loses(self, player: str, amount: str, tender: str = "chips") -> None:
        """A whole round that a player loses with seventeen against nineteen."""
        self.round(bet(player, 1, amount, tender=tender))
        self.cards("TH 9C 7C TD")
        self.acts(player, 1, "stand")
        self.pays_and_takes()

    def wins(self, player: str, amount: str, tender: str = "chips") -> None:
        """A whole round that a player wins with nineteen against seventeen."""
        self.round(bet(player, 1, amount, tender=tender))
        self.cards("KH 7D 9S KC")
        self.acts(player, 1, "stand")
        self.pays_and_takes()

    def voids(self, number: int, reason: str) -> None:
        """Petra calls a round off."""
        rulings.void_round(actor=self.house.petra, at=self.at, table=self.table, number=number, reason=reason)

    def press(self, *inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Dana keys."""
        return play.record_inputs(actor=self.house.dana, at=self.at, table=self.table, inputs=inputs)

    # ---------------------------------------------------------------------------------------------------------- books
    def certified(self, shift: str = "day") -> dict[str, Any]:
        """Ada certifies the shift of gaming day 2026-03-04; the report that is frozen by it."""
        day = builders.GAMING_DAY
        answer = certify.certify_shift(actor=self.house.ada, at=self.at, gaming_day=day, shift=shift)
        return dict(json.loads(ShiftReport.objects.get(sha256=answer["sha256"]).text))

    def balances(self) -> dict[tuple[str, str], int]:
        """Every account that is not empty, (code, asset) -> cents, when the books have followed."""
        follow.follow_all()
        with connection.cursor() as cursor:
            cursor.execute(_BALANCES)
            return {(code, asset): int(amount) for code, asset, amount in cursor.fetchall()}


def bet(player: str, spot: int, amount: str, **more: Any) -> dict[str, Any]:
    """A bet on a spot; ``tender="cash"`` for notes."""
    return {"do": "bet", "by": player, "spot": spot, "amount": usd(amount), **more}


def back(name: str, player: str, spot: int, amount: str, **follows: bool) -> dict[str, Any]:
    """A bet on somebody else's hand."""
    return {"do": "back_bet", "id": name, "by": player, "spot": spot, "amount": usd(amount), **follows}


def insurance(player: str, spot: int, amount: str) -> dict[str, Any]:
    """Half the bet against a natural of the dealer."""
    return {"do": "insure", "by": player, "spot": spot, "amount": usd(amount)}
