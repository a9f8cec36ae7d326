"""Fills, credits and even exchanges between the cage and the tables, and the series their numbers come from."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.slips import OPEN, UNNUMBERED, SlipKind
from tables.domain.table_states import SlipStatus
from tables.models.floor import GamingTable
from tables.models.house import Casino
from tables.models.periods import BankPeriod, DropBox

_UNNUMBERED = sorted(status.value for status in UNNUMBERED)
_AT_TABLE = [status.value for status in (SlipStatus.ACCEPTED, SlipStatus.COUNTED_OUT, SlipStatus.RECEIVED)]


class SlipSeries(models.Model):
    """The counter of a series. Its row is locked while a number is taken, so that none is skipped (T-27)."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="slip_series")
    series = models.CharField(max_length=12, help_text="with its year where numbers begin again (T-28)")
    last_number = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "series"], name="slip_series_once"),
            CheckConstraint(condition=Q(last_number__gte=0), name="slip_series_counts"),
        ]

    def __str__(self) -> str:
        return f"{self.series} {self.last_number}"


class Slip(models.Model):
    """A request and the slip it became. Its number is null until the cage issues it, and stays for ever (T-24).

    The row changes in the table's stream and in the cage's; whoever changes it holds its lock.
    """

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="slips")
    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="slips")
    request = models.PositiveIntegerField(help_text="counts the requests of this table; never starts again")
    kind = models.CharField(max_length=8)
    status = models.CharField(max_length=12, default=SlipStatus.REQUESTED)
    urgent = models.BooleanField(default=False, help_text="asked for although fills had stopped before a count")
    chips = models.JSONField(help_text="fill: to the table; credit and exchange: from the table; denomination -> count")
    taken = models.JSONField(default=dict, help_text="exchange: to the table")
    total = models.BigIntegerField(help_text="minor units, one way")
    series = models.CharField(max_length=12, default="", blank=True)
    number = models.BigIntegerField(null=True)
    gaming_day = models.DateField(null=True, help_text="of issue")
    shift = models.CharField(max_length=16, default="", blank=True, help_text="of issue")
    period = models.ForeignKey(
        BankPeriod, models.PROTECT, null=True, related_name="slips", help_text="in which the rack changed (T-20)"
    )
    box = models.ForeignKey(
        DropBox, models.PROTECT, null=True, related_name="slips", help_text="where the table's copy lies"
    )
    counted = models.JSONField(null=True, help_text="what came to the table or left it, as counted there")
    received = models.JSONField(null=True, help_text="what came back to the cage, as counted there")
    missing = models.BigIntegerField(default=0, help_text="lost on the way, shown alone; below zero: too much (T-21)")
    reason = models.CharField(max_length=240, default="", blank=True, help_text="refused, withdrawn, declined, void")
    note = models.CharField(max_length=240, default="", blank=True, help_text="why a count differs from the slip")
    signatures = models.JSONField(default=list, help_text="in order, each with the act that it stands for")
    reprints = models.JSONField(default=list, help_text="copy, at, by, reason")
    requested_at = models.DateTimeField()
    issued_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(help_text="of the newest status")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "request"], name="slip_request_once"),
            UniqueConstraint(
                fields=["casino", "series", "number"], condition=Q(number__isnull=False), name="slip_number_once"
            ),
            CheckConstraint(condition=Q(kind__in=[kind.value for kind in SlipKind]), name="slip_kind_known"),
            CheckConstraint(condition=Q(status__in=[s.value for s in SlipStatus]), name="slip_status_known"),
            CheckConstraint(condition=Q(total__gt=0), name="slip_total_positive"),
            CheckConstraint(
                condition=Q(
                    status__in=_UNNUMBERED, number__isnull=True, issued_at__isnull=True, gaming_day__isnull=True
                )
                | (~Q(status__in=_UNNUMBERED) & Q(number__gt=0, issued_at__isnull=False, gaming_day__isnull=False)),
                name="slip_numbered_when_issued",
            ),
            CheckConstraint(
                condition=~Q(status__in=_AT_TABLE) | Q(period__isnull=False, box__isnull=False, counted__isnull=False),
                name="slip_at_table_has_period",
            ),
            CheckConstraint(condition=~Q(status=SlipStatus.VOID.value) | ~Q(reason=""), name="void_slip_has_reason"),
        ]
        indexes = [
            models.Index(
                fields=["casino", "status"],
                condition=Q(status__in=sorted(status.value for status in OPEN)),
                name="open_slip",
            ),
            models.Index(fields=["casino", "gaming_day"], name="slip_of_day"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind} {self.request}"
