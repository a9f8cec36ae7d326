"""Three gaming days of one pit, from the opener on Friday to the third lock. All amounts in dollars, all by hand.

The house is in Los Angeles; its day begins at 06:00, its shifts at 06:00, 14:00 and 22:00. The clocks go forward in
the night from Saturday to Sunday (2026-03-08, 02:00), so Saturday's gaming day has 23 hours and its grave shift seven.
BJ-01 is open from Friday morning to Monday morning and is rolled at each change of shift; its box leaves once a day.
BJ-02 is open on Saturday morning only. The outcome of every round is chosen; what Anna loses the house wins.

Friday      opener 20,000. A fill of 2,000 is made out for nothing and void (F-000001). Anna buys 8,000, 4,000 and
            3,000 and loses 2,500, 7,500 and 1,000; the rack is 14,500, 18,000 and 16,000 at the counts. The box holds
            15,000. A fill of 6,000 (F-000002) leaves the cage at 05:50 and is on its way at the cutoff.

                16,000 + 15,000 - 20,000 = 11,000, which is 2,500 + 7,500 + 1,000

Saturday    the fill arrives at 06:10. Pat signs a marker of 5,000 at BJ-01 and pays 2,000 in cash and 1,000 in chips
            at BJ-02. Anna loses 2,000, buys 1,000 at night and loses 1,000. BJ-01 is 17,000, 19,000 and 19,000 at the
            counts. Its box should hold 1,000; one counter finds that, the other 900, and so does the verifier: 900 are
            the drop.

                BJ-01   drop   900 + 5,000 = 5,900
                        win    19,000 + 900 + 5,000 - 16,000 - 6,000 = 2,900, which is 3,000 less the missing 100
                BJ-02   drop   2,000 - 2,000 = 0
                        win    11,000 + 2,000 - 2,000 - 1,000 - 10,000 = 0

Sunday      BJ-01 is closed at 13:00 with 19,000 and opened at 15:00 with 18,900: the 100 are nobody's win. Anna buys
            300, loses 500 and wins 200; a credit of 4,000 (C-000001) goes to the cage. The rack is 19,100 at the
            count and 14,900 at the end. The box, with 300, is missing in the count and counted after the shifts were
            certified.

                closers 19,000 + 19,100 + 14,900, openers 19,000 + 18,900 + 19,100
                53,000 + 4,000 + 300 - 57,000 = 300, which is 500 - 200
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from accounting.models.days import DayLock
from accounting.models.reports import ShiftReport
from accounting.services import certify, day_checklist, days
from tables.services import patrons, taps
from tables.services.counts import MissingBox
from tests import builders, counting, custody, markers
from tests import slips as acts
from tests.stories.evening import Evening, bet, rack, usd

FRIDAY, SATURDAY, SUNDAY = date(2026, 3, 6), date(2026, 3, 7), date(2026, 3, 8)
HUNDRED = usd("100.00")
BANK = rack(yellow=15, violet=8, black=10)  # 15,000 + 4,000 + 1,000 = 20,000
OTHER_BANK = rack(yellow=10)
RESERVE = rack(yellow=30)
"""What comes into the cage beside BJ-01's bank; 10,000 go to BJ-02, 6,000 to BJ-01, and 4,000 come back."""


