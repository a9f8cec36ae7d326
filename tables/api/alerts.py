"""What in a pit calls for its boss, and who has seen it."""

from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.services import alerts

TAG: Final = "pit"


class AlertRow(serializers.Serializer[Any]):
    """An alert; ``values`` say what, by ``alert``. It stays listed until it is over, whoever has seen it."""

    alert = serializers.CharField()
    mark = serializers.CharField()
    table = serializers.CharField()
    since = serializers.DateTimeField(allow_null=True)
    values = serializers.DictField()
    seen_by = serializers.CharField(allow_null=True)
    seen_at = serializers.DateTimeField(allow_null=True)


class AlertList(serializers.Serializer[Any]):
    """The most urgent first."""

    results = AlertRow(many=True)


class AcknowledgementShape(StrictSerializer):
    """The alert as the list names it."""

    alert = StrictText(max_length=24)
    mark = StrictText(max_length=80)


class Acknowledged(serializers.Serializer[Any]):
    """You have seen it, and it says so."""

    pit = serializers.CharField()
    table = serializers.CharField()
    alert = serializers.CharField()
    mark = serializers.CharField()
    by = serializers.CharField()
    seq = serializers.IntegerField()


_CALL: Final = {"alert": "call", "mark": "2026-03-04T21:07:40.010000Z"}


class Alerts(FloorView):
    """The alerts of a pit."""

    @operation(
        "read_alerts",
        "What in a pit calls for its boss",
        tag=TAG,
        answer=AlertList,
        told={
            "results": [
                {
                    **_CALL,
                    "table": "BJ-04",
                    "since": "2026-03-04T21:07:40.010000Z",
                    "values": {"reason": "Dispute over a hand"},
                    "seen_by": "Petra Holm",
                    "seen_at": "2026-03-04T21:08:00.000000Z",
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403, "no_such_pit": 404},
    )
    def get(self, request: Request, pit: str) -> Response:
        """Nothing of it is kept: each alert follows from how the tables stand, and ends when its cause is gone."""
        self.require_parameters()
        rows = [
            {
                "alert": item.kind,
                "mark": item.mark,
                "table": item.table,
                "since": instant(item.since) if item.since else None,
                "values": dict(item.values),
                "seen_by": item.seen_by or None,
                "seen_at": instant(item.seen_at) if item.seen_at else None,
            }
            for item in alerts.listed(self.actor, pit, self.at)
        ]
        return Response({"results": rows})


class Acknowledgements(FloorView):
    """Alerts that somebody has seen."""

    @operation(
        "acknowledge_alert",
        "Say that you have seen an alert",
        tag=TAG,
        request=AcknowledgementShape,
        sent={"alert": "call", "mark": "2026-03-04T20:00:00.000000Z"},
        answer=Acknowledged,
        told={"pit": "P1", "table": "BJ-04", **_CALL, "by": "2001", "seq": 92},
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "no_such_table": 404,
            "no_such_alert": 404,
            "already_acknowledged": 409,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """By the boss in charge. It stays listed with his name until it is over."""
        asked = self.read(AcknowledgementShape)
        return self.written(alerts.acknowledge_alert(actor=self.actor, at=self.at, table=table, key=self.key, **asked))
