"""Tables where the players play each other: what the tests of pot games begin with."""

from typing import Any

from tests import builders, custody, dealt, kept
from tests.builders import House

THREE = ["anna", "bo", "cy"]


@kept.built
def house(game: str, source: str = "keyed", **rules: Any) -> House:
    """The first table open with its bank, dana dealing, no round yet."""
    return custody.running(builders.house(game=game, card_source=source, rules=rules))


def open_scarney(house: House, *players: str, **options: Any) -> dict[str, Any]:
    """Everybody (anna and bo by default) antes 5.00."""
    named = list(players or ("anna", "bo"))
    antes = [{"do": "ante", "by": player} for player in named]
    opening = {"do": "open_round", "options": {"players": named, "ante": 500, "chip": 500, **options}}
    return dealt.press(house, opening, *antes)


def throw(by: str, *faces: Any, **called: Any) -> dict[str, Any]:
    """A keyed throw."""
    return {"do": "throw", "by": by, "dice": list(faces), **called}


def frame(by: str, *faces: Any) -> list[dict[str, Any]]:
    """One throw, and he stays."""
    return [throw(by, *faces), {"do": "stay", "by": by}]


def open_cups(house: House, **options: Any) -> dict[str, Any]:
    """Liar's dice of three for 5.00 a unit, anna starts."""
    return dealt.press(
        house, {"do": "open_round", "options": {"players": THREE, "starter": "anna", "unit": 500, **options}}
    )


def rolls() -> list[dict[str, Any]]:
    """Cups as somebody keys them: six 2s or 1s in all, so three of anna's five count."""
    cups = {"anna": [2, 2, 1, 5, 5], "bo": [2, 3, 3, 6, 6], "cy": [1, 2, 4, 4, 6]}
    return [{"do": "roll", "by": player, "dice": faces} for player, faces in cups.items()]


def bid(by: str, quantity: int, face: int, **call: Any) -> dict[str, Any]:
    """A bid."""
    return {"do": "bid", "by": by, "quantity": quantity, "face": face, **call}
