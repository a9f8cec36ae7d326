"""What lies in the cage and in its vault, by denomination."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.cage import Asset, CagePlace
from tables.models.house import Casino, ChipSet


class CageStock(models.Model):
    """How many chips of a set, or banknotes, of one value should lie in the cage or in the vault.

    A projection: changed by ``cage_stock.move_stock`` alone, in the transaction of the event that says why.
    """

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="cage_stock")
    place = models.CharField(max_length=8)
    asset = models.CharField(max_length=8)
    chip_set = models.ForeignKey(ChipSet, models.PROTECT, null=True, related_name="+", help_text="null for banknotes")
    value = models.BigIntegerField(help_text="of one chip or note, minor units")
    count = models.BigIntegerField(default=0, help_text="pieces")
    target = models.BigIntegerField(default=0, help_text="pieces that should lie here for the day's work")

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["casino", "place", "asset", "chip_set", "value"], nulls_distinct=False, name="cage_line"
            ),
            CheckConstraint(condition=Q(place__in=[p.value for p in CagePlace]), name="cage_place_known"),
            CheckConstraint(
                condition=Q(asset=Asset.CHIPS.value, chip_set__isnull=False)
                | Q(asset=Asset.CASH.value, chip_set__isnull=True),
                name="cage_chips_have_a_set",
            ),
            CheckConstraint(condition=Q(value__gt=0), name="cage_value_positive"),
            CheckConstraint(condition=Q(count__gte=0), name="cage_never_negative"),
            CheckConstraint(condition=Q(target__gte=0), name="cage_target_never_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.count} x {self.value} {self.asset}"
