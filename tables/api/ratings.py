"""Rating slips: what a boss writes of a player's time at a table."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cash_words import MomentField
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.lists import optional_number, page, page_of
from tables.api.shapes import StrictChoice, StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.domain.limits import MOST
from tables.domain.ratings import MOST_AN_HOUR, MOST_EDGE, Rating, Skill
from tables.selectors import ratings as reads
from tables.services import ratings

_TAG = "ratings"
_RATING = {
    "player": "LEE",
    "seat": 3,
    "since": "2026-03-04T16:00:00.000000Z",
    "until": "2026-03-04T20:00:00.000000Z",
    "buy_in": 50000,
    "average_bet": 5000,
    "per_hour": 70,
    "edge": 7500,
    "skill": "average",
    "result": -12000,
    "note": "",
}
_TOLD = {"table": "BJ-04", "rating": 1, **_RATING, "theo": 10500, "corrections": 0, "seq": 812}
_REFUSALS = {
    "not_permitted": 403,
    "not_in_charge": 403,
    "no_such_table": 404,
    "bad_rating_span": 422,
    "bad_speed": 422,
    "edge_required": 422,
}


class RatingShape(StrictSerializer):
    """A player's time at the table. Money in minor units; without `edge` the house's own for the game is used."""

    player = StrictText(max_length=40, help_text="a patron's code, or what the table calls him")
    seat = StrictInteger(min_value=1, max_value=99, allow_null=True, default=None)
    since = MomentField()
    until = MomentField()
    buy_in = StrictInteger(default=0)
    average_bet = StrictInteger()
    per_hour = StrictInteger(min_value=1, max_value=MOST_AN_HOUR, help_text="rounds an hour, not hands")
    edge = StrictInteger(min_value=1, max_value=MOST_EDGE, allow_null=True, default=None, help_text="parts per million")
    skill = StrictChoice([skill.value for skill in Skill], default=Skill.AVERAGE.value)
    result = StrictInteger(
        min_value=-MOST, allow_null=True, default=None, help_text="what he won, estimated; lost: negative"
    )
    note = StrictText(default="", allow_blank=True)


class CorrectionShape(RatingShape):
    """What the slip should have said, and why it did not."""

    reason = StrictText()


class RatingTold(serializers.Serializer[Any]):
    """A slip as it stands; `theo` is what the house may expect of him."""

    table = serializers.CharField()
    rating = serializers.IntegerField(help_text="number of the slip at its table")
    player = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    since = serializers.DateTimeField()
    until = serializers.DateTimeField()
    buy_in = serializers.IntegerField()
    average_bet = serializers.IntegerField()
    per_hour = serializers.IntegerField()
    edge = serializers.IntegerField()
    skill = serializers.CharField()
    result = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    theo = serializers.IntegerField()
    corrections = serializers.IntegerField()
    reason = serializers.CharField(required=False)
    seq = serializers.IntegerField(help_text="position in the table's stream")


class RatingLine(RatingTold):
    """The same in a list, with who wrote it and how many rounds the log has of that time."""

    rated_by = serializers.CharField()
    rounds_dealt = serializers.IntegerField()


class RatingView(FloorView):
    """Who rates whom."""

    def rating(self, asked: dict[str, Any], table: str) -> Rating:
        """The rating of a checked body. Refused: what ``ratings.house_edge`` refuses where the body names none."""
        if asked["edge"] is None:
            asked["edge"] = ratings.house_edge(actor=self.actor, table=table, since=asked["since"])
        return Rating(**{**asked, "skill": Skill(asked["skill"])})


class Ratings(RatingView):
    """Slips of a table."""

    @operation(
        "read_ratings",
        "The rating slips of a table, the newest first",
        tag=_TAG,
        answer=page_of(RatingLine, "RatingPage"),
        told={"results": [{**_TOLD, "rated_by": "2001", "rounds_dealt": 274}], "next": None},
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403, "no_such_table": 404},
        parameters=[LIMIT, query("before", int, "Only those with a smaller number.")],
    )
    def get(self, request: Request, table: str) -> Response:
        """As they stand now; what they said before a correction is in the log."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = reads.of_table(self.actor, table, before=optional_number(self, "before"), limit=limit + 1)
        return Response(page([_line(view) for view in found], limit, "before", "rating"))

    @operation(
        "record_rating",
        "Write a rating slip",
        tag=_TAG,
        request=RatingShape,
        sent=_RATING,
        answer=RatingTold,
        told=_TOLD,
        refusals=_REFUSALS,
    )
    def post(self, request: Request, table: str) -> Response:
        """By the pit boss in charge, whose session signs it."""
        rating = self.rating(self.read(RatingShape), table)
        answer = ratings.record_rating(actor=self.actor, at=self.at, table=table, rating=rating, key=self.key)
        return self.written(answer)


class RatingCorrections(RatingView):
    """Corrections of a slip."""

    @operation(
        "correct_rating",
        "Say what a rating slip should have said",
        tag=_TAG,
        request=CorrectionShape,
        sent={**_RATING, "average_bet": 10000, "reason": "he bet black chips after nine"},
        answer=RatingTold,
        told={
            **{**_TOLD, "average_bet": 10000, "theo": 21000, "corrections": 1, "seq": 840},
            "reason": "he bet black chips after nine",
        },
        refusals={**_REFUSALS, "no_such_rating": 404, "nothing_to_correct": 422},
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """The slip keeps its number, and the log what it said before."""
        asked = self.read(CorrectionShape)
        reason = asked.pop("reason")
        answer = ratings.correct_rating(
            actor=self.actor,
            at=self.at,
            table=table,
            number=number,
            rating=self.rating(asked, table),
            reason=reason,
            key=self.key,
        )
        return self.written(answer)


def _line(view: reads.RatingView) -> dict[str, Any]:
    told = asdict(view)
    told["rating"] = told.pop("number")
    return {**told, "since": instant(view.since), "until": instant(view.until)}
