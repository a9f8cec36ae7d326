"""One evening at one blackjack table, from the cage's chips to the certified report. All amounts in dollars.

Opener 20,000.00. Three players buy in for 1,000.00. Six rounds. Closer 18,824.50, box 1,100.00:

    win = closer 18,824.50 + drop 1,100.00 - opener 20,000.00 = -75.50

and the rounds say the same: -45.50 + 0 + 10.00 - 90.00 + 50.00 + 0 (void) = -75.50.
"""

import pytest
from django.db import connection

from tables.models.rounds import Round
from tests.stories.evening import Evening, back, bet, insurance, rack, usd

pytestmark = pytest.mark.django_db

#: 0.50 x 200 = 100, 1 x 400 = 400, 5 x 500 = 2,500, 25 x 280 = 7,000, 100 x 80 = 8,000, 500 x 4 = 2,000.
OPENER = rack(pink=200, white=400, red=500, green=280, black=80, violet=4)
#: 89.50 + 355 + 2,255 + 6,425 + 7,700 + 2,000 = 18,824.50.
CLOSER = rack(pink=179, white=355, red=451, green=257, black=77, violet=4)


def open_with_buy_ins() -> Evening:
    """The table is open with 20,000.00, and 1,000.00 of it has gone to the players for their notes."""
    evening = Evening()
    evening.bank(OPENER)
    evening.opens(OPENER)
    assert evening.rack_total() == usd("20,000.00")
    evening.shoe_comes()
    evening.buys("Anna", "500.00", rack(red=20, green=8, black=2))  # 100 + 200 + 200
    evening.buys("Bo", "300.00", rack(red=10, green=6, black=1))  # 50 + 150 + 100
    evening.buys("Cy", "200.00", rack(pink=20, white=40, red=10, green=4))  # 10 + 40 + 50 + 100
    assert evening.in_rack() == rack(pink=180, white=360, red=460, green=262, black=77, violet=4)
    assert evening.rack_total() == usd("19,000.00")
    return evening


def naturals_with_odd_cents(evening: Evening) -> None:
    """Anna's 25.00 wins 37.50. Cy's 5.50 is due 8.25, paid 8.00: the smallest chip is 0.50, and 0.25 is breakage."""
    evening.round(bet("Anna", 1, "25.00"), bet("Cy", 2, "5.50"))
    evening.cards("AS AH 9C KD QC 8D")
    felt = evening.pays_and_takes()
    assert felt["net"] == {"Anna": usd("37.50"), "Cy": usd("8.00")}
    # 37.50 = 25 + 2 x 5 + 2 x 1 + 0.50; 8.00 = 5 + 3 x 1
    assert evening.in_rack() == rack(pink=179, white=355, red=457, green=261, black=77, violet=4)
    assert evening.rack_total() == usd("18,954.50")


def split_and_double(evening: Evening) -> None:
    """Anna doubles 25.00 to 21 and wins 50.00; Bo splits eights for 50.00 each: 18 pushes, 17 loses 50.00."""
    evening.round(bet("Anna", 1, "25.00"), bet("Bo", 3, "50.00"))
    evening.cards("5D 8S 6C 6D 8H TD")
    evening.acts("Anna", 1, "double KC")
    evening.acts("Bo", 3, "split TS", "stand")
    evening.cards("9H")
    evening.acts("Bo", 3, "stand")
    evening.cards("2S")  # the dealer's sixteen draws to eighteen
    felt = evening.pays_and_takes()
    assert felt["net"] == {"Anna": usd("50.00"), "Bo": usd("-50.00")}
    assert evening.in_rack() == rack(pink=179, white=355, red=457, green=261, black=77, violet=4)
    assert evening.rack_total() == usd("18,954.50")


def insured_against_a_natural(evening: Evening) -> None:
    """Anna loses 40.00 and her 20.00 insurance wins 40.00; Bo's natural stands off; Cy loses 10.00."""
    evening.round(bet("Anna", 1, "40.00"), bet("Cy", 2, "10.00"), bet("Bo", 3, "100.00"))
    evening.cards("9S TD AD AC 9D 7S JH KS")
    evening.press(insurance("Anna", 1, "20.00"))
    evening.press({"do": "close_insurance"})
    felt = evening.pays_and_takes()
    assert felt["net"] == {"Anna": 0, "Bo": 0, "Cy": usd("-10.00")}
    # in come 25 + 3 x 5 of Anna's and 2 x 5 of Cy's; 40.00 goes out as 25 + 3 x 5
    assert evening.in_rack() == rack(pink=179, white=355, red=459, green=261, black=77, violet=4)
    assert evening.rack_total() == usd("18,964.50")


def a_back_bet_follows_the_double(evening: Evening) -> None:
    """Bo doubles 25.00, Cy behind him follows with 20.00 more; twenty beats seventeen: 50.00 and 40.00 are paid."""
    evening.round(bet("Bo", 3, "25.00"), back("k1", "Cy", 3, "20.00", follow_split=False, follow_double=True))
    evening.cards("5H TS 6C 7H")
    evening.acts("Bo", 3, "double 9D")
    felt = evening.pays_and_takes()
    assert felt["net"] == {"Bo": usd("50.00"), "Cy": usd("40.00")}
    # each bet by itself: 25, 25, 4 x 5, 4 x 5
    assert evening.in_rack() == rack(pink=179, white=355, red=451, green=259, black=77, violet=4)
    assert evening.rack_total() == usd("18,874.50")