class ThreeDays(Evening):
    """The demo house with a second table, on Friday at 06:05."""

    def __init__(self) -> None:
        posted = (500, usd("10,000.00"))
        self.house = builders.house(tables=("BJ-01", "BJ-02"), rules={"pay_unit": 50}, par={}, stock={}, posted=posted)
        self.table = "BJ-01"
        self.now = datetime(2026, 3, 6, 14, 5, tzinfo=UTC)
        acts.add_paul(self.house)

    # ----------------------------------------------------------------------------------------------------------- days
    def friday(self) -> None:
        """Three shifts over one box; one void; a fill on its way when the day rolls."""
        self.bank(BANK)
        builders.receive_chips(RESERVE, self.at)
        self.opens(BANK)
        self.shoe_comes()
        self.buys("Anna", "8,000.00", rack(yellow=7, violet=2))
        self.loses("Anna", "2,500.00")  # two yellow and a violet come back
        self.wait_until("13:50")
        self.rolls(rack(yellow=10, violet=7, black=10))  # 14,500

        request = acts.ask_fill(self.house, rack(yellow=2), at=self.at)["request"]
        slip = acts.issue(self.house, request, at=self.at)["slip"]
        acts.void(self.house, slip, "asked for by mistake", at=self.at)
        self.buys("Anna", "4,000.00", rack(yellow=4))
        self.loses("Anna", "7,500.00")  # seven yellow and a violet
        self.wait_until("21:50")
        self.rolls(rack(yellow=13, violet=8, black=10))  # 18,000

        self.buys("Anna", "3,000.00", rack(yellow=3))
        self.loses("Anna", "1,000.00")
        self.wait_until("05:25")
        request = acts.ask_fill(self.house, rack(yellow=6), at=self.now)["request"]
        self.wait_until("05:50")
        acts.carry(self.house, str(acts.issue(self.house, request, at=self.now)["slip"]), at=self.at)
        self.wait_until("05:55")
        self.rolls_with_box(rack(yellow=11, violet=8, black=10), 1)  # 16,000

    def saturday(self) -> None:
        """The fill arrives; a marker is paid at another table; the night is an hour short."""
        self.wait_until("06:10")
        acts.accept(self.house, "F-000002", rack(yellow=6), at=self.now)
        self.wait_until("09:00")
        patrons.register_patron(actor=self.house.petra, at=self.at, code=markers.PATRON, name="Pat Seven")
        markers.set_line(self.house, usd("20,000.00"), SATURDAY, at=self.at)
        markers.issue(self.house, rack(yellow=5), at=self.at)
        dev: dict[str, Any] = {"table": "BJ-02", "dealer": self.house.sign("dev")}
        custody.issue_bank(self.house, OTHER_BANK, table="BJ-02", at=self.at)
        custody.open_table(self.house, OTHER_BANK, at=self.at, **dev)
        taps.tap_in(actor=self.house.at_table("dev", "BJ-02"), at=self.at, table="BJ-02")
        at_other = {"actor": self.house.at_table("dev", "BJ-02"), **dev}
        markers.pay(self.house, "M-000001", usd("2,000.00"), rack(yellow=1), at=self.at, **at_other)
        custody.close_table(self.house, rack(yellow=11), at=self.at, **dev)
        custody.remove_box(self.house, table="BJ-02", at=self.at)
        self.wait_until("13:50")
        self.rolls(rack(yellow=12, violet=8, black=10))  # 11 + 6 - 5 yellow: 17,000

        self.loses("Anna", "2,000.00")
        self.wait_until("21:50")
        self.rolls(rack(yellow=14, violet=8, black=10))  # 19,000

        self.buys("Anna", "1,000.00", rack(yellow=1))
        self.loses("Anna", "1,000.00")
        self.wait_until("05:55")
        self.rolls_with_box(rack(yellow=14, violet=8, black=10), 2)  # 19,000

    def sunday(self) -> None:
        """A wrong opener and a credit."""
        self.wait_until("13:00")
        self.closes(rack(yellow=14, violet=8, black=10))  # 19,000
        self.wait_until("15:00")
        self.opens(rack(yellow=14, violet=8, black=9), "one black chip missing, counted twice, surveillance told")
        self.buys("Anna", "300.00", rack(black=3))
        self.loses("Anna", "500.00")
        self.wait_until("21:50")
        self.rolls(rack(yellow=14, violet=9, black=6))  # 19,100

        self.wins("Anna", "200.00")
        request = acts.ask_credit(self.house, rack(yellow=4), at=self.at)["request"]
        slip = str(acts.issue(self.house, request, at=self.at)["slip"])
        acts.count_out(self.house, slip, rack(yellow=4), at=self.at)
        acts.receive(self.house, slip, rack(yellow=4), at=self.at)
        self.wait_until("05:40")
        self.closes(rack(yellow=10, violet=9, black=4))  # 14,900
        custody.remove_box(self.house, 3, at=self.at)

    # ----------------------------------------------------------------------------------------------------------- acts
    def loses(self, player: str, amount: str, tender: str = "chips") -> None:
        """Seventeen against nineteen; from Saturday on in other suits, for a shoe has four of each card."""
        self.round(bet(player, 1, amount, tender=tender))
        self.cards("TH 9C 7C TD" if self.now < datetime(2026, 3, 7, 14, tzinfo=UTC) else "TS 9D 7H TC")
        self.acts(player, 1, "stand")
        self.pays_and_takes()

    def rolls_with_box(self, counted: Mapping[int, int], box: int) -> None:
        """The roll of the day: one count, and the box goes."""
        custody.roll_table(self.house, counted, at=self.at, removal=custody.removal(self.house, box))

    def counted(self, hundreds: int, box: int, table: str = "BJ-01") -> None:
        """So many notes of 100 were in a box."""
        custody.count_box(self.house, {HUNDRED: hundreds} if hundreds else {}, box, table=table, at=self.at)

    def counts_that_differ(self, box: int, first: int, second: int) -> None:
        """Colin finds so many notes of 100, cora so many; ada finds what cora did."""
        counting.in_count(self.house, box=box, at=self.at)
        counting.first(self.house, counting.cash({HUNDRED: first}), box, at=self.at)
        assert counting.second(self.house, counting.cash({HUNDRED: second}), box, at=self.at)["status"] == "variance"
        counting.recount(self.house, counting.cash({HUNDRED: second}), box, at=self.at)

    def closes_count(self, missing: Sequence[MissingBox]) -> None:
        """Ada verifies, colin and cora sign."""
        counting.verify(self.house, at=self.at)
        counting.close(self.house, missing=missing, at=self.at)

    def report(self, day: date, shift: str) -> dict[str, Any]:
        """Ada certifies a shift; what was frozen."""
        answer = certify.certify_shift(actor=self.house.ada, at=self.at, gaming_day=day, shift=shift)
        return dict(json.loads(ShiftReport.objects.get(sha256=answer["sha256"]).text))

    def reports(self, day: date) -> dict[str, Any]:
        """Every shift of a day certified; the last one's report."""
        return [self.report(day, shift) for shift in ("day", "swing", "grave")][-1]

    def explains(self, day: date, exception: str, name: str, cause: str) -> None:
        """Whoever answers for the area signs why."""
        days.explain_exception(
            actor=self.house.people[name],
            at=self.at,
            gaming_day=day,
            exception=exception,
            cause=cause,
            explanation="counted twice, nothing found, surveillance has the pictures",
            owner=self.house.sign(name),
        )

    def open_slips(self, day: date) -> list[str]:
        """The slips that hinder the lock of a day."""
        found = day_checklist.one(self.house.ada, day, self.now).hindrances
        return [one.slip for one in found if one.kind == "slip_open"]

    def locks(self, day: date) -> dict[str, Any]:
        """Ada and hana lock the day; its report."""
        signed: dict[str, Any] = {"accountant": self.house.sign("ada"), "second": self.house.sign("hana")}
        days.lock_day(actor=self.house.ada, at=self.at, gaming_day=day, **signed)
        return dict(json.loads(DayLock.objects.get(gaming_day=day).text))
