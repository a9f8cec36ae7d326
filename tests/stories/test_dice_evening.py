"""A day at three dice tables, from the banks to the certified report. All amounts in dollars.

Scarney (SD-01): Anna, Bo, Cy and Dee ante 5.00 each, Anna and Cy double down for 5.00 each: the pot is 30.00. Both
stand at 36 points, so they play off, and Cy wins. The house takes 5 % = 1.50; Cy gets 28.50.

Partners (SP-01): four antes and one double-down are 25.00. Anna and Cy win, and whole dollars do not halve 25: the odd
one goes to Anna, who has thrown more. 13.00 + 12.00, no rake.

Liar's dice (LD-01): penalties of 5.00, 5.00 and, doubled because the bidder loses with a wei, 10.00. The house takes
10 % of each: 0.50 + 0.50 + 1.00 = 2.00. In the second round fei follows zhai.

    put into pots   30.00 + 25.00 + 20.00 = 75.00
    got back        28.50 + 25.00 + 18.00 = 71.50
    rake             1.50 +  0.00 +  2.00 =  3.50

The rake of LD-01 is counted 0.50 short: 1.50. The house books 2.00 all the same and carries the shortfall.
"""

import json
from datetime import timedelta

import pytest

from accounting.selectors import ledger
from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models import log
from tests.stories.dice_evening import (
    BLUFF,
    CONFIRMED,
    PARTNERS,
    SCARNEY,
    DiceEvening,
    antes,
    bid,
    cups,
    frame,
    throw,
)
from tests.stories.evening import rack, usd

pytestmark = pytest.mark.django_db

#: 50.00 + 150.00 + 800.00 + 1,000.00 = 2,000.00 for each table.
BANK = rack(pink=100, white=150, red=160, green=40)
CUPS = {"Anna": "22155", "Bo": "23366", "Cy": "12446"}
"""Six dice are 2s or 1s."""
WEI = {**CUPS, "Cy": "44114"}
"""Cy's dice are five 4s while ones are wild; five dice of all are 6s or 1s."""


def scarney(evening: DiceEvening) -> None:
    """An hour and a half. 80.00 of chips are bought; the rack keeps 1,920.00 whatever the dice say."""
    evening.opens(SCARNEY, BANK)
    for player in ("Anna", "Bo", "Cy", "Dee"):
        evening.buys(SCARNEY, player, "20.00", rack(red=4))
    evening.key(SCARNEY, *antes("Anna", "Bo", "Cy", "Dee"))
    assert evening.house.state(SCARNEY).pot == usd("20.00")
    evening.key(SCARNEY, *frame("Anna", 1, 3, 4, 4, 6, double=True))  # 18 twice = 36
    evening.key(SCARNEY, *frame("Bo", 1, 3, 4, 6, 6))  # 20
    evening.key(SCARNEY, *frame("Cy", 1, 1, 3, 4, 4, double=True))  # 13 twice, and 10 for two pairs = 36
    assert evening.house.state(SCARNEY).pot == usd("30.00")
    evening.key(SCARNEY, throw("Dee", 3, "D", 4, "D", 1), throw("Dee", "D", "D", "D"))  # craps out
    evening.key(SCARNEY, *frame("Anna", 1, 1, 3, 4, 6))  # the playoff: 15
    felt = evening.key(SCARNEY, *frame("Cy", 1, 3, 3, 6, 6))["felt"]  # 19 and 10 for two pairs = 29
    assert felt["net"] == {"Anna": usd("-10.00"), "Bo": usd("-5.00"), "Cy": usd("18.50"), "Dee": usd("-5.00")}
    assert (felt["pot"], felt["rake"]) == (usd("30.00"), usd("1.50"))
    evening.key(SCARNEY, CONFIRMED)
    assert evening.house.state(SCARNEY).pot == 0
    # one 5.00 of the pot was changed into four 1.00 and two 0.50, to take 1.50 and leave 28.50
    evening.closes(SCARNEY, rack(pink=98, white=146, red=145, green=40), timedelta(hours=1, minutes=30))
    evening.counts_box(SCARNEY, {"20.00": 4})


def partners(evening: DiceEvening) -> None:
    """An hour. Anna and Cy play against Bo and Dee; they brought their chips from the first table."""
    evening.opens(PARTNERS, BANK)
    evening.key(PARTNERS, *antes("Anna", "Bo", "Cy", "Dee", teams=[["Anna", "Cy"], ["Bo", "Dee"]]))
    evening.key(PARTNERS, *frame("Anna", 1, 3, 4, 4, 6, double=True))  # 36
    evening.key(PARTNERS, *frame("Bo", 1, 3, 4, 6, 6))  # 20
    evening.key(PARTNERS, *frame("Cy", 1, 1, 3, 4, 6))  # 15: 51 for the two
    felt = evening.key(PARTNERS, *frame("Dee", 1, 3, 4, 6, 6))["felt"]  # 20: 40 for the two
    assert felt["net"] == {"Anna": usd("3.00"), "Bo": usd("-5.00"), "Cy": usd("7.00"), "Dee": usd("-5.00")}
    evening.key(PARTNERS, CONFIRMED)
    evening.closes(PARTNERS, BANK, timedelta(hours=1))
    evening.counts_box(PARTNERS, {})


