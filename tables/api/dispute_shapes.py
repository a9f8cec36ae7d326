"""What disputes and rulings look like in bodies and answers."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from tables.api.chips import StrictChips
from tables.api.shapes import SignatureShape, StrictChoice, StrictFlag, StrictInteger, StrictSerializer, StrictText
from tables.domain import disputes
from tables.domain.actors import instant
from tables.domain.disputes import Claim
from tables.domain.limits import MOST
from tables.domain.rule_packs.words import Ruling
from tables.domain.table_states import DisputeStatus
from tables.selectors.disputes import DisputeView

TAG = "disputes"
STATES = [status.value for status in DisputeStatus]
CLAIMS = [claim.value for claim in Claim]
SIGNED = {"badge": "2001", "pin": "610437"}


class DisputeShape(StrictSerializer):
    """What somebody says went wrong. ``claimed`` is what he wants beside what he was paid, in minor units."""

    claim = StrictChoice(choices=CLAIMS)
    text = StrictText(max_length=disputes.LONGEST_TEXT)
    round = StrictInteger(min_value=1, required=False, allow_null=True)
    claimed = StrictInteger(required=False)
    player = StrictText(max_length=40, required=False, allow_blank=True)
    patron = StrictText(max_length=24, required=False, allow_blank=True)
    spot = StrictText(max_length=48, required=False, allow_blank=True)
    stop = StrictFlag(required=False, help_text="play waits for the ruling; only for a misdeal")


class DisputeRulingShape(StrictSerializer):
    """``amount`` only with `correct_mispay`: to the player, below zero from him. ``chips`` if the boss names them."""

    ruling = StrictChoice(choices=[ruling.value for ruling in Ruling])
    reason = StrictText(max_length=disputes.LONGEST_REASON)
    amount = StrictInteger(min_value=-MOST, required=False)
    chips = StrictChips(required=False)
    signature = SignatureShape()


class DisputeAcceptanceShape(StrictSerializer):
    """The player takes the ruling."""

    note = StrictText(max_length=disputes.LONGEST_REASON, required=False, allow_blank=True)


class DisputeEscalationShape(StrictSerializer):
    """The recording that surveillance looks at."""

    surveillance = StrictText(max_length=disputes.LONGEST_REFERENCE)
    note = StrictText(max_length=disputes.LONGEST_REASON, required=False, allow_blank=True)


class DisputeReportShape(StrictSerializer):
    """The report to the regulator."""

    reference = StrictText(max_length=disputes.LONGEST_REFERENCE)


class DisputeOpened(serializers.Serializer[Any]):
    """The claim stands; the floor has to rule."""

    table = serializers.CharField()
    dispute = serializers.IntegerField()
    status = serializers.ChoiceField(STATES)
    round = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField()


class EngineResult(serializers.Serializer[Any]):
    """What the rules gave, which the ruling stands above; minor units."""

    status = serializers.CharField()
    house_net = serializers.IntegerField()
    player_net = serializers.IntegerField()


class DisputeRuled(DisputeOpened):
    """The ruling beside the engine's result, and the chips that moved by it."""

    ruling = serializers.CharField()
    reason = serializers.CharField()
    engine = EngineResult(allow_null=True)
    pack = serializers.CharField(help_text="rule pack and version that allow it")
    amount = serializers.IntegerField(help_text="to the player, below zero from him")
    chips = StrictChips()
    minutes = serializers.IntegerField(help_text="since the claim")
    signatures = serializers.ListField(child=serializers.DictField())


class DisputeStep(DisputeOpened):
    """How the dispute stands after the step."""

    note = serializers.CharField(required=False, allow_blank=True)
    surveillance = serializers.CharField(required=False)
    reference = serializers.CharField(required=False)
    outstanding = serializers.IntegerField(required=False, help_text="claimed and not paid, minor units")
    due = serializers.BooleanField(required=False, help_text="whether the rule pack demands the report")


class DisputeLine(serializers.Serializer[Any]):
    """A dispute; money in minor units. ``left`` is what of the claim has not been met."""

    id = serializers.IntegerField()
    table = serializers.CharField()
    pit = serializers.CharField()
    game = serializers.CharField()
    number = serializers.IntegerField()
    status = serializers.ChoiceField(STATES)
    claim = serializers.ChoiceField(CLAIMS)
    text = serializers.CharField()
    claimed = serializers.IntegerField()
    paid = serializers.IntegerField()
    left = serializers.IntegerField()
    stopped = serializers.BooleanField(help_text="play was stopped over it")
    round = serializers.IntegerField(allow_null=True)
    round_day = serializers.DateField(allow_null=True)
    player = serializers.CharField(allow_blank=True)
    patron = serializers.CharField(allow_blank=True)
    spot = serializers.CharField(allow_blank=True)
    dealer = serializers.CharField(allow_blank=True)
    opened_at = serializers.DateTimeField()
    opened_by = serializers.CharField()
    ruling = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    pack = serializers.CharField(allow_blank=True)
    ruled_at = serializers.DateTimeField(allow_null=True)
    ruled_by = serializers.CharField(allow_blank=True)
    minutes = serializers.IntegerField(allow_null=True)
    surveillance = serializers.CharField(allow_blank=True)
    regulator = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    names = serializers.DictField(child=serializers.CharField(), help_text="badge -> name of the staff named here")


class AffectedRound(serializers.Serializer[Any]):
    """A round that the claim touches."""

    number = serializers.IntegerField()
    status = serializers.CharField()
    opened_at = serializers.DateTimeField()
    handle = serializers.IntegerField()
    house_net = serializers.IntegerField()


class AllowedRuling(serializers.Serializer[Any]):
    """A ruling that the rule pack allows; ``most`` null: as much as the round holds."""

    ruling = serializers.CharField()
    most = serializers.IntegerField(allow_null=True)


class DisputeAnswer(DisputeLine):
    """A dispute with what is needed to rule on it."""

    allowed = AllowedRuling(many=True)
    affected = AffectedRound(many=True)
    similar = DisputeLine(many=True)


def shown(view: DisputeView) -> dict[str, Any]:
    """A dispute as it is answered."""
    told = asdict(view)
    told["round_day"] = view.round_day.isoformat() if view.round_day else None
    for name in ("opened_at", "ruled_at", "closed_at"):
        moment = getattr(view, name)
        told[name] = instant(moment) if moment else None
    return told
