"""Prove it: every figure of every line is found again in the log, and a figure that is wrong is not."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounting.domain import proofs as formulas
from accounting.domain.day_totals import Kind, Span
from accounting.domain.proof_scope import Asked
from accounting.reports import proof_rows
from accounting.selectors import day_reports, figures, proofs, shift_reports
from accounting.selectors.proofs import Proof
from accounting.services import follow
from tables.domain.errors import NotAllowed, NotFound
from tests import builders, custody, days, dealt, disputed
from tests.accounting import forging, worked
from tests.builders import GAMING_DAY, House

pytestmark = pytest.mark.django_db

FIGURES = [*formulas.LEAVES, *formulas.SUMS, *formulas.RATIOS, *formulas.SAME]
DAY = Asked(GAMING_DAY)
EVERY_SWING = 155
"""Figures of the swing shift of ``worked``: 31 each of table, period, game, pit and house, of banked games alone."""


def prove(house: House, asked: Asked, figure: str, **more: Any) -> Proof:
    return proofs.prove(actor=house.ada, asked=asked.other(figure=figure, **more))


def lines(asked: Asked, told: Mapping[str, Any]) -> Iterator[Asked]:
    """Every line of a report's block of figures, its bank periods among them."""
    for table in told["tables"]:
        own = asked.other(kind=Kind.TABLE, code=table["table"], banked=table["banked"])
        yield own
        yield from (own.other(period=period["period"]) for period in table.get("periods", ()))
    yield from (asked.other(kind=Kind.GAME, code=game["game"], banked=game["banked"]) for game in told["games"])
    for banked in (True, False):
        key = "banked" if banked else "pot"
        yield from (asked.other(kind=Kind.PIT, code=pit["pit"], banked=banked) for pit in told["pits"] if pit[key])
        if told["house"][key]:
            yield asked.other(banked=banked)


def disagreeing(house: House, asked: Iterator[Asked]) -> tuple[int, list[str]]:
    """How many figures were proven, and those that the log does not say."""
    count, found = 0, []
    for line in asked:
        for figure in FIGURES:
            if formulas.there(figure, banked=line.banked):
                proof = prove(house, line, figure)
                count += 1
                if not proof.agrees:
                    found.append(f"{proof_rows.query(line.other(figure=figure))}: {proof.stated} is not {proof.found}")
    return count, found


@pytest.fixture
def house() -> House:
    """A shift with a round, a buy-in and a closer one red chip short; the box is counted."""
    house = dealt.settled(builders.house())
    dealt.press(house, {"do": "confirm_settlement"})
    custody.buy_in(house, 10_000, {2_500: 4})
    rack = custody.rack_of(house)
    custody.close_table(house, {**rack, 500: rack[500] - 1}, note="one red chip is missing")
    custody.remove_box(house)
    custody.count_box(house, {10_000: 1})
    follow.follow_all()
    return house


def test_every_figure_of_a_house_at_work_is_found_again_in_the_log() -> None:
    house = worked.house_at_work()
    follow.follow_all()
    version = shift_reports.newest_version(house.ada, GAMING_DAY, "swing")
    content = shift_reports.report(house.ada, GAMING_DAY, "swing", version).content
    frozen = DAY.other(shift="swing", version=version)
    assert disagreeing(house, lines(frozen, content["figures"])) == (EVERY_SWING, [])
    assert disagreeing(house, lines(frozen.other(so_far=True), content["day_to_date"]))[1] == []
    now = DAY.other(shift="day")
    content = figures.of_shift(actor=house.ada, gaming_day=GAMING_DAY, shift="day").content
    assert disagreeing(house, lines(now, content["figures"]))[1] == []


def test_a_win_is_its_formula_with_every_input(house: House) -> None:
    proof = prove(house, DAY, "win")
    # 9,930 + 100 - 10,000: five less than the rounds say
    assert (proof.stated, proof.found, proof.printed, proof.by_legs) == (3_000, 3_000, True, True)
    assert [(one.sign, one.figure, one.value) for one in proof.inputs] == [
        (1, "closer", 993_000),
        (1, "credits", 0),
        (1, "drop", 10_000),
        (-1, "opener", 1_000_000),
        (-1, "fills", 0),
        (-1, "markers_paid_chips", 0),
    ]
    assert [(one.name, one.value, proof_rows.query(one.asked)) for one in proof.shares] == [
        ("BJ-01", 3_000, "day=2026-03-04&kind=table&code=BJ-01&figure=win")
    ]
    assert (proof.evidence, proof.events) == ([], 0)
    assert (prove(house, DAY, "hold").found, prove(house, DAY, "difference").found) == ("30.00", -500)


def test_a_closer_is_the_opener_and_all_that_moved_the_rack(house: House) -> None:
    proof = prove(house, DAY, "closer", kind=Kind.TABLE, code="BJ-01")
    assert [(line.type, line.times, line.amount) for line in proof.movements] == [
        ("table_opened", 1, 1_000_000),
        ("buy_in_taken", 1, -10_000),
        ("rounds", 1, 3_500),
        ("table_closed", 1, -500),
    ]
    (event,) = proof.evidence
    assert (event.type, event.amount, event.moment) == ("table_closed", 993_000, builders.AT)
    assert [(leg.account, leg.amount) for leg in event.legs] == [("variance/rack/BJ-01", 500), ("rack/BJ-01", -500)]


