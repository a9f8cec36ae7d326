"""Claims of players and their rulings: opened, read, ruled on, accepted, escalated, told to the regulator."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import dispute_examples as told
from tables.api import lists
from tables.api.describe import LIMIT, operation, query
from tables.api.dispute_shapes import (
    CLAIMS,
    SIGNED,
    STATES,
    TAG,
    DisputeAcceptanceShape,
    DisputeAnswer,
    DisputeEscalationShape,
    DisputeLine,
    DisputeOpened,
    DisputeReportShape,
    DisputeRuled,
    DisputeRulingShape,
    DisputeShape,
    DisputeStep,
    shown,
)
from tables.api.doors import MOST_ROWS, FloorView
from tables.selectors import disputes as reads
from tables.selectors.disputes import Wanted
from tables.services import dispute_rulings, disputes, rule_packs
from tables.services.signatures import SignatureRequest

_OF_ONE = {"not_permitted": 403, "not_in_charge": 403, "no_such_table": 404, "no_such_dispute": 404}
_STEP = {**_OF_ONE, "bad_dispute_step": 409, "bad_text": 422}


class TableDisputes(FloorView):
    """Claims at a table."""

    match = "optional"

    @operation(
        "open_dispute",
        "Write down what somebody says went wrong",
        tag=TAG,
        request=DisputeShape,
        sent={"claim": "exposed_card", "text": "the hole card turned over", "stop": True},
        answer=DisputeOpened,
        told=told.OPENED,
        refusals={
            "not_permitted": 403,
            "not_dealing": 403,
            "terminal_required": 403,
            "no_such_table": 404,
            "no_such_round": 404,
            "no_such_patron": 404,
            "no_round": 409,
            "dispute_open": 409,
            "not_a_misdeal": 409,
            "table_not_open": 409,
            "bad_text": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """About a round of any bank period, or about a misdeal; `stop` lets play wait for the ruling."""
        asked = self.read(DisputeShape)
        asked["round_number"] = asked.pop("round", None)
        answer = disputes.open_dispute(
            actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq, **asked
        )
        return self.written(answer)


class Disputes(FloorView):
    """Disputes of the house."""

    @operation(
        "read_disputes",
        "The disputes of the house",
        tag=TAG,
        answer=lists.page_of(DisputeLine, "DisputePage"),
        told={"results": [told.LINE], "next": None},
        status=200,
        parameters=[
            LIMIT,
            query("before", OpenApiTypes.INT, "Only disputes with a smaller id."),
            query("status", OpenApiTypes.STR, "One state.", enum=STATES),
            query("table", OpenApiTypes.STR, "One table."),
            query("pit", OpenApiTypes.STR, "One pit."),
            query("claim", OpenApiTypes.STR, "One kind of claim.", enum=CLAIMS),
            query("unresolved", OpenApiTypes.STR, "`1`: only those that nobody has accepted.", enum=["1"]),
            query("due", OpenApiTypes.STR, "`1`: only those that have to go to the regulator.", enum=["1"]),
        ],
        refusals={"bad_parameter": 400, "not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Newest first. `due` by the rule pack in force, oldest first and in one piece."""
        self.require_parameters("limit", "before", "status", "table", "pit", "claim", "unresolved", "due")
        given = request.query_params
        words: dict[str, Any] = {
            "status": lists.word(self, "status", STATES),
            "table": given.get("table", ""),
            "pit": given.get("pit", ""),
            "claim": lists.word(self, "claim", CLAIMS),
        }
        unresolved, due = lists.word(self, "unresolved", ["1"]), lists.word(self, "due", ["1"])
        limit, before = self.number("limit", 50, MOST_ROWS), lists.optional_number(self, "before")
        if due:
            pack = rule_packs.at(self.actor.casino_id, self.at)
            return Response({"results": [shown(view) for view in reads.due(self.actor, pack)], "next": None})
        wanted = Wanted(**words, unresolved=bool(unresolved))
        found = [shown(view) for view in reads.found(self.actor, wanted, before=before, limit=limit + 1)]
        return Response(lists.page(found, limit, "before", "id", {**words, "unresolved": unresolved}))


