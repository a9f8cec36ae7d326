"""The chart as rows, and what each stream has brought to each account."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from accounting.domain.chart import Asset, Kind, Side
from accounting.models.guards import NOT_CHANGED
from tables.models.house import Casino
from tables.models.log import NO_TRUNCATE


class Account(models.Model):
    """A place in one asset. The number follows from the owning stream (``chart.accounts_of``), never from a counter."""

    id = models.BigIntegerField(primary_key=True)
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="+")
    code = models.CharField(max_length=40, help_text="rack/BJ-01, cage ...")
    asset = models.CharField(max_length=8)
    kind = models.CharField(max_length=8)
    side = models.CharField(max_length=6)
    table = models.CharField(max_length=16, default="", blank=True)

    class Meta:
        triggers = [NOT_CHANGED, NO_TRUNCATE]
        constraints = [
            UniqueConstraint(fields=["casino", "code", "asset"], name="account_code"),
            CheckConstraint(condition=Q(asset__in=[a.value for a in Asset]), name="account_asset_known"),
            CheckConstraint(condition=Q(kind__in=[k.value for k in Kind]), name="account_kind_known"),
            CheckConstraint(condition=Q(side__in=[s.value for s in Side]), name="account_side_known"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.asset}"


class StreamBalance(models.Model):
    """What the legs of one stream come to in one account, in minor units.

    Only the follower that holds the stream's cursor writes it, so no two posts ever wait for each other here
    (perf.md §7: a hot balance row costs three quarters of the throughput). An account's balance is the sum of them.
    """

    pk = models.CompositePrimaryKey("stream_id", "account_id")
    stream_id = models.BigIntegerField()
    account_id = models.BigIntegerField()
    balance = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.stream_id} {self.account_id} {self.balance}"
