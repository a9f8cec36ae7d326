"""What players dispute and how it was ruled; one row a dispute, which follows its events in the table's stream."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.table_states import DisputeStatus
from tables.models.floor import GamingTable
from tables.models.rounds import Patron, Round


class Dispute(models.Model):
    """A claim about a round, or about a misdeal that stopped the table, and the last ruling on it.

    ``paid`` is what rulings have moved from the rack to the player, less what they have taken from him.
    """

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="disputes")
    number = models.PositiveIntegerField(help_text="counts the disputes of this table")
    status = models.CharField(max_length=10, default=DisputeStatus.OPEN)
    claim = models.CharField(max_length=20)
    text = models.CharField(max_length=500)
    claimed = models.BigIntegerField(default=0, help_text="what is wanted beside what was paid, minor units")
    stopped = models.BooleanField(default=False, help_text="play was stopped over it")
    round = models.ForeignKey(Round, models.PROTECT, null=True, related_name="disputes")
    player = models.CharField(max_length=40, default="", blank=True, help_text="as the table calls him")
    patron = models.ForeignKey(Patron, models.PROTECT, null=True, related_name="disputes")
    spot = models.CharField(max_length=48, default="", blank=True)
    dealer = models.ForeignKey("tables.StaffMember", models.PROTECT, null=True, related_name="+")
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    ruling = models.CharField(max_length=16, default="", blank=True)
    reason = models.CharField(max_length=240, default="", blank=True, help_text="of the ruling")
    pack = models.CharField(max_length=48, default="", blank=True, help_text="rule pack and version it was ruled by")
    paid = models.BigIntegerField(default=0, help_text="by rulings, minor units")
    ruled_at = models.DateTimeField(null=True)
    ruled_by = models.ForeignKey("tables.StaffMember", models.PROTECT, null=True, related_name="+")
    minutes = models.PositiveIntegerField(null=True, help_text="from the claim to its last ruling")
    surveillance = models.CharField(max_length=80, default="", blank=True, help_text="reference of the recording")
    regulator = models.CharField(max_length=80, default="", blank=True, help_text="reference of the report")
    note = models.CharField(max_length=240, default="", blank=True, help_text="of the last step after the ruling")
    closed_at = models.DateTimeField(null=True, help_text="accepted, or given to the regulator")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="dispute_number"),
            CheckConstraint(condition=Q(status__in=[s.value for s in DisputeStatus]), name="dispute_status_known"),
            CheckConstraint(condition=Q(claimed__gte=0) & ~Q(text=""), name="dispute_says_what"),
            CheckConstraint(
                condition=Q(status="open", ruling="", ruled_at=None)
                | (~Q(status="open") & ~Q(ruling="") & ~Q(reason="") & Q(ruled_at__isnull=False)),
                name="ruled_dispute_has_ruling",
            ),
            CheckConstraint(
                condition=~Q(status__in=["escalated", "regulator"]) | ~Q(surveillance=""),
                name="escalated_dispute_names_recording",
            ),
            CheckConstraint(
                condition=Q(status="regulator") ^ Q(regulator=""), name="dispute_at_regulator_has_reference"
            ),
        ]
        indexes = [
            models.Index(
                fields=["table"], condition=Q(status__in=["open", "ruled", "escalated"]), name="unresolved_dispute"
            ),
            models.Index(fields=["claim", "-ruled_at"], name="dispute_by_claim"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} dispute {self.number} {self.status}"
