"""The floor log: streams of past-tense facts, hash-chained, insert-only (docs/log.md)."""

import pgtrigger
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.models.floor import GamingTable
from tables.models.house import Casino
from tables.models.sealing import SealedTextField

APPEND_ONLY = pgtrigger.Trigger(
    name="append_only",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete,
    func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';",
)
NO_TRUNCATE = pgtrigger.Trigger(
    name="no_truncate",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Truncate,
    # The test suite empties tables between tests that commit; it says so by this setting. In production the
    # application's role has no TRUNCATE privilege at all (docs/operations.md).
    func="""
    IF current_setting('casino.may_truncate', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
    """,
)


class Stream(models.Model):
    """One ordered history: a table, its crowd, the cage, the count room or the house. Its row is the stream's lock."""

    KINDS = [("table", "table"), ("cage", "cage"), ("count", "count room"), ("house", "house"), ("crowd", "crowd")]

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="streams")
    kind = models.CharField(max_length=8, choices=KINDS)
    key = models.CharField(max_length=64, unique=True, help_text="<casino>/<kind>[/<table>]: stands in every event")
    table = models.OneToOneField(GamingTable, models.PROTECT, null=True, related_name="stream")
    head_seq = models.BigIntegerField(default=0)
    head_hash = models.BinaryField(max_length=32, default=bytes(32))
    head_day = models.DateField(
        null=True, help_text="gaming day of the newest event; a stream never goes back behind it"
    )
    head_at = models.DateTimeField(null=True, help_text="when the newest event occurred")

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["casino", "kind"],
                condition=~Q(kind__in=["table", "crowd"]),
                name="one_stream_of_a_kind_beside_tables",
            ),
            CheckConstraint(
                condition=(Q(kind="table") & Q(table__isnull=False)) | (~Q(kind="table") & Q(table__isnull=True)),
                name="table_stream_has_table",
            ),
            CheckConstraint(
                condition=Q(kind__in=["table", "cage", "count", "house", "crowd"]), name="stream_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class StreamDay(models.Model):
    """Where a gaming day begins in a stream: what lies in which days' partitions (``selectors.stream_days``)."""

    pk = models.CompositePrimaryKey("stream_id", "gaming_day")
    stream_id = models.BigIntegerField()
    gaming_day = models.DateField()
    first_seq = models.BigIntegerField(help_text="the first event of the day in the stream")

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]
        indexes = [models.Index(fields=["stream_id", "-first_seq"], name="day_of_seq")]

    def __str__(self) -> str:
        return f"{self.stream_id}: {self.gaming_day} from {self.first_seq}"


class Event(models.Model):
    """One fact. ``body`` is the canonical text that was hashed; the other columns only help to find it.

    In PostgreSQL what belongs to no round lies in one partition, the rest in one a gaming day. Each has the primary
    key; that no number is in two of them follows from the stream's head, which is moved under its lock
    (docs/adr/0031-history-by-gaming-day.md).

    ``sealed`` holds what the body only commits to (field -> [nonce, value]), encrypted; only the floor services
    and the engine of a replay see it.
    No foreign key: rows are written at every press, and ``verify`` proves what a key would (perf.md §2).
    """

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    type = models.CharField(max_length=32)
    gaming_day = models.DateField()
    round = models.BigIntegerField(null=True, help_text="number of the round at the stream's table")
    body = models.TextField()
    hash = models.BinaryField(max_length=32)
    sealed = SealedTextField(default="", blank=True)

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]
        constraints = [CheckConstraint(condition=Q(seq__gt=0), name="event_seq_positive")]
        indexes = [
            models.Index(fields=["stream_id", "round"], condition=Q(round__isnull=False), name="event_of_round"),
            models.Index(fields=["stream_id", "type", "seq"], condition=Q(round__isnull=True), name="event_of_type"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id}:{self.seq} {self.type}"


class Receipt(models.Model):
    """The answer to an accepted request, under the key its client made: a repeat gets it again, word for word."""

    pk = models.CompositePrimaryKey("client", "key")
    client = models.CharField(max_length=40)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64, help_text="keyed hash of the request; another body is a conflict")
    answer = models.TextField()
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField(help_text="head of the stream after the request")
    created_at = models.DateTimeField()

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]

    def __str__(self) -> str:
        return f"{self.client} {self.key}"
