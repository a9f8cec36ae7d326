"""A round played again, step by step."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import dispute_examples, lists, pictures
from tables.api.describe import AUDIENCE, LIMIT, operation, query
from tables.api.dispute_shapes import TAG
from tables.api.doors import MOST_ROWS
from tables.api.rounds import WatchedView
from tables.selectors import replays


class ReplayStep(pictures.Step):
    """An event of the round and the felt that it left, as the reader may see it."""

    step = serializers.IntegerField(help_text="from 1")
    felt = serializers.DictField(allow_null=True, help_text="the game's own picture; what was hidden then is `??`")


class ReplayPage(serializers.Serializer[Any]):
    """A stretch of the steps; ``of`` counts all of them."""

    game = serializers.CharField()
    audience = serializers.ChoiceField(["dealer", "floor", "public"])
    of = serializers.IntegerField()
    results = ReplayStep(many=True)
    next = serializers.CharField(allow_null=True)


class Replay(WatchedView):
    """The steps of a round."""

    @operation(
        "read_replay",
        "A round step by step, with the felt after each",
        tag=TAG,
        answer=ReplayPage,
        told=dispute_examples.REPLAY,
        status=200,
        parameters=[LIMIT, query("after", OpenApiTypes.INT, "Only steps beyond this one."), AUDIENCE],
        refusals={
            "not_permitted": 403,
            "not_your_view": 403,
            "no_such_table": 404,
            "no_such_round": 404,
            "bad_audience": 422,
        },
    )
    def get(self, request: Request, table: str, number: int) -> Response:
        """What was hidden at a step is hidden in it. Claims and rulings are steps for the floor."""
        self.require_parameters("limit", "after", "audience")
        limit = self.number("limit", 50, MOST_ROWS)
        found = replays.replay(
            actor=self.actor,
            table=table,
            number=number,
            audience=self.audience,
            after=lists.optional_number(self, "after") or 0,
            limit=limit + 1,
        )
        page = lists.page(found.steps, limit, "after", "step", {"audience": self.audience})
        return Response({"game": found.game, "audience": found.audience, "of": found.of, **page})
