"""What a dealer asks of his pit boss, who is deciding what, and what one boss hands to the next."""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from tables.domain.approvals import ApprovalStatus
from tables.models.floor import GamingTable, Pit
from tables.models.house import Casino
from tables.models.periods import BankPeriod


class Approval(models.Model):
    """Something that a table waits for the pit boss to allow. ``content`` says what, by ``kind``; it never changes."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="approvals")
    number = models.PositiveIntegerField(help_text="counts what this table asked for; never starts again")
    kind = models.CharField(max_length=16)
    status = models.CharField(max_length=12, default=ApprovalStatus.ASKED)
    content = models.JSONField()
    asked_by = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    decided_by = models.ForeignKey("tables.StaffMember", models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=240, default="", blank=True, help_text="why it was refused")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="approval_number"),
            CheckConstraint(condition=Q(status__in=[s.value for s in ApprovalStatus]), name="approval_status_known"),
            CheckConstraint(
                condition=Q(status="asked", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(status="asked") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="approval_decided_by_somebody",
            ),
            CheckConstraint(
                condition=(Q(status="refused") & ~Q(reason="")) | (~Q(status="refused") & Q(reason="")),
                name="refused_approval_has_reason",
            ),
        ]
        indexes = [models.Index(fields=["table"], condition=Q(status="asked"), name="open_approval")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind} {self.number}"


class OpenerExplained(models.Model):
    """Why an opener was not what the closer before it had left: seen and signed by the boss in charge (T-12)."""

    period = models.OneToOneField(BankPeriod, models.PROTECT, related_name="explained")
    cause = models.CharField(max_length=32)
    explanation = models.CharField(max_length=1000)
    explained_by = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    explained_at = models.DateTimeField()
    seq = models.BigIntegerField(help_text="of its event in the table's stream")

    class Meta:
        constraints = [CheckConstraint(condition=~Q(explanation="") & ~Q(cause=""), name="opener_explained_in_words")]

    def __str__(self) -> str:
        return f"{self.period_id} {self.cause}"


class QueueClaim(models.Model):
    """Who has an item of the queue open to decide it. It runs out by itself and is no fact of the log."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16)
    item = models.CharField(max_length=40, help_text="what the kind calls it")
    staff = models.OneToOneField("tables.StaffMember", models.PROTECT, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "kind", "item"], name="one_claim_an_item")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind} {self.item}"


class AlertAcknowledgement(models.Model):
    """Who has seen an alert; ``mark`` tells this one from the next of its kind at the same table."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="+")
    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="+")
    alert = models.CharField(max_length=24)
    mark = models.CharField(max_length=80)
    staff = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    seq = models.BigIntegerField(help_text="of its event in the house's stream")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "alert", "mark"], name="alert_acknowledged_once"),
            UniqueConstraint(fields=["casino", "seq"], name="acknowledgement_of_event"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.alert} {self.mark}"


class ShiftHandover(models.Model):
    """A pit as one boss handed it to another: what was open, in figures, and what he had to say."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="+")
    pit = models.ForeignKey(Pit, models.PROTECT, related_name="handovers")
    number = models.PositiveIntegerField(help_text="counts the handovers of this pit")
    gaming_day = models.DateField()
    shift = models.CharField(max_length=16)
    outgoing = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    incoming = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    figures = models.JSONField(help_text="what was open, list by list")
    messages = models.CharField(max_length=2000, default="", blank=True)
    sha256 = models.CharField(max_length=64, help_text="of the signed paper")
    signatures = models.JSONField()
    handed_over_at = models.DateTimeField()
    seq = models.BigIntegerField(help_text="of its event in the house's stream")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["pit", "number"], name="handover_number"),
            UniqueConstraint(fields=["casino", "seq"], name="handover_of_event"),
            CheckConstraint(condition=~Q(outgoing=F("incoming")), name="handover_between_two"),
        ]

    def __str__(self) -> str:
        return f"{self.pit_id} handover {self.number}"
