"""The cash log and who was meant in it. Insert-only, all from the log; money in minor units."""

from django.db import models
from django.db.models import CheckConstraint, Q

from accounting.models.guards import NOT_CHANGED
from tables.models.log import NO_TRUNCATE

_GUARDS = [NOT_CHANGED, NO_TRUNCATE]


class CashTransaction(models.Model):
    """Currency that went between a patron and the house. Below zero only a correction, which names its event."""

    pk = models.CompositePrimaryKey("stream_id", "seq", "line")
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    line = models.SmallIntegerField(help_text="counts the movements of one event")
    gaming_day = models.DateField(help_text="by the clock; a correction's is that of what it corrects")
    happened_at = models.DateTimeField()
    place = models.CharField(max_length=16, help_text="a table, or cage")
    who = models.CharField(max_length=80, help_text="as keyed: a patron's code, a seat's name, a description")
    direction = models.CharField(max_length=3)
    amount = models.BigIntegerField()
    kind = models.CharField(max_length=24)
    corrects = models.BigIntegerField(null=True, help_text="seq of the event, in the same stream")
    round = models.BigIntegerField(null=True)
    recorded_by = models.CharField(max_length=16, help_text="badge")

    class Meta:
        triggers = _GUARDS
        constraints = [
            CheckConstraint(condition=Q(direction__in=["in", "out"]), name="cash_comes_or_goes"),
            CheckConstraint(condition=~Q(amount=0), name="cash_is_some"),
            CheckConstraint(condition=Q(amount__gt=0) | Q(corrects__isnull=False), name="less_cash_corrects"),
        ]
        indexes = [models.Index(fields=["gaming_day", "stream_id"], name="cash_of_day")]

    def __str__(self) -> str:
        return f"{self.direction} {self.amount} {self.who}"


class PatronIdentity(models.Model):
    """Somebody who was known by a description, a seat's name or another code is a patron. The last word counts."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField()
    known_as = models.CharField(max_length=80)
    place = models.CharField(max_length=16, blank=True, help_text="a table, cage, or empty: everywhere")
    since = models.CharField(max_length=32, blank=True, help_text="as in the log; empty: always")
    until = models.CharField(max_length=32, blank=True, help_text="as in the log; empty: for good")
    patron = models.CharField(max_length=24, blank=True, help_text="empty: nobody after all")

    class Meta:
        triggers = _GUARDS

    def __str__(self) -> str:
        return f"{self.known_as} is {self.patron}"
