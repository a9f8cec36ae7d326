"""Every time a paper of the log left the printer; slips and markers keep their copies beside themselves."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.models.house import Casino
from tables.models.log import Stream


class PaperPrint(models.Model):
    """A print of the paper that one event of the log is; ``copy`` 0 is the original, from 1 on copies count (T-26)."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="+")
    stream = models.ForeignKey(Stream, models.PROTECT, related_name="+", help_text="in which the paper's event stands")
    paper_seq = models.BigIntegerField(help_text="of the paper's event")
    copy = models.PositiveIntegerField()
    reason = models.CharField(max_length=240, default="", blank=True, help_text="why a copy was wanted")
    printed_by = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")
    printed_at = models.DateTimeField()
    seq = models.BigIntegerField(help_text="of its event in the house's stream")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["stream", "paper_seq", "copy"], name="paper_copy_once"),
            UniqueConstraint(fields=["casino", "seq"], name="print_of_event"),
            CheckConstraint(condition=Q(copy=0) | ~Q(reason=""), name="copied_paper_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id}:{self.paper_seq} copy {self.copy}"
