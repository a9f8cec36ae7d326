"""The ledger: a journal an event that moved money, and its legs. Insert-only, balanced by a trigger.

No foreign keys: they would cost two thirds of the posting rate (docs/adr/0010-books-without-foreign-keys.md). The
balance trigger refuses a leg of an unknown account; ``verify`` proves the rest row by row. In PostgreSQL both have a
partition a gaming day, each with the primary key; the cursor's lock and ``verify`` see to it that no event is posted on
two days (docs/adr/0031-history-by-gaming-day.md).
"""

from django.db import models
from django.db.models import CheckConstraint, Q

from accounting.models.guards import BALANCES, NOT_CHANGED
from tables.models.log import NO_TRUNCATE


class Journal(models.Model):
    """The journal of one event. Its number is the event's, so an event is posted once or not at all."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    type = models.CharField(max_length=32)
    gaming_day = models.DateField(help_text="of the event, by the clock; revenue goes by the period (T-08)")
    shift = models.CharField(max_length=16)
    period = models.IntegerField(null=True)
    round = models.BigIntegerField(null=True)

    class Meta:
        triggers = [NOT_CHANGED, NO_TRUNCATE]

    def __str__(self) -> str:
        return f"{self.stream_id}:{self.seq} {self.type}"


class Leg(models.Model):
    """One line of a journal; ``amount`` in minor units, above zero comes to the account."""

    pk = models.CompositePrimaryKey("stream_id", "seq", "line")
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    line = models.SmallIntegerField()
    account_id = models.BigIntegerField()
    amount = models.BigIntegerField()
    gaming_day = models.DateField(help_text="of the event")

    class Meta:
        triggers = [NOT_CHANGED, NO_TRUNCATE, BALANCES]
        constraints = [CheckConstraint(condition=~Q(amount=0), name="leg_not_zero")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.amount}"
