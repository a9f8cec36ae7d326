"""Presses of a round at the terminal: bets, cards, insurance, acts, the confirmation (services.play).

What a press sends follows from the form alone, never from how the table stands by now: so a form that is sent twice is
one request, and one that was drawn before the table moved on is stale.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.screens import again, forms
from tables.screens.numbers import whole
from tables.screens.terminal import act
from tables.screens.visits import Visit
from tables.services import play, undoing

_PLAIN: Final = frozenset({"close_betting", "shoe_empty", "close_insurance", "confirm_settlement"})
_ACTS: Final = frozenset({"hit", "stand", "double", "split"})
_WITH_STAKE: Final = frozenset({"double", "split"})


@act()
def press(visit: Visit, code: str) -> None:
    """One of the main keys. A key that takes something back carries whose and what behind colons."""
    keyed = visit.request.POST
    do, *parts = (unquote(part) for part in keyed.get("do", "").split(":"))
    if do in _PLAIN:
        _record(visit, code, [{"do": do}])
    elif do in _ACTS:
        turn = forms.read(forms.TurnForm(keyed))
        cash = {"tender": "cash"} if do in _WITH_STAKE and turn["cash"] else {}
        _record(visit, code, [{"do": do, "by": turn["by"], "spot": turn["spot"], **cash}])
    elif do == "withdraw_bet" and len(parts) == 2 and (spot := whole(parts[0], 15)) is not None:
        _record(visit, code, [{"do": do, "spot": spot, "by": parts[1]}])
    elif do == "withdraw_back_bet" and len(parts) == 2:
        _record(visit, code, [{"do": do, "id": parts[0], "by": parts[1]}])
    else:
        raise Invalid("unknown_action")


@act()
def bet(visit: Visit, code: str) -> None:
    """A bet or a back-bet, tapped in chips or keyed as an amount. The first one of a round opens it."""
    keyed = visit.request.POST
    values = forms.read(forms.BetForm(keyed, exponent=visit.house.exponent))
    placed = {"do": values["do"], "by": values["by"], "spot": values["spot"], **_stake(values, forms.chips_of(keyed))}
    if values["do"] == "back_bet":
        # A player may lay several back-bets in a round; the sequence that the form saw makes each name unique.
        placed |= {"id": f"{values['by']}-{visit.seq}"}
        placed |= {name: values[name] for name in ("follow_split", "follow_double")}
    _record(visit, code, [{"do": "open_round"}, placed] if values["opens"] else [placed])


@act()
def lay(visit: Visit, code: str) -> None:
    """One touch: the bet of one spot's key, or all bets of the last round. The first of a round opens it."""
    keyed = visit.request.POST
    one = keyed.get("lay", "")
    bets = [again.read(value) for value in ([one] if one else keyed.getlist("again"))]
    if not bets:
        raise Invalid("bad_form", field="lay")
    _record(visit, code, [{"do": "open_round"}, *bets] if "opens" in keyed else bets)


@act()
def undo(visit: Visit, code: str) -> None:
    """The dealer's own last press, taken back."""
    undoing.undo_press(actor=visit.actor, at=visit.at, table=code, key=visit.key, expected_seq=visit.seq)


@act()
def card(visit: Visit, code: str) -> None:
    """A card that left the shoe, the cut card among them: one touch each."""
    values = forms.read(forms.CardForm(visit.request.POST))
    _record(visit, code, [{"do": "card", "card": values["card"]}])


@act()
def insure(visit: Visit, code: str) -> None:
    """An insurance on offer: ``spot`` or ``back``, which, by whom, and the half that it costs unless less was keyed."""
    values = forms.read(forms.InsureForm(visit.request.POST, exponent=visit.house.exponent))
    kind, *parts = (unquote(part) for part in values["offer"].split(":"))
    if kind not in ("spot", "back") or len(parts) != 3:
        raise Invalid("bad_form", field="offer")
    which, half = whole(parts[0], 15) if kind == "spot" else parts[0], whole(parts[2], 15)
    if which is None or half is None:
        raise Invalid("bad_form", field="offer")
    target: dict[str, Any] = {"spot": which} if kind == "spot" else {"back_bet": which}
    amount = values["amount"] if values["amount"] is not None else half
    cash = {"tender": "cash"} if values["cash"] else {}
    _record(visit, code, [{"do": "insure", "by": parts[1], **target, "amount": amount, **cash}])


def _record(visit: Visit, code: str, inputs: Sequence[Mapping[str, Any]]) -> None:
    play.record_inputs(actor=visit.actor, at=visit.at, table=code, inputs=inputs, key=visit.key, expected_seq=visit.seq)


def _stake(values: Mapping[str, Any], laid: Chips) -> dict[str, Any]:
    """A keyed amount counts before tapped chips; notes are laid as an amount."""
    if values["amount"] is None and not laid:
        raise Invalid("bad_amount")
    stake: dict[str, Any] = {"amount": values["amount"] if values["amount"] is not None else chips.value(laid)}
    if values["cash"]:
        stake["tender"] = "cash"
    elif values["amount"] is None:
        stake["chips"] = chips.as_data(laid)
    return stake
