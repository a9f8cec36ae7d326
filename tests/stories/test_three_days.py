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
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from accounting.models.days import DayLock
from accounting.models.reports import ShiftReport
from accounting.selectors import cash_log, sequences
from accounting.services import certify, day_checklist, days, follow
from accounting.services.verify import run
from tables.models.periods import BankPeriod
from tables.selectors import slips as slip_reads
from tables.services import patrons, taps
from tables.services.counts import MissingBox
from tests import builders, counting, custody, markers
from tests import slips as acts
from tests.stories.evening import Evening, bet, rack, usd

pytestmark = pytest.mark.django_db

FRIDAY, SATURDAY, SUNDAY = date(2026, 3, 6), date(2026, 3, 7), date(2026, 3, 8)
HUNDRED = usd("100.00")
BANK = rack(yellow=15, violet=8, black=10)  # 15,000 + 4,000 + 1,000 = 20,000
OTHER_BANK = rack(yellow=10)
RESERVE = rack(yellow=30)
"""What comes into the cage beside BJ-01's bank; 10,000 go to BJ-02, 6,000 to BJ-01, and 4,000 come back."""
LINES = ("opener", "fills", "credits", "closer", "drop", "win")


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


@pytest.fixture
def story() -> ThreeDays:
    """All three days played; the boxes of Friday and Saturday are counted, Sunday's is not."""
    story = ThreeDays()
    story.friday()
    story.saturday()
    story.sunday()
    story.wait_until("10:00")
    story.counted(150, 1)
    story.counts_that_differ(2, 10, 9)  # 900 stand; the log expects 1,000
    story.counted(20, 1, "BJ-02")
    story.closes_count([MissingBox("BJ-01", 3, "left in the pit")])
    return story


def line(figures: Mapping[str, Any], table: str = "BJ-01") -> dict[str, Any]:
    """Some figures of a table."""
    found = next(line for line in figures["tables"] if line["table"] == table)
    return {name: found[name] for name in LINES}


def chip_results(story: ThreeDays, day: date) -> list[int]:
    """Closer + credits - opener - fills of BJ-01, shift by shift."""
    shifts = [story.report(day, shift)["figures"]["tables"] for shift in ("day", "swing", "grave")]
    return [next(line["chip_result"] for line in tables if line["table"] == "BJ-01") for tables in shifts]


def played(figures: Mapping[str, Any]) -> tuple[int, int, int]:
    """Rounds, handle and cash for chips at BJ-01."""
    found = next(line for line in figures["tables"] if line["table"] == "BJ-01")
    return found["rounds"], found["handle"], found["buy_in_cash"]


def money(*amounts: str) -> dict[str, int]:
    """Figures in the order of LINES."""
    return dict(zip(LINES, map(usd, amounts), strict=True))


def test_t20_every_chip_has_its_place_at_each_cutoff() -> None:
    """T-20: 6,000 are in nobody's rack when Friday ends, and Friday is not locked before they have arrived.

    Friday      cage 50,000 - 20,000 as a bank - 6,000 by the fill = 24,000; Anna 15,000 - 11,000 = 4,000
    Saturday    cage 24,000 - 10,000 as a bank = 14,000; Anna 4,000 - 2,000 + 1,000 - 1,000 = 2,000 and Pat 4,000;
                Pat owes 5,000 - 3,000 = 2,000; in the boxes 15,000 + 1,000 and 2,000
    """
    story = ThreeDays()
    story.friday()
    assert story.balances() == {
        ("issued", "chips"): usd("-50,000.00"),
        ("cage", "chips"): usd("24,000.00"),
        ("in_transit", "chips"): usd("6,000.00"),
        ("rack/BJ-01", "chips"): usd("16,000.00"),
        ("players", "chips"): usd("4,000.00"),
        ("patrons", "cash"): usd("-15,000.00"),
        ("box/BJ-01", "cash"): usd("15,000.00"),
    }
    assert story.open_slips(FRIDAY) == ["F-000002"]
    story.saturday()
    assert story.balances() == {
        ("issued", "chips"): usd("-50,000.00"),
        ("cage", "chips"): usd("14,000.00"),
        ("rack/BJ-01", "chips"): usd("19,000.00"),
        ("rack/BJ-02", "chips"): usd("11,000.00"),
        ("players", "chips"): usd("6,000.00"),
        ("patrons", "cash"): usd("-18,000.00"),
        ("box/BJ-01", "cash"): usd("16,000.00"),
        ("box/BJ-02", "cash"): usd("2,000.00"),
        ("markers/BJ-01", "markers"): usd("2,000.00"),
        ("patrons", "markers"): usd("-2,000.00"),
    }
    assert story.open_slips(FRIDAY) == []
    assert [str(finding) for finding in run.verify().findings] == []