def liars_dice(evening: DiceEvening) -> None:
    """Two hours. Cy buys 20.00 more."""
    evening.opens(BLUFF, BANK)
    evening.buys(BLUFF, "Cy", "20.00", rack(red=4))
    evening.key(BLUFF, *cups("Anna", CUPS), bid("Anna", 4, 2), bid("Bo", 5, 2))
    first = evening.key(BLUFF, {"do": "open", "by": "Cy"})["felt"]  # six are there: the bid of five holds
    assert first["net"] == {"Anna": 0, "Bo": usd("4.50"), "Cy": usd("-5.00")}
    evening.key(BLUFF, CONFIRMED, *cups("Cy", CUPS), bid("Cy", 3, 5, "zhai"), bid("Anna", 6, 2, "fei"))
    second = evening.key(BLUFF, {"do": "open", "by": "Bo"})["felt"]  # ones are wild again: six hold
    assert second["net"] == {"Anna": usd("4.50"), "Bo": usd("-5.00"), "Cy": 0}
    evening.key(BLUFF, CONFIRMED, *cups("Bo", WEI), bid("Bo", 4, 6), bid("Cy", 7, 6))
    third = evening.key(BLUFF, {"do": "open", "by": "Anna"})["felt"]  # five are not seven: one unit, twice for the wei
    assert third["result"]["units"] == 2
    assert third["net"] == {"Anna": usd("9.00"), "Bo": 0, "Cy": usd("-10.00")}
    evening.key(BLUFF, CONFIRMED)
    # a 5.00 was changed three times: twice into four 1.00 and two 0.50, and once into five 1.00
    evening.closes(BLUFF, rack(pink=96, white=137, red=159, green=40), timedelta(hours=2))
    evening.counts_box(BLUFF, {"20.00": 1})


def played() -> DiceEvening:
    """All three tables, boxes counted, rake not yet."""
    evening = DiceEvening()
    scarney(evening)
    partners(evening)
    liars_dice(evening)
    return evening


def counted() -> DiceEvening:
    """And the rake: 1.50 at SD-01 as the rounds say, 1.50 at LD-01 where 2.00 were taken."""
    evening = played()
    evening.counts_rake(SCARNEY, rack(white=1, pink=1))
    evening.counts_rake(PARTNERS, {})
    evening.counts_rake(BLUFF, rack(white=1, pink=1))
    return evening


def test_every_chip_is_somewhere_and_the_books_balance() -> None:
    evening = counted()
    follow.follow_all()
    found = ledger.trial_balance(actor=evening.house.axel)
    assert found.totals == {"chips": 0, "cash": 0, "markers": 0, "promo": 0, "account": 0}
    assert {(line.code, line.asset): line.balance for line in found.accounts if line.balance} == {
        ("issued", "chips"): usd("-6,000.00"),
        ("rack/SD-01", "chips"): usd("1,920.00"),
        ("rack/SP-01", "chips"): usd("2,000.00"),
        ("rack/LD-01", "chips"): usd("1,980.00"),
        ("players", "chips"): usd("96.50"),  # bought 100.00, less 3.50 of rake
        ("count_room", "chips"): usd("3.00"),
        ("variance/rake/LD-01", "chips"): usd("0.50"),  # what is missing of the rake
        ("patrons", "cash"): usd("-100.00"),
        ("count_room", "cash"): usd("100.00"),
    }
    assert [str(finding) for finding in verify().findings] == []


def test_at_every_event_the_players_money_is_in_the_pot_the_rake_or_back_with_them() -> None:
    played()
    for code, ended_with in (
        (SCARNEY, (3_000, 150, 2_850)),
        (PARTNERS, (2_500, 0, 2_500)),
        (BLUFF, (2_000, 200, 1_800)),
    ):
        paid_in = pot = rake = back = 0
        stream = log.Stream.objects.get(key=f"DEMO/table/{code}").pk
        for body in log.Event.objects.filter(stream_id=stream).order_by("seq").values_list("body", flat=True):
            for source, target, amount, *_ in json.loads(body)["data"].get("transfers", ()):
                paid_in += amount if source.startswith("player:") else 0
                back += amount if target.startswith("player:") else 0
                rake += amount if target == "rake" else 0
                pot += amount * ((target == "pot") - (source == "pot"))
            assert paid_in == pot + rake + back
            assert pot >= 0
        assert (paid_in, rake, back, pot) == (*ended_with, 0)


