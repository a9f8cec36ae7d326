"""What slips look like in bodies and answers."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from tables.api.chips import StrictChips
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors.slips import SlipView
from tables.services.signatures import SignatureRequest
from tables.services.slips.at_table import SlipCount

TAG = "slips"
BOSS, DEALER = {"badge": "2001", "pin": "610437"}, {"badge": "1042", "pin": "480215"}
CASHIER, SECURITY = {"badge": "4001", "pin": "720548"}, {"badge": "7001", "pin": "503216"}
ACCOUNTANT = {"badge": "6001", "pin": "150872"}
CHIPS, TOTAL = {"500": 40, "2500": 20}, 70_000
SIGNING = {
    "not_permitted": 403,
    "same_person": 403,
    "role_not_held": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
}
"""What every signed step may refuse."""
COUNTING = {"total_mismatch": 422, "unknown_denomination": 422}
_STEP: dict[str, Any] = {"slip": "F-2026-000123", "table": "BJ-04", "request": 7, "kind": "fill"}


def step(status: str, seq: int, **more: Any) -> dict[str, Any]:
    """An example of what a step answers."""
    return {**_STEP, "status": status, "total": TOTAL, **more, "seq": seq}


class ReasonShape(StrictSerializer):
    """Why."""

    reason = StrictText()


class CountShape(StrictSerializer):
    """A slip's chips as they were counted, and what they are worth."""

    counted = StrictChips()
    total = StrictInteger(help_text="minor units; must be what the chips are worth")


class WatchedCountShape(CountShape):
    """Counted by the table's dealer before the pit boss in charge."""

    dealer = SignatureShape()
    pit_boss = SignatureShape()


class SlipStep(serializers.Serializer[Any]):
    """How the slip stands after the step. ``slip`` is null as long as the cage has made none out."""

    slip = serializers.CharField(allow_null=True)
    table = serializers.CharField()
    request = serializers.IntegerField(help_text="counts the requests of the table")
    kind = serializers.CharField(help_text="fill, credit or exchange")
    status = serializers.CharField()
    total = serializers.IntegerField(help_text="minor units, one way")
    seq = serializers.IntegerField(help_text="position in the stream of the table, or of the cage")


class SignatureLine(serializers.Serializer[Any]):
    """A signature under a slip, and the act it stands for."""

    act = serializers.CharField()
    role = serializers.CharField()
    badge = serializers.CharField()
    name = serializers.CharField()
    licence = serializers.CharField(allow_blank=True)
    terminal = serializers.CharField(allow_blank=True)
    signed_at = serializers.DateTimeField()
    content = serializers.CharField(help_text="SHA-256 of what was signed")


class ReprintLine(serializers.Serializer[Any]):
    """A copy that was printed after the first."""

    copy = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    reason = serializers.CharField()


class SlipAnswer(serializers.Serializer[Any]):
    """A request and the slip it became.

    ``chips`` go to the table by a fill, from it by a credit and an exchange; ``taken`` come to it by an exchange.
    ``counted`` is the table's count, ``received`` the cage's; ``missing`` is what got lost between.
    """

    id = serializers.IntegerField()
    slip = serializers.CharField(allow_null=True)
    table = serializers.CharField()
    pit = serializers.CharField()
    request = serializers.IntegerField()
    kind = serializers.CharField(help_text="fill, credit or exchange")
    status = serializers.CharField()
    urgent = serializers.BooleanField()
    chips = StrictChips()
    taken = StrictChips()
    total = serializers.IntegerField()
    gaming_day = serializers.DateField(allow_null=True, help_text="of issue")
    shift = serializers.CharField(allow_blank=True, help_text="of issue")
    period = serializers.IntegerField(allow_null=True, help_text="in which the rack changed")
    box = serializers.IntegerField(allow_null=True, help_text="where the table's copy lies")
    counted = StrictChips(allow_null=True)
    received = StrictChips(allow_null=True)
    missing = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    signatures = SignatureLine(many=True)
    reprints = ReprintLine(many=True)
    requested_at = serializers.DateTimeField()
    issued_at = serializers.DateTimeField(allow_null=True)
    changed_at = serializers.DateTimeField()


class SlipList(serializers.Serializer[Any]):
    """Slips, all of them."""

    results = SlipAnswer(many=True)


def shown(view: SlipView) -> dict[str, Any]:
    """A slip as it is answered."""
    told = asdict(view)
    told.pop("chip_set_id")
    told["gaming_day"] = view.gaming_day.isoformat() if view.gaming_day else None
    told["issued_at"] = instant(view.issued_at) if view.issued_at else None
    return {**told, "requested_at": instant(view.requested_at), "changed_at": instant(view.changed_at)}


def count_of(asked: Mapping[str, Any], note: str = "") -> SlipCount:
    """The count of a checked body."""
    return SlipCount(asked["counted"], asked["total"], note)


def signers(asked: Mapping[str, Any], *roles: str) -> dict[str, Any]:
    """Those of a checked body who sign, by the name of the field."""
    return {role: SignatureRequest(**asked[role]) for role in roles}


_SIGNED = {
    "licence": "L-2001",
    "terminal": "T-PIT-1",
    "signed_at": "2026-03-04T20:14:03.000000Z",
    "content": "5f2c9e1b7d3a48c6a0e1f4d2b8976351c4e8f0a2d6b17359e4c8a1f3d5b79602",
}
EXAMPLE: dict[str, Any] = {
    "id": 311,
    **_STEP,
    "pit": "P1",
    "status": "in_transit",
    "urgent": False,
    "chips": CHIPS,
    "taken": {},
    "total": TOTAL,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "period": None,
    "box": None,
    "counted": None,
    "received": None,
    "missing": 0,
    "reason": "",
    "note": "",
    "signatures": [
        {"act": "fill_requested", "role": "pit_boss", "badge": "2001", "name": "Petra Pit Boss", **_SIGNED},
        {"act": "fill_issued", "role": "cashier", "badge": "4001", "name": "Cass Cashier", **_SIGNED},
    ],
    "reprints": [{"copy": 1, "at": "2026-03-04T20:16:40.000000Z", "by": "4001", "reason": "the paper jammed"}],
    "requested_at": "2026-03-04T20:14:03.000000Z",
    "issued_at": "2026-03-04T20:15:22.000000Z",
    "changed_at": "2026-03-04T20:17:05.000000Z",
}
