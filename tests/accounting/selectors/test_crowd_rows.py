"""The crowd's result in reports: one figure everywhere, apart from the win, as of the heads of the log."""

import json
from dataclasses import replace
from typing import Any

import pytest

from accounting.domain.day_totals import Kind, Span
from accounting.domain.proof_scope import Asked
from accounting.models.accounts import Account
from accounting.models.days import DayLock
from accounting.models.journals import Leg
from accounting.models.reports import ShiftReport
from accounting.reports import crowd_table, shift_sheets
from accounting.selectors import figures, master_game, proofs
from accounting.services import day_checklist, follow
from accounting.services.verify.run import verify
from tables.domain.errors import Conflict, NotFound
from tables.services import rulings
from tests import builders, crowded, custody, days, dealt
from tests.accounting import forging
from tests.builders import House
from tests.days import DAY
from tests.refusals import refused

pytestmark = pytest.mark.django_db

LINE = {"bets": 2, "stakes": 3_000, "paid": 4_000, "result": -1_000}


def played() -> House:
    """Spot 1 loses 10.00 of the crowd, spot 2 wins 20.00 for it; the crowd waits for its workers."""
    house = crowded.betting()
    crowded.lay(house, crowded.bet("a", "P-1", 1, 1_000), crowded.bet("b", "P-2", 2, 2_000))
    crowded.play(house, ("KH", "TC", "TS", "6S", "QD", "7H"))
    dealt.press(house, {"do": "confirm_settlement"})
    return house


def finished(house: House) -> House:
    """The table is counted and its box as well."""
    custody.close_table(house, custody.rack_of(house))
    days.counted(house, cash=0)
    follow.follow_all(house.casino.pk)
    return house


def block(house: House) -> Any:
    follow.follow_all(house.casino.pk)
    return figures.of_shift(actor=house.ada, gaming_day=DAY, shift="day").content.get("crowd")


def test_a_line_a_table_and_the_house_apart_from_the_win() -> None:
    house = played()
    crowded.settle(house)
    finished(house)
    place = {"table": "BJ-01", "pit": "P1", "game": "blackjack", "banked": True}
    assert block(house) == {"tables": [place | LINE], "house": LINE, "day_to_date": LINE}
    assert master_game.of_day(house.ada, DAY).crowd == block(house)
    assert figures.between(actor=house.ada, first=DAY, last=DAY).content["crowd"] == block(house)
    (account,) = Account.objects.filter(code="crowd_won/BJ-01")
    assert sum(Leg.objects.filter(account_id=account.pk).values_list("amount", flat=True)) == LINE["result"]


def test_the_win_is_what_it_would_be_without_the_crowd() -> None:
    house = played()
    finished(house)
    before = figures.of_shift(actor=house.ada, gaming_day=DAY, shift="day").content["figures"]
    assert block(house) is None
    crowded.settle(house)
    assert figures.of_shift(actor=house.ada, gaming_day=DAY, shift="day").content["figures"] == before
    assert block(house)["house"] == LINE


def test_a_round_called_off_gives_back_what_was_paid() -> None:
    house = played()
    crowded.settle(house)
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    finished(house)
    assert ("crowd_not_settled", "1 voided") in hindered(house)
    crowded.settle(house)
    assert block(house)["house"] == {"bets": 2, "stakes": 3_000, "paid": 3_000, "result": 0}
    assert "crowd_not_settled" not in [kind for kind, _ in hindered(house)]


def hindered(house: House) -> list[tuple[str, str]]:
    follow.follow_all(house.casino.pk)
    found = day_checklist.one(house.ada, DAY, days.after(house)).hindrances
    return [(hindrance.kind, hindrance.what) for hindrance in found]


def test_a_day_is_not_locked_before_its_crowds_are_paid() -> None:
    house = finished(played())
    days.certified(house)
    assert hindered(house) == [("crowd_not_settled", "1 open")]
    with refused("day_not_ready", Conflict):
        days.locked(house)
    crowded.settle(house)
    assert hindered(house) == [("shift_not_certified", "v1 final")]  # its report did not know of the crowd
    days.certified(house)
    days.locked(house)
    report = json.loads(DayLock.objects.get().text)
    assert report["crowd"]["house"] == LINE
    newest = json.loads(ShiftReport.objects.get(version=2).text)
    assert newest["crowd"] == report["crowd"]
    assert "crowd" not in json.loads(ShiftReport.objects.get(version=1).text)
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_the_table_of_a_report_and_its_sheet_say_the_same() -> None:
    house = played()
    crowded.settle(house)
    finished(house)
    days.certified(house)
    text = ShiftReport.objects.get().text
    table = crowd_table.crowd(json.loads(text)["crowd"], "DEMO", Asked(DAY, shift="day", version=1))
    assert [row.cells[2:] for row in table.rows] == [(2, 3_000, 4_000, -1_000), (2, 3_000, 4_000, -1_000)]
    assert table.rows[0].link == "/audit/trail/?stream=DEMO%2Fcrowd%2FBJ-01&type=crowd_chunk_settled"
    assert dict(table.rows[0].proofs)["result"] == (
        "day=2026-03-04&shift=day&version=1&kind=table&code=BJ-01&figure=crowd_result"
    )
    head, *lines = shift_sheets.sheet(text, "crowd").decode("utf-8-sig").splitlines()
    assert head == "of,name,pit,game,bets,stakes_minor,stakes,paid_minor,paid,result_minor,result"
    assert lines[0] == "table,BJ-01,P1,blackjack,2,3000,30.00,4000,40.00,-1000,-10.00"
    assert [line.split(",DEMO,")[0] for line in lines[1:]] == ["house", '"house, day to date"']


