"""The handover of a pit from one boss to the next."""

from dataclasses import asdict
from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import SignatureShape, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.domain.handovers import LISTS, MOST_MESSAGES
from tables.selectors import handovers as reads
from tables.selectors.handovers import HandoverView
from tables.services import handovers
from tables.services.signatures import SignatureRequest

TAG: Final = "pit"
_HASH: Final = "64a0ebb87ce61aaf6dcb1b1dcb87b39bb6a4cd8d0d4ad0cb5a16e23b59b5eb0e"
_FIGURES: Final = {
    **{name: [] for name in LISTS},
    "variances": [{"table": "BJ-04", "since": "2026-03-04T20:00:00.000000Z", "period": 1, "amount": -100}],
}


class HandoverSheet(serializers.Serializer[Any]):
    """What is open in the pit now, list by list; money in minor units. ``sha256`` is the hash of ``figures``."""

    pit = serializers.CharField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    figures = serializers.DictField(child=serializers.ListField(child=serializers.DictField()))
    sha256 = serializers.CharField()


class HandoverShape(StrictSerializer):
    """The sheet as you saw it, what the next shift has to know, and the two who sign."""

    figures_sha256 = StrictText(max_length=64)
    messages = StrictText(max_length=MOST_MESSAGES, allow_blank=True)
    outgoing = SignatureShape()
    incoming = SignatureShape()


class HandedOver(serializers.Serializer[Any]):
    """The pit is in the other's charge; ``sha256`` is the hash of the signed paper. People by badge."""

    pit = serializers.CharField()
    handover = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    outgoing = serializers.CharField()
    incoming = serializers.CharField()
    figures = serializers.DictField(child=serializers.ListField(child=serializers.DictField()))
    messages = serializers.CharField(allow_blank=True)
    sha256 = serializers.CharField()
    seq = serializers.IntegerField()


class HandoverRow(serializers.Serializer[Any]):
    """A handover as it was signed; people by name."""

    number = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    outgoing = serializers.CharField()
    incoming = serializers.CharField()
    figures = serializers.DictField(child=serializers.ListField(child=serializers.DictField()))
    messages = serializers.CharField(allow_blank=True)
    sha256 = serializers.CharField()
    signatures = serializers.ListField(child=serializers.DictField())
    handed_over_at = serializers.DateTimeField()


_ROW: Final = {
    "number": 1,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "outgoing": "Petra Holm",
    "incoming": "Paul Stone",
    "figures": _FIGURES,
    "messages": "Seat 3 at BJ-04 asked twice for a higher limit.",
    "sha256": _HASH,
    "signatures": [],
    "handed_over_at": "2026-03-04T22:00:00.000000Z",
}


class HandoverSheets(FloorView):
    """The sheet of a handover that has not been signed."""

    @operation(
        "read_handover_sheet",
        "What would be handed over now",
        tag=TAG,
        answer=HandoverSheet,
        told={"pit": "P1", "gaming_day": "2026-03-04", "shift": "day", "figures": _FIGURES, "sha256": _HASH},
        status=200,
        refusals={"not_permitted": 403, "no_such_pit": 404},
    )
    def get(self, request: Request, pit: str) -> Response:
        """Open slips, variances, disputes, limits, patrons near a threshold, what is due, and what waits."""
        self.require_parameters()
        drawn = handovers.sheet(actor=self.actor, at=self.at, pit=pit)
        return Response({**asdict(drawn), "gaming_day": drawn.gaming_day.isoformat()})


class Handovers(FloorView):
    """The handovers of a pit."""

    @operation(
        "read_handovers",
        "The handovers of a pit, newest first",
        tag=TAG,
        answer=lists.page_of(HandoverRow),
        told={"results": [_ROW], "next": None},
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403, "no_such_pit": 404},
        parameters=[LIMIT, query("before", int, "Only those below this number.")],
    )
    def get(self, request: Request, pit: str) -> Response:
        """As they were signed; nothing in them ever changes."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = reads.of_pit(self.actor, pit, before=lists.optional_number(self, "before"), limit=limit + 1)
        return Response(lists.page([_told(view) for view in found], limit, "before", "number"))

    @operation(
        "hand_over_shift",
        "Hand the pit to the next boss",
        tag=TAG,
        request=HandoverShape,
        sent={
            "figures_sha256": _HASH,
            "messages": "Seat 3 at BJ-04 asked twice for a higher limit.",
            "outgoing": {"badge": "2001", "pin": "610437"},
            "incoming": {"badge": "2002", "pin": "613579"},
        },
        answer=HandedOver,
        told={
            "pit": "P1",
            "handover": 1,
            "gaming_day": "2026-03-04",
            "shift": "day",
            "outgoing": "2001",
            "incoming": "2002",
            "figures": _FIGURES,
            "messages": "Seat 3 at BJ-04 asked twice for a higher limit.",
            "sha256": _HASH,
            "seq": 93,
        },
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "same_person": 403,
            "wrong_badge_or_pin": 403,
            "pin_locked": 403,
            "role_not_held": 403,
            "licence_expired": 403,
            "no_such_pit": 404,
            "handover_changed": 409,
            "deals_in_pit": 409,
            "bad_messages": 422,
        },
    )
    def post(self, request: Request, pit: str) -> Response:
        """Both sign what you saw. The outgoing boss is relieved and the incoming one in charge."""
        asked = self.read(HandoverShape)
        asked |= {name: SignatureRequest(**asked[name]) for name in ("outgoing", "incoming")}
        return self.written(handovers.hand_over(actor=self.actor, at=self.at, pit=pit, key=self.key, **asked))


class Handover(FloorView):
    """One handover."""

    @operation(
        "read_handover",
        "One handover as it was signed",
        tag=TAG,
        answer=HandoverRow,
        told=_ROW,
        status=200,
        refusals={"not_permitted": 403, "no_such_handover": 404},
    )
    def get(self, request: Request, pit: str, number: int) -> Response:
        """With its figures, its messages and both signatures."""
        self.require_parameters()
        return Response(_told(reads.one(self.actor, pit, number)))


def _told(view: HandoverView) -> dict[str, Any]:
    return {
        **asdict(view),
        "gaming_day": view.gaming_day.isoformat(),
        "handed_over_at": instant(view.handed_over_at),
    }
