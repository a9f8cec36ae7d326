"""The log for those who prove it: streams, their heads, and events word for word."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import examples, lists, pictures
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.domain.events import EVENT_TYPES
from tables.selectors import events
from tables.selectors.events import StreamHead

_TAG = "log"
_FILTERS = [
    LIMIT,
    query("after", OpenApiTypes.INT, "Only events beyond this position."),
    query("type", OpenApiTypes.STR, "Only events of this type (docs/events.md)."),
    query("round", OpenApiTypes.INT, "Only events of this round."),
    query("gaming_day", OpenApiTypes.DATE, "Only events of this gaming day."),
]


class Streams(FloorView):
    """Streams of the house's log."""

    @operation(
        "read_streams",
        "Every stream of the log and where it ends",
        tag=_TAG,
        answer=lists.page_of(pictures.Stream),
        told={"results": [examples.STREAM], "next": None},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Whoever keeps the hashes somewhere else finds every later change of what lies before them."""
        self.require_parameters()
        return Response({"results": [_head(head) for head in events.streams(actor=self.actor)], "next": None})


class StretchView(FloorView):
    """Base of the two addresses of a stream's events."""

    def stretch(self, kind: str, table: str = "") -> Response:
        """Events beyond ``after``, by the filters of the query."""
        self.require_parameters("limit", "after", "type", "round", "gaming_day")
        limit = self.number("limit", 50, MOST_ROWS)
        kept: dict[str, Any] = {
            "type": lists.word(self, "type", list(EVENT_TYPES)),
            "round": lists.optional_number(self, "round"),
            "gaming_day": lists.day(self, "gaming_day"),
        }
        found = events.events(
            actor=self.actor,
            kind=kind,
            table=table,
            after=lists.optional_number(self, "after") or 0,
            limit=limit + 1,
            type_=kept["type"],
            round_=kept["round"],
            gaming_day=kept["gaming_day"],
        )
        stretch = {"stream": _head(found.head), "previous_hash": found.previous_hash}
        return Response({**stretch, **lists.page(found.events, limit, "after", "seq", kept)})


class StreamEvents(StretchView):
    """Events of the house, the cage or the count room."""

    @operation(
        "read_stream_events",
        "Events of the house's own streams",
        tag=_TAG,
        answer=pictures.Stretch,
        told=examples.STRETCH,
        status=200,
        parameters=_FILTERS,
        refusals={"not_permitted": 403, "no_such_stream": 404},
    )
    def get(self, request: Request, kind: str) -> Response:
        """`kind` is `house`, `cage` or `count`. Resume from the last position you have."""
        return self.stretch(kind)


class TableEvents(StretchView):
    """Events of a table."""

    @operation(
        "read_table_events",
        "Events of a table",
        tag=_TAG,
        answer=pictures.Stretch,
        told=examples.STRETCH,
        status=200,
        parameters=_FILTERS,
        refusals={"not_permitted": 403, "no_such_table": 404},
    )
    def get(self, request: Request, table: str) -> Response:
        """Resume from the last position you have. A sealed value stands as its commitment."""
        return self.stretch("table", table)


def _head(head: StreamHead) -> dict[str, Any]:
    return {name: value for name, value in asdict(head).items() if name not in ("id", "table_id")}
