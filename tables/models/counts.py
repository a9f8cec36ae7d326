"""The count room: sessions, and the sheets on which boxes are counted (domain.md §1.1 count sheet)."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.box_contents import Part
from tables.domain.table_states import BoxStatus, CountStatus
from tables.models.house import Casino
from tables.models.periods import DropBox
from tables.models.staff import StaffMember

_ON_SHEETS = [BoxStatus.IN_COUNT, BoxStatus.FIRST_COUNTED, BoxStatus.VARIANCE, BoxStatus.COUNTED]


class CountSession(models.Model):
    """A team that counts boxes, from its opening to the totals that it signs. A casino has one open at a time."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="count_sessions")
    number = models.PositiveIntegerField(help_text="counts the sessions of this casino; never starts again")
    gaming_day = models.DateField(help_text="of its opening")
    shift = models.CharField(max_length=16)
    status = models.CharField(max_length=8, default=CountStatus.OPEN)
    team = models.JSONField(help_text="badges of those who count")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    verified = models.JSONField(null=True, help_text="newest recount of all banknotes; null: none since the last sheet")
    totals = models.JSONField(null=True, help_text="of all sheets; null while the session is open")
    missing = models.JSONField(default=list, help_text="boxes that were not brought: table, box, reason")
    note = models.CharField(max_length=240, default="", blank=True, help_text="why the verifier found something else")
    taken_over_at = models.DateTimeField(null=True, help_text="when the cage took the money; null: not yet")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "number"], name="count_session_number"),
            UniqueConstraint(fields=["casino"], condition=Q(status="open"), name="one_open_count"),
            CheckConstraint(condition=Q(status__in=[status.value for status in CountStatus]), name="count_known"),
            CheckConstraint(
                condition=Q(status="open", closed_at__isnull=True, totals__isnull=True, taken_over_at__isnull=True)
                | Q(status="closed", closed_at__isnull=False, totals__isnull=False),
                name="closed_count_has_totals",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.casino_id} count {self.number}"


class CountSheet(models.Model):
    """The count of a box's cash, or of the rake beside it. What it says is null until it is counted.

    Blind counts stand nowhere but sealed in the log; ``first_seq`` and ``second_seq`` are their events there (T-107).
    """

    session = models.ForeignKey(CountSession, models.PROTECT, related_name="sheets")
    box = models.ForeignKey(DropBox, models.PROTECT, related_name="sheets")
    part = models.CharField(max_length=4)
    status = models.CharField(max_length=16, default=BoxStatus.IN_COUNT)
    accepted_at = models.DateTimeField()
    first_by = models.ForeignKey(StaffMember, models.PROTECT, null=True, related_name="+")
    first_seq = models.BigIntegerField(null=True)
    second_by = models.ForeignKey(StaffMember, models.PROTECT, null=True, related_name="+")
    second_seq = models.BigIntegerField(null=True, help_text="of a second count that differed")
    verified_by = models.ForeignKey(StaffMember, models.PROTECT, null=True, related_name="+")
    counted_at = models.DateTimeField(null=True)
    counted_seq = models.BigIntegerField(null=True)
    contents = models.JSONField(null=True, help_text="as counted; null until then, which is not 0")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["box", "part"], name="one_sheet_a_part"),
            CheckConstraint(condition=Q(part__in=[part.value for part in Part]), name="sheet_part_known"),
            CheckConstraint(condition=Q(status__in=[s.value for s in _ON_SHEETS]), name="sheet_status_known"),
            CheckConstraint(
                condition=Q(status="in_count", first_seq__isnull=True)
                | (~Q(status="in_count") & Q(first_seq__isnull=False, first_by__isnull=False)),
                name="sheet_has_first_count",
            ),
            CheckConstraint(
                condition=Q(
                    status="counted", contents__isnull=False, counted_seq__isnull=False, second_by__isnull=False
                )
                | (~Q(status="counted") & Q(contents__isnull=True, counted_seq__isnull=True, counted_at__isnull=True)),
                name="counted_sheet_says_what",
            ),
            CheckConstraint(condition=~Q(status="variance") | Q(second_seq__isnull=False), name="variance_has_both"),
            # Persons are compared, not roles: nobody counts a box twice (T-100).
            CheckConstraint(condition=~Q(first_by=models.F("second_by")), name="sheet_two_persons"),
            CheckConstraint(
                condition=~Q(verified_by=models.F("first_by")) & ~Q(verified_by=models.F("second_by")),
                name="sheet_third_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.box_id} {self.part}"