def test_t52_each_shift_has_its_chips_and_only_the_day_its_win(story: ThreeDays) -> None:
    friday = [story.report(FRIDAY, shift)["figures"]["tables"][0] for shift in ("day", "swing", "grave")]
    assert [found["chip_result"] for found in friday] == [usd("-5,500.00"), usd("3,500.00"), usd("-2,000.00")]
    assert [(found["win"], found["hold"]) for found in friday] == [(None, None)] * 3
    day = story.report(FRIDAY, "grave")["day_to_date"]
    openers, closers = "52,500.00", "48,500.00"  # 20,000 + 14,500 + 18,000 and 14,500 + 18,000 + 16,000
    assert line(day) == money(openers, "0.00", "0.00", closers, "15,000.00", "11,000.00")
    assert day["house"]["banked"]["hold"]["percent"] == "73.33"  # 11,000 / 15,000
    assert played(day) == (3, usd("11,000.00"), usd("15,000.00"))  # 2,500 + 7,500 + 1,000 laid; 8,000 + 4,000 + 3,000


def test_t20_t57_the_fill_in_transit_is_saturdays_and_the_marker_is_drop_where_it_was_signed(story: ThreeDays) -> None:
    """T-20 and T-57: by acceptance, and by the table that gave the chips."""
    assert chip_results(story, SATURDAY) == [
        usd("-5,000.00"),  # 17,000 - 16,000 - 6,000: the fill is this day's, and Pat has 5,000 for his marker
        usd("2,000.00"),  # 19,000 - 17,000
        0,  # 19,000 - 19,000
    ]
    day = story.reports(SATURDAY)["day_to_date"]
    openers, closers = "52,000.00", "55,000.00"  # 16,000 + 17,000 + 19,000 and 17,000 + 19,000 + 19,000
    assert line(day) == money(openers, "6,000.00", "0.00", closers, "5,900.00", "2,900.00")
    assert line(day, "BJ-02") == money("10,000.00", "0.00", "0.00", "11,000.00", "0.00", "0.00")
    house = day["house"]["banked"]
    assert (house["drop"], house["win"], house["hold"]["percent"]) == (usd("5,900.00"), usd("2,900.00"), "49.15")
    assert house["drop_variance"] == usd("-100.00")
    assert (house["engine_net"], house["difference"]) == (usd("3,000.00"), usd("-100.00"))
    assert played(day) == (2, usd("3,000.00"), usd("1,000.00"))  # 2,000 + 1,000 laid


def test_t12_a_wrong_opener_is_in_nobodys_win(story: ThreeDays) -> None:
    """T-12: the swing shift begins with what was counted."""
    story.counted(3, 3)
    assert chip_results(story, SUNDAY) == [
        0,  # 19,000 - 19,000
        usd("200.00"),  # 19,100 - 18,900
        usd("-200.00"),  # 14,900 + 4,000 - 19,100
    ]
    day = story.reports(SUNDAY)["day_to_date"]
    assert line(day) == money("57,000.00", "0.00", "4,000.00", "53,000.00", "300.00", "300.00")
    found = day["tables"][0]
    assert (found["opener_variance"], found["engine_net"], found["difference"]) == (usd("-100.00"), usd("300.00"), 0)
    assert played(day) == (2, usd("700.00"), usd("300.00"))  # 500 + 200 laid
    assert day["house"]["banked"]["hold"]["percent"] == "100.00"  # 300 / 300


def test_t53_a_late_count_makes_a_second_version(story: ThreeDays) -> None:
    """T-53: the first says that the box is not counted; the second names the first."""
    first = story.reports(SUNDAY)
    assert (first["version"], first["state"], first["day_to_date"]["house"]["banked"]["win"]) == (
        1,
        "preliminary",
        None,
    )
    story.counted(3, 3)
    second = story.reports(SUNDAY)
    assert (second["version"], second["state"]) == (2, "final")
    assert second["supersedes"] == ShiftReport.objects.get(gaming_day=SUNDAY, shift="grave", version=1).sha256


def test_t02_the_night_of_the_clocks_has_seven_hours(story: ThreeDays) -> None:
    """T-02: 21:50 in winter time to 05:55 in summer time are 7 h 5 min; the year before they would be an hour more."""
    night = BankPeriod.objects.get(gaming_day=SATURDAY, shift="grave")
    assert night.closed_at is not None
    assert night.closed_at - night.opened_at == timedelta(hours=7, minutes=5)
    night = BankPeriod.objects.get(gaming_day=FRIDAY, shift="grave")
    assert night.closed_at is not None
    assert night.closed_at - night.opened_at == timedelta(hours=8, minutes=5)


