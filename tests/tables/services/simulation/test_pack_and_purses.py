"""The cards and the chips of a simulation, without a database."""

from collections import Counter
from random import Random

from tables.games.contract import Applied, Laid, Settled, Tender
from tables.services.simulation.pack import Pack
from tables.services.simulation.purses import Purses


def drawn(pack: Pack) -> list[str]:
    cards = []
    while (card := pack.draw()) is not None:
        cards.append(card)
    return cards


def test_a_mixed_pack_gives_every_card_and_the_cut_card_thirty_from_the_end() -> None:
    pack = Pack(4, Random(1))
    assert pack.draw() is None
    pack.mix()
    cards = drawn(pack)
    assert len(cards) == 209
    assert cards.index("JOKER") == 178
    assert set(Counter(card for card in cards if card != "JOKER").values()) == {4}


def test_a_seed_gives_the_same_order_again() -> None:
    first, second, other = Pack(4, Random(7)), Pack(4, Random(7)), Pack(4, Random(8))
    for pack in (first, second, other):
        pack.mix()
    order = drawn(first)
    assert drawn(second) == order
    assert drawn(other) != order


def test_cards_on_the_table_are_left_out_and_a_small_pack_has_no_cut_card() -> None:
    pack = Pack(1, Random(1))
    pack.mix(["AS", "KD"])
    cards = drawn(pack)
    assert len(cards) == 50
    assert not {"AS", "KD", "JOKER"} & set(cards)


def laid(bet: int, player: str, amount: int, tender: str = Tender.CHIPS) -> Laid:
    return Laid(bet, "main", player, "1", 0, amount, tender, None)


def settled(bet: int, stake: int, returned: int) -> Settled:
    return Settled(bet, "any", stake, returned, 0, 1)


def test_stakes_leave_the_purse_and_come_back_with_what_they_won() -> None:
    purses = Purses(["Ana", "Bo"], minimum=1_000, note=10_000)
    purses.bought("Ana", 30_000)
    purses.bought("Bo", 30_000)
    purses.begin_round()
    purses.follow(Applied("bet_placed", laid=(laid(1, "Ana", 4_000), laid(2, "Bo", 1_000), laid(3, "Bo", 500, "cash"))))
    assert purses.chips == {"Ana": 26_000, "Bo": 29_000}
    purses.follow(Applied("act_taken", settled=(settled(1, 4_000, 10_000), settled(2, 1_000, 0), settled(3, 500, 500))))
    assert purses.chips == {"Ana": 36_000, "Bo": 29_000}
    assert purses.notes == {10_000: 6}


def test_a_bet_that_is_decided_again_counts_once() -> None:
    purses = Purses(["Ana"], minimum=1_000, note=10_000)
    purses.begin_round()
    purses.follow(Applied("bet_placed", laid=(laid(1, "Ana", 4_000),)))
    purses.follow(Applied("act_taken", settled=(settled(1, 4_000, 10_000),)))
    purses.follow(Applied("shoe_exhausted", settled=(settled(1, 4_000, 4_000),)))
    assert purses.chips == {"Ana": 0}


def test_a_round_that_was_called_off_leaves_no_trace() -> None:
    purses = Purses(["Ana"], minimum=1_000, note=10_000)
    purses.bought("Ana", 30_000)
    purses.begin_round()
    purses.follow(Applied("bet_placed", laid=(laid(1, "Ana", 4_000),)))
    purses.undo_round()
    assert purses.chips == {"Ana": 30_000}


def test_players_buy_in_whole_notes_when_they_are_short() -> None:
    purses = Purses(["Ana", "Bo"], minimum=1_500, note=10_000)
    assert purses.short() == [("Ana", 50_000), ("Bo", 50_000)]
    purses.bought("Ana", 15_000)
    assert purses.short() == [("Bo", 50_000)]
    purses.begin_round()
    purses.follow(Applied("bet_placed", laid=(laid(1, "Ana", 9_000),)))
    assert purses.uncovered() == [("Ana", 10_000)]
