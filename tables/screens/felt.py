"""The felt as a dealer reads it: the picture of a table put into the order and the words of the screen.

Pure presentation. What may be seen, what is legal and what is paid was decided before (``selectors.felts``); nothing
here adds up money or knows a rule. Amounts stay integers of minor units until a template spells them.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain import chips
from tables.domain.chips import Chips
from tables.games.cards import HIDDEN

DEALER: Final = "dealer"
ONLOOKERS: Final = 4
"""So many anonymous kibitzers have a key of their own."""
MANY_CARDS: Final = 3
"""From so many cards on a hand is drawn smaller."""

OUTCOMES: Final[Mapping[str, Promise | str]] = {
    "natural": _("Blackjack"),
    "win": _("Wins"),
    "push": _("Stand-off"),
    "lose": _("Loses"),
    "bust": _("Bust"),
    "void": _("Void"),
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a spot. ``total`` is None while a card lies face down; ``visible`` counts the open ones then. ``paid``
    are the chips that the log took from the rack for it, ``cut`` the same with their looks."""

    index: int
    cards: tuple[str, ...]
    total: int | None
    soft: bool
    visible: int | None
    stake: int
    cash: bool
    doubled: bool
    done: bool
    outcome: str
    net: int | None
    on: bool
    next_card: bool
    paid: Chips = field(default_factory=dict)
    cut: Sequence[Any] = ()

    @property
    def many(self) -> bool:
        """Whether the cards have to be drawn small."""
        return len(self.cards) >= MANY_CARDS

    @property
    def words(self) -> Promise | str:
        """What became of the hand; empty while it is not decided."""
        return OUTCOMES.get(self.outcome, self.outcome)

    @property
    def colour(self) -> str:
        """How the outcome is drawn: what the dealer has to do about it."""
        return "" if self.net is None or not self.outcome else _colour(self.net)


@dataclass(frozen=True, slots=True)
class Back:
    """A back-bet riding on one hand of a spot."""

    id: str
    by: str
    hand: int
    stake: int
    cash: bool
    outcome: str
    net: int | None
    follow_split: bool
    follow_double: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """A betting spot as it lies before the dealer. An empty one has no hands; ``offer`` is the bet that one touch lays
    there (``again.Offer``)."""

    number: int
    owner: str = ""
    hands: tuple[Hand, ...] = ()
    backs: tuple[Back, ...] = ()
    insured: int | None = None
    chosen: bool = False
    on: bool = False
    next_card: bool = False
    offer: Any = None

    @property
    def split(self) -> bool:
        """Whether there is more than one hand."""
        return len(self.hands) > 1


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the settlement sheet: one bet, what became of it, and what to pay or take.

    ``paid`` are the chips that the log took from the rack for it.
    """

    spot: int
    hand: int | None
    who: str
    kind: str
    cards: tuple[str, ...]
    total: int | None
    bet: int
    cash: bool
    outcome: str
    net: int | None
    settled_before: bool
    paid: Chips

    @property
    def words(self) -> Promise | str:
        """What became of the bet."""
        return OUTCOMES.get(self.outcome, self.outcome)

    @property
    def colour(self) -> str:
        """How the line is drawn."""
        return "" if self.net is None else _colour(self.net)

    @property
    def pays(self) -> int | None:
        """What the rack pays, or None when it pays nothing."""
        return self.net if self.net is not None and self.net > 0 else None

    @property
    def changed(self) -> int:
        """What of the chips is for the player's notes, which go into the box (T-43)."""
        return chips.value(self.paid) - (self.pays or 0) if self.paid else 0

    @property
    def takes(self) -> int | None:
        """What the rack (or the box, for cash) takes, or None."""
        return self.bet if self.outcome in ("lose", "bust") else None


@dataclass(frozen=True, slots=True)
class Felt:
    """All of it, ready to be drawn."""

    spots: tuple[Spot, ...]
    dealer_cards: tuple[str, ...] = ()
    dealer_total: int | None = None
    dealer_visible: int | None = None
    dealer_next: bool = False
    acts: tuple[str, ...] = ()
    turn: Spot | None = None
    hand: Hand | None = None
    lines: tuple[Line, ...] = ()
    offers: tuple[Mapping[str, Any], ...] = ()
    shoe: Mapping[str, Any] = field(default_factory=dict)
    raised: Mapping[str, int] = field(default_factory=dict)


