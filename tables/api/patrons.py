"""Players the house knows, and what a table knows of their chips."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors import patrons as patron_reads
from tables.services import patrons

_TAG = "patrons"


class PatronShape(StrictSerializer):
    """A player by name or by description."""

    code = StrictText(max_length=16)
    name = StrictText(max_length=120, required=False, allow_blank=True)
    description = StrictText(max_length=240, required=False, allow_blank=True)


class PatronRegistered(serializers.Serializer[Any]):
    """The player's code."""

    patron = serializers.CharField()
    seq = serializers.IntegerField()


class PatronCorrectionShape(StrictSerializer):
    """A player's name and description as they should have been."""

    name = StrictText(max_length=120, default="", allow_blank=True)
    description = StrictText(max_length=240, default="", allow_blank=True)
    reason = StrictText()


class PatronCorrected(serializers.Serializer[Any]):
    """Which of the two is another now; the log holds no more of it."""

    patron = serializers.CharField()
    changed = serializers.ListField(child=serializers.CharField())
    reason = serializers.CharField()
    seq = serializers.IntegerField()


class PatronBefore(serializers.Serializer[Any]):
    """What the house said of a player until then."""

    name = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)
    until = serializers.DateTimeField()
    corrected_by = serializers.CharField(help_text="badge")
    reason = serializers.CharField()


class PatronHistory(serializers.Serializer[Any]):
    """Every correction of a player."""

    results = PatronBefore(many=True)


class PatronRow(serializers.Serializer[Any]):
    """A player as the house knows him."""

    code = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)


class PatronList(serializers.Serializer[Any]):
    """By code; ``next`` leads on."""

    results = PatronRow(many=True)
    next = serializers.CharField(allow_null=True)


class FundsShape(StrictSerializer):
    """A player's chips, in minor units."""

    player = StrictText(max_length=40)
    amount = StrictInteger()


class FundsDeclared(serializers.Serializer[Any]):
    """What the table now knows of the player's chips."""

    table = serializers.CharField()
    player = serializers.CharField()
    amount = serializers.IntegerField()
    seq = serializers.IntegerField()


class Patrons(FloorView):
    """Players the house knows."""

    @operation(
        "read_patrons",
        "The players the house knows",
        tag=_TAG,
        answer=PatronList,
        told={"results": [{"code": "C-7", "name": "", "description": "tall, red cap"}], "next": None},
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403},
        parameters=[query("limit", int, "at most 200"), query("after", str, "only codes behind this one")],
    )
    def get(self, request: Request) -> Response:
        """The patrons by code."""
        self.require_parameters("limit", "after")
        limit = self.number("limit", 50, MOST_ROWS)
        rows = patron_reads.known(self.actor, after=request.query_params.get("after", ""), limit=limit + 1)
        page = [asdict(row) for row in rows[:limit]]
        more = f"?limit={limit}&after={page[-1]['code']}" if len(rows) > limit else None
        return Response({"results": page, "next": more})

    @operation(
        "register_patron",
        "Register a player by name or description",
        tag=_TAG,
        request=PatronShape,
        sent={"code": "C-7", "description": "tall, red cap"},
        answer=PatronRegistered,
        told={"patron": "C-7", "seq": 90},
        refusals={
            "not_permitted": 403,
            "patron_exists": 409,
            "name_looks_alike": 409,
            "bad_code": 422,
            "name_or_description_required": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """Register a player by name or description."""
        asked = self.read(PatronShape)
        return self.written(patrons.register_patron(actor=self.actor, at=self.at, key=self.key, **asked))


class PatronCorrections(FloorView):
    """Corrections of what the house says of a player."""

    @operation(
        "read_patron_corrections",
        "What the house said of a player before it was corrected",
        tag=_TAG,
        answer=PatronHistory,
        told={
            "results": [
                {
                    **{"name": "", "description": "tall, red cap", "until": "2026-03-04T22:10:00.000000Z"},
                    **{"corrected_by": "2001", "reason": "he has told his name"},
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403, "no_such_patron": 404},
    )
    def get(self, request: Request, patron: str) -> Response:
        """The last correction first."""
        self.require_parameters()
        found = patron_reads.before(self.actor, patron)
        return Response({"results": [{**asdict(one), "until": instant(one.until)} for one in found]})

    @operation(
        "correct_patron",
        "Correct a player's name or description",
        tag=_TAG,
        request=PatronCorrectionShape,
        sent={"name": "Lee Wong", "description": "tall, red cap", "reason": "he has told his name"},
        answer=PatronCorrected,
        told={"patron": "C-7", "changed": ["name"], "reason": "he has told his name", "seq": 91},
        refusals={
            "not_permitted": 403,
            "no_such_patron": 404,
            "name_or_description_required": 422,
            "nothing_to_correct": 422,
        },
    )
    def post(self, request: Request, patron: str) -> Response:
        """What is not named is empty from now on; what was said before is kept."""
        asked = self.read(PatronCorrectionShape)
        return self.written(patrons.correct_patron(actor=self.actor, at=self.at, patron=patron, key=self.key, **asked))


class Funds(FloorView):
    """Players' chips at a table that keeps track of them."""

    match = "optional"

    @operation(
        "declare_funds",
        "Declare a player's chips",
        tag=_TAG,
        request=FundsShape,
        sent={"player": "seat 2", "amount": 20000},
        answer=FundsDeclared,
        told={"table": "BJ-04", "player": "seat 2", "amount": 20000, "seq": 516},
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "no_such_table": 404,
            "round_in_play": 409,
            "name_looks_alike": 409,
            "stale_sequence": 412,
            "bad_player": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Declare how much in chips a player has before him; between rounds."""
        asked = self.read(FundsShape)
        return self.written(
            patrons.declare_funds(
                actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq, **asked
            )
        )
