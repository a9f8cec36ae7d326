"""What the pit boss decides, at his own screen or by his signature at the dealer's terminal; and calling him."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import examples, pictures
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictChoice, StrictSerializer, StrictText
from tables.services import calls, rulings
from tables.services.signatures import SignatureRequest

_TAG = "rulings"
_BOSS = {
    "not_in_charge": 403,
    "licence_expired": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
    "no_such_table": 404,
    "stale_sequence": 412,
    "reason_required": 422,
    "if_match_required": 428,
}
_SIGNED = {"badge": "2001", "pin": "610437"}


class VoidShape(StrictSerializer):
    """Why the round is called off; ``signature`` is the pit boss's when the dealer sends it."""

    reason = StrictText()
    signature = SignatureShape(required=False)


class RulingShape(StrictSerializer):
    """``continue``: the card is dead and play goes on. ``void_round``: the round is called off."""

    ruling = StrictChoice(choices=list(rulings.RULINGS))
    reason = StrictText()
    signature = SignatureShape(required=False)


class CallShape(StrictSerializer):
    """Why the pit boss is wanted."""

    reason = StrictText()


class DecisionView(FloorView):
    """A decision of the pit boss on the table as he saw it."""

    match = "required"

    def decided(self, shape: type[StrictSerializer]) -> dict[str, Any]:
        """The body, with the boss's signature if the dealer sends it, and who decides when about what."""
        asked = self.read(shape)
        signature = asked.pop("signature", None)
        return {
            **asked,
            "boss": SignatureRequest(**signature) if signature else None,
            "actor": self.actor,
            "at": self.at,
            "key": self.key,
            "expected_seq": self.expected_seq,
        }


class Voids(DecisionView):
    """Rounds called off."""

    @operation(
        "void_round",
        "Call a round off: everything it moved is reversed",
        tag=_TAG,
        request=VoidShape,
        sent={"reason": "wrong payout, seen by camera", "signature": _SIGNED},
        answer=pictures.TableAnswer,
        told=examples.VOIDED,
        refusals={
            **_BOSS,
            "same_person": 403,
            "no_such_round": 404,
            "round_already_void": 409,
            "round_in_play": 409,
            "funds_spent": 409,
            "period_closed": 409,
        },
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """The running round or an earlier one of the open bank period. Nothing is deleted: one event reverses it."""
        return self.written(rulings.void_round(table=table, number=number, **self.decided(VoidShape)))


class MisdealRulings(DecisionView):
    """Decisions about a card that the rules did not call for."""

    @operation(
        "rule_misdeal",
        "Let a stopped table go on",
        tag=_TAG,
        request=RulingShape,
        sent={"ruling": "continue", "reason": "burnt, nobody acted on it", "signature": _SIGNED},
        answer=pictures.TableAnswer,
        told=examples.BETWEEN,
        refusals={**_BOSS, "not_stopped": 409, "claim_waits": 409, "no_round": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Nothing can be keyed at the table until this is said. A table that stands still over a claim goes on by the
        ruling on that claim (``claim_waits`` names it)."""
        return self.written(rulings.rule_misdeal(table=table, **self.decided(RulingShape)))


class Calls(FloorView):
    """Calls for the pit boss."""

    match = "optional"

    @operation(
        "call_floor",
        "Call the pit boss to the table",
        tag=_TAG,
        request=CallShape,
        sent={"reason": "seat 3 asks for a higher limit"},
        answer=pictures.Call,
        told=examples.CALL,
        refusals={
            "not_dealing": 403,
            "terminal_required": 403,
            "not_permitted": 403,
            "no_such_table": 404,
            "bad_reason": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Recorded with its reason; play goes on."""
        asked = self.read(CallShape)
        answer = calls.call_floor(
            actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq, **asked
        )
        return self.written(answer)
