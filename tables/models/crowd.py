"""Onlookers' bets in bulk, and what patrons have with the house to lay them from (docs/back-bets.md).

Bets and settlements are inserted by the ten thousand and never changed: no foreign keys, ``verify`` proves what keys
would (perf.md §2). Their gaming day is the one on which the round's crowd began, whatever day settles it; in PostgreSQL
each day is a partition (docs/adr/0031-history-by-gaming-day.md).
"""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from tables.domain.crowd import CrowdStatus
from tables.models.floor import GamingTable
from tables.models.log import APPEND_ONLY, NO_TRUNCATE, Stream
from tables.models.rounds import Patron


class Crowd(models.Model):
    """A table that takes a crowd: its stream beside the table's own, and its limits in minor units.

    ``seen_seq`` is how far the table's stream was searched for rounds that were called off.
    """

    table = models.OneToOneField(GamingTable, models.PROTECT, primary_key=True, related_name="crowd")
    stream = models.OneToOneField(Stream, models.PROTECT, related_name="crowd")
    patron_limit = models.BigIntegerField(help_text="of one patron on one round")
    spot_limit = models.BigIntegerField(help_text="of all patrons on one spot of a round")
    round_limit = models.BigIntegerField(help_text="of all patrons on one round")
    seen_seq = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            CheckConstraint(
                condition=Q(patron_limit__gt=0, spot_limit__gte=F("patron_limit"), round_limit__gte=F("spot_limit")),
                name="crowd_limit_order",
            )
        ]

    def __str__(self) -> str:
        return f"crowd of {self.table_id}"


class Purse(models.Model):
    """What a patron has on account: front money, less stakes that lie on a table, and what was paid for them.

    Below zero only by a round that was called off after its winnings were spent; he then bets and draws no more.
    """

    patron = models.OneToOneField(Patron, models.PROTECT, primary_key=True, related_name="purse")
    balance = models.BigIntegerField(default=0, help_text="minor units")

    def __str__(self) -> str:
        return f"{self.patron_id} {self.balance}"


class CrowdRound(models.Model):
    """The crowd of one round. ``decided`` is the data of the newest decision, ``entry`` its number (2: called off)."""

    pk = models.CompositePrimaryKey("stream_id", "round")
    stream_id = models.BigIntegerField(help_text="of the crowd")
    round = models.BigIntegerField(help_text="number of the round at the table")
    gaming_day = models.DateField()
    status = models.CharField(max_length=8, default=CrowdStatus.OPEN)
    bets = models.BigIntegerField(default=0)
    amount = models.BigIntegerField(default=0, help_text="all stakes, minor units")
    spots = models.JSONField(default=dict, help_text="spot -> stakes, minor units")
    entry = models.SmallIntegerField(default=0)
    pays = models.JSONField(default=list, help_text="what each spot paid, as in the event")
    called_off = models.BooleanField(default=False, help_text="the newest decision gives every stake back")
    settled = models.IntegerField(default=0, help_text="chunks of the newest decision that are settled")

    class Meta:
        constraints = [
            CheckConstraint(condition=Q(status__in=[s.value for s in CrowdStatus]), name="crowd_status_known")
        ]
        indexes = [models.Index(fields=["stream_id"], condition=~Q(status="done"), name="crowd_round_waits")]

    def __str__(self) -> str:
        return f"{self.stream_id} round {self.round} {self.status}"


class CrowdBet(models.Model):
    """A bet of the crowd, by the number it got within its round."""

    pk = models.CompositePrimaryKey("gaming_day", "stream_id", "round", "line")
    gaming_day = models.DateField()
    stream_id = models.BigIntegerField()
    round = models.BigIntegerField()
    line = models.BigIntegerField(help_text="counts the bets of the round")
    patron_id = models.BigIntegerField()
    bet = models.CharField(max_length=40, help_text="the patron's own number of it")
    spot = models.SmallIntegerField()
    amount = models.BigIntegerField(help_text="minor units")

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]
        constraints = [
            UniqueConstraint(fields=["gaming_day", "stream_id", "round", "patron_id", "bet"], name="crowd_bet_once"),
            CheckConstraint(condition=Q(amount__gt=0), name="crowd_bet_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id} round {self.round} bet {self.line}"


class CrowdSettlement(models.Model):
    """What became of a bet. A later decision is a further row; ``change`` is what it alters of ``returned``."""

    pk = models.CompositePrimaryKey("gaming_day", "stream_id", "round", "entry", "line")
    gaming_day = models.DateField()
    stream_id = models.BigIntegerField()
    round = models.BigIntegerField()
    entry = models.SmallIntegerField()
    line = models.BigIntegerField()
    patron_id = models.BigIntegerField()
    outcome = models.CharField(max_length=16)
    stake = models.BigIntegerField(help_text="minor units")
    returned = models.BigIntegerField(help_text="all that goes back to the patron, minor units")
    change = models.BigIntegerField(help_text="returned, less what the decision before had returned")

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]

    def __str__(self) -> str:
        return f"{self.stream_id} round {self.round} bet {self.line} {self.outcome}"


class CrowdChunk(models.Model):
    """A settled chunk, and whether the purses have what it returned."""

    pk = models.CompositePrimaryKey("stream_id", "round", "entry", "chunk")
    stream_id = models.BigIntegerField()
    round = models.BigIntegerField()
    entry = models.SmallIntegerField()
    chunk = models.IntegerField()
    seq = models.BigIntegerField(help_text="of its event")
    paid = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["stream_id"], condition=Q(paid=False), name="crowd_chunk_unpaid")]

    def __str__(self) -> str:
        return f"{self.stream_id} round {self.round} chunk {self.chunk}"
