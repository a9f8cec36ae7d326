"""What markers look like in bodies and answers."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from tables.api.chips import StrictChips
from tables.api.slip_shapes import BOSS, CASHIER, DEALER, SECURITY, SIGNING, ReprintLine, SignatureLine
from tables.domain.actors import instant
from tables.selectors.markers import MarkerView

TAG = "markers"
CHIPS, TOTAL = {"2500": 20}, 50_000
SIGNED = {"dealer": DEALER, "pit_boss": BOSS}
WITH_SECOND = {**SIGNED, "second": SECURITY}
HANDED_OVER = {"pit_boss": BOSS, "cashier": CASHIER}
AT_TABLE = {
    **SIGNING,
    "not_dealing": 403,
    "not_in_charge": 403,
    "no_such_table": 404,
    "table_not_open": 409,
    "play_stopped": 409,
    "stale_sequence": 412,
    "total_mismatch": 422,
    "unknown_denomination": 422,
}
_STEP: dict[str, Any] = {"slip": "M-2026-000031", "table": "BJ-04", "patron": "P-7"}


def step(status: str, left: int, seq: int, **more: Any) -> dict[str, Any]:
    """An example of what a step answers."""
    held = "cage" if status == "transferred" else "table"
    return {**_STEP, "status": status, "held": held, "amount": TOTAL, "left": left, **more, "seq": seq}


class MarkerStep(serializers.Serializer[Any]):
    """How the marker stands after the step; money in minor units."""

    slip = serializers.CharField()
    table = serializers.CharField(help_text="that gave the chips")
    patron = serializers.CharField()
    status = serializers.CharField()
    held = serializers.CharField(help_text="where the original lies: table or cage")
    amount = serializers.IntegerField()
    left = serializers.IntegerField(help_text="still owed")
    seq = serializers.IntegerField(help_text="position in the stream of the table, or of the cage")


class PaymentLine(serializers.Serializer[Any]):
    """A payment: at a table, or in the cage, where no box takes it."""

    at = serializers.DateTimeField()
    where = serializers.CharField()
    cash = serializers.IntegerField()
    chips = StrictChips()
    chips_total = serializers.IntegerField()
    left = serializers.IntegerField()
    box = serializers.IntegerField(allow_null=True)


class MarkerAnswer(serializers.Serializer[Any]):
    """A marker and all that was paid on it. ``limit`` and ``owed_before`` are as when it was given."""

    id = serializers.IntegerField()
    slip = serializers.CharField()
    table = serializers.CharField()
    pit = serializers.CharField()
    patron = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    status = serializers.CharField()
    held = serializers.CharField()
    amount = serializers.IntegerField()
    paid = serializers.IntegerField()
    left = serializers.IntegerField()
    chips = StrictChips()
    limit = serializers.IntegerField()
    owed_before = serializers.IntegerField()
    over_limit = serializers.CharField(allow_blank=True)
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    period = serializers.IntegerField()
    box = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    signatures = SignatureLine(many=True)
    payments = PaymentLine(many=True)
    reprints = ReprintLine(many=True)
    issued_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class MarkerList(serializers.Serializer[Any]):
    """Markers, all of them."""

    results = MarkerAnswer(many=True)


def shown(view: MarkerView) -> dict[str, Any]:
    """A marker as it is answered."""
    told = asdict(view)
    told["gaming_day"] = view.gaming_day.isoformat()
    return {**told, "issued_at": instant(view.issued_at), "changed_at": instant(view.changed_at)}


_SIGNED = {
    "licence": "L-2001",
    "terminal": "T-BJ-04",
    "signed_at": "2026-03-04T20:14:03.000000Z",
    "content": "5f2c9e1b7d3a48c6a0e1f4d2b8976351c4e8f0a2d6b17359e4c8a1f3d5b79602",
}
EXAMPLE: dict[str, Any] = {
    "id": 88,
    **_STEP,
    "pit": "P1",
    "name": "Pat Seven",
    "status": "part_paid",
    "held": "table",
    "amount": TOTAL,
    "paid": 10_000,
    "left": 40_000,
    "chips": CHIPS,
    "limit": 2_000_000,
    "owed_before": 0,
    "over_limit": "",
    "gaming_day": "2026-03-04",
    "shift": "day",
    "period": 7,
    "box": 3,
    "reason": "",
    "signatures": [
        {"act": "marker_issued", "role": "dealer", "badge": "1042", "name": "Dana Dealer", **_SIGNED},
        {"act": "marker_issued", "role": "pit_boss", "badge": "2001", "name": "Petra Pit Boss", **_SIGNED},
    ],
    "payments": [
        {
            "at": "2026-03-04T21:02:40.000000Z",
            "where": "BJ-07",
            "cash": 10_000,
            "chips": {},
            "chips_total": 0,
            "left": 40_000,
            "box": 12,
        }
    ],
    "reprints": [],
    "issued_at": "2026-03-04T20:14:03.000000Z",
    "changed_at": "2026-03-04T21:02:40.000000Z",
}
