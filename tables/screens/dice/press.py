"""Presses of a game of dice at the terminal: opened, antes, throws, bids, the open (services.play).

As in ``screens.press``, what a press sends follows from the form alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from tables.domain.errors import Invalid
from tables.screens import forms
from tables.screens.dice import forms as shapes
from tables.screens.terminal import act
from tables.screens.visits import Visit
from tables.services import play

_OF_ONE: Final = frozenset({"stay", "ante", "leave"})


@act(sheet="game")
def open_game(visit: Visit, code: str) -> None:
    """The next game or round begins, with the people and for the money of the sheet."""
    options = shapes.options_of(visit.request.POST, visit.house.exponent)
    _record(visit, code, [{"do": "open_round", "options": options}])


@act()
def throw(visit: Visit, code: str) -> None:
    """Dice as they fell, or the word that they will be thrown by the house."""
    keyed = visit.request.POST
    values = forms.read(shapes.ThrowForm(keyed))
    called = {name: True for name in ("double", "opposite") if values[name]}
    dice = {} if values["do"] == "announce" else {"dice": shapes.dice_of(keyed)}
    _record(visit, code, [{"do": values["do"], "by": values["by"], **dice, **called}])


@act()
def bid(visit: Visit, code: str) -> None:
    """A bid; a keyed number of dice counts before the one on the key."""
    values = forms.read(shapes.BidForm(visit.request.POST))
    quantity, face, call = values["bid"].split(":")
    if values["quantity"] is not None:
        quantity = values["quantity"]
    made: dict[str, Any] = {"do": "bid", "by": values["by"], "quantity": int(quantity), "face": int(face)}
    _record(visit, code, [{**made, "call": call} if call else made])


@act()
def move(visit: Visit, code: str) -> None:
    """A key that is whole in itself: ``stay:S2``, ``ante:S1``, ``leave:S3``, ``open:S2:2``, ``pay_pot:S1``, ``antes``
    (of everybody whom the form names)."""
    keyed = visit.request.POST
    do, *parts = (unquote(part) for part in keyed.get("do", "").split(":"))
    if do in _OF_ONE and len(parts) == 1:
        _record(visit, code, [{"do": do, "by": parts[0]}])
    elif do == "antes" and not parts:
        _record(visit, code, [{"do": "ante", "by": player} for player in keyed.getlist("who")])
    elif do == "open" and len(parts) == 2 and parts[1].isascii() and parts[1].isdigit():
        _record(visit, code, [{"do": do, "by": parts[0], "units": int(parts[1][:9])}])
    elif do == "pay_pot" and len(parts) == 1:
        _record(visit, code, [{"do": do, "to": parts[0]}])
    else:
        raise Invalid("unknown_action")


def _record(visit: Visit, code: str, inputs: Sequence[Mapping[str, Any]]) -> None:
    play.record_inputs(actor=visit.actor, at=visit.at, table=code, inputs=inputs, key=visit.key, expected_seq=visit.seq)
