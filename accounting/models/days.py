"""The gaming day after its end: explanations, the lock with its report, totals to date, and what was learnt later."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from accounting.domain.day_totals import Kind, Span
from accounting.domain.days import ADJUSTED
from accounting.models.guards import NOT_CHANGED
from tables.models.house import Casino
from tables.models.log import APPEND_ONLY, NO_TRUNCATE


class ExceptionExplained(models.Model):
    """Why something of a gaming day is not what it should be, signed by whoever answers for it; the newest stands."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the exception_explained event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="explained_exceptions")
    gaming_day = models.DateField(help_text="on which the exception is")
    exception = models.CharField(max_length=64, help_text="kind, where and number, with slashes")
    cause = models.CharField(max_length=32)
    explanation = models.CharField(max_length=1000)
    explained_by = models.CharField(max_length=16, help_text="badge")
    explained_at = models.DateTimeField()

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]
        constraints = [CheckConstraint(condition=~Q(explanation=""), name="exception_is_explained")]
        indexes = [models.Index(fields=["casino", "gaming_day"], name="explanation_of_day")]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.exception}"


class DayLock(models.Model):
    """A locked gaming day with its frozen report. Days are locked in order, and each names the one before (T-104).

    ``text`` is canonical JSON (docs/books.md), made from the log up to the heads that it names and from the totals of
    the day before, so a lost row can be made again and compared with the ``sha256`` in the ``day_locked`` event.
    """

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the day_locked event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="day_locks")
    gaming_day = models.DateField()
    locked_on = models.DateField(help_text="gaming day that was running")
    locked_by = models.CharField(max_length=16, help_text="badge of the accountant who signed")
    seconded_by = models.CharField(max_length=16, help_text="badge")
    locked_at = models.DateTimeField()
    previous = models.CharField(max_length=64, default="", blank=True, help_text="sha256 of the day locked before")
    root = models.CharField(max_length=64)
    sha256 = models.CharField(max_length=64)
    text = models.TextField()

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]
        constraints = [
            UniqueConstraint(fields=["casino", "gaming_day"], name="day_locked_once"),
            CheckConstraint(condition=Q(locked_on__gt=models.F("gaming_day")), name="day_locked_when_over"),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.sha256[:8]}"


class DayAdjustment(models.Model):
    """What was learnt of a locked gaming day later: dated into the day that was running, with two approvals (T-60)."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the day_adjusted event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="day_adjustments")
    gaming_day = models.DateField(help_text="the locked day that it is about")
    made_on = models.DateField(help_text="the open day that it counts in")
    table = models.CharField(max_length=16)
    figure = models.CharField(max_length=24)
    amount = models.BigIntegerField(help_text="minor units, either sign")
    reason = models.CharField(max_length=1000)
    made_by = models.CharField(max_length=16, help_text="badge of the accountant who signed")
    approved_by = models.CharField(max_length=16, help_text="badge")
    made_at = models.DateTimeField()

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]
        constraints = [
            CheckConstraint(condition=~Q(amount=0), name="day_adjustment_not_zero"),
            CheckConstraint(condition=~Q(reason=""), name="day_adjustment_has_reason"),
            CheckConstraint(condition=Q(made_on__gt=models.F("gaming_day")), name="day_adjusted_later"),
            CheckConstraint(condition=Q(figure__in=sorted(ADJUSTED)), name="day_adjustment_figure_known"),
        ]
        indexes = [models.Index(fields=["casino", "made_on"], name="adjustment_made_on")]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.table} {self.figure} {self.amount}"


class DayTotal(models.Model):
    """Sums of a scope on the day of a lock, in its month and in its year up to then (accounting.domain.day_totals).

    Written at the lock from the day's own rows and from the totals of the day locked before, so that a lock costs what
    the day costs. Sums only: win, drop and hold are made of them by ``figures`` when they are read.
    """

    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the day_locked event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="day_totals")
    gaming_day = models.DateField()
    span = models.CharField(max_length=5)
    kind = models.CharField(max_length=5)
    code = models.CharField(max_length=32, default="", blank=True)
    banked = models.BooleanField()
    pit = models.CharField(max_length=16, default="", blank=True, help_text="of a table")
    game = models.CharField(max_length=32, default="", blank=True, help_text="of a table")
    opener = models.BigIntegerField()
    closer = models.BigIntegerField()
    box = models.BigIntegerField(help_text="cash of the boxes that ended here")
    fills = models.BigIntegerField()
    credits = models.BigIntegerField()
    markers_issued = models.BigIntegerField()
    markers_paid_cash = models.BigIntegerField()
    markers_paid_chips = models.BigIntegerField()
    house_net = models.BigIntegerField()
    handle = models.BigIntegerField()
    rounds = models.BigIntegerField()
    hands = models.BigIntegerField()
    buy_in_cash = models.BigIntegerField()
    rake = models.BigIntegerField(help_text="by rounds and time charges")
    rake_booked = models.BigIntegerField()
    adjusted_drop = models.BigIntegerField(help_text="learnt later of locked days")
    adjusted_win = models.BigIntegerField()
    adjusted_rake = models.BigIntegerField()
    began_before = models.BigIntegerField(help_text="boxes that also cover what lies before the span")
    reach_past = models.BigIntegerField(help_text="boxes that also cover what lies after the day")

    staked_by_edge = models.DecimalField(
        max_digits=40, decimal_places=0, default=0, help_text="stakes x edge, in millionths of the minor unit"
    )
    edge_known = models.BigIntegerField(default=0, help_text="bank periods whose game had an edge")
    edge_unknown = models.BigIntegerField(default=0, help_text="bank periods whose game had none")
    promotional = models.BigIntegerField(default=0, help_text="of the boxes: drop that nobody paid for (T-41)")
    crowd_bets = models.BigIntegerField(default=0, help_text="onlookers' bets that were settled")
    crowd_stakes = models.BigIntegerField(default=0)
    crowd_paid = models.BigIntegerField(default=0, help_text="back to the onlookers, of these stakes")

    class Meta:
        triggers = [NOT_CHANGED, NO_TRUNCATE]
        constraints = [
            UniqueConstraint(fields=["casino", "gaming_day", "span", "kind", "code", "banked"], name="day_total_once"),
            CheckConstraint(condition=Q(span__in=[span.value for span in Span]), name="day_total_span_known"),
            CheckConstraint(condition=Q(kind__in=[kind.value for kind in Kind]), name="day_total_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.span} {self.kind} {self.code}"
