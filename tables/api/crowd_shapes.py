"""What a crowd, its documents and front money look like in bodies and answers."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tables.api.cage_shapes import NotesShape
from tables.api.chips import StrictChips
from tables.api.shapes import StrictInteger, StrictSerializer, StrictText
from tables.domain import crowd
from tables.domain.limits import MOST_LICENSED

TAG = "crowd"

_NAME = {"type": "string", "pattern": "^[A-Za-z0-9_.:-]{1,40}$"}
_BET = {
    "type": "object",
    "properties": {
        "id": {**_NAME, "description": "the patron's own number of the bet, unique for him within the round"},
        "patron": {**_NAME, "description": "code of a registered patron"},
        "spot": {"type": "integer", "minimum": 1, "maximum": 12},
        "amount": {"type": "integer", "minimum": 1, "maximum": MOST_LICENSED, "description": "minor units"},
    },
    "required": ["id", "patron", "spot", "amount"],
    "additionalProperties": False,
}
DOCUMENT = {
    "type": "object",
    "properties": {
        "round": {"type": "integer", "minimum": 1, "maximum": 2**63 - 1},
        "bets": {"type": "array", "minItems": 1, "maxItems": crowd.MOST_LINES, "items": _BET},
    },
    "required": ["round", "bets"],
    "additionalProperties": False,
}
"""A document's schema."""


class Lines(serializers.Field[list[Any], Any, Any, Any]):
    """The bets of a document as they came: the floor reads ten thousand of them faster than a serializer would."""

    default_error_messages = {"not_a_list": _("A JSON list is expected here.")}

    def to_internal_value(self, data: Any) -> list[Any]:
        """The list itself."""
        if not isinstance(data, list):
            self.fail("not_a_list")
        return data

    def to_representation(self, value: Any) -> Any:
        """As it came."""
        return value


class DocumentShape(StrictSerializer):
    """Bets on one round."""

    round = StrictInteger(min_value=1, max_value=2**63 - 1)
    bets = Lines()


class CrowdLimitsShape(StrictSerializer):
    """The most that one patron, one spot and the whole crowd may have on a round, in minor units."""

    patron_limit = StrictInteger()
    spot_limit = StrictInteger()
    round_limit = StrictInteger()


class CrowdLimitsSet(serializers.Serializer[Any]):
    """The limits from now on."""

    table = serializers.CharField()
    patron_limit = serializers.IntegerField()
    spot_limit = serializers.IntegerField()
    round_limit = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class Laid(serializers.Serializer[Any]):
    """What was laid of a document."""

    bets = serializers.IntegerField()
    patrons = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="minor units")


class RefusedPatron(serializers.Serializer[Any]):
    """A patron none of whose bets was laid, and why."""

    patron = serializers.CharField()
    code = serializers.CharField()


class DocumentTaken(serializers.Serializer[Any]):
    """What became of a document. ``repeated`` bets were there before."""

    table = serializers.CharField()
    round = serializers.IntegerField()
    laid = Laid()
    repeated = serializers.IntegerField()
    refused = RefusedPatron(many=True)
    seq = serializers.IntegerField(help_text="position in the crowd's stream")


class CrowdLimitsSeen(serializers.Serializer[Any]):
    """Limits in force, in minor units."""

    patron_limit = serializers.IntegerField()
    spot_limit = serializers.IntegerField()
    round_limit = serializers.IntegerField()


class CrowdSeen(serializers.Serializer[Any]):
    """The crowd of a round. ``decision`` counts: 0 none yet, 1 decided, 2 called off after that."""

    table = serializers.CharField()
    limits = CrowdLimitsSeen()
    round = serializers.IntegerField()
    status = serializers.ChoiceField(choices=[status.value for status in crowd.CrowdStatus])
    bets = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="minor units")
    spots = serializers.DictField(child=serializers.IntegerField(), help_text="stakes by spot, minor units")
    decision = serializers.IntegerField()
    chunks_settled = serializers.IntegerField()
    chunks_paid = serializers.IntegerField()


class FrontMoneyShape(StrictSerializer):
    """A registered patron and his banknotes."""

    patron = StrictText(max_length=24)
    cash = NotesShape()


class FrontMoneyMoved(serializers.Serializer[Any]):
    """``balance`` is what stands on the account now, in minor units."""

    patron = serializers.CharField()
    notes = StrictChips()
    cash = serializers.IntegerField()
    balance = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the cage's stream")


class FrontMoneySeen(serializers.Serializer[Any]):
    """What a patron may bet or draw, in minor units."""

    patron = serializers.CharField()
    balance = serializers.IntegerField()
