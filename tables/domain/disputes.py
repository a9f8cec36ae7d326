"""Disputes and rulings: what a player may claim, and what a pit boss may rule within the house's pack (domain.md §4).

A ruling stands above the engine's result and never replaces it: the log keeps both, and money follows the ruling by
events of its own (T-78). All money in minor units.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from tables.domain import chips
from tables.domain.errors import Invalid, NotAllowed
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.words import Ruling
from tables.games import catalogue


class Claim(StrEnum):
    """What somebody says went wrong. The words stand in the log, so none is ever renamed."""

    WRONG_PAYOUT = "wrong_payout"
    NOT_PAID = "not_paid"
    WRONG_TOTAL = "wrong_total"
    BET_MISSED = "bet_missed"
    ACT_MISTAKEN = "act_mistaken"
    DICE_MISREAD = "dice_misread"
    CARD_OUT_OF_TURN = "card_out_of_turn"
    EXPOSED_CARD = "exposed_card"
    WRONG_COUNT = "wrong_count"
    FOULED_SHOE = "fouled_shoe"
    OTHER = "other"


MISDEALS: Final = frozenset({Claim.CARD_OUT_OF_TURN, Claim.EXPOSED_CARD, Claim.WRONG_COUNT, Claim.FOULED_SHOE})
"""Claims that stop the table: nothing is dealt on before the boss has ruled."""
SINCE_LAST_CHECK: Final = frozenset({Claim.WRONG_COUNT, Claim.FOULED_SHOE})
"""Claims that touch every round since two persons last found the pack whole."""
WITH_MONEY: Final = frozenset({Ruling.PAY_AS_CLAIMED, Ruling.CORRECT_MISPAY})
"""Rulings that move chips between rack and player beside what the rules moved."""
EVENTS: Final = (
    "dispute_opened",
    "dispute_ruled",
    "ruling_paid",
    "dispute_accepted",
    "dispute_escalated",
    "dispute_reported",
)
REASON: Final = "ruling"
"""Why a transfer of ``ruling_paid`` moves."""
LONGEST_TEXT: Final = 500
LONGEST_REASON: Final = 240
LONGEST_REFERENCE: Final = 80
_MINUTE: Final = timedelta(minutes=1)


def require_claim(code: str) -> Claim:
    """The claim of this code. Refused: ``bad_claim``."""
    if code not in {claim.value for claim in Claim}:
        raise Invalid("bad_claim", known=list(Claim))
    return Claim(code)


def require_ruling(code: str) -> Ruling:
    """The ruling of this code. Refused: ``bad_ruling``."""
    if code not in {ruling.value for ruling in Ruling}:
        raise Invalid("bad_ruling", known=list(Ruling))
    return Ruling(code)


def reach(game: str, stakes: int) -> int:
    """The most that a round holds for its players: its ``stakes`` at the best odds of the game."""
    return catalogue.GAMES[game].most_returned * stakes


def require_allowed(pack: RulePack, ruling: Ruling, amount: int, holds: int, ruled: int = 0) -> None:
    """Refuse (``ruling_not_allowed``) what the rule pack does not let a pit boss rule; the rule is named.

    ``amount`` is what moves between rack and player (either sign), ``holds`` what the round holds at most: where the
    pack sets no bound of its own, that one counts. ``ruled`` is what all rulings about the round come to with this one:
    many small claims are no way past either bound, whoever makes them.
    """
    bound, rule = pack.ruling(ruling), "allowed_rulings"
    named: dict[str, Any] = {"pack": f"{pack.name} {pack.version}", "ruling": str(ruling)}
    if bound is None:
        raise NotAllowed("ruling_not_allowed", rule=rule, **named)
    most = holds if bound.most is None else bound.most
    for moved, bounded in ((abs(amount), most), (ruled, max(most, holds))):
        if moved > bounded:
            raise NotAllowed("ruling_not_allowed", rule=f"{rule}.{ruling}.most", most=bounded, amount=moved, **named)


def minutes_between(opened: datetime, ruled: datetime) -> int:
    """How long a claim waited for its ruling, every minute that began."""
    return max(0, -(-(ruled - opened) // _MINUTE))


def outstanding(claimed: int, paid: int) -> int:
    """What of a claim has not been met: the measure of the regulator's threshold."""
    return max(0, claimed - paid)


def is_due(pack: RulePack, claimed: int, paid: int) -> bool:
    """Whether an unresolved claim of this size goes to the regulator (domain.md §1.2 Nevada)."""
    return pack.dispute_report_from is not None and outstanding(claimed, paid) >= pack.dispute_report_from


def stakes_of(story: Iterable[Mapping[str, Any]]) -> int:
    """All stakes that the data of a round's events have laid, those taken back again among them."""
    return sum(bet["amount"] for data in story for bet in data.get("laid", ()))


def net_of(story: Iterable[Mapping[str, Any]], player: str) -> int:
    """What the rules have given a player over his stakes so far (lost: below zero): the last word on each bet."""
    last = {bet["bet"]: bet for data in story for bet in data.get("settled", ()) if bet["player"] == player}
    return sum(bet["returned"] - bet["stake"] for bet in last.values())


def ruling_paper(
    casino: str, table: str, dispute: int, ruling: str, reason: str, amount: int, cut: Mapping[int, int]
) -> dict[str, Any]:
    """The ruling as the pit boss signs it; ``cut`` are the chips that he has had cut, none where the rack decides."""
    return {
        "paper": "ruling",
        "casino": casino,
        "table": table,
        "dispute": dispute,
        "ruling": ruling,
        "reason": reason,
        "amount": amount,
        "chips": chips.as_data(cut),
    }
