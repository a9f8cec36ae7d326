"""Tables where a round is on: what the tests of readers and doors look at."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.services import play, shoes
from tests import custody, kept
from tests.builders import House

CARDS = 4 * 52 + 2
"""A pack of four decks with its two jokers."""

#: Two spots, the dealer's ten up and seven in the hole: spot 1 has KH 6S, spot 2 has 8C 8D.
DEAL = ("KH", "8C", "TS", "6S", "8D", "7H")


@kept.further
def shoe_ready(house: House, table: str = "") -> None:
    """The first shoe of a table, inspected by dana and petra, mixed and cut."""
    where: dict[str, Any] = {"at": house.at, "table": table or house.tables[0]}
    where["actor"] = house.at_table("dana", where["table"])
    shoes.receive_shoe(**where)
    shoes.inspect_shoe(cards=CARDS, dealer=house.sign("dana"), supervisor=house.sign("petra"), **where)
    shoes.mix_shoe(**where)
    shoes.cut_shoe(cut_by="seat 1", cut_from_top=60, cut_card_from_bottom=30, **where)


@kept.further
def ready(house: House) -> House:
    """The first table open with bank and shoe, dana dealing, no round yet."""
    custody.running(house)
    shoe_ready(house)
    return house


def press(house: House, *inputs: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Dana keys inputs at a table, the first by default, all in one."""
    table = more.get("table", house.tables[0])
    asked = {"actor": house.at_table("dana", table), "at": house.at, "table": table, "inputs": list(inputs)}
    return play.record_inputs(**{**asked, **more})


def bets() -> list[dict[str, Any]]:
    """Anna on spot 1, Bo on spot 2, and Cy behind Bo."""
    return [
        {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000},
        {"do": "bet", "by": "bo", "spot": 2, "amount": 2_000},
        {"do": "back_bet", "id": "k1", "by": "cy", "spot": 2, "amount": 500, "follow_split": True},
    ]


def cards(codes: Sequence[str] = DEAL) -> list[dict[str, Any]]:
    """The cards as a reader names them."""
    return [{"do": "card", "card": code} for code in codes]


@kept.further
def in_play(house: House) -> House:
    """A round of two spots on a reader's table, dealt and waiting for anna; the players' cards lie face down."""
    ready(house)
    press(house, {"do": "open_round"}, *bets(), {"do": "close_betting"})
    press(house, *cards())
    return house


@kept.further
def settled(house: House) -> House:
    """The same round after both stood: the dealer's seventeen beats anna and bo."""
    in_play(house)
    press(house, {"do": "stand", "by": "anna", "spot": 1})
    press(house, {"do": "stand", "by": "bo", "spot": 2})
    return house
