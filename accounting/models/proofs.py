"""A proof that several workers share: what is still to do stands here, and nothing waits on a message."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from accounting.models.audits import AuditRun


class Proof(models.Model):
    """A proof of everything, or of the rounds of one gaming day. A proof of everything ends in an ``AuditRun``."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    gaming_day = models.DateField(null=True, help_text="of the rounds that are played again; null: everything")
    run = models.OneToOneField(AuditRun, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["gaming_day"],
                condition=Q(finished_at__isnull=True),
                nulls_distinct=False,
                name="one_open_proof_of_a_day",
            ),
            CheckConstraint(
                condition=Q(run__isnull=True) | Q(gaming_day__isnull=True, finished_at__isnull=False),
                name="proof_run_is_of_everything",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.started_at} {self.gaming_day or 'everything'}"


class ProofPart(models.Model):
    """Some streams, one after the other in the order of the whole; of everything the last part has none.

    Whoever proves it holds the advisory lock of its number, which ends with his connection. ``found`` is what came
    out (``Outcome`` as JSON, with the heads that were proven), null until then.
    """

    proof = models.ForeignKey(Proof, models.CASCADE, related_name="parts")
    number = models.IntegerField()
    streams = models.JSONField(default=list, help_text="ids; empty: what can only be proven when all streams are")
    attempts = models.IntegerField(default=0)
    found = models.JSONField(null=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["proof", "number"], name="one_part_of_a_number")]

    def __str__(self) -> str:
        return f"part {self.number} of proof {self.proof_id}"
