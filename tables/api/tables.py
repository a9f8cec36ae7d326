"""The tables of the house, and how each stands."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import IF_NONE_MATCH, operation, query
from tables.api.doors import FloorView
from tables.domain.actors import instant
from tables.selectors import tables
from tables.selectors.tables import TableView

_TAG = "tables"
_TABLE = {
    "table": "BJ-04",
    "pit": "P1",
    "game": "blackjack",
    "spots": 7,
    "card_source": "reader",
    "status": "open",
    "stopped_reason": None,
    "seq": 511,
    "last_activity_at": "2026-03-04T21:07:40.010000Z",
    "dealer": {"badge": "1042", "name": "Dana Dealer", "since": "2026-03-04T21:00:00.000000Z"},
    "limits": {
        "minimum": 2500,
        "maximum": 50000,
        "since": "2026-03-04T14:00:00.000000Z",
        "licensed_maximum": 1000000,
        "next": None,
    },
    "rack": {"total": 987500, "par": 1000000, "need": 12500},
    "box": {"number": 3, "since": "2026-03-04T14:00:00.000000Z"},
    "period": {
        "number": 7,
        "session": 1,
        "gaming_day": "2026-03-04",
        "shift": "day",
        "opened_at": "2026-03-04T14:00:00.000000Z",
        "opener_total": 1000000,
        "opener_variance": 0,
    },
    "round": {"number": 1182, "status": "confirmed"},
}
_LOOKING = {"not_permitted": 403, "no_such_table": 404}


class DealerMark(serializers.Serializer[Any]):
    """Who deals, and since when."""

    badge = serializers.CharField()
    name = serializers.CharField()
    since = serializers.DateTimeField()


class ComingLimits(serializers.Serializer[Any]):
    """Limits that were posted and announced, and count for rounds from ``since`` on."""

    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    since = serializers.DateTimeField()


class LimitsMark(serializers.Serializer[Any]):
    """The limits in force and those to come; the licensed maximum is not for the public."""

    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    since = serializers.DateTimeField()
    licensed_maximum = serializers.IntegerField(allow_null=True)
    next = ComingLimits(allow_null=True)


class RackMark(serializers.Serializer[Any]):
    """The rack against its par, in minor units."""

    total = serializers.IntegerField()
    par = serializers.IntegerField()
    need = serializers.IntegerField()


class BoxMark(serializers.Serializer[Any]):
    """The box on the table."""

    number = serializers.IntegerField()
    since = serializers.DateTimeField()


class RunningPeriod(serializers.Serializer[Any]):
    """The period that the table is in."""

    number = serializers.IntegerField()
    session = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    opened_at = serializers.DateTimeField()
    opener_total = serializers.IntegerField()
    opener_variance = serializers.IntegerField()


class RoundStanding(serializers.Serializer[Any]):
    """The newest round."""

    number = serializers.IntegerField()
    status = serializers.CharField()


class TableStanding(serializers.Serializer[Any]):
    """How a table stands. What the reader may not see, and what the table has not, is null."""

    table = serializers.CharField()
    pit = serializers.CharField()
    game = serializers.CharField()
    spots = serializers.IntegerField()
    card_source = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(["closed", "open", "stopped", "retired"])
    stopped_reason = serializers.CharField(allow_null=True)
    seq = serializers.IntegerField(help_text="position of the table's stream; the ETag, and the next If-Match")
    last_activity_at = serializers.DateTimeField(allow_null=True)
    dealer = DealerMark(allow_null=True)
    limits = LimitsMark(allow_null=True)
    rack = RackMark(allow_null=True)
    box = BoxMark(allow_null=True)
    period = RunningPeriod(allow_null=True)
    round = RoundStanding(allow_null=True)


class TableList(serializers.Serializer[Any]):
    """By pit and code."""

    results = TableStanding(many=True)


def picture(view: TableView) -> dict[str, Any]:
    """A table's view as JSON, grouped as people think of it."""
    return {
        "table": view.code,
        "pit": view.pit,
        "game": view.game,
        "spots": view.spots,
        "card_source": view.card_source,
        "status": view.status,
        "stopped_reason": view.stopped_reason or None,
        "seq": view.seq,
        "last_activity_at": instant(view.last_activity_at) if view.last_activity_at else None,
        "dealer": _dealer(view),
        "limits": _limits(view),
        "rack": None if view.need is None else {"total": view.rack_total, "par": view.rack_par, "need": view.need},
        "box": {"number": view.box, "since": instant(view.box_since)} if view.box and view.box_since else None,
        "period": _period(view),
        "round": {"number": view.round_number, "status": view.round_status} if view.round_number else None,
    }


def _dealer(view: TableView) -> dict[str, Any] | None:
    if view.dealer is None or view.dealing_since is None:
        return None
    return {"badge": view.dealer, "name": view.dealer_name, "since": instant(view.dealing_since)}


def _limits(view: TableView) -> dict[str, Any] | None:
    if view.limits_since is None:
        return None
    return {
        "minimum": view.minimum,
        "maximum": view.maximum,
        "since": instant(view.limits_since),
        "licensed_maximum": view.licensed_maximum,
        "next": _coming(view),
    }


def _coming(view: TableView) -> dict[str, Any] | None:
    if view.next_from is None:
        return None
    return {"minimum": view.next_minimum, "maximum": view.next_maximum, "since": instant(view.next_from)}


def _period(view: TableView) -> dict[str, Any] | None:
    if view.period is None or view.gaming_day is None or view.opened_at is None:
        return None
    return {
        "number": view.period,
        "session": view.session,
        "gaming_day": view.gaming_day.isoformat(),
        "shift": view.shift,
        "opened_at": instant(view.opened_at),
        "opener_total": view.opener_total,
        "opener_variance": view.opener_variance,
    }


class Tables(FloorView):
    """The tables of the house."""

    @operation(
        "read_tables",
        "The tables that the reader may look at",
        tag=_TAG,
        answer=TableList,
        told={"results": [_TABLE]},
        status=200,
        refusals={"not_permitted": 403},
        parameters=[query("pit", OpenApiTypes.STR, "only tables of this pit")],
    )
    def get(self, request: Request) -> Response:
        """All of them by pit and code: a house has no more than fit on a screen."""
        self.require_parameters("pit")
        found = tables.overview(self.actor, self.at, pit=request.query_params.get("pit", ""))
        return Response({"results": [picture(view) for view in found]})


class Table(FloorView):
    """One table."""

    @operation(
        "read_table",
        "How a table stands",
        tag=_TAG,
        answer=TableStanding,
        told=_TABLE,
        status=200,
        refusals=_LOOKING,
        parameters=[IF_NONE_MATCH],
        unchanged=True,
    )
    def get(self, request: Request, table: str) -> Response:
        """The table. What lies on its layout is in its felt."""
        self.require_parameters()
        view = tables.table(self.actor, table, self.at)
        return self.seen(picture(view), view.seq)