def test_the_report_tells_the_rake_of_each_table_and_carries_the_shortfall() -> None:
    report = counted().certified()
    lines = {line["table"]: line for line in report["pot_games"]["tables"]}
    names = ("rounds", "pot", "pot_paid", "rake_expected", "rake_counted", "rake_booked", "rake_per_hour")
    assert {code: [line[name] for name in names] for code, line in lines.items()} == {
        # in an hour and a half, an hour, two hours
        SCARNEY: [1, usd("30.00"), usd("28.50"), usd("1.50"), usd("1.50"), usd("1.50"), usd("1.00")],
        PARTNERS: [1, usd("25.00"), usd("25.00"), 0, 0, 0, 0],
        BLUFF: [3, usd("20.00"), usd("18.00"), usd("2.00"), usd("1.50"), usd("2.00"), usd("1.00")],
    }
    assert [line["bank_variance"] for line in lines.values()] == [0, 0, 0]
    house = report["pot_games"]["house"]
    assert [house[name] for name in names[:-1]] == [
        5, usd("75.00"), usd("71.50"), usd("3.50"), usd("3.00"), usd("3.50"),
    ]  # fmt: skip
    assert (house["rake_shortfall"], house["rake_surplus"], house["pot_held"]) == (usd("0.50"), 0, 0)
    assert report["exceptions"] == [{"kind": "rake_difference", "table": BLUFF, "box": 1, "amount": usd("-0.50")}]
    assert report["tie_outs"]["rake_counted"] == {"agree": 2, "of": 2}
    assert report["tie_outs"]["rake_as_expected"] == {"agree": 1, "of": 2}
    assert report["tie_outs"]["banks_even"] == {"agree": 3, "of": 3}
    assert report["state"] == "final"


def test_dice_tables_have_no_win_and_no_hold_and_stand_apart_from_banked_games() -> None:
    figures = counted().certified()["figures"]
    assert figures["house"]["banked"] is None
    for line in figures["tables"]:
        assert (line["win"], line["hold"], line["difference"]) == (None, None, 0)
    assert {line["table"]: line["engine_net"] for line in figures["tables"]} == {
        BLUFF: usd("2.00"),
        SCARNEY: usd("1.50"),
        PARTNERS: 0,
    }


def test_before_the_count_is_closed_nothing_of_it_is_known_and_rake_is_only_expected() -> None:
    """T-50: all cash is counted, the rake is not, so the team has signed nothing and every figure of a box is null."""
    report = played().certified()
    house = report["pot_games"]["house"]
    assert (house["rake_expected"], house["rake_counted"], house["rake_booked"]) == (usd("3.50"), None, None)
    assert [(found["kind"], found["table"]) for found in report["exceptions"]] == [
        ("box_not_counted", BLUFF),
        ("box_not_counted", SCARNEY),
        ("box_not_counted", PARTNERS),
        ("rake_not_counted", BLUFF),
        ("rake_not_counted", SCARNEY),
    ]
    assert report["state"] == "preliminary"


def test_what_became_of_each_stake() -> None:
    """A winner's whole share stands on his ante; the odd dollar of the partners is breakage, one half each way."""
    evening = played()
    follow.follow_all()

    def told(code: str, number: int = 1) -> list[tuple[str, str, int, int, int]]:
        rows = ledger.settlements(actor=evening.house.axel, stream=f"DEMO/table/{code}", round_=number)
        return [(row.player, row.kind, row.stake, row.returned, row.breakage) for row in rows]

    assert told(SCARNEY) == [
        ("Anna", "ante", 500, 0, 0),
        ("Bo", "ante", 500, 0, 0),
        ("Cy", "ante", 500, 2_850, 0),
        ("Dee", "ante", 500, 0, 0),
        ("Anna", "double", 500, 0, 0),
        ("Cy", "double", 500, 0, 0),
    ]
    assert told(PARTNERS) == [
        ("Anna", "ante", 500, 1_300, 100),  # 0.50 more than half of 25.00, in halves of a cent
        ("Bo", "ante", 500, 0, 0),
        ("Cy", "ante", 500, 1_200, -100),
        ("Dee", "ante", 500, 0, 0),
        ("Anna", "double", 500, 0, 0),
    ]
    assert [told(BLUFF, number) for number in (1, 2, 3)] == [
        [("Cy", "penalty", 500, 0, 0)],
        [("Bo", "penalty", 500, 0, 0)],
        [("Cy", "penalty", 1_000, 0, 0)],
    ]
