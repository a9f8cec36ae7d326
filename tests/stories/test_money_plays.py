"""Notes on the felt (T-43): lost ones go into the box, won ones back to the player or, by house rule, are changed.

Never into the rack (T-44). All amounts in dollars; the table opens with 12,000.00.
"""

import pytest

from tests.stories.evening import Evening, bet, rack, usd

pytestmark = pytest.mark.django_db

#: 100 x 100 = 10,000, 25 x 60 = 1,500, 5 x 90 = 450, 1 x 50 = 50.
OPENER = rack(black=100, green=60, red=90, white=50)


def opened(**rules: str) -> Evening:
    evening = Evening(rules)
    evening.bank(OPENER)
    evening.opens(OPENER)
    evening.shoe_comes()
    return evening


def test_lost_notes_are_in_the_box_and_the_rack_is_untouched() -> None:
    evening = opened()
    evening.loses("Anna", "100.00", "cash")
    assert evening.in_rack() == OPENER
    assert evening.balances() == {
        ("issued", "chips"): usd("-12,000.00"),
        ("rack/BJ-01", "chips"): usd("12,000.00"),
        ("patrons", "cash"): usd("-100.00"),
        ("box/BJ-01", "cash"): usd("100.00"),
    }
    evening.closes(OPENER)
    evening.box_holds({"100.00": 1})
    (line,) = evening.certified()["figures"]["tables"]
    # 12,000.00 + 100.00 - 12,000.00: all of the win is in the box, and none of it was a buy-in
    assert (line["chip_result"], line["drop"], line["win"]) == (0, usd("100.00"), usd("100.00"))
    assert (line["buy_ins"], line["buy_in_cash"], line["box_cash_by_log"]) == (0, 0, usd("100.00"))
    assert (line["engine_net"], line["difference"], line["drop_variance"]) == (usd("100.00"), 0, 0)


def test_won_notes_go_back_and_the_winnings_are_chips() -> None:
    evening = opened()
    evening.wins("Anna", "100.00", "cash")
    assert evening.in_rack() == rack(black=99, green=60, red=90, white=50)
    assert evening.balances() == {
        ("issued", "chips"): usd("-12,000.00"),
        ("rack/BJ-01", "chips"): usd("11,900.00"),
        ("players", "chips"): usd("100.00"),
    }
    evening.closes(rack(black=99, green=60, red=90, white=50))
    evening.box_holds({})
    (line,) = evening.certified()["figures"]["tables"]
    # an empty box counts 0, so the hold is unknown and the win is not
    assert (line["drop"], line["win"], line["hold"]) == (0, usd("-100.00"), None)
    assert (line["engine_net"], line["difference"]) == (usd("-100.00"), 0)


def test_where_the_house_changes_won_notes_they_are_in_the_box() -> None:
    evening = opened(money_play="changed")
    evening.wins("Anna", "100.00", "cash")
    # 100.00 in chips for the notes and 100.00 won
    assert evening.in_rack() == rack(black=98, green=60, red=90, white=50)
    assert evening.balances() == {
        ("issued", "chips"): usd("-12,000.00"),
        ("rack/BJ-01", "chips"): usd("11,800.00"),
        ("players", "chips"): usd("200.00"),
        ("patrons", "cash"): usd("-100.00"),
        ("box/BJ-01", "cash"): usd("100.00"),
    }
    evening.closes(rack(black=98, green=60, red=90, white=50))
    evening.box_holds({"50.00": 2})
    (line,) = evening.certified()["figures"]["tables"]
    # 11,800.00 + 100.00 - 12,000.00
    assert (line["drop"], line["win"], line["engine_net"]) == (usd("100.00"), usd("-100.00"), usd("-100.00"))
    assert line["difference"] == 0


def test_a_natural_on_notes_is_paid_three_to_two_in_chips() -> None:
    evening = opened()
    evening.round(bet("Anna", 1, "50.00", tender="cash"))
    evening.cards("AS 9C KD 8D")
    felt = evening.pays_and_takes()
    assert felt["net"] == {"Anna": usd("75.00")}
    assert evening.in_rack() == rack(black=100, green=57, red=90, white=50)


def test_a_pushed_note_lies_where_it_lay() -> None:
    evening = opened()
    evening.round(bet("Anna", 1, "50.00", tender="cash"))
    evening.cards("TS 9C 9D TD")
    evening.acts("Anna", 1, "stand")
    assert evening.pays_and_takes()["net"] == {"Anna": 0}
    assert evening.in_rack() == OPENER
    assert evening.balances() == {
        ("issued", "chips"): usd("-12,000.00"),
        ("rack/BJ-01", "chips"): usd("12,000.00"),
    }
