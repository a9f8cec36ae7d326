"""Bank periods (opener to closer), drop boxes and their counts: what win is computed from (domain.md §1.3)."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.table_states import BoxStatus
from tables.models.floor import GamingTable

_OF_CLOSER = ("closed_at", "closer", "closer_total", "closer_expected", "closed_seq")
_CLOSER_MISSING = {f"{name}__isnull": True for name in _OF_CLOSER}
_CLOSER_THERE = {f"{name}__isnull": False for name in _OF_CLOSER}


class DropBox(models.Model):
    """The locked box under a table. ``number`` counts the boxes of this table; each is used once."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="boxes")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=16, default=BoxStatus.ON_TABLE, help_text="in the count: of its cash")
    placed_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    emergency = models.CharField(max_length=240, default="", blank=True, help_text="why it was taken out of turn")
    missing = models.CharField(max_length=240, default="", blank=True, help_text="why no count has had it yet")
    counted_at = models.DateTimeField(null=True)
    counted_total = models.BigIntegerField(null=True, help_text="minor units; null until counted, which is not 0")
    raked = models.BooleanField(default=False, help_text="rake was taken beside it, so that there is some to count")
    rake_counted_at = models.DateTimeField(null=True)
    rake_counted_total = models.BigIntegerField(null=True, help_text="rake of a pot game, in chips; null until counted")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="box_number"),
            UniqueConstraint(fields=["table"], condition=Q(status="on_table"), name="one_box_on_a_table"),
            CheckConstraint(condition=Q(status__in=[status.value for status in BoxStatus]), name="box_status_known"),
            CheckConstraint(
                condition=Q(status="on_table", removed_at__isnull=True)
                | (~Q(status="on_table") & Q(removed_at__isnull=False)),
                name="box_off_the_table_was_removed",
            ),
            CheckConstraint(
                condition=(Q(status="counted") & Q(counted_total__isnull=False))
                | (~Q(status="counted") & Q(counted_total__isnull=True)),
                name="counted_box_has_total",
            ),
            CheckConstraint(
                condition=Q(rake_counted_total__isnull=True) | ~Q(status="on_table"), name="rake_counted_off_the_table"
            ),
            CheckConstraint(condition=Q(missing="") | Q(status="removed"), name="missing_box_is_on_its_way"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} box {self.number}"


class BankPeriod(models.Model):
    """From an opener to its closer. A round, a buy-in and a payout belong to the period they happen in."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="periods")
    number = models.PositiveIntegerField(help_text="counts the periods of this table; never starts again")
    session = models.PositiveSmallIntegerField(help_text="sequence mark: 1..n openings of the table in a gaming day")
    gaming_day = models.DateField()
    shift = models.CharField(max_length=16)
    opened_at = models.DateTimeField()
    opener = models.JSONField(help_text="denomination -> count")
    opener_total = models.BigIntegerField()
    opener_variance = models.BigIntegerField(help_text="opener less previous closer (T-12), never part of win")
    opened_seq = models.BigIntegerField()
    box = models.ForeignKey(DropBox, models.PROTECT, related_name="periods")
    closed_at = models.DateTimeField(null=True)
    closer = models.JSONField(null=True)
    closer_total = models.BigIntegerField(null=True)
    closer_expected = models.BigIntegerField(null=True, help_text="what the rounds say the rack should hold")
    closed_seq = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="period_number"),
            UniqueConstraint(fields=["table"], condition=Q(closed_at__isnull=True), name="one_open_period_a_table"),
            CheckConstraint(condition=Q(**_CLOSER_MISSING) | Q(**_CLOSER_THERE), name="closed_period_has_closer"),
        ]
        indexes = [
            models.Index(fields=["gaming_day", "shift"], name="period_of_shift"),
            models.Index(fields=["table"], condition=~Q(opener_variance=0), name="period_with_variance"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} period {self.number}"