class Dispute(FloorView):
    """One dispute."""

    @operation(
        "read_dispute",
        "A dispute with what is needed to rule on it",
        tag=TAG,
        answer=DisputeAnswer,
        told=told.WHOLE,
        status=200,
        refusals={"not_permitted": 403, "no_such_dispute": 404},
    )
    def get(self, request: Request, table: str, number: int) -> Response:
        """What the rule pack allows, the rounds that it touches, and how the like was ruled before."""
        self.require_parameters()
        view = reads.one(self.actor, table, number)
        pack = rule_packs.at(self.actor.casino_id, self.at)
        return Response(
            {
                **shown(view),
                "allowed": [{"ruling": bound.code, "most": bound.most} for bound in pack.allowed_rulings],
                "affected": reads.affected(self.actor, view),
                "similar": [shown(other) for other in reads.similar(self.actor, view)],
            }
        )


class DisputeRulings(FloorView):
    """Decisions on disputes."""

    match = "optional"

    @operation(
        "rule_dispute",
        "Rule on a dispute within the rule pack",
        tag=TAG,
        request=DisputeRulingShape,
        sent={"ruling": "continue", "reason": "the log is right", "signature": SIGNED},
        answer=DisputeRuled,
        told=told.RULED,
        refusals={
            **_STEP,
            "ruling_not_allowed": 403,
            "same_person": 403,
            "wrong_badge_or_pin": 403,
            "round_already_void": 409,
            "period_closed": 409,
            "round_ruled": 409,
            "nothing_claimed": 409,
            "table_not_open": 409,
            "rack_short": 409,
            "insufficient_funds": 409,
            "stale_sequence": 412,
            "reason_required": 422,
            "bad_amount": 422,
            "bad_player": 422,
        },
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """Outside the pack the answer is `ruling_not_allowed` with the rule. Money follows by events of its own."""
        asked = self.read(DisputeRulingShape)
        answer = dispute_rulings.rule_dispute(
            actor=self.actor,
            at=self.at,
            table=table,
            number=number,
            ruling=asked["ruling"],
            reason=asked["reason"],
            amount=asked.get("amount", 0),
            cut=asked.get("chips"),
            boss=SignatureRequest(**asked["signature"]),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class DisputeAcceptances(FloorView):
    """Rulings that a player takes."""

    @operation(
        "accept_dispute",
        "The player takes the ruling",
        tag=TAG,
        request=DisputeAcceptanceShape,
        sent={"note": "shook hands"},
        answer=DisputeStep,
        told=told.ACCEPTED,
        refusals=_STEP,
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """That is the end of it."""
        asked = self.read(DisputeAcceptanceShape)
        answer = disputes.accept_dispute(
            actor=self.actor, at=self.at, table=table, number=number, key=self.key, **asked
        )
        return self.written(answer)


class DisputeEscalations(FloorView):
    """Rulings that a player does not take."""

    @operation(
        "escalate_dispute",
        "Surveillance looks at the recording",
        tag=TAG,
        request=DisputeEscalationShape,
        sent={"surveillance": "CAM4-0311"},
        answer=DisputeStep,
        told=told.ESCALATED,
        refusals={**_STEP, "bad_reference": 422},
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """What is seen may lead to another ruling."""
        asked = self.read(DisputeEscalationShape)
        answer = disputes.escalate_dispute(
            actor=self.actor, at=self.at, table=table, number=number, key=self.key, **asked
        )
        return self.written(answer)


class DisputeReports(FloorView):
    """Disputes that the regulator knows of."""

    @operation(
        "report_dispute",
        "The regulator was told of an unresolved dispute",
        tag=TAG,
        request=DisputeReportShape,
        sent={"reference": "GCB-2026-0117"},
        answer=DisputeStep,
        told=told.REPORTED,
        refusals={**_STEP, "bad_reference": 422},
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """`due` tells whether the rule pack demands it."""
        asked = self.read(DisputeReportShape)
        answer = disputes.report_dispute(
            actor=self.actor, at=self.at, table=table, number=number, key=self.key, **asked
        )
        return self.written(answer)
