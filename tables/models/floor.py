"""Pits, tables and what is going on at each of them."""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from tables.domain import rotation
from tables.domain.floor_plan import SIDE
from tables.domain.table_states import TableStatus
from tables.models.house import Casino, ChipSet, HouseRules
from tables.models.sealing import SealedTextField


class Pit(models.Model):
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="pits")
    code = models.CharField(max_length=16)
    name = models.CharField(max_length=80)
    deal_minutes = models.PositiveSmallIntegerField(default=rotation.USUAL.deal, help_text="a dealer's time at a table")
    rest_minutes = models.PositiveSmallIntegerField(default=rotation.USUAL.rest, help_text="his rest after it")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "code"], name="pit_code"),
            CheckConstraint(
                condition=Q(
                    rest_minutes__gte=5, deal_minutes__gte=F("rest_minutes"), deal_minutes__lte=rotation.LONGEST
                ),
                name="pit_rotation",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class GamingTable(models.Model):
    """A table as it is licensed and furnished. What happens at it is in ``TableState``."""

    CARD_SOURCES = [("reader", "reader"), ("keyed", "keyed"), ("server", "server")]

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="gaming_tables")
    pit = models.ForeignKey(Pit, models.PROTECT, related_name="gaming_tables")
    code = models.CharField(max_length=16)
    spots = models.PositiveSmallIntegerField()
    rules = models.ForeignKey(HouseRules, models.PROTECT, related_name="+")
    chip_set = models.ForeignKey(ChipSet, models.PROTECT, related_name="+")
    card_source = models.CharField(
        max_length=8, choices=CARD_SOURCES, help_text="cards: reader or server; dice: keyed or server"
    )
    licensed_maximum = models.BigIntegerField(help_text="no limit and no raise may pass it; minor units")
    map_x = models.PositiveSmallIntegerField(null=True, help_text="column on the pit's plan; null: never placed")
    map_y = models.PositiveSmallIntegerField(null=True, help_text="row on the pit's plan")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "code"], name="table_code"),
            CheckConstraint(condition=Q(licensed_maximum__gt=0), name="licensed_maximum_positive"),
            CheckConstraint(condition=Q(spots__gte=1, spots__lte=12), name="table_spots"),
            UniqueConstraint(fields=["pit", "map_x", "map_y"], name="one_table_a_place"),
            CheckConstraint(
                condition=Q(map_x=None, map_y=None) | Q(map_x__range=(1, SIDE), map_y__range=(1, SIDE)),
                name="table_on_the_plan",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class BettingLimit(models.Model):
    """Posted limits with their history. In force are those posted last among the rows whose moment has come (T-17).

    A moment to come is the end of a notice that the players are owed; limits posted meanwhile take its place.
    """

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="limits")
    minimum = models.BigIntegerField()
    maximum = models.BigIntegerField()
    effective_from = models.DateTimeField()
    set_by = models.ForeignKey("tables.StaffMember", models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "effective_from"], name="one_limit_a_moment"),
            CheckConstraint(condition=Q(minimum__gt=0, maximum__gte=F("minimum")), name="limit_order"),
        ]
        indexes = [models.Index(fields=["table", "-id"], name="limit_posted_last")]

    def __str__(self) -> str:
        return f"{self.minimum}-{self.maximum}"


class TableState(models.Model):
    """The projection that the next key press needs: one row a table, changed in the transaction of its events.

    ``live`` holds the running round as the services keep it (engine state, chips on the layout, sealed cards). It
    contains what nobody may see yet: no door, log line or task argument ever carries it.
    """

    table = models.OneToOneField(GamingTable, models.PROTECT, primary_key=True, related_name="state")
    status = models.CharField(max_length=8, default=TableStatus.CLOSED)
    stopped_reason = models.CharField(max_length=64, default="", blank=True)
    dealer = models.ForeignKey("tables.StaffMember", models.PROTECT, null=True, related_name="+")
    period = models.ForeignKey("tables.BankPeriod", models.PROTECT, null=True, related_name="+")
    box = models.ForeignKey("tables.DropBox", models.PROTECT, null=True, related_name="+")
    shoe = models.ForeignKey("tables.Shoe", models.PROTECT, null=True, related_name="+")
    round_number = models.BigIntegerField(default=0, help_text="number of the newest round at this table")
    round_status = models.CharField(max_length=10, default="", blank=True)
    live = SealedTextField(default="", blank=True)
    raised = models.JSONField(default=dict, help_text="player -> lifted maximum, minor units")
    funds = models.JSONField(default=dict, help_text="player -> known chips, minor units; only tracked players")
    pot = models.BigIntegerField(default=0, help_text="players' chips in the pot, between rounds too; minor units")

    class Meta:
        constraints = [
            CheckConstraint(condition=Q(status__in=[s.value for s in TableStatus]), name="table_status_known"),
            CheckConstraint(
                condition=~Q(status__in=["open", "stopped"]) | Q(period__isnull=False), name="open_table_has_period"
            ),
            CheckConstraint(condition=Q(pot__gte=0), name="pot_never_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.status}"


class RackChips(models.Model):
    """How many chips of one denomination the rack should hold, and how many it should start from (par)."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="rack")
    denomination = models.BigIntegerField(help_text="minor units")
    count = models.BigIntegerField(default=0)
    par = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "denomination"], name="rack_line"),
            CheckConstraint(condition=Q(count__gte=0), name="rack_never_negative"),
            CheckConstraint(condition=Q(par__gte=0), name="par_never_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.count} x {self.denomination}"
