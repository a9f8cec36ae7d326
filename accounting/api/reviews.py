"""Statistical reviews: opened over locked days, each deviation explained, closed by two (docs/statistics.md)."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples_reviews as examples
from accounting.domain.review_papers import LONGEST_TEXT, DeviationCause
from accounting.selectors import reviews as found
from accounting.selectors.reviews import ReviewView
from accounting.services import reviews
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictDate, StrictSerializer, StrictText
from tables.services.signatures import SignatureRequest

_TAG = "books"
_SIGNING = {"not_permitted": 403, "role_not_held": 403, "same_person": 403, "wrong_badge_or_pin": 403}


class ReviewShape(StrictSerializer):
    """The gaming days to review, both ends included, under the accountant's signature."""

    first = StrictDate()
    last = StrictDate()
    accountant = SignatureShape()


class DeviationShape(StrictSerializer):
    """Why a flagged scope left its base. A text that only says that somebody looked is refused."""

    scope = StrictText(max_length=40, help_text="as the review names it")
    cause = StrictText(max_length=32, help_text=", ".join(DeviationCause))
    explanation = StrictText(max_length=LONGEST_TEXT)
    owner = SignatureShape()


class ClosingShape(StrictSerializer):
    """The accountant, and a house manager or an auditor who has explained nothing of it."""

    accountant = SignatureShape()
    second = SignatureShape()


class ReviewDeviation(serializers.Serializer[Any]):
    """A scope that has to be explained, and how it was."""

    scope = serializers.CharField()
    cause = serializers.CharField(allow_blank=True)
    explanation = serializers.CharField(allow_blank=True)
    explained_by = serializers.CharField(allow_blank=True)
    explained_at = serializers.DateTimeField(allow_null=True)


class StatisticalReview(serializers.Serializer[Any]):
    """A review as it stands; `content` has the figures and the values they were judged by."""

    number = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()
    opened_by = serializers.CharField()
    opened_at = serializers.DateTimeField()
    deviations = ReviewDeviation(many=True)
    closed_by = serializers.CharField(allow_blank=True)
    seconded_by = serializers.CharField(allow_blank=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    content = serializers.DictField()


class StatisticalReviewList(serializers.Serializer[Any]):
    """The fifty newest reviews, the newest first."""

    results = StatisticalReview(many=True)


class OpenedReview(serializers.Serializer[Any]):
    """What the review flagged."""

    review = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()
    flagged = serializers.ListField(child=serializers.CharField())
    seq = serializers.IntegerField(help_text="position in the house's stream")


class ExplainedDeviation(serializers.Serializer[Any]):
    """What is on record now."""

    review = serializers.IntegerField()
    scope = serializers.CharField()
    cause = serializers.CharField()
    explanation = serializers.CharField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class ClosedReview(serializers.Serializer[Any]):
    """The explanations that stood when it was closed: scope to position in the house's stream."""

    review = serializers.IntegerField()
    explained = serializers.DictField(child=serializers.IntegerField())
    seq = serializers.IntegerField(help_text="position in the house's stream")


class StatisticalReviews(FloorView):
    """Statistical reviews."""

    @operation(
        "read_statistical_reviews",
        "Statistical reviews",
        tag=_TAG,
        answer=StatisticalReviewList,
        told={"results": [examples.REVIEW]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """With what is explained and what is left to explain."""
        self.require_parameters()
        return Response({"results": [_told(view) for view in found.listed(self.actor)]})

    @operation(
        "open_statistical_review",
        "Open a statistical review",
        tag=_TAG,
        request=ReviewShape,
        sent=examples.OPENING_SENT,
        answer=OpenedReview,
        told=examples.OPENED,
        refusals={**_SIGNING, "days_not_locked": 409, "bad_days": 422},
    )
    def post(self, request: Request) -> Response:
        """Hold of the days against the base of the rule pack; the figures are frozen as they are."""
        asked = self.read(ReviewShape)
        asked["accountant"] = SignatureRequest(**asked["accountant"])
        return self.written(reviews.open_review(actor=self.actor, at=self.at, key=self.key, **asked))


class OneStatisticalReview(FloorView):
    """A statistical review."""

    @operation(
        "read_statistical_review",
        "A statistical review",
        tag=_TAG,
        answer=StatisticalReview,
        told=examples.REVIEW,
        status=200,
        refusals={"not_permitted": 403, "no_such_review": 404},
    )
    def get(self, request: Request, number: int) -> Response:
        """With its figures, its deviations and their explanations."""
        self.require_parameters()
        return Response(_told(found.one(self.actor, number)))


class DeviationExplanations(FloorView):
    """Explanations of a review's deviations."""

    @operation(
        "explain_deviation",
        "Explain a deviation",
        tag=_TAG,
        request=DeviationShape,
        sent=examples.EXPLANATION_SENT,
        answer=ExplainedDeviation,
        told=examples.EXPLAINED,
        refusals={
            **_SIGNING,
            "no_such_review": 404,
            "not_flagged": 409,
            "review_closed": 409,
            "bad_cause": 422,
            "bad_explanation": 422,
        },
    )
    def post(self, request: Request, number: int) -> Response:
        """A better explanation takes the place of one before; the log keeps both."""
        asked = self.read(DeviationShape)
        asked["owner"] = SignatureRequest(**asked["owner"])
        answer = reviews.explain_deviation(actor=self.actor, at=self.at, review=number, key=self.key, **asked)
        return self.written(answer)


class ReviewClosings(FloorView):
    """The end of a review."""

    @operation(
        "close_statistical_review",
        "Close a statistical review",
        tag=_TAG,
        request=ClosingShape,
        sent=examples.CLOSING_SENT,
        answer=ClosedReview,
        told=examples.CLOSED,
        refusals={**_SIGNING, "no_such_review": 404, "deviations_open": 409, "review_closed": 409},
    )
    def post(self, request: Request, number: int) -> Response:
        """Only when every deviation is explained in writing."""
        asked = self.read(ClosingShape)
        signers = {name: SignatureRequest(**asked[name]) for name in ("accountant", "second")}
        answer = reviews.close_review(actor=self.actor, at=self.at, review=number, key=self.key, **signers)
        return self.written(answer)


def _told(view: ReviewView) -> dict[str, Any]:
    return dict(StatisticalReview(view).data)
