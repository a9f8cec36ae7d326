"""Pot games in a block of their own: rake expected, counted and booked, and a bank that must come out even."""

import pytest

from accounting.domain import pot_lines, shift_report
from accounting.domain.shift_lines import Box, Boxes, Line, Place
from tests.accounting.domain.test_shift_report import period

CARDS = Place("BJ", "P1", "blackjack", True)
DICE, PAIRS, BLUFF = (
    Place("SD", "P1", "scarney", False),
    Place("SP", "P1", "scarney_partnership", False),
    Place("LD", "P2", "liars_dice", False),
)


def box(table: str, rake: int, counted: int | None, cash: int = 0) -> Box:
    """Box 1 of period 1, with ``cash`` in it as expected; its rake by the rounds, and as counted."""
    return Box(table, 1, (1,), cash, cash, rake, counted)


def by_key(*boxes: Box) -> Boxes:
    return {(one.table, one.number): one for one in boxes}


def house(lines: Line | None) -> Line:
    """The sums of a block."""
    assert lines is not None
    found: Line = lines["house"]
    return found


def test_a_house_without_pot_games_has_no_block_and_its_reports_read_as_ever() -> None:
    periods, boxes = [period(CARDS)], by_key(box("BJ", 0, None))
    assert pot_lines.block(periods, periods, boxes) is None
    assert pot_lines.tie_outs(periods, boxes) == {}
    assert set(shift_report.content(periods, periods, boxes)) == {
        "state", "figures", "day_to_date", "tie_outs", "exceptions",
    }  # fmt: skip


def test_t_84_a_table_with_its_rounds_pots_and_rake() -> None:
    """Two games, 30.00 and 50.00 in the pots, 5 % of each taken; two hours and a half open."""
    own = [
        period(
            DICE, opener=100_000, closer=90_000, closed_at="2026-03-04T22:30:00.000000Z", rounds=2, handle=8_000,
            pot=8_000, pot_paid=7_600, rake=400, house_net=400,
        )
    ]  # fmt: skip
    block = pot_lines.block(own, own, by_key(box("SD", 400, 400, cash=10_000)))
    assert block is not None
    assert block["tables"] == [
        {
            "table": "SD",
            "pit": "P1",
            "game": "scarney",
            "rounds": 2,
            "handle": 8_000,
            "pot": 8_000,
            "pot_paid": 7_600,
            "pot_held": 0,
            "time_charges": 0,
            "rake_expected": 400,
            "rake_counted": 400,
            "rake_booked": 400,
            "rake_shortfall": 0,
            "rake_surplus": 0,
            "open_seconds": 9_000,
            "rake_per_hour": 160,
            "bank_variance": 0,
            "bank_short": 0,
            "bank_over": 0,
        }
    ]
    assert [line["game"] for line in block["games"]] == ["scarney"]
    assert "win" not in block["tables"][0]
    assert "hold" not in block["tables"][0]


def test_the_higher_is_booked_and_opposite_errors_of_tables_never_cancel() -> None:
    """One table is 3.00 short, another 3.00 over: 10.00 and 13.00 are booked, where a net count would show nothing."""
    own = [period(DICE, pot=1_000, rake=1_000), period(BLUFF, pot=1_000, rake=1_000)]
    boxes = by_key(box("SD", 1_000, 700), box("LD", 1_000, 1_300))
    told = house(pot_lines.block(own, own, boxes))
    assert (told["rake_expected"], told["rake_counted"], told["rake_booked"]) == (2_000, 2_000, 2_300)
    assert (told["rake_shortfall"], told["rake_surplus"]) == (300, 300)
    assert [(e["kind"], e["table"], e["amount"]) for e in pot_lines.exceptions(own, boxes)] == [
        ("rake_difference", "LD", 300),
        ("rake_difference", "SD", -300),
    ]


def test_opposite_errors_of_two_boxes_of_a_table_do_not_cancel_either() -> None:
    own = [period(DICE, 1, rake=500, boxes="1"), period(DICE, 2, rake=500, boxes="2")]
    boxes = by_key(box("SD", 500, 400), Box("SD", 2, (2,), 0, 0, 500, 600))
    told = house(pot_lines.block(own, own, boxes))
    assert (told["rake_counted"], told["rake_booked"]) == (1_000, 1_100)