def test_a_house_without_a_crowd_reads_as_ever() -> None:
    house = days.ready(builders.house())
    assert block(house) is None
    assert shift_sheets.sheet(ShiftReport.objects.get().text, "crowd") == b"\xef\xbb\xbfempty\r\n"


def month(report: Any, **scope: Any) -> Any:
    """The crowd of a line of the month."""
    wanted = {"code": "", "banked": True, **scope}
    (line,) = [line for line in report["to_date"]["month"] if wanted.items() <= line.items()]
    return line["crowd"]


def test_the_month_adds_up_the_days_of_the_crowd() -> None:
    """Two days of 10.00 lost each: every line of the month and the year says 20.00, by table, game, pit and house."""
    house = played()
    crowded.settle(house)
    finished(house)
    days.certified(house)
    days.locked(house)
    second_day(house)
    first, second = (json.loads(lock.text) for lock in DayLock.objects.order_by("gaming_day"))
    both = {"bets": 4, "stakes": 6_000, "paid": 8_000, "result": -2_000}
    assert month(first, kind="house") == LINE
    assert month(second, kind="house") == both
    for scope in ({"kind": "table", "code": "BJ-01"}, {"kind": "pit", "code": "P1"}, {"kind": "shift", "code": "day"}):
        assert month(second, **scope) == both
    assert second["crowd"]["house"] == LINE
    assert [line["crowd"] for line in second["to_date"]["year"] if line["kind"] == "house"] == [both]
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    told = proofs.prove(actor=house.ada, asked=asked("crowd_result", DAY + days.NEXT, locked=True, span=Span.MONTH))
    assert (told.stated, told.found, told.printed, told.by_legs) == (-2_000, -2_000, True, False)
    assert [(share.name, share.value) for share in told.shares] == [("2026-03-04", -1_000), ("2026-03-05", -1_000)]


def second_day(house: House) -> None:
    """The same round once more on the next day, which is locked as well."""
    house = replace(house, at=house.at + days.NEXT)
    custody.open_table(house, custody.rack_of(house))
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    number = house.state().round_number
    crowded.lay(house, crowded.bet("c", "P-1", 1, 1_000), crowded.bet("d", "P-2", 2, 2_000), number=number)
    crowded.play(house, ("KD", "TD", "TH", "6H", "QC", "7S"))
    dealt.press(house, {"do": "confirm_settlement"})
    crowded.settle(house)
    custody.close_table(house, custody.rack_of(house))
    days.counted(house, cash=0, box=2)
    follow.follow_all(house.casino.pk)
    days.certified(house, DAY + days.NEXT)
    days.locked(house, gaming_day=DAY + days.NEXT)


def asked(figure: str, day: Any = DAY, **more: Any) -> Asked:
    return Asked(day, figure=figure, **more)


@pytest.mark.parametrize(
    ("figure", "value", "amounts"),
    [("crowd_bets", 2, [2]), ("crowd_stakes", 3_000, [3_000]), ("crowd_paid", 4_000, [4_000])],
)
def test_each_figure_of_the_crowd_is_proven_by_its_own_events(figure: str, value: int, amounts: list[int]) -> None:
    house = played()
    crowded.settle(house)
    finished(house)
    days.certified(house)
    for line in ({}, {"kind": Kind.TABLE, "code": "BJ-01"}, {"shift": "day", "version": 1}):
        told = proofs.prove(actor=house.ada, asked=asked(figure, **line))
        assert (told.stated, told.found, told.printed, told.by_legs) == (value, value, True, True)
        assert [(event.stream, event.type, event.amount) for event in told.evidence] == [
            ("DEMO/crowd/BJ-01", "crowd_chunk_settled", amount) for amount in amounts
        ]


def test_the_result_of_the_crowd_is_proven_by_its_formula() -> None:
    house = played()
    crowded.settle(house)
    finished(house)
    days.certified(house)
    days.locked(house)
    told = proofs.prove(actor=house.ada, asked=asked("crowd_result", locked=True))
    assert (told.stated, told.found, told.agrees, told.printed) == (-1_000, -1_000, True, True)
    assert [(part.figure, part.sign, part.value) for part in told.inputs] == [
        ("crowd_stakes", 1, 3_000),
        ("crowd_paid", -1, 4_000),
    ]
    of_shift = proofs.prove(actor=house.ada, asked=asked("crowd_result", kind=Kind.SHIFT, code="day", locked=True))
    assert (of_shift.stated, of_shift.printed) == (-1_000, True)


def test_a_leg_of_the_crowd_that_somebody_changed_does_not_prove_itself() -> None:
    house = played()
    crowded.settle(house)
    finished(house)
    forging.unguard()
    account = Account.objects.get(code="front_money")
    assert Leg.objects.filter(account_id=account.pk, amount=4_000).update(amount=3_999) == 1
    told = proofs.prove(actor=house.ada, asked=asked("crowd_paid"))
    assert (told.stated, told.found, told.agrees) == (4_000, 3_999, False)


def test_a_table_without_a_crowd_has_none_to_prove() -> None:
    house = finished(played())
    told = proofs.prove(actor=house.ada, asked=asked("crowd_result"))
    assert (told.stated, told.found, told.printed, told.evidence) == (0, 0, False, [])
    with refused("no_such_figure", NotFound):
        proofs.prove(actor=house.ada, asked=asked("crowd_result", banked=False))
