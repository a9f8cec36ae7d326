"""Statistical reviews as documents: opened, each deviation explained, closed. Append-only, a row an event."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from accounting.domain.review_papers import DeviationCause
from tables.models.house import Casino
from tables.models.log import APPEND_ONLY, NO_TRUNCATE

_GUARDS = [APPEND_ONLY, NO_TRUNCATE]


class StatisticalReview(models.Model):
    """A review with the figures it was opened with; ``flagged`` are the scopes that have to be explained."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the review_opened event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="statistical_reviews")
    number = models.PositiveIntegerField()
    first = models.DateField()
    last = models.DateField()
    flagged = models.JSONField()
    content = models.JSONField(help_text="base, values of the rule pack and figures, as in the event")
    opened_by = models.CharField(max_length=16, help_text="badge")
    opened_at = models.DateTimeField()

    class Meta:
        triggers = _GUARDS
        constraints = [UniqueConstraint(fields=["casino", "number"], name="review_number")]

    def __str__(self) -> str:
        return f"review {self.number}"


class DeviationExplained(models.Model):
    """Why the hold of a scope left its base; of several explanations the newest stands."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the deviation_explained event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="explained_deviations")
    review = models.PositiveIntegerField()
    scope = models.CharField(max_length=40)
    cause = models.CharField(max_length=32)
    explanation = models.CharField(max_length=1000)
    explained_by = models.CharField(max_length=16, help_text="badge")
    explained_at = models.DateTimeField()

    class Meta:
        triggers = _GUARDS
        constraints = [
            CheckConstraint(condition=~Q(explanation=""), name="deviation_is_explained"),
            CheckConstraint(condition=Q(cause__in=[cause.value for cause in DeviationCause]), name="deviation_cause"),
        ]

    def __str__(self) -> str:
        return f"review {self.review} {self.scope}"


class ReviewClosed(models.Model):
    """A review that nothing is left to explain in, under two signatures."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the review_closed event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="closed_reviews")
    review = models.PositiveIntegerField()
    closed_by = models.CharField(max_length=16, help_text="badge of the accountant")
    seconded_by = models.CharField(max_length=16, help_text="badge")
    closed_at = models.DateTimeField()

    class Meta:
        triggers = _GUARDS
        constraints = [UniqueConstraint(fields=["casino", "review"], name="review_closed_once")]

    def __str__(self) -> str:
        return f"review {self.review} closed"