def test_opposite_variances_of_two_banks_stand_apart() -> None:
    own = [period(DICE, opener=1_000, closer=900), period(BLUFF, opener=1_000, closer=1_100)]
    boxes = by_key(box("SD", 0, None), box("LD", 0, None))
    block = pot_lines.block(own, own, boxes)
    assert [line["bank_variance"] for line in (block or {})["tables"]] == [100, -100]
    assert (house(block)["bank_short"], house(block)["bank_over"]) == (100, 100)
    assert "bank_variance" not in house(block)
    assert [(e["kind"], e["table"], e["amount"]) for e in pot_lines.exceptions(own, boxes)] == [
        ("bank_variance", "LD", 100),
        ("bank_variance", "SD", -100),
    ]
    assert pot_lines.tie_outs(own, boxes)["banks_even"] == {"agree": 0, "of": 2}


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (Box("SD", 1, None, None, None, None, None), []),
        (box("SD", 400, None), [{"kind": "rake_not_counted", "table": "SD", "box": 1}]),
    ],
    ids=["the box is on the table", "the box is counted, its rake is not"],
)
def test_t_50_until_it_is_counted_rake_is_only_expected(where: Box, told: list[Line]) -> None:
    own = [period(DICE, rake=400, pot=4_000, pot_paid=3_600)]
    line = house(pot_lines.block(own, own, by_key(where)))
    assert (line["rake_expected"], line["rake_counted"], line["rake_booked"]) == (400, None, None)
    assert (line["rake_shortfall"], line["rake_surplus"], line["rake_per_hour"]) == (None, None, 200)
    assert pot_lines.exceptions(own, by_key(where)) == told
    assert shift_report.state_of(own, by_key(where)) == "preliminary"


def test_where_no_rake_was_taken_there_is_none_to_count() -> None:
    own = [period(DICE, pot=2_000, pot_paid=2_000)]
    boxes = by_key(box("SD", 0, None))
    line = house(pot_lines.block(own, own, boxes))
    assert (line["rake_expected"], line["rake_counted"], line["rake_booked"]) == (0, 0, 0)
    assert shift_report.state_of(own, boxes) == "final"
    assert pot_lines.tie_outs(own, boxes)["rake_counted"] == {"agree": 0, "of": 0}


def test_v_08_rake_of_a_box_that_covers_other_shifts_is_not_shared_out() -> None:
    first, second = period(DICE, 1, rake=300), period(DICE, 2, rake=100)
    boxes = {("SD", 1): Box("SD", 1, (1, 2), 0, 0, 400, 390)}
    alone = pot_lines.block([first], [first, second], boxes)
    assert (house(alone)["rake_expected"], house(alone)["rake_booked"]) == (300, None)
    assert house(alone)["bank_short"] is None
    assert alone is not None
    assert (alone["day_to_date"]["rake_booked"], alone["day_to_date"]["rake_shortfall"]) == (400, 10)


def test_chips_left_in_a_pot_are_told() -> None:
    own = [period(BLUFF, 1, pot=500, pot_paid=0, rake=50), period(BLUFF, 2, pot=0, pot_paid=450)]
    boxes = {("LD", 1): Box("LD", 1, (1, 2), 0, 0, 50, 50)}
    assert pot_lines.exceptions(own, boxes) == [
        {"kind": "pot_held", "table": "LD", "period": 1, "seq": 10, "amount": 450},
        {"kind": "pot_held", "table": "LD", "period": 2, "seq": 20, "amount": -450},
    ]
    assert house(pot_lines.block(own, own, boxes))["pot_held"] == 0


def test_pot_games_never_meet_banked_ones() -> None:
    """A blackjack table that lost 400 beside dice that earned 40: neither figure is in the other's lines."""
    own = [period(CARDS, opener=500, closer=100), period(DICE, rake=40, house_net=40)]
    boxes = by_key(box("BJ", 0, None), box("SD", 40, 40))
    content = shift_report.content(own, own, boxes)
    assert content["figures"]["house"]["banked"]["win"] == -400
    assert content["pot_games"]["house"]["rake_booked"] == 40
    assert [line["table"] for line in content["pot_games"]["tables"]] == ["SD"]


@pytest.mark.parametrize(
    ("rake", "closed", "per_hour"),
    [
        (100, "2026-03-04T20:40:00.000000Z", 150),
        (1, "2026-03-04T22:00:00.000000Z", 1),
        (5, "2026-03-04T20:00:00.000000Z", None),
    ],
    ids=["forty minutes", "half a cent is rounded up", "no time"],
)
def test_rake_an_hour_of_open_time(rake: int, closed: str, per_hour: int | None) -> None:
    own = [period(DICE, rake=rake, closed_at=closed)]
    assert house(pot_lines.block(own, own, by_key(box("SD", rake, rake))))["rake_per_hour"] == per_hour


def test_time_charges_are_rake_that_comes_from_no_pot() -> None:
    own = [period(DICE, pot=2_000, pot_paid=2_000, time_charges=600)]
    boxes = by_key(box("SD", 600, 600))
    line = house(pot_lines.block(own, own, boxes))
    assert (line["time_charges"], line["rake_expected"], line["rake_booked"], line["pot_held"]) == (600, 600, 600, 0)
    assert pot_lines.exceptions(own, boxes) == []


def test_games_are_added_up_apart() -> None:
    own = [period(DICE, rake=10, rounds=1), period(PAIRS, rake=20, rounds=2), period(BLUFF, rake=40, rounds=3)]
    boxes = by_key(box("SD", 10, 10), box("SP", 20, 20), box("LD", 40, 40))
    block = pot_lines.block(own, own, boxes)
    assert block is not None
    assert [(line["game"], line["rounds"], line["rake_booked"]) for line in block["games"]] == [
        ("liars_dice", 3, 40),
        ("scarney", 1, 10),
        ("scarney_partnership", 2, 20),
    ]
    assert house(block)["rake_booked"] == 70
