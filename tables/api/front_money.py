"""Front money at the cage's window: cash on a patron's account, and back."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage_shapes import NOT_ALLOWED, TAG, notes_of
from tables.api.crowd_shapes import FrontMoneyMoved, FrontMoneySeen, FrontMoneyShape
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.selectors import crowds
from tables.services import front_money

_SENT = {"patron": "P-7", "cash": {"notes": {"5000": 4}, "total": 20000}}
_TOLD = {"patron": "P-7", "notes": {"5000": 4}, "cash": 20000, "balance": 20000, "seq": 21}
_REFUSALS = {
    **NOT_ALLOWED,
    "no_such_patron": 404,
    "stale_sequence": 412,
    "bad_amount": 422,
    "total_mismatch": 422,
    "unknown_note": 422,
}


class FrontMoneyDeposits(FloorView):
    """Cash on a patron's account."""

    match = "optional"

    @operation(
        "take_front_money",
        "Take front money from a patron",
        tag=TAG,
        request=FrontMoneyShape,
        sent=_SENT,
        answer=FrontMoneyMoved,
        told=_TOLD,
        refusals=_REFUSALS,
    )
    def post(self, request: Request) -> Response:
        """At the cage's window, by its cashier. Only a registered patron has an account."""
        return self.written(front_money.take_front_money(**_asked(self)))


class FrontMoneyWithdrawals(FloorView):
    """Cash from a patron's account."""

    match = "optional"

    @operation(
        "return_front_money",
        "Pay a patron from his front money",
        tag=TAG,
        request=FrontMoneyShape,
        sent=_SENT,
        answer=FrontMoneyMoved,
        told={**_TOLD, "balance": 0, "seq": 22},
        refusals={**_REFUSALS, "cash_short": 409, "front_money_short": 422},
    )
    def post(self, request: Request) -> Response:
        """No more than stands on the account: stakes that lie on a table are not there."""
        return self.written(front_money.return_front_money(**_asked(self)))


class FrontMoney(FloorView):
    """A patron's account."""

    @operation(
        "read_front_money",
        "What a patron has on account",
        tag=TAG,
        answer=FrontMoneySeen,
        told={"patron": "P-7", "balance": 20000},
        status=200,
        refusals={**NOT_ALLOWED, "no_such_patron": 404},
    )
    def get(self, request: Request, patron: str) -> Response:
        """Nothing for a patron who never brought any."""
        self.require_parameters()
        return Response(crowds.funds(actor=self.actor, patron=patron))


def _asked(view: FloorView) -> dict[str, Any]:
    asked = view.read(FrontMoneyShape)
    return {
        "actor": view.actor,
        "at": view.at,
        "patron": asked["patron"],
        "notes": notes_of(asked["cash"]),
        "key": view.key,
        "expected_seq": view.expected_seq,
    }
