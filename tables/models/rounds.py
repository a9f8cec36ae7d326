"""Rounds and bets as rows: what a reader looks for after the press (the running round is in ``TableState.live``)."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.table_states import RoundStatus
from tables.models.floor import GamingTable
from tables.models.house import HouseRules
from tables.models.periods import BankPeriod


class Round(models.Model):
    """One round of a table, by its number. ``outcome`` is the public view of the finished round."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="rounds")
    number = models.BigIntegerField()
    period = models.ForeignKey(BankPeriod, models.PROTECT, related_name="rounds")
    rules = models.ForeignKey(HouseRules, models.PROTECT, related_name="+")
    status = models.CharField(max_length=10, default=RoundStatus.BETTING)
    opened_at = models.DateTimeField()
    opened_seq = models.BigIntegerField()
    settled_at = models.DateTimeField(null=True)
    settled_seq = models.BigIntegerField(null=True)
    dealer = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+", help_text="who settled it")
    handle = models.BigIntegerField(default=0, help_text="all stakes laid, minor units; 0 when voided")
    hands = models.PositiveIntegerField(default=0)
    house_net = models.BigIntegerField(default=0, help_text="what the house won (lost: negative), minor units")
    outcome = models.JSONField(default=dict)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="round_number"),
            CheckConstraint(condition=Q(status__in=[s.value for s in RoundStatus]), name="round_status_known"),
        ]
        indexes = [models.Index(fields=["table", "-number"], name="round_newest_first")]

    def __str__(self) -> str:
        return f"{self.table_id} round {self.number}"


class Bet(models.Model):
    """A stake as it was laid. What became of it is in the log, and in the books' settlement rows; one whose press was
    undone was never laid. In PostgreSQL a partition a gaming day."""

    pk = models.CompositePrimaryKey("table_id", "round_number", "number")
    table_id = models.BigIntegerField()
    round_number = models.BigIntegerField()
    number = models.PositiveIntegerField(help_text="counts the stakes of the round")
    kind = models.CharField(max_length=16)
    spot = models.CharField(max_length=48, help_text="the seat; a back-bet's is the spot and its id")
    hand = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=40, help_text="a patron's code, or the name the table gave an anonymous one")
    amount = models.BigIntegerField(help_text="minor units")
    tender = models.CharField(max_length=5)
    chips = models.JSONField(help_text="denomination -> count; empty for cash")
    parent = models.PositiveIntegerField(null=True)
    gaming_day = models.DateField(help_text="of the event that laid it")

    class Meta:
        constraints = [CheckConstraint(condition=Q(amount__gt=0), name="bet_positive")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class Patron(models.Model):
    """A player the house knows by name or description. Anonymous players have no row."""

    casino = models.ForeignKey("tables.Casino", models.PROTECT, related_name="patrons")
    code = models.CharField(max_length=24)
    name = models.CharField(max_length=120, default="", blank=True)
    description = models.CharField(max_length=240, default="", blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "code"], name="patron_code"),
            CheckConstraint(condition=~Q(name="") | ~Q(description=""), name="patron_named_or_described"),
        ]

    def __str__(self) -> str:
        return self.code


class PatronPast(models.Model):
    """What the house said of a patron before it was corrected. ``number`` counts his corrections.

    Its words can be erased, like all that is known of a person; that he was corrected stays in the log.
    """

    patron = models.ForeignKey(Patron, models.PROTECT, related_name="past")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120, default="", blank=True)
    description = models.CharField(max_length=240, default="", blank=True)
    until = models.DateTimeField(help_text="when it was corrected")
    corrected_by = models.CharField(max_length=16, help_text="badge")
    reason = models.CharField(max_length=240)

    class Meta:
        constraints = [UniqueConstraint(fields=["patron", "number"], name="patron_correction_number")]

    def __str__(self) -> str:
        return f"{self.patron_id} until {self.until}"
