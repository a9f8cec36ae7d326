"""Rating slips: what a supervisor wrote of a player's time at a table."""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from tables.domain.ratings import Skill
from tables.models.floor import GamingTable


class RatingSlip(models.Model):
    """A slip as it stands now; what it said before a correction is in the log (``rating_recorded``)."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="ratings")
    number = models.PositiveIntegerField()
    player = models.CharField(max_length=40, help_text="a patron's code, or what the table calls him")
    seat = models.PositiveSmallIntegerField(null=True)
    since = models.DateTimeField()
    until = models.DateTimeField()
    buy_in = models.BigIntegerField()
    average_bet = models.BigIntegerField()
    per_hour = models.PositiveSmallIntegerField(help_text="rounds an hour")
    edge = models.IntegerField(help_text="parts per million, as it was used")
    skill = models.CharField(max_length=8)
    result = models.BigIntegerField(null=True, help_text="the player's, estimated; lost: negative")
    note = models.CharField(max_length=240, default="", blank=True)
    theo = models.BigIntegerField()
    rated_by = models.CharField(max_length=16, help_text="badge of who wrote what stands now")
    corrections = models.PositiveIntegerField(default=0)
    seq = models.BigIntegerField(help_text="of the event that wrote what stands now")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="rating_number"),
            CheckConstraint(condition=Q(until__gt=F("since")), name="rating_span"),
            CheckConstraint(condition=Q(skill__in=[skill.value for skill in Skill]), name="rating_skill_known"),
        ]
        indexes = [models.Index(fields=["table", "-until"], name="rating_newest_first")]

    def __str__(self) -> str:
        return f"{self.table_id} rating {self.number}"
