"""Decks of cards and dice outside play."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.equipment import Item, Place
from tables.models.floor import GamingTable
from tables.models.house import Casino


class EquipmentStock(models.Model):
    """How many decks or dice are at a place. A projection, changed in the transaction of the event that says why."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="equipment")
    item = models.CharField(max_length=8)
    place = models.CharField(max_length=8)
    table = models.ForeignKey(GamingTable, models.PROTECT, null=True, related_name="equipment")
    pieces = models.IntegerField(default=0)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "item", "place", "table"], nulls_distinct=False, name="equipment_line"),
            CheckConstraint(condition=Q(item__in=[item.value for item in Item]), name="equipment_item_known"),
            CheckConstraint(
                condition=Q(place__in=[Place.NEW.value, Place.USED.value], table__isnull=True)
                | Q(place=Place.TABLE.value, table__isnull=False),
                name="equipment_place_known",
            ),
            CheckConstraint(condition=Q(pieces__gte=0), name="equipment_never_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.item} {self.place}: {self.pieces}"
