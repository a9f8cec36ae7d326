"""Presses of a round at the terminal: bets, cards, insurance, acts, the confirmation (services.play)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.games.cards import JOKER
from tables.screens import felt, forms
from tables.screens.terminal import act
from tables.screens.visits import Visit
from tables.selectors import felts, racks
from tables.services import play

_PLAIN = frozenset({"close_betting", "shoe_empty", "close_insurance", "confirm_settlement"})
_ACTS = frozenset({"hit", "stand", "double", "split"})
_WITH_STAKE = frozenset({"double", "split"})


@act()
def press(visit: Visit, code: str) -> None:
    """One of the main keys. Whose hand an act is for follows from the table, not from the form."""
    do, _, what = visit.request.POST.get("do", "").partition(":")
    if do in _PLAIN:
        _record(visit, code, [{"do": do}])
    elif do in _ACTS:
        turn = _turn(visit, code)
        cash = {"tender": "cash"} if do in _WITH_STAKE and "cash" in visit.request.POST else {}
        _record(visit, code, [{"do": do, "by": turn["player"], "spot": turn["spot"], **cash}])
    elif do == "withdraw_bet":
        spot = _spot(visit, code, what)
        _record(visit, code, [{"do": do, "by": spot["owner"], "spot": spot["spot"]}])
    elif do == "withdraw_back_bet":
        back = _back(visit, code, what)
        _record(visit, code, [{"do": do, "by": back["by"], "id": back["id"]}])
    else:
        raise Invalid("unknown_action")


@act(sheet="")
def bet(visit: Visit, code: str) -> None:
    """A bet or a back-bet, tapped in chips or keyed as an amount. The first one of a round opens it."""
    keyed = visit.request.POST
    values = forms.read(forms.BetForm(keyed, exponent=visit.house.exponent))
    laid = forms.chips_of(keyed, [line.denomination for line in racks.rack(visit.actor, code).lines])
    stake = _stake(values, laid)
    picture = felts.table_felt(actor=visit.actor, table=code).picture
    if values["do"] == "bet":
        inputs: list[Mapping[str, Any]] = [{"do": "bet", "by": values["by"], "spot": values["spot"], **stake}]
    else:
        inputs = [_back_bet(values, stake, picture)]
    if not felt.running(picture):
        inputs.insert(0, {"do": "open_round"})
    _record(visit, code, inputs)


@act()
def card(visit: Visit, code: str) -> None:
    """A card that left the shoe: rank and suit, or the cut card."""
    values = forms.read(forms.CardForm(visit.request.POST))
    if values["joker"]:
        _record(visit, code, [{"do": "card", "card": JOKER}])
        return
    if not values["rank"] or not values["suit"]:
        raise Invalid("bad_card")
    _record(visit, code, [{"do": "card", "card": values["rank"] + values["suit"]}])


@act()
def insure(visit: Visit, code: str) -> None:
    """An insurance that is on offer; the offer says by whom and how much, unless less was keyed."""
    values = forms.read(forms.InsureForm(visit.request.POST, exponent=visit.house.exponent))
    kind, _, what = values["offer"].partition(":")
    name, wanted = ("spot", int(what)) if kind == "spot" else ("back_bet", what)
    felt_now = felts.table_felt(actor=visit.actor, table=code).picture["felt"] or {"offers": ()}
    offer = next((offer for offer in felt_now["offers"] if offer.get(name) == wanted), None)
    if offer is None:
        raise Invalid("insurance_not_offered")
    amount = values["amount"] if values["amount"] is not None else offer["amount"]
    cash = {"tender": "cash"} if values["cash"] else {}
    _record(visit, code, [{"do": "insure", "by": offer["by"], name: wanted, "amount": amount, **cash}])


def _record(visit: Visit, code: str, inputs: Sequence[Mapping[str, Any]]) -> None:
    play.record_inputs(actor=visit.actor, at=visit.at, table=code, inputs=inputs, key=visit.key, expected_seq=visit.seq)


def _stake(values: Mapping[str, Any], laid: Chips) -> dict[str, Any]:
    """A keyed amount counts before tapped chips; notes are laid as an amount."""
    if values["amount"] is None and not laid:
        raise Invalid("bad_amount")
    amount = values["amount"] if values["amount"] is not None else chips.value(laid)
    stake: dict[str, Any] = {"amount": amount}
    if values["cash"]:
        stake["tender"] = "cash"
    elif values["amount"] is None:
        stake["chips"] = chips.as_data(laid)
    return stake


def _back_bet(values: Mapping[str, Any], stake: Mapping[str, Any], picture: Mapping[str, Any]) -> dict[str, Any]:
    """The back-bet's id is the player's name with a number: he may lay several in a round."""
    by = values["by"]
    taken = {back["id"] for back in (picture["felt"] or {}).get("back_bets", ())}
    name = next(f"{by}-{number}" for number in range(1, len(taken) + 2) if f"{by}-{number}" not in taken)
    return {
        "do": "back_bet",
        "by": by,
        "id": name,
        "spot": values["spot"],
        "follow_split": values["follow_split"],
        "follow_double": values["follow_double"],
        **stake,
    }


def _turn(visit: Visit, code: str) -> Mapping[str, Any]:
    picture = felts.table_felt(actor=visit.actor, table=code).picture
    turn: Mapping[str, Any] | None = picture["felt"]["turn"] if picture["felt"] else None
    if turn is None:
        raise Invalid("not_your_turn")
    return turn


def _spot(visit: Visit, code: str, number: str) -> Mapping[str, Any]:
    spots = _felt(visit, code)["spots"]
    found = next((spot for spot in spots if str(spot["spot"]) == number), None)
    if found is None:
        raise Invalid("no_such_bet")
    return dict(found)


def _back(visit: Visit, code: str, name: str) -> Mapping[str, Any]:
    found = next((back for back in _felt(visit, code)["back_bets"] if back["id"] == name), None)
    if found is None:
        raise Invalid("no_such_bet")
    return dict(found)


def _felt(visit: Visit, code: str) -> Mapping[str, Any]:
    felt_now: Mapping[str, Any] | None = felts.table_felt(actor=visit.actor, table=code).picture["felt"]
    return felt_now or {"spots": (), "back_bets": ()}
