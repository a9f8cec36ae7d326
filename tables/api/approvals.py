"""What a table asks of its pit boss, the queue that he works down, and his decisions."""

from dataclasses import asdict
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import approval_shapes as shapes
from tables.api import lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.domain.actors import instant
from tables.selectors import queue
from tables.services import approvals
from tables.services.approvals import claims
from tables.services.approvals.deciding import GIVE

TAG: Final = "approvals"
_ASKED: Final = {
    "not_permitted": 403,
    "not_dealing": 403,
    "terminal_required": 403,
    "no_such_table": 404,
    "already_asked": 409,
    "table_not_open": 409,
}
_DECIDED: Final = {
    "not_permitted": 403,
    "not_in_charge": 403,
    "licence_expired": 403,
    "same_person": 403,
    "pin_required": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
    "being_decided": 409,
}


class _Asking(FloorView):
    """The base of the doors at which a dealer asks."""

    match = "optional"

    def asked(self, service: Any, table: str, values: dict[str, Any]) -> Response:
        """What the service answers."""
        who: dict[str, Any] = {"actor": self.actor, "at": self.at, "key": self.key, "expected_seq": self.expected_seq}
        return self.written(service(table=table, **who, **values))


class LiftRequests(_Asking):
    """Higher maxima that are asked for."""

    @operation(
        "ask_lift",
        "Ask the boss for a higher maximum",
        tag=TAG,
        request=shapes.LiftAsked,
        sent={"player": "seat 2", "maximum": 100000},
        answer=shapes.ApprovalTold,
        told=shapes.LIFT_ASKED,
        refusals={
            **_ASKED,
            "no_limits": 409,
            "name_looks_alike": 409,
            "bad_player": 422,
            "bad_amount": 422,
            "above_licensed_cap": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """It stands in the queue of the table's pit; play goes on."""
        return self.asked(approvals.ask_lift, table, self.read(shapes.LiftAsked))


class VoidRequests(_Asking):
    """Rounds that somebody wants called off."""

    @operation(
        "ask_void",
        "Ask the boss to call a round off",
        tag=TAG,
        request=shapes.VoidAsked,
        sent={"number": 1, "reason": "wrong card keyed"},
        answer=shapes.ApprovalTold,
        told=shapes.VOID_ASKED,
        refusals={**_ASKED, "no_such_round": 404, "round_already_void": 409, "reason_required": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """Nothing is reversed before the boss says so."""
        return self.asked(approvals.ask_void, table, self.read(shapes.VoidAsked))


class FillAsks(_Asking):
    """Fills that a dealer wants."""

    @operation(
        "ask_fill",
        "Ask the boss to order chips",
        tag=TAG,
        request=shapes.FillAsked,
        sent={"chips": {"500": 40, "2500": 20}, "total": 70000, "urgent": False},
        answer=shapes.ApprovalTold,
        told=shapes.FILL_ASKED,
        refusals={
            **_ASKED,
            "fills_stopped": 409,
            "total_mismatch": 422,
            "unknown_denomination": 422,
            "bad_quantity": 422,
            "no_chips": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """The cage hears of it once the boss has signed the request."""
        asked = self.read(shapes.FillAsked)
        return self.asked(approvals.ask_fill, table, {"wanted": asked.pop("chips"), **asked})


class Approvals(FloorView):
    """What a table asked for."""

    @operation(
        "read_approvals",
        "What a table asked for, newest first",
        tag=TAG,
        answer=lists.page_of(shapes.ApprovalRow),
        told={"results": [shapes.ROW], "next": None},
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403, "not_your_view": 403, "no_such_table": 404},
        parameters=[LIMIT, query("before", int, "Only those below this number.")],
    )
    def get(self, request: Request, table: str) -> Response:
        """For the dealer of the table and for the floor."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        before = lists.optional_number(self, "before")
        found = queue.of_table(self.actor, table, before=before, limit=limit + 1)
        rows = [
            {
                **asdict(view),
                "asked_at": instant(view.asked_at),
                "decided_at": instant(view.decided_at) if view.decided_at else None,
            }
            for view in found
        ]
        return Response(lists.page(rows, limit, "before", "number"))


class Decisions(FloorView):
    """The boss's word on an approval."""

    match = "optional"

    @operation(
        "decide_approval",
        "Give or refuse what was asked",
        tag=TAG,
        request=shapes.DecisionShape,
        sent={"decision": "refuse", "reason": "not tonight"},
        answer=shapes.ApprovalTold,
        told={**shapes.LIFT_ASKED, "status": "refused", "reason": "not tonight"},
        refusals={**_DECIDED, "no_such_approval": 404, "approval_decided": 409, "reason_required": 422},
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """Your session is your signature. What was asked happens in the same moment, or is refused as it stands now."""
        asked = self.read(shapes.DecisionShape)
        where: dict[str, Any] = {"actor": self.actor, "at": self.at, "table": table, "number": number}
        sent: dict[str, Any] = {"key": self.key, "expected_seq": self.expected_seq, "pin": asked.get("pin", "")}
        if asked["decision"] == GIVE:
            return self.written(approvals.give_approval(**where, **sent))
        return self.written(approvals.refuse_approval(**where, **sent, reason=asked.get("reason", "")))


class Withdrawals(FloorView):
    """Approvals that the dealer does not want any more."""

    match = "optional"

    @operation(
        "withdraw_approval",
        "Take back what was asked",
        tag=TAG,
        answer=shapes.ApprovalTold,
        told={**shapes.LIFT_ASKED, "status": "withdrawn"},
        refusals={
            "not_permitted": 403,
            "not_dealing": 403,
            "terminal_required": 403,
            "no_such_table": 404,
            "no_such_approval": 404,
            "approval_decided": 409,
        },
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """By whoever deals at the table now."""
        where: dict[str, Any] = {"actor": self.actor, "at": self.at, "table": table, "number": number}
        answer = approvals.withdraw_approval(**where, key=self.key, expected_seq=self.expected_seq)
        return self.written(answer)


class PitQueue(FloorView):
    """Everything that waits for the boss of a pit to be decided."""

    @operation(
        "read_queue",
        "What waits for the boss of a pit",
        tag=TAG,
        answer=shapes.Queue,
        told=shapes.QUEUE,
        status=200,
        refusals={"not_permitted": 403, "no_such_pit": 404},
    )
    def get(self, request: Request, pit: str) -> Response:
        """`lift`, `void` and `fill` are approvals by number, `variance` a bank period, `ruling` a stopped round."""
        self.require_parameters()
        rows = [
            {**asdict(item), "since": instant(item.since), "deciding": item.deciding[1] if item.deciding else None}
            for item in queue.of_pit(self.actor, pit, self.at)
        ]
        return Response({"results": rows})


class Claims(FloorView):
    """Items of the queue that somebody has open."""

    takes_key = False

    @operation(
        "claim_queue_item",
        "Open an item of the queue to decide it",
        tag=TAG,
        request=shapes.QueueClaimShape,
        sent={"kind": "lift", "item": "1"},
        answer=shapes.Claimed,
        told={"table": "BJ-04", "kind": "lift", "item": "1"},
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "no_such_table": 404,
            "not_in_queue": 404,
            "being_decided": 409,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """For two minutes nobody else decides it. What you had open before is free again."""
        asked = self.read(shapes.QueueClaimShape)
        claims.take(actor=self.actor, at=self.at, table=table, **asked)
        return self.written({"table": table, **asked})


class OpenerExplanations(FloorView):
    """Why an opener was not what the closer before it had left."""

    @operation(
        "explain_opener",
        "Explain an opener that differs",
        tag=TAG,
        request=shapes.OpenerExplanationShape,
        sent={"cause": "count_error", "explanation": "a stack was counted twice at the closer"},
        answer=shapes.OpenerExplanation,
        told={
            "table": "BJ-04",
            "period": 1,
            "amount": -100,
            "cause": "count_error",
            "explanation": "a stack was counted twice at the closer",
            "seq": 517,
        },
        refusals={
            **_DECIDED,
            "no_such_period": 404,
            "no_variance": 409,
            "already_explained": 409,
            "day_locked": 409,
            "bad_cause": 422,
            "bad_explanation": 422,
        },
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """Signed by the boss in charge. It counts for the lock of the gaming day as well."""
        asked = self.read(shapes.OpenerExplanationShape)
        where: dict[str, Any] = {"actor": self.actor, "at": self.at, "table": table, "period": number}
        return self.written(approvals.explain_opener(**where, key=self.key, **asked))
