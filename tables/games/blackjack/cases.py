"""Written cases of blackjack: played at any table through a port, and told in the words of the case files."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.blackjack import stakes
from tables.games.blackjack.engine import ENGINE
from tables.games.blackjack.state import Hand, Spot, State
from tables.games.case_ports import CasePort
from tables.games.contract import Action, Awaiting, Refused, Status, Table

_PHASES: Final = (("limit_raises", "raise_limit"), ("bets", "bet"), ("back_bets", "back_bet"))

_NO_ACTS: Final = frozenset({"card", "shoe_empty", "shuffled", "close_betting", "close_insurance", "raise_limit"})
"""Words of the engine that are no act of a player, so not to be let through from a case's list of acts."""


def run_case(case: Mapping[str, Any], port: CasePort) -> dict[str, Any]:
    """Play ``case`` at ``port`` and tell what happened in the shape of its ``expected``.

    ValueError when the case itself cannot be played: its shoes hold too few cards for what it does.
    """
    given = case["input"]
    table = Table(given["table"]["min"], given["table"]["max"], funds=given.get("bankrolls", {}))
    port.start(case["game"], case["house_rules"], table)
    run = _Run(port, given)
    rounds = []
    for entries in given["rounds"]:
        rounds.append(run.play(entries))
        if rounds[-1]["status"] == "awaiting_action":
            break
    return {"rounds": rounds}


class _Run:
    """One case on its way through the rounds, with the shoe that deals them."""

    def __init__(self, port: CasePort, given: Mapping[str, Any]) -> None:
        self._port = port
        self._shoe = list(reversed(given["shoe"]))
        self._next_shoes = list(given.get("next_shoes", ()))
        self._tells_chips = "bankrolls" in given
        self._errors: list[dict[str, Any]] = []

    def play(self, entries: Mapping[str, Any]) -> dict[str, Any]:
        self._errors = []
        self._port.open_round()
        for phase, do in _PHASES:
            for at, entry in enumerate(entries.get(phase, ())):
                self._try(phase, at, {"do": do, **entry})
        self._port.apply({"do": "close_betting"})
        self._deal()
        for at, entry in enumerate(entries.get("insurance", ())):
            self._try("insurance", at, {"do": "insure", **entry})
        if ENGINE.awaits(self._port.state()).kind is Awaiting.OFFER:
            self._port.apply({"do": "close_insurance"})
            self._deal()
        for at, entry in enumerate(entries.get("actions", ())):
            if self._port.state().status is Status.VOID:
                break  # a case's acts belong to the round that was called off: they are void too, not refused
            self._act(at, entry)
            self._deal()
        return self._told()

    def _try(self, phase: str, at: int, action: Action) -> None:
        try:
            self._port.apply(action)
        except Refused as refusal:
            self._refuse(phase, at, refusal.code)

    def _refuse(self, phase: str, at: int, kind: str) -> None:
        self._errors.append({"phase": phase, "index": at, "kind": kind})

    def _act(self, at: int, entry: Mapping[str, Any]) -> None:
        if entry["do"] in _NO_ACTS:
            self._refuse("actions", at, "unknown_action")
            return
        try:
            self._port.apply(entry)
        except Refused as refusal:
            # By the time hands are played, insurance is closed whether or not there was an offer.
            closed = refusal.code == "insurance_not_offered"
            self._refuse("actions", at, "insurance_closed" if closed else refusal.code)

    def _deal(self) -> None:
        """Give the table cards for as long as it asks for cards."""
        while True:
            kind = ENGINE.awaits(self._port.state()).kind
            if kind is Awaiting.SHUFFLE:
                if not self._next_shoes:
                    raise ValueError("the case needs a shuffle and gives no next shoe")
                cards = self._next_shoes.pop(0)
                self._shoe = list(reversed(cards))
                self._port.shuffled(cards)
            elif kind is not Awaiting.CARD:
                return
            elif self._shoe:
                self._port.apply({"do": "card", "card": self._shoe.pop()})
            else:
                self._port.apply({"do": "shoe_empty"})

    def _told(self) -> dict[str, Any]:
        state: State = self._port.state()
        if state.status is Status.NO_BETS:
            return {"status": "no_bets", "errors": self._errors}
        told: dict[str, Any] = {
            "status": "awaiting_action" if state.status is Status.OPEN else state.status.value,
            "errors": self._errors,
            "hands": [_hand(state, spot, at) for spot in state.spots for at in range(len(spot.hands))],
            "back_bets": _back_bets(state),
            "insurance": stakes.insurance(state),
            "dealer": _dealer(state.dealer),
            "settlement_order": [list(pair) for pair in state.order],
            "shoe": {
                "cards_dealt": state.cards_dealt,
                "cut_card": state.cut_card,
                "exhausted": state.exhausted,
                "reshuffled": state.reshuffled,
                "reshuffle_due": state.shuffle_due,
            },
        }
        if state.status is Status.OPEN:
            awaited = ENGINE.awaits(state)
            told["to_act"] = {
                "by": awaited.player,
                "spot": int(awaited.to or 0),
                "hand": awaited.hand,
                "legal": list(awaited.acts),
            }
        else:
            told["net"] = stakes.net(state)
            told["house_net"] = -sum(told["net"].values())
        if self._tells_chips:
            told["bankrolls"] = dict(state.funds)
        return told


def _hand(state: State, spot: Spot, at: int) -> dict[str, Any]:
    hand = spot.hands[at]
    stake, net = stakes.own(state, hand)
    return {
        "spot": spot.number,
        "hand": at,
        "owner": spot.owner,
        "cards": list(hand.cards),
        "total": hand.total,
        "soft": hand.soft,
        "stake": stake,
        "doubled": hand.doubled,
        "outcome": hand.outcome,
        "net": net,
    }


def _back_bets(state: State) -> list[dict[str, Any]]:
    told = []
    for name, lines in stakes.backs(state).items():
        back = state.backs[name]
        nets = [line["net"] for line in lines]
        net = None if None in nets else sum(nets)
        told.append({"id": name, "by": back.player, "spot": back.spot, "on": lines, "net": net})
    return told


def _dealer(dealer: Hand) -> dict[str, Any]:
    return {
        "cards": list(dealer.cards),
        "total": dealer.total,
        "soft": dealer.soft,
        "natural": dealer.is_natural(),
        "drew": max(len(dealer.cards) - 2, 0),
    }
