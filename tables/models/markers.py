"""Credit lines of patrons, and the markers given on them."""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from tables.domain.markers import AT_TABLE, IN_CAGE, OWED
from tables.domain.table_states import MarkerStatus
from tables.models.floor import GamingTable
from tables.models.house import Casino
from tables.models.periods import BankPeriod, DropBox
from tables.models.rounds import Patron


class CreditLine(models.Model):
    """How much a patron may owe from a gaming day on, and the independent source that says so. 0 ends the credit."""

    patron = models.ForeignKey(Patron, models.PROTECT, related_name="credit_lines")
    effective_from = models.DateField(help_text="gaming day")
    limit = models.BigIntegerField(help_text="minor units")
    source = models.CharField(max_length=240, help_text="what the limit rests on: a credit bureau, a bank")
    set_by = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    set_at = models.DateTimeField()

    class Meta:
        constraints = [
            UniqueConstraint(fields=["patron", "effective_from"], name="one_credit_line_a_day"),
            CheckConstraint(condition=Q(limit__gte=0), name="credit_line_not_negative"),
            CheckConstraint(condition=~Q(source=""), name="credit_line_has_source"),
        ]

    def __str__(self) -> str:
        return f"{self.patron_id} {self.limit} from {self.effective_from}"


class Marker(models.Model):
    """A marker and what was paid on it. Its number stays for ever.

    The row changes in the streams of tables and in the cage's; whoever changes it holds the patron's lock.
    """

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="markers")
    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="markers", help_text="that gave the chips")
    patron = models.ForeignKey(Patron, models.PROTECT, related_name="markers")
    series = models.CharField(max_length=12)
    number = models.BigIntegerField()
    status = models.CharField(max_length=12, default=MarkerStatus.ISSUED)
    held = models.CharField(max_length=8, default=AT_TABLE, help_text="where the original lies or lay last")
    amount = models.BigIntegerField(help_text="minor units")
    paid = models.BigIntegerField(default=0, help_text="minor units")
    chips = models.JSONField(help_text="given; denomination -> count")
    limit = models.BigIntegerField(help_text="the patron's credit line when it was given")
    owed_before = models.BigIntegerField(help_text="what he owed then, minor units")
    over_limit = models.CharField(max_length=240, default="", blank=True, help_text="why the line was passed")
    gaming_day = models.DateField(help_text="of issue")
    shift = models.CharField(max_length=16, help_text="of issue")
    period = models.ForeignKey(BankPeriod, models.PROTECT, related_name="markers")
    box = models.ForeignKey(DropBox, models.PROTECT, related_name="markers", help_text="where the issue slip lies")
    reason = models.CharField(max_length=240, default="", blank=True, help_text="void")
    signatures = models.JSONField(default=list, help_text="in order, each with the act that it stands for")
    payments = models.JSONField(default=list, help_text="at, where, cash, chips, chips_total, left, box")
    reprints = models.JSONField(default=list, help_text="copy, at, by, reason")
    issued_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "series", "number"], name="marker_number_once"),
            CheckConstraint(condition=Q(status__in=[s.value for s in MarkerStatus]), name="marker_status_known"),
            CheckConstraint(condition=Q(held__in=[AT_TABLE, IN_CAGE]), name="marker_held_somewhere"),
            CheckConstraint(
                condition=Q(amount__gt=0, number__gt=0, paid__gte=0, paid__lte=F("amount")),
                name="marker_never_overpaid",
            ),
            CheckConstraint(
                condition=Q(status="paid", paid=F("amount")) | (~Q(status="paid") & Q(paid__lt=F("amount"))),
                name="paid_marker_is_paid",
            ),
            CheckConstraint(condition=~Q(status="transferred") | Q(held=IN_CAGE), name="transferred_marker_in_cage"),
            CheckConstraint(condition=~Q(status="void") | (Q(paid=0) & ~Q(reason="")), name="void_marker_has_reason"),
            CheckConstraint(
                condition=Q(over_limit="", amount__lte=F("limit") - F("owed_before")) | ~Q(over_limit=""),
                name="marker_within_line",
            ),
        ]
        indexes = [
            models.Index(
                fields=["casino", "held"],
                condition=Q(status__in=sorted(status.value for status in OWED)),
                name="open_marker",
            ),
            models.Index(fields=["patron", "issued_at"], name="marker_of_patron"),
        ]

    def __str__(self) -> str:
        return f"{self.series} {self.number} {self.status}"
