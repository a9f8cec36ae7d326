"""How far something in a pit has come, for the doors of the API: asked, called, differing, handed over."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from tables.domain.ratings import Rating, Skill
from tables.services import approvals, calls, handovers, pits, ratings
from tables.services.signatures import SignatureRequest
from tests import custody, dealt
from tests.builders import House

PAUL = SignatureRequest("paul", "613579")
"""The boss of the other pit, in the whole house."""


def _lift_asked(house: House) -> None:
    """Dana asks for a higher limit at seat 2, who plays the first round with seat 3."""
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "seat 3", "spot": 3, "amount": 2_500})
    approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="seat 2", maximum=100_000)


def _called(house: House) -> None:
    calls.call_floor(actor=house.dana, at=house.at, table="BJ-01", reason="Dispute over a hand")


def _opened_short(house: House) -> None:
    """The second period of BJ-01 begins with one chip of 1.00 less than the first left."""
    custody.close_table(house, custody.rack_of(house))
    custody.open_table(house, {**custody.BANK, 100: 199}, note="one short")


def hand_over(house: House, incoming: SignatureRequest = PAUL, messages: str = "Seat 3 wants a lift.") -> None:
    """Petra hands P1 over as it stands."""
    drawn = handovers.sheet(actor=house.petra, at=house.at, pit="P1")
    handovers.hand_over(
        actor=house.petra,
        at=house.at,
        pit="P1",
        figures_sha256=drawn.sha256,
        messages=messages,
        outgoing=house.sign("petra"),
        incoming=incoming,
    )


def relieve_petra(house: House) -> None:
    """Nobody is in charge of P1."""
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")


def rate(house: House, **changes: Any) -> dict[str, Any]:
    """Petra rates Mr Lee for the two hours before now: 50.00 on 70 rounds an hour at 0.75 %."""
    told: dict[str, Any] = {
        **{"player": "LEE", "seat": 3, "since": house.at - timedelta(hours=2), "until": house.at, "buy_in": 50_000},
        **{"average_bet": 5_000, "per_hour": 70, "edge": 7_500, "skill": Skill.AVERAGE, "result": None},
    }
    rating = Rating(**{**told, **changes})
    return ratings.record_rating(actor=house.petra, at=house.at, table="BJ-01", rating=rating)


def _rated(house: House) -> None:
    rate(house)


STAGES: Mapping[str, Callable[[House], None]] = {
    "lift_asked": _lift_asked,
    "called": _called,
    "rated": _rated,
    "opened_short": _opened_short,
    "handed_over": hand_over,
}