def test_the_rounds_stand_behind_what_they_gave(house: House) -> None:
    proof = prove(house, DAY, "engine_net")
    assert [(one.stream, one.round, one.amount) for one in proof.evidence] == [("DEMO/table/BJ-01", 1, 3_500)]
    assert (prove(house, DAY, "engine_net", kind=Kind.TABLE, code="BJ-01").evidence[0].legs, proof.events) == ((), 1)


def test_a_ruling_is_no_part_of_what_the_rounds_won() -> None:
    house = dealt.settled(builders.house())
    dealt.press(house, {"do": "confirm_settlement"})
    disputed.claim(house)
    disputed.rule(house)
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    custody.count_box(house, {})
    follow.follow_all()
    assert (prove(house, DAY, "engine_net").found, prove(house, DAY, "difference").found) == (3_500, 0)
    cost = prove(house, DAY, "rulings")
    assert (cost.agrees, [event.type for event in cost.evidence], cost.found) == (True, ["ruling_paid"], 1_000)


def test_a_drop_leads_to_the_count_of_the_box(house: House) -> None:
    (box,) = prove(house, DAY, "box_cash").evidence
    assert (box.stream, box.type, box.amount) == ("DEMO/count", "box_counted", 10_000)
    assert ("count_room", 10_000) in [(leg.account, leg.amount) for leg in box.legs]


def test_what_nobody_has_counted_is_not_known_and_says_why() -> None:
    house = days.played(builders.house())
    follow.follow_all()
    proof = prove(house, DAY, "win")
    assert (proof.stated, proof.found, proof.agrees) == (None, None, True)
    assert [(box.table, box.number, why) for box, why in proof.unknown] == [("BJ-01", 1, "on_table")]
    custody.remove_box(house)
    follow.follow_all()
    assert [why for _box, why in prove(house, DAY, "drop").unknown] == ["not_counted"]


def test_a_certified_figure_is_proven_as_of_its_heads(house: House) -> None:
    version = days.certified(house, at=house.at)["version"]
    evening = house.at + timedelta(hours=1)
    custody.open_table(house, custody.rack_of(house), at=evening)
    days.closed(house, at=evening)
    follow.follow_all()
    frozen = prove(house, DAY.other(shift="day", version=version), "buy_in_cash")
    assert (frozen.stated, frozen.found, frozen.events) == (10_000, 10_000, 1)
    now = prove(house, DAY, "buy_in_cash", kind=Kind.TABLE, code="BJ-01")
    assert (now.found, [one.asked.period for one in now.shares]) == (20_000, [1, 2])


def test_a_locked_day_and_its_month_are_proven() -> None:
    house = days.ready(builders.house())
    days.locked(house)
    follow.follow_all()
    locked = DAY.other(locked=True)
    content = day_reports.report(house.ada, GAMING_DAY).content
    assert disagreeing(house, lines(locked, content["figures"]))[1] == []
    spans = [
        locked.other(span=span, kind=Kind(line["kind"]), code=line["code"], banked=line["banked"])
        for span in Span
        for line in content["to_date"][span]
    ]
    assert disagreeing(house, iter(spans))[1] == []
    month = prove(house, locked.other(span=Span.MONTH), "drop")
    assert (month.found, month.by_legs, month.evidence) == (10_000, False, [])
    assert [(one.name, proof_rows.query(one.asked)) for one in month.shares] == [
        ("2026-03-04", "day=2026-03-04&locked=1&figure=drop")
    ]


@pytest.mark.parametrize(
    ("column", "figure"),
    [("fills", "fills"), ("house_net", "engine_net"), ("closer", "closer"), ("opener", "opener"), ("handle", "handle")],
)
def test_a_figure_that_the_log_does_not_say_is_found(house: House, column: str, figure: str) -> None:
    assert prove(house, DAY, figure).agrees
    forging.unguard()
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE accounting_periodresult SET {column} = {column} + 100")  # noqa: S608 - our own names
    proof = prove(house, DAY, figure)
    assert (proof.agrees, int(proof.stated or 0) - int(proof.found or 0)) == (False, 100)


def test_only_who_reads_the_books_may_ask(house: House) -> None:
    for name in ("petra", "dana", "cass"):
        with pytest.raises(NotAllowed, match="not_permitted"):
            proofs.prove(actor=house.people[name], asked=DAY.other(figure="win"))
    assert proofs.prove(actor=house.people["hana"], asked=DAY.other(figure="win")).agrees


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (DAY.other(figure="luck"), "no_such_figure"),
        (DAY.other(figure="win", banked=False), "no_such_figure"),
        (DAY.other(figure="rake"), "no_such_figure"),
        (DAY.other(figure="win", kind=Kind.TABLE, code="BJ-99"), "no_such_figure"),
        (DAY.other(figure="win", day=GAMING_DAY + timedelta(days=1)), "no_such_figure"),
        (DAY.other(figure="win", shift="day", version=7), "no_such_report"),
        (DAY.other(figure="win", locked=True), "no_such_report"),
    ],
)
def test_what_no_report_says_cannot_be_proven(house: House, asked: Asked, code: str) -> None:
    with pytest.raises(NotFound, match=code):
        proofs.prove(actor=house.ada, asked=asked)
