"""Lines of a report: sums before ratios, unknown before zero, pot games beside banked ones."""

import json
from typing import Any

from accounting.domain import shift_report
from accounting.domain.rows import PeriodResult
from accounting.domain.shift_lines import Box, Period, Place
from tables.domain.canonical import canonical

NOTHING = canonical({"dealers": [], "floor_calls": 0, "limits": [], "lifted": [], "voids": [], "misdeals": [],
                     "rulings": [], "blocked_shoes": []})  # fmt: skip


def period(place: Place, number: int = 1, **values: Any) -> Period:
    """A closed period; what is not given is 0 or nothing."""
    given: dict[str, Any] = {
        "stream_id": 1, "seq": 10 * number, "number": number, "opened_seq": 10 * number - 5, "session": 1,
        "gaming_day": "2026-03-04", "shift": "day", "opened_at": "2026-03-04T20:00:00.000000Z",
        "closed_at": "2026-03-04T22:00:00.000000Z", "opener": 0, "previous_closer": None, "opener_variance": 0,
        "closer": 0, "closer_difference": 0, "boxes": "1", "rounds": 0, "hands": 0, "handle": 0, "house_net": 0,
        "pot": 0, "pot_paid": 0, "rake": 0, "time_charges": 0, "staked": 0, "staked_squares": 0, "fills": 0,
        "credits": 0, "markers_issued": 0, "markers_paid_cash": 0, "markers_paid_chips": 0, "rulings_paid": 0,
        "rulings_taken": 0, "buy_ins": 0, "buy_in_cash": 0, "box_cash": 0, "shuffles": 0, "detail": NOTHING,
    }  # fmt: skip
    return Period(place, PeriodResult(**given | values))


def box(table: str, number: int = 1, periods: tuple[int, ...] | None = (1,), counted: int | None = 0) -> Box:
    """A removed box in which the log expects what is counted."""
    return Box(table, number, periods, counted, counted)


def made(periods: list[Period], boxes: list[Box]) -> dict[str, Any]:
    """The figures of some periods, each table's own boxes at hand."""
    return shift_report.figures_of(periods, {(b.table, b.number): b for b in boxes}, with_periods=True)


#: domain.md V-05, in whole units: game -> win, drop.
V_05 = {
    "blackjack": (5_500, 50_000),
    "baccarat": (-18_000, 320_000),
    "roulette": (6_400, 80_000),
    "craps": (3_600, 120_000),
}


def test_v_05_the_pits_hold_is_the_ratio_of_sums() -> None:
    places = {game: Place(f"T-{game}", "P1", game, True) for game in V_05}
    periods = [period(places[game], opener=dropped, closer=won) for game, (won, dropped) in V_05.items()]
    figures = made(periods, [box(f"T-{game}", counted=dropped) for game, (_, dropped) in V_05.items()])
    holds = {line["game"]: line["hold"]["percent"] for line in figures["games"]}
    assert holds == {"blackjack": "11.00", "baccarat": "-5.63", "roulette": "8.00", "craps": "3.00"}
    pit = figures["pits"][0]["banked"]
    assert (pit["win"], pit["drop"], pit["hold"]["percent"]) == (-2_500, 570_000, "-0.44")
    assert figures["house"]["banked"]["hold"] == {"numerator": -2_500, "denominator": 570_000, "percent": "-0.44"}


def test_one_uncounted_box_leaves_the_houses_win_unknown() -> None:
    one, two = Place("A", "P1", "blackjack", True), Place("B", "P2", "blackjack", True)
    figures = made(
        [period(one, opener=100, closer=90), period(two, opener=100, closer=80)],
        [box("A", counted=30), box("B", counted=None)],
    )
    assert [line["win"] for line in figures["tables"]] == [20, None]
    assert [line["banked"]["win"] for line in figures["pits"]] == [20, None]
    house = figures["house"]["banked"]
    assert (house["win"], house["drop"], house["hold"], house["chip_result"]) == (None, None, None, -30)


def test_v_08_one_box_over_three_shifts() -> None:
    place = Place("A", "P1", "blackjack", True)
    shifts = [
        period(place, 1, opener=20_000, closer=14_500, house_net=2_000),
        period(place, 2, opener=14_500, closer=22_000, house_net=7_500),
        period(place, 3, opener=22_000, closer=18_000, house_net=3_500),
    ]
    boxes = [box("A", periods=(1, 2, 3), counted=15_000)]
    alone = [made([shift], boxes)["tables"][0] for shift in shifts]
    assert [line["chip_result"] for line in alone] == [-5_500, 7_500, -4_000]
    assert [(line["win"], line["drop"], line["difference"]) for line in alone] == [(None, None, None)] * 3
    day = made(shifts, boxes)["tables"][0]
    assert (day["win"], day["engine_net"], day["difference"]) == (13_000, 13_000, 0)
    assert [line["win"] for line in day["periods"]] == [None, None, None]


def test_t_84_pot_games_earn_rake_and_are_never_netted_with_banked_ones() -> None:
    cards, dice = Place("BJ", "P1", "blackjack", True), Place("SD", "P1", "scarney", False)
    figures = made(
        [period(cards, opener=500, closer=100), period(dice, opener=1_000, closer=1_000, house_net=40, rake=40)],
        [box("BJ", counted=0), box("SD", counted=0)],
    )
    pit = figures["pits"][0]
    assert (pit["banked"]["win"], pit["banked"]["rake"]) == (-400, None)
    assert (pit["pot"]["win"], pit["pot"]["hold"], pit["pot"]["rake"], pit["pot"]["difference"]) == (None, None, 40, 0)
    assert [(line["game"], line["banked"]) for line in figures["games"]] == [("blackjack", True), ("scarney", False)]
    assert figures["house"]["banked"]["win"] == -400


