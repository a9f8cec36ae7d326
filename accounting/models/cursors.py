"""How far the books have followed each stream."""

from django.db import models

from tables.models.log import Stream


class Cursor(models.Model):
    """One row a stream; its lock is the right to post from that stream.

    ``memory`` is what the fold needs for the next event (``accounting.domain.streams``). ``error`` tells why the books
    stopped, and at which event; it is empty while they follow. ``manner`` is the
    version of the books that made the stream's rows (``streams.MANNER``), 0 for one that did not say so.
    """

    stream = models.OneToOneField(Stream, models.PROTECT, primary_key=True, related_name="cursor")
    seq = models.BigIntegerField(default=0)
    hash = models.BinaryField(max_length=32, default=bytes(32))
    memory = models.TextField(default="", blank=True)
    error = models.TextField(default="", blank=True)
    error_seq = models.BigIntegerField(null=True)
    manner = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.stream_id} at {self.seq}"