def read(picture: Mapping[str, Any], spots: int, chosen: int | None = None, mirrored: bool = False) -> Felt:
    """The felt of a picture, its ``spots`` from the dealer's left (spot 1, rules.md B1.4) to his right.

    Between rounds the spots are empty. ``mirrored`` turns the row for a terminal that stands the other way round.
    """
    numbers = range(spots, 0, -1) if mirrored else range(1, spots + 1)
    felt = picture["felt"]
    if felt is None or not running(picture):
        return Felt(tuple(Spot(number, chosen=number == chosen) for number in numbers))
    upcoming = picture["next"] or {}
    goes_to = upcoming.get("to") if upcoming.get("kind") == "card" else None
    by_number = {spot["spot"]: spot for spot in felt["spots"]}
    turn = felt["turn"] or {}
    seen = {
        number: _with_payments(
            _spot(felt, by_number[number], turn, goes_to, upcoming.get("hand"), number == chosen),
            by_number[number],
            picture.get("payments", ()),
        )
        for number in by_number
    }
    whose = seen.get(turn.get("spot", 0))
    return Felt(
        spots=tuple(seen.get(number) or Spot(number, chosen=number == chosen) for number in numbers),
        dealer_cards=tuple(felt["dealer"]["cards"]),
        dealer_total=felt["dealer"]["total"],
        dealer_visible=felt["dealer"]["visible_total"],
        dealer_next=goes_to == DEALER,
        acts=tuple(turn.get("acts", ())),
        turn=whose,
        hand=whose.hands[turn["hand"]] if whose else None,
        lines=tuple(_lines(felt, picture.get("payments", ()))),
        offers=tuple(sorted(felt["offers"], key=lambda offer: _place(offer, mirrored))),
        shoe=felt["shoe"],
        raised=felt["raised"],
    )


def running(picture: Mapping[str, Any]) -> bool:
    """Whether a round is under way, from its opening to the dealer's confirmation."""
    return bool(picture["round"]) and picture["round"]["status"] in ("betting", "in_play", "settled")


def players(seen: Felt, chosen: Spot | None, spots: int) -> Sequence[str]:
    """Whom a bet can be for, by the table's names for anonymous players: seats, and onlookers for back-bets.

    A player who already has a spot may take another, so the owners of the other spots are offered too.
    """
    owners = [spot.owner for spot in seen.spots if spot.owner]
    if chosen is None:
        return [f"S{number}" for number in range(1, spots + 1)]
    if chosen.owner:
        first = [f"K{number}" for number in range(1, ONLOOKERS + 1)]
        return list(dict.fromkeys([*first, *(owner for owner in owners if owner != chosen.owner)]))
    return list(dict.fromkeys([f"S{chosen.number}", *owners]))


def _spot(
    felt: Mapping[str, Any],
    spot: Mapping[str, Any],
    turn: Mapping[str, Any],
    goes_to: str | None,
    next_hand: int | None,
    chosen: bool,
) -> Spot:
    number = spot["spot"]
    gets_card = goes_to == str(number)
    mine = turn.get("spot") == number
    insured = [cover["amount"] for cover in felt["insurance"] if cover.get("spot") == number]
    return Spot(
        number=number,
        owner=spot["owner"],
        hands=tuple(
            _hand(hand, on=mine and turn.get("hand") == hand["hand"], next_card=gets_card and next_hand == hand["hand"])
            for hand in spot["hands"]
        ),
        backs=tuple(_backs(felt, number)),
        insured=insured[0] if insured else None,
        chosen=chosen,
        on=mine or gets_card,
        next_card=gets_card,
    )


def _with_payments(spot: Spot, seen: Mapping[str, Any], payments: Sequence[Mapping[str, Any]]) -> Spot:
    """The spot with the chips that its hands were paid while the round goes on."""
    hands = [
        replace(hand, paid=_paid(payments, str(spot.number), shown["bets"]))
        for hand, shown in zip(spot.hands, seen["hands"], strict=True)
    ]
    return replace(spot, hands=tuple(hands))


def _hand(hand: Mapping[str, Any], *, on: bool, next_card: bool) -> Hand:
    return Hand(
        index=hand["hand"],
        cards=tuple(hand["cards"]),
        total=hand["total"],
        soft=bool(hand["soft"]),
        visible=hand["visible_total"] if HIDDEN in hand["cards"] else None,
        stake=hand["stake"],
        cash=hand["tender"] == "cash",
        doubled=hand["doubled"],
        done=hand["done"],
        outcome=hand["outcome"] or "",
        net=hand["net"],
        on=on,
        next_card=next_card,
    )