def test_a_report_is_final_when_all_its_boxes_are_counted() -> None:
    place = Place("A", "P1", "blackjack", True)
    periods = [period(place, 1, boxes="1"), period(place, 2, boxes="1,2")]

    def state(second: Box) -> str:
        return shift_report.state_of(periods, {("A", 1): box("A", 1, (1, 2)), ("A", 2): second})

    assert state(box("A", 2, None, None)) == "preliminary"
    assert state(box("A", 2, (2,), None)) == "preliminary"
    assert state(box("A", 2, (2,), 0)) == "final"


def test_exceptions_and_tie_outs() -> None:
    place = Place("A", "P1", "blackjack", True)
    noted = NOTHING.replace('"voids":[]', '"voids":[{"at":"x","by":"petra","reason":"card seen","round":3,"seq":17}]')
    periods = [
        period(place, 1, opener=100, closer=95, closer_difference=-5),
        period(place, 2, opener=90, closer=90, previous_closer=95, opener_variance=-5, boxes="2", detail=noted),
    ]
    boxes = {("A", 1): Box("A", 1, (1,), 50, 48), ("A", 2): Box("A", 2, (2,), 10, None)}
    assert shift_report.exceptions(periods, boxes) == [
        {"kind": "closer_difference", "table": "A", "period": 1, "seq": 10, "amount": -5},
        {"kind": "opener_variance", "table": "A", "period": 2, "seq": 15, "amount": -5},
        {"kind": "round_voided", "table": "A", "period": 2, "seq": 17, "reason": "card seen"},
        {"kind": "drop_variance", "table": "A", "box": 1, "amount": -2},
        {"kind": "box_not_counted", "table": "A", "box": 2},
    ]
    assert shift_report.tie_outs(periods, boxes) == {
        "opener_is_previous_closer": {"agree": 0, "of": 1},
        "first_opener_is_bank": {"agree": 1, "of": 1},
        "closer_as_expected": {"agree": 1, "of": 2},
        "boxes_counted": {"agree": 1, "of": 2},
        "boxes_as_expected": {"agree": 0, "of": 1},
    }


def test_a_first_opener_is_measured_by_the_bank_and_nothing_is_told_of_nothing() -> None:
    periods = [period(Place("A", "P1", "blackjack", True), 1, opener=98, closer=98, opener_variance=-2)]
    boxes = {("A", 1): Box("A", 1, (1,), 50, None)}
    assert shift_report.exceptions(periods, boxes)[0] == {
        "kind": "first_opener_variance", "table": "A", "period": 1, "seq": 5, "amount": -2,
    }  # fmt: skip
    assert shift_report.tie_outs(periods, boxes) == {
        "first_opener_is_bank": {"agree": 0, "of": 1},
        "closer_as_expected": {"agree": 1, "of": 1},
        "boxes_counted": {"agree": 0, "of": 1},
    }


def test_t_78_rulings_are_shown_apart_and_win_ties_out() -> None:
    place = Place("A", "P1", "blackjack", True)
    told = [
        {"seq": 7, "at": "2026-03-04T21:00:00.000000Z", "by": "dana", "step": "opened", "dispute": 1, "round": 4,
         "claim": "not_paid", "claimed": 75, "player": "anna"},
        {"seq": 8, "at": "2026-03-04T21:03:00.000000Z", "by": "petra", "step": "ruled", "dispute": 1, "round": 4,
         "ruling": "pay_as_claimed", "amount": 75, "reason": "seen", "minutes": 3},
    ]  # fmt: skip
    detail = canonical({**json.loads(NOTHING), "disputes": told})
    ruled = period(place, opener=1_000, closer=1_125, house_net=200, rulings_paid=75, detail=detail)
    boxes = {("A", 1): box("A")}
    report = shift_report.content([ruled], [ruled], boxes)
    line = report["figures"]["tables"][0]
    assert (line["win"], line["engine_net"], line["difference"]) == (125, 200, 0)
    assert line["rulings_cost"] == {"paid": 75, "taken": 0, "cost": 75}
    block = report["disputes"]
    assert (block["paid"], block["taken"], block["cost"]) == (75, 0, 75)
    assert [(step["table"], step["period"], step["step"]) for step in block["steps"]] == [
        ("A", 1, "opened"),
        ("A", 1, "ruled"),
    ]
    assert report["exceptions"] == [
        {"kind": "ruling_paid", "table": "A", "period": 1, "seq": 8, "reason": "seen", "amount": 75}
    ]


def test_a_pot_games_bank_is_even_beside_what_a_ruling_paid() -> None:
    place = Place("D", "P1", "scarney", False)
    ruled = period(place, opener=1_000, closer=925, rulings_paid=75)
    report = shift_report.content([ruled], [ruled], {("D", 1): box("D")})
    assert report["pot_games"]["tables"][0]["bank_variance"] == 0
    assert report["figures"]["tables"][0]["difference"] == 0


def test_a_shift_without_disputes_reads_as_ever() -> None:
    place = Place("A", "P1", "blackjack", True)
    report = shift_report.content([period(place)], [period(place)], {("A", 1): box("A")})
    assert "disputes" not in report
    assert "rulings_cost" not in report["figures"]["tables"][0]
