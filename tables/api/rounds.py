"""Rounds of a table: the felt as it lies now, the list, one round and its story."""

import re

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import examples, inputs, lists, pictures
from tables.api.describe import AUDIENCE, IF_NONE_MATCH, LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.play import PlayView
from tables.domain.table_states import RoundStatus
from tables.selectors import felts, rounds

_TAG = "rounds"
_READ = {"not_permitted": 403, "no_such_table": 404}
_SEEN = {**_READ, "not_your_view": 403, "bad_audience": 422}
_STATES = [status.value for status in RoundStatus]
_SEQ = re.compile(r'\s*(?:W/)?"([0-9]{1,18})"\s*', re.ASCII)


class WatchedView(FloorView):
    """Base of reads that depend on who looks."""

    @property
    def audience(self) -> str:
        """As whom the reader asks to see it; the selector says whether he may."""
        return str(self.request.query_params.get("audience", ""))


class Felt(WatchedView):
    """The table as it lies now."""

    @operation(
        "read_felt",
        "The table as the reader may see it",
        tag=_TAG,
        answer=pictures.Felt,
        told=examples.FELT,
        status=200,
        parameters=[AUDIENCE, IF_NONE_MATCH],
        refusals=_SEEN,
        unchanged=True,
    )
    def get(self, request: Request, table: str) -> Response:
        """Cheap to poll: with the ETag in `If-None-Match` nothing is read but the position."""
        self.require_parameters("audience")
        known = _SEQ.fullmatch(request.headers.get("If-None-Match", ""))
        known_seq = int(known[1]) if known else None
        felt = felts.table_felt(actor=self.actor, table=table, audience=self.audience, known_seq=known_seq)
        return self.seen(felt.picture, felt.seq)


class LegalActs(WatchedView):
    """What may be keyed now."""

    @operation(
        "read_legal_acts",
        "What the table waits for, and the words that may answer",
        tag=_TAG,
        answer=pictures.LegalActs,
        told=examples.LEGAL_ACTS,
        status=200,
        parameters=[AUDIENCE, IF_NONE_MATCH],
        refusals=_SEEN,
        unchanged=True,
    )
    def get(self, request: Request, table: str) -> Response:
        """An act that only hidden cards forbid is listed, because leaving it out would tell the cards."""
        self.require_parameters("audience")
        told = felts.legal_acts(actor=self.actor, table=table, audience=self.audience)
        return self.seen(told.picture, told.seq)


class Rounds(PlayView):
    """Rounds of a table."""

    @operation(
        "read_rounds",
        "The table's rounds, newest first",
        tag=_TAG,
        answer=lists.page_of(pictures.RoundLine),
        told={"results": [examples.ROUND_LINE], "next": "?limit=1&before=1182"},
        status=200,
        parameters=[
            LIMIT,
            query("before", OpenApiTypes.INT, "Only rounds with a smaller number."),
            query("gaming_day", OpenApiTypes.DATE, "Only rounds of bank periods of this gaming day."),
            query("status", OpenApiTypes.STR, "Only rounds in this state.", enum=_STATES),
        ],
        refusals=_READ,
    )
    def get(self, request: Request, table: str) -> Response:
        """`next` leads to older rounds."""
        self.require_parameters("limit", "before", "gaming_day", "status")
        limit = self.number("limit", 50, MOST_ROWS)
        day, status = lists.day(self, "gaming_day"), lists.word(self, "status", _STATES)
        found = rounds.rounds(
            actor=self.actor,
            table=table,
            before=lists.optional_number(self, "before"),
            limit=limit + 1,
            gaming_day=day,
            status=status,
        )
        return Response(lists.page(found, limit, "before", "number", {"gaming_day": day, "status": status}))

    @operation(
        "open_round",
        "Begin the next round",
        tag="play",
        request=inputs.schema("open_round"),
        sent={},
        answer=pictures.TableAnswer,
        told=examples.BETTING,
        refusals={
            "not_dealing": 403,
            "terminal_required": 403,
            "licence_expired": 403,
            "no_such_table": 404,
            "round_in_play": 409,
            "settlement_open": 409,
            "table_not_open": 409,
            "no_shoe": 409,
            "shoe_not_ready": 409,
            "no_limits": 409,
            "stale_sequence": 412,
            "bad_options": 422,
            "if_match_required": 428,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """By the house rules and the limits in force now; they hold for the whole round.

        Pot games want `options`: who plays, for what, who starts. A `next_options` told what the last round offers.
        """
        return self.press(table, [inputs.action("open_round", request.data)])


class Round(WatchedView):
    """One round."""

    @operation(
        "read_round",
        "A round, with what lies or lay on the felt",
        tag=_TAG,
        answer=pictures.Round,
        told=examples.ROUND,
        status=200,
        parameters=[AUDIENCE],
        refusals={**_SEEN, "no_such_round": 404},
    )
    def get(self, request: Request, table: str, number: int) -> Response:
        """Of a round that is over the felt shows every card; of a running one what the reader may see."""
        self.require_parameters("audience")
        return Response(rounds.round_(actor=self.actor, table=table, number=number, audience=self.audience))


class History(WatchedView):
    """The story of a round."""

    @operation(
        "read_round_history",
        "The round's events in order",
        tag=_TAG,
        answer=lists.page_of(pictures.Step),
        told={"results": examples.STEPS, "next": "?limit=2&after=516"},
        status=200,
        parameters=[LIMIT, query("after", OpenApiTypes.INT, "Only events beyond this position."), AUDIENCE],
        refusals={**_SEEN, "no_such_round": 404},
    )
    def get(self, request: Request, table: str, number: int) -> Response:
        """A card that may not be known yet stands as a commitment, and comes out in a later event's `revealed`."""
        self.require_parameters("limit", "after", "audience")
        limit = self.number("limit", 50, MOST_ROWS)
        found = rounds.round_history(
            actor=self.actor,
            table=table,
            number=number,
            audience=self.audience,
            after=lists.optional_number(self, "after") or 0,
            limit=limit + 1,
        )
        return Response(lists.page(found, limit, "after", "seq", {"audience": self.audience}))
