"""The dealer's key beside a line of the settlement: the floor is to look at it before anything else is said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as key

from tables.domain.disputes import Claim
from tables.reports.dispute_words import CLAIMS
from tables.screens import felt
from tables.screens import forms as floor_forms
from tables.screens.disputes import forms
from tables.screens.felt import Line
from tables.screens.numbers import whole
from tables.screens.visits import Visit
from tables.selectors import disputes as reads
from tables.selectors.disputes import Stopping
from tables.services import disputes

FLAG: Final = "flag"
MISDEAL: Final = "misdeal"
_CLAIMS: Final = (Claim.WRONG_PAYOUT, Claim.WRONG_TOTAL, Claim.ACT_MISTAKEN, Claim.BET_MISSED, Claim.OTHER)
"""What may be wrong with a line that is being settled."""
_MISDEALS: Final = (Claim.EXPOSED_CARD, Claim.CARD_OUT_OF_TURN, Claim.WRONG_COUNT, Claim.FOULED_SHOE)
"""What stops the table, the most frequent first."""
_DICE_CLAIMS: Final = (Claim.DICE_MISREAD, Claim.WRONG_TOTAL, Claim.ACT_MISTAKEN, Claim.WRONG_PAYOUT, Claim.OTHER)
"""What may be wrong with a pot that is being handed over."""


@dataclass(frozen=True, slots=True)
class Claimant:
    """A player of a pot game, at his seat. Any of them may say that the pot goes wrong, not its winner alone."""

    who: str
    spot: str


def sheet(visit: Visit, context: Mapping[str, Any]) -> dict[str, Any] | None:
    """The sheet of the line that was touched; None when there is no such line (any more)."""
    lines: Sequence[Line | Claimant] = context["felt"].lines if context["felt"] else context["claimants"]
    at = whole(visit.request.GET.get("line"), 3)
    if at is None or at >= len(lines):
        return None
    return {
        "sheet_template": "dealer/sheets/flag.html",
        "action": reverse("terminal-flag", args=[context["view"].code]),
        "line": lines[at],
        "claims": [(claim, CLAIMS[claim]) for claim in (_CLAIMS if context["felt"] else _DICE_CLAIMS)],
        "round_number": context["view"].round_number,
        "back_words": key("Settlement"),
    }


def misdeal(context: Mapping[str, Any]) -> dict[str, Any]:
    """What happened to the cards: a touch stops play until the boss has ruled."""
    return {
        "sheet_template": "dealer/sheets/misdeal.html",
        "action": reverse("terminal-misdeal", args=[context["view"].code]),
        "claims": [(claim, CLAIMS[claim]) for claim in _MISDEALS],
        "round_number": context["view"].round_number if felt.running(context["picture"]) else "",
    }


def ruling(context: Mapping[str, Any]) -> dict[str, Any]:
    """What a ruling is about where a claim stopped the table: it is ruled on, and its round alone may be void."""
    over: Stopping | None = context["over"]
    if over is None:
        return {}
    return {"title": gettext("Play is stopped: %(claim)s") % {"claim": said(over)}, "dispute": over.number}


def said(over: Stopping | None) -> str:
    """The words of the claim over which a table stands still; empty where the rules themselves stopped it."""
    return str(CLAIMS[Claim(over.claim)]) if over is not None else ""


def flagged(visit: Visit, context: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """Player and spot of the lines of this round that the floor is to look at."""
    view = context["view"]
    return reads.flagged(visit.actor.casino_id, view.code, view.round_number)


def flag(visit: Visit, table: str) -> None:
    """Write the claim down; the settlement goes on or waits, as the boss says."""
    values = floor_forms.read(forms.FlagForm(visit.request.POST))
    disputes.open_dispute(
        actor=visit.actor,
        at=visit.at,
        table=table,
        round_number=values["round"],
        claim=values["claim"],
        text=str(CLAIMS[values["claim"]]),
        player=values["player"],
        spot=values["spot"],
        key=visit.key,
        expected_seq=visit.seq,
    )


def stop(visit: Visit, table: str) -> None:
    """Stop the table over a misdeal; between rounds it is about no round."""
    values = floor_forms.read(forms.MisdealForm(visit.request.POST))
    disputes.open_dispute(
        actor=visit.actor,
        at=visit.at,
        table=table,
        round_number=values["round"],
        claim=values["claim"],
        text=str(CLAIMS[values["claim"]]),
        stop=True,
        key=visit.key,
        expected_seq=visit.seq,
    )
