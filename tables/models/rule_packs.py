"""Which rule pack a house keeps to, from which gaming day on."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.models.house import Casino


class RulePackChoice(models.Model):
    """From gaming day ``effective_from`` on the house keeps to this pack; past days keep theirs.

    ``values`` are the pack's as they were chosen, so that no later product can change what a past day was judged by.
    """

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="rule_pack_choices")
    effective_from = models.DateField()
    name = models.CharField(max_length=32)
    version = models.PositiveSmallIntegerField()
    values = models.JSONField(help_text="every value of the pack; money in minor units")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "effective_from"], name="one_rule_pack_a_date"),
            CheckConstraint(condition=Q(version__gt=0), name="rule_pack_version_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.effective_from} {self.name} v{self.version}"
