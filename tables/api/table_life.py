"""A table opened, rolled into the next shift and closed: each by a count that a dealer and a pit boss sign."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.boxes import CountersShape, removal_of
from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.services import table_life
from tables.services.periods import RackCount
from tables.services.signatures import SignatureRequest

_TAG = "table life"
_BANK = {"100": 200, "500": 200, "2500": 160, "10000": 48}
_SENT = {
    "chips": _BANK,
    "total": 1000000,
    "dealer": {"badge": "1042", "pin": "480215"},
    "pit_boss": {"badge": "2001", "pin": "610437"},
}
_SHORT = {**_SENT, "chips": {**_BANK, "10000": 47}, "total": 990000, "note": "one black short, counted twice"}
_CLOSED = {
    "table": "BJ-04",
    "period": 7,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "total": 990000,
    "difference": -10000,
    "seq": 512,
}
_OPENED = {
    "table": "BJ-04",
    "period": 8,
    "session": 1,
    "gaming_day": "2026-03-04",
    "shift": "swing",
    "total": 990000,
    "previous_closer": 990000,
    "variance": 0,
    "variance_level": None,
    "box": 3,
    "seq": 513,
}
_FIRST = {**_OPENED, "period": 1, "total": 1000000, "previous_closer": None, "box": 1, "seq": 4}
_REFUSALS = {
    "not_permitted": 403,
    "same_person": 403,
    "role_not_held": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
    "not_in_charge": 403,
    "no_such_table": 404,
    "stale_sequence": 412,
    "total_mismatch": 422,
    "unknown_denomination": 422,
    "note_required": 422,
    "if_match_required": 428,
}


class RackCountShape(StrictSerializer):
    """The rack as the dealer counted it and the pit boss watched; what it should hold is not asked."""

    chips = StrictChips()
    total = StrictInteger(help_text="minor units; must be what the chips are worth")
    note = StrictText(max_length=500, required=False, allow_blank=True, help_text="why the count differs, if it does")
    dealer = SignatureShape()
    pit_boss = SignatureShape()


class RollShape(RackCountShape):
    """A count at the change of shift; with ``removal`` the counters take the box in the same act."""

    removal = CountersShape(required=False)


class Opening(serializers.Serializer[Any]):
    """The period that began. ``variance`` is opener less previous closer and in no period's win.

    ``variance_level`` is what its size asks for by the rule pack: ``note`` (manager, security and surveillance are
    told), ``report`` (in writing too), ``regulator`` (who gets a copy); null when there is none.
    """

    period = serializers.IntegerField()
    session = serializers.IntegerField(help_text="1..n openings of the table in the gaming day")
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    total = serializers.IntegerField()
    previous_closer = serializers.IntegerField(allow_null=True)
    variance = serializers.IntegerField()
    variance_level = serializers.ChoiceField(["note", "report", "regulator"], allow_null=True)
    box = serializers.IntegerField()


class Closing(serializers.Serializer[Any]):
    """The period that ended. ``difference`` is counted less what the movements left in the rack."""

    period = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    total = serializers.IntegerField()
    difference = serializers.IntegerField()


class TableOpened(Opening):
    """The table is open."""

    table = serializers.CharField()
    seq = serializers.IntegerField()


class TableClosed(Closing):
    """The table is closed."""

    table = serializers.CharField()
    seq = serializers.IntegerField()


class TableRolled(serializers.Serializer[Any]):
    """The table went on: one count, two papers."""

    table = serializers.CharField()
    closed = Closing()
    opened = Opening()
    seq = serializers.IntegerField()


class CountView(FloorView):
    """A rack counted: what was counted holds for what the table was at ``If-Match``."""

    match = "required"

    def counted(self, shape: type[RackCountShape]) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the services of a table's life want, and the body it came from."""
        asked = self.read(shape)
        return {
            "actor": self.actor,
            "at": self.at,
            "count": RackCount(asked["chips"], asked["total"], asked.get("note", "")),
            "dealer": SignatureRequest(**asked["dealer"]),
            "pit_boss": SignatureRequest(**asked["pit_boss"]),
            "key": self.key,
            "expected_seq": self.expected_seq,
        }, asked


class Openings(CountView):
    """Openings of a table."""

    @operation(
        "open_table",
        "Open a table with a counted rack",
        tag=_TAG,
        request=RackCountShape,
        sent=_SENT,
        answer=TableOpened,
        told=_FIRST,
        refusals={**_REFUSALS, "table_not_closed": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Open the table. The opener is compared with the previous closer; a difference needs a note."""
        asked, _ = self.counted(RackCountShape)
        return self.written(table_life.open_table(table=table, **asked))


class Closings(CountView):
    """Closings of a table."""

    @operation(
        "close_table",
        "Close a table with a counted rack",
        tag=_TAG,
        request=RackCountShape,
        sent=_SHORT,
        answer=TableClosed,
        told=_CLOSED,
        refusals={**_REFUSALS, "table_not_open": 409, "play_stopped": 409, "round_in_play": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Close the table, between rounds. Its box stays until counters take it."""
        asked, _ = self.counted(RackCountShape)
        return self.written(table_life.close_table(table=table, **asked))


class Rolls(CountView):
    """Changes of shift at an open table."""

    @operation(
        "roll_table",
        "Take an open table over a change of shift by one count",
        tag=_TAG,
        request=RollShape,
        sent={
            **_SHORT,
            "removal": {
                "box": 3,
                "counters": [{"badge": "5001", "pin": "830659"}, {"badge": "5002", "pin": "940761"}],
            },
        },
        answer=TableRolled,
        told={
            "table": "BJ-04",
            "closed": {name: value for name, value in _CLOSED.items() if name not in ("table", "seq")},
            "opened": {**{name: value for name, value in _OPENED.items() if name not in ("table", "seq")}, "box": 4},
            "seq": 515,
        },
        refusals={
            **_REFUSALS,
            "not_independent": 403,
            "table_not_open": 409,
            "play_stopped": 409,
            "round_in_play": 409,
            "box_not_on_table": 409,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Close one period and open the next with the same count. The table never closes."""
        asked, body = self.counted(RollShape)
        taken = body.get("removal")
        removal = removal_of(taken["box"], taken) if taken else None
        return self.written(table_life.roll_table(table=table, removal=removal, **asked))