def test_numbers_and_places_at_the_end(story: ThreeDays) -> None:
    """50,000 were issued: BJ-01 has 14,900, BJ-02 11,000, and one chip of 100 is missing.

    The cage has 50,000 - 20,000 - 10,000 as banks - 6,000 by the fill + 4,000 by the credit = 18,000. Anna
    has 15,000 + 1,000 + 300 bought - 14,500 lost + 200 won = 2,000, Pat 5,000 - 1,000 = 4,000. Pat owes 2,000.
    """
    assert acts.numbers() == {"F": 2, "C": 1, "M": 1}
    papers = sequences.of_days(story.house.axel, FRIDAY, SUNDAY)
    assert [(one.series, one.used, one.void, one.missing) for one in papers.series] == [
        ("C", 1, 0, ()),
        ("F", 1, 1, ()),
        ("M", 1, 0, ()),
    ]
    assert [(void.slip, void.gaming_day, void.total) for void in papers.voids] == [
        ("F-000001", "2026-03-06", usd("2,000.00"))
    ]
    assert slip_reads.on_the_way(story.house.ada) == []
    assert story.balances() == {
        ("issued", "chips"): usd("-50,000.00"),
        ("cage", "chips"): usd("18,000.00"),
        ("rack/BJ-01", "chips"): usd("14,900.00"),
        ("rack/BJ-02", "chips"): usd("11,000.00"),
        ("players", "chips"): usd("6,000.00"),
        ("variance/rack/BJ-01", "chips"): usd("100.00"),
        ("patrons", "cash"): usd("-18,300.00"),  # 15,000 + 1,000 + 300 bought, 2,000 paid
        ("box/BJ-01", "cash"): usd("300.00"),
        ("count_room", "cash"): usd("17,900.00"),  # 15,000 + 900 + 2,000
        ("variance/drop/BJ-01", "cash"): usd("100.00"),
        ("markers/BJ-01", "markers"): usd("2,000.00"),
        ("patrons", "markers"): usd("-2,000.00"),
    }


def test_v20_v26_the_cash_of_three_days_by_patron(story: ThreeDays) -> None:
    """Nobody knows Anna's name: 15,000 on Friday are reported all the same. Pat's chips for his marker are no cash."""
    follow.follow_all()
    found = cash_log.read(story.house.ada, FRIDAY, SUNDAY)
    assert [(day.total.gaming_day, day.name, day.total.cash_in, day.total.cash_out) for day in found.days] == [
        ("2026-03-06", "Anna", usd("15,000.00"), 0),  # 8,000 + 4,000 + 3,000
        ("2026-03-07", "Pat Seven", usd("2,000.00"), 0),
        ("2026-03-07", "Anna", usd("1,000.00"), 0),
        ("2026-03-08", "Anna", usd("300.00"), 0),
    ]
    assert [(day.name, day.reports) for day in found.reports] == [("Anna", ("in",))]
    assert [day.name for day in found.logged] == ["Anna"]  # from 2,500 on
    assert found.structuring == []


def test_three_days_are_locked_and_nothing_is_found(story: ThreeDays) -> None:
    """Each lock carries its day and the month so far: 11,000, 13,900, 14,200; drop 15,000, 20,900, 21,200."""
    story.counted(3, 3)
    for day in (FRIDAY, SATURDAY, SUNDAY):
        story.reports(day)
    follow.follow_all()
    story.explains(SATURDAY, "drop_variance/BJ-01/2", "colin", "count_error")
    story.explains(SUNDAY, "opener_variance/BJ-01/8", "petra", "count_error")
    locked = [story.locks(day) for day in (FRIDAY, SATURDAY, SUNDAY)]
    wins = [report["figures"]["house"]["banked"]["win"] for report in locked]
    assert wins == [usd("11,000.00"), usd("2,900.00"), usd("300.00")]
    to_date = [
        next(line for line in report["to_date"]["month"] if line["kind"] == "house" and line["banked"])
        for report in locked
    ]
    assert [found["win"] for found in to_date] == [usd("11,000.00"), usd("13,900.00"), usd("14,200.00")]
    assert [found["drop"] for found in to_date] == [usd("15,000.00"), usd("20,900.00"), usd("21,200.00")]
    assert [report["previous"] and report["previous"]["gaming_day"] for report in locked] == [
        None,
        "2026-03-06",
        "2026-03-07",
    ]
    follow.follow_all()
    assert [str(finding) for finding in run.verify().findings] == []