def money_plays(evening: Evening) -> None:
    """Anna's notes lose: 100.00 goes into the box. Bo's notes win: 50.00 in chips, and the notes go back (T-43)."""
    evening.round(bet("Anna", 1, "100.00", tender="cash"), bet("Bo", 3, "50.00", tender="cash"))
    evening.cards("TH KD 7C 6S 9S TC")
    evening.acts("Anna", 1, "stand")
    evening.acts("Bo", 3, "stand")
    felt = evening.pays_and_takes()
    assert felt["net"] == {"Anna": usd("-100.00"), "Bo": usd("50.00")}
    assert evening.in_rack() == rack(pink=179, white=355, red=451, green=257, black=77, violet=4)
    assert evening.rack_total() == usd("18,824.50")


def called_off_after_it_was_paid(evening: Evening) -> None:
    """Anna wins 50.00 and is paid; petra calls the round off: the 50.00 comes back, nothing is deleted (T-79)."""
    evening.round(bet("Anna", 1, "50.00"))
    evening.cards("KH 5D 9C TD")
    evening.acts("Anna", 1, "stand")
    evening.cards("9H")  # the dealer breaks with twenty-four
    felt = evening.pays_and_takes()
    assert felt["net"] == {"Anna": usd("50.00")}
    assert evening.rack_total() == usd("18,774.50")
    evening.voids(6, "the dealer drew from the wrong shoe")
    assert evening.in_rack() == rack(pink=179, white=355, red=451, green=257, black=77, violet=4)
    assert evening.rack_total() == usd("18,824.50")


@pytest.fixture
def evening() -> Evening:
    """The whole evening, up to the counted box."""
    evening = open_with_buy_ins()
    naturals_with_odd_cents(evening)
    split_and_double(evening)
    insured_against_a_natural(evening)
    a_back_bet_follows_the_double(evening)
    money_plays(evening)
    called_off_after_it_was_paid(evening)
    evening.closes(CLOSER)
    evening.box_holds({"100.00": 9, "50.00": 4})  # 500 + 300 + 200 of buy-ins and the 100 that Anna lost
    return evening


def test_the_certified_report(evening: Evening) -> None:
    report = evening.certified()
    (line,) = report["figures"]["tables"]
    del line["periods"]
    assert line == {
        "table": "BJ-01",
        "pit": "P1",
        "game": "blackjack",
        "banked": True,
        "opener": usd("20,000.00"),
        "fills": 0,
        "credits": 0,
        "closer": usd("18,824.50"),
        "chip_result": usd("-1,175.50"),  # closer less opener
        "drop": usd("1,100.00"),
        "win": usd("-75.50"),
        "hold": {"numerator": usd("-75.50"), "denominator": usd("1,100.00"), "percent": "-6.86"},
        "rake": None,
        "engine_net": usd("-75.50"),
        "difference": 0,
        # 30.50 + 150.00 + 170.00 (the insurance is wagered, too) + 90.00 + 150.00; the void round counts nothing
        "handle": usd("590.50"),
        "rounds": 5,
        "hands": 11,  # 2 + 3 + 3 + 1 + 2
        "buy_ins": 3,
        "buy_in_cash": usd("1,000.00"),
        "box_cash_by_log": usd("1,100.00"),
        "opener_variance": 0,
        "closer_difference": 0,
        "drop_variance": 0,
        "shuffles": 1,
    }
    assert report["state"] == "final"
    assert [(found["kind"], found.get("reason")) for found in report["exceptions"]] == [
        ("round_voided", "the dealer drew from the wrong shoe")
    ]


def test_where_every_chip_and_every_note_is(evening: Evening) -> None:
    assert evening.balances() == {
        ("issued", "chips"): usd("-20,000.00"),  # what the house owes for its chips
        ("rack/BJ-01", "chips"): usd("18,824.50"),
        # 1,000.00 bought, 75.50 won net, and 100.00 more because Anna lost that in notes
        ("players", "chips"): usd("1,175.50"),
        ("patrons", "cash"): usd("-1,100.00"),
        ("count_room", "cash"): usd("1,100.00"),
    }


def test_the_breakage_of_the_odd_natural_is_kept(evening: Evening) -> None:
    evening.balances()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT player, stake, returned, due_numerator, due_denominator FROM accounting_settlement"
            " WHERE round = 1 ORDER BY bet"
        )
        rows = cursor.fetchall()
    assert rows == [
        ("Anna", usd("25.00"), usd("62.50"), usd("75.00"), 2),  # due 37.50, paid 37.50
        ("Cy", usd("5.50"), usd("13.50"), usd("16.50"), 2),  # due 8.25, paid 8.00
    ]


def test_the_rounds_as_rows(evening: Evening) -> None:
    rows = Round.objects.order_by("number").values_list("number", "status", "handle", "hands", "house_net")
    assert list(rows) == [
        (1, "confirmed", usd("30.50"), 2, usd("-45.50")),
        (2, "confirmed", usd("150.00"), 3, 0),
        (3, "confirmed", usd("170.00"), 3, usd("10.00")),
        (4, "confirmed", usd("90.00"), 1, usd("-90.00")),
        (5, "confirmed", usd("150.00"), 2, usd("50.00")),
        (6, "voided", 0, 0, 0),
    ]
