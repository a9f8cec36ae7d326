"""Shoes and what is known of the cards in them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.table_states import ShoeStatus
from tables.models.floor import GamingTable
from tables.models.sealing import SealedTextField


class Shoe(models.Model):
    """A pack of ``decks`` decks and two jokers at a table (T-74).

    Cards are two-letter codes written one after the other. ``stock`` is the order still to come and only known for
    cards from the server; like ``dealt`` and ``on_table`` it never leaves the services (T-90), and all lie encrypted.
    """

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="shoes")
    number = models.PositiveIntegerField()
    decks = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, default=ShoeStatus.RECEIVED)
    shuffles = models.PositiveIntegerField(default=0)
    stock = SealedTextField(default="", blank=True, help_text="server cards: order to come, JK is the cut card")
    dealt = SealedTextField(default="", blank=True, help_text="cards out since the last shuffle")
    on_table = SealedTextField(default="", blank=True, help_text="cards left out of the last shuffle")
    round_from = models.PositiveIntegerField(default=0, help_text="index in dealt of the running round's first card")
    seeds = SealedTextField(default="", blank=True, help_text="server cards: JSON of every shuffle's sealed seed")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="shoe_number"),
            CheckConstraint(condition=Q(status__in=[s.value for s in ShoeStatus]), name="shoe_status_known"),
            CheckConstraint(condition=Q(decks__gte=1, decks__lte=8), name="shoe_decks"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} shoe {self.number}"