def _backs(felt: Mapping[str, Any], number: int) -> Sequence[Back]:
    return [
        Back(
            id=back["id"],
            by=back["by"],
            hand=line["hand"],
            stake=line["stake"],
            cash=back["tender"] == "cash",
            outcome=line["outcome"] or "",
            net=line["net"],
            follow_split=back["follow_split"],
            follow_double=back["follow_double"],
        )
        for back in felt["back_bets"]
        if back["spot"] == number
        for line in back["on"]
    ]


def _lines(felt: Mapping[str, Any], payments: Sequence[Mapping[str, Any]]) -> Sequence[Line]:
    """The settlement in its order: hands still on the table, then what was paid or taken during play (B10.1)."""
    if felt["net"] is None:
        return []
    order = [tuple(pair) for pair in felt["settlement_order"]]
    earlier = [
        (spot["spot"], hand["hand"])
        for spot in felt["spots"]
        for hand in spot["hands"]
        if (spot["spot"], hand["hand"]) not in order
    ]
    lines = [line for pair in order for line in _of_hand(felt, payments, *pair, before=False)]
    lines += [line for pair in earlier for line in _of_hand(felt, payments, *pair, before=True)]
    return [*lines, *_insurances(felt, payments)]


def _paid(payments: Sequence[Mapping[str, Any]], seat: str, bets: Container[int]) -> Chips:
    """The chips that were cut for so many of the bets as came from ``seat`` (``3``, or ``3/k1`` behind it)."""
    theirs = [payment for payment in payments if payment["seat"] == seat and payment["bet"] in bets]
    return chips.add(*(chips.from_data(payment["chips"]) for payment in theirs))


def _of_hand(
    felt: Mapping[str, Any], payments: Sequence[Mapping[str, Any]], number: int, index: int, *, before: bool
) -> Sequence[Line]:
    """The owner's line of a hand and those of the back-bets that ride on it."""
    spot = next(spot for spot in felt["spots"] if spot["spot"] == number)
    hand = spot["hands"][index]
    shown = index if len(spot["hands"]) > 1 else None
    common: dict[str, Any] = {"spot": number, "hand": shown, "settled_before": before}
    own = Line(
        who=spot["owner"],
        kind="main",
        cards=tuple(hand["cards"]),
        total=hand["total"],
        bet=hand["stake"],
        cash=hand["tender"] == "cash",
        outcome=hand["outcome"] or "",
        net=hand["net"],
        paid=_paid(payments, str(number), hand["bets"]),
        **common,
    )
    backs = [
        Line(
            who=back.by,
            kind="back",
            cards=(),
            total=None,
            bet=back.stake,
            cash=back.cash,
            outcome=back.outcome,
            net=back.net,
            paid=_paid(payments, f"{number}/{back.id}", hand["bets"]),
            **common,
        )
        for back in _backs(felt, number)
        if back.hand == index
    ]
    return [own, *backs]


def _insurances(felt: Mapping[str, Any], payments: Sequence[Mapping[str, Any]]) -> Sequence[Line]:
    spot_of_back = {back["id"]: back["spot"] for back in felt["back_bets"]}
    numbers = {payment["bet"] for payment in payments if payment["kind"] == "insurance"}
    return [
        Line(
            spot=cover.get("spot") or spot_of_back[cover["back_bet"]],
            hand=None,
            who=cover["by"],
            kind="insurance",
            cards=(),
            total=None,
            bet=cover["amount"],
            cash=False,
            outcome=cover["outcome"] or "",
            net=cover["net"],
            settled_before=True,
            paid=_paid(payments, _seat_of(cover, spot_of_back), numbers),
        )
        for cover in felt["insurance"]
    ]


def _seat_of(cover: Mapping[str, Any], spot_of_back: Mapping[str, int]) -> str:
    name = cover.get("back_bet")
    return str(cover["spot"]) if name is None else f"{spot_of_back[name]}/{name}"


def _place(offer: Mapping[str, Any], mirrored: bool) -> tuple[bool, int]:
    """Offers lie as their spots do, those to back-bets behind them."""
    spot = offer.get("spot", 0)
    return spot == 0, -spot if mirrored else spot


def _colour(net: int) -> str:
    return "paid" if net > 0 else "taken" if net < 0 else "push"
