"""The crowd of a table: its limits, documents of its bets, and how far they are settled (docs/back-bets.md)."""

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.crowd_shapes import (
    DOCUMENT,
    TAG,
    CrowdLimitsSet,
    CrowdLimitsShape,
    CrowdSeen,
    DocumentShape,
    DocumentTaken,
)
from tables.api.describe import operation, query
from tables.api.doors import FloorView
from tables.domain.crowd import CrowdLimits
from tables.selectors import crowds
from tables.services.crowd import furnishing, intake

_LIMITS = {"patron_limit": 100_000, "spot_limit": 50_000_000, "round_limit": 200_000_000}
_MOST = 2**63 - 1


class CrowdLimitsOfTable(FloorView):
    """Tables that take a crowd."""

    @operation(
        "set_crowd_limits",
        "Let a table take onlookers' bets in bulk",
        tag=TAG,
        request=CrowdLimitsShape,
        sent=_LIMITS,
        answer=CrowdLimitsSet,
        told={"table": "BJ-01", **_LIMITS, "seq": 91},
        refusals={
            "not_permitted": 403,
            "no_such_table": 404,
            "no_back_bets": 409,
            "bad_amount": 422,
            "bad_crowd_limits": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """From the next document on. A patron's limit is no larger than a spot's, and that no larger than a round's."""
        limits = CrowdLimits(**self.read(CrowdLimitsShape))
        answer = furnishing.set_crowd_limits(actor=self.actor, at=self.at, table=table, limits=limits, key=self.key)
        return self.written(answer)


class Crowd(FloorView):
    """The crowd of a round."""

    @operation(
        "read_crowd",
        "How many bets of the crowd lie on a round, and how far they are settled",
        tag=TAG,
        answer=CrowdSeen,
        told={
            **{"table": "BJ-01", "limits": _LIMITS, "round": 7, "status": "open", "bets": 2, "amount": 3500},
            **{"spots": {"3": 3500}, "decision": 0, "chunks_settled": 0, "chunks_paid": 0},
        },
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403, "no_such_crowd": 404, "no_such_table": 404},
        parameters=[query("round", OpenApiTypes.INT64, "By default the newest.")],
    )
    def get(self, request: Request, table: str) -> Response:
        """Stakes by spot; no patron is named."""
        self.require_parameters("round")
        number = self.number("round", 1, _MOST) if "round" in request.query_params else None
        return Response(crowds.crowd_round(actor=self.actor, table=table, number=number))


class CrowdBets(FloorView):
    """Documents of the crowd's bets."""

    most_bytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    @operation(
        "take_crowd_bets",
        "Lay a document of onlookers' bets, all or nothing for each patron",
        tag=TAG,
        request=DOCUMENT,
        sent={
            "round": 1,
            "bets": [
                {"id": "w-81", "patron": "P-7", "spot": 3, "amount": 1000},
                {"id": "w-82", "patron": "P-7", "spot": 3, "amount": 2500},
            ],
        },
        answer=DocumentTaken,
        told={
            **{"table": "BJ-01", "round": 1, "laid": {"bets": 2, "patrons": 1, "amount": 3500}, "repeated": 0},
            **{"refused": [{"patron": "P-9", "code": "insufficient_funds"}], "seq": 1},
        },
        refusals={
            "not_permitted": 403,
            "no_such_crowd": 404,
            "idempotency_key_reused": 409,
            "betting_closed": 409,
            "not_this_round": 409,
            "table_not_open": 409,
            "play_stopped": 409,
            "spot_limit": 409,
            "round_limit": 409,
            "bad_line": 422,
            "id_taken": 422,
            "crowd_busy": 429,
            "crowd_behind": 429,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Up to 10,000 bets, from a betting system. After a 429 come again when `Retry-After` says, under the key."""
        asked = self.read(DocumentShape)
        answer = intake.take_bets(
            actor=self.actor, at=self.at, table=table, number=asked["round"], lines=asked["bets"], key=self.key
        )
        return self.written(answer)
