"""The subledger and the figures that reports add up: bets, rounds, periods, boxes. Insert-only, all from the log.

A later correction is a further row with its sign turned, so a plain sum over rows is always right (T-105).
"""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.db.models.functions import Greatest

from accounting.models.guards import NOT_CHANGED
from tables.models.log import NO_TRUNCATE

_GUARDS = [NOT_CHANGED, NO_TRUNCATE]


class Settlement(models.Model):
    """What became of a bet. ``entry`` 0 is the rules' decision; a void adds rows that take it back (T-79)."""

    pk = models.CompositePrimaryKey("stream_id", "round", "bet", "entry")
    stream_id = models.BigIntegerField()
    round = models.BigIntegerField()
    bet = models.IntegerField()
    entry = models.SmallIntegerField()
    seq = models.BigIntegerField()
    period = models.IntegerField()
    kind = models.CharField(max_length=16)
    player = models.CharField(max_length=40)
    tender = models.CharField(max_length=5)
    outcome = models.CharField(max_length=16)
    stake = models.BigIntegerField(help_text="minor units")
    returned = models.BigIntegerField(help_text="all that goes back to the player, minor units")
    due_numerator = models.BigIntegerField(help_text="exact winnings before rounding (T-47)")
    due_denominator = models.BigIntegerField()
    gaming_day = models.DateField(help_text="of the event; a partition each")
    breakage = models.GeneratedField(
        expression=Greatest(F("returned") - F("stake"), 0) * F("due_denominator") - F("due_numerator"),
        output_field=models.BigIntegerField(help_text="paid less due, in due_denominator-ths of the minor unit"),
        db_persist=True,
    )

    class Meta:
        triggers = _GUARDS
        constraints = [CheckConstraint(condition=Q(due_denominator__gt=0), name="settlement_due_is_a_fraction")]

    def __str__(self) -> str:
        return f"{self.stream_id} round {self.round} bet {self.bet} {self.outcome}"


class RoundResult(models.Model):
    """A round as it ended, or its exact opposite when it was voided after that."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    round = models.BigIntegerField()
    period = models.IntegerField()
    game = models.CharField(max_length=32)
    outcome = models.CharField(max_length=8)
    dealer = models.CharField(max_length=16)
    rounds = models.SmallIntegerField(help_text="1 settled, -1 taken back, 0 void or without bets")
    hands = models.IntegerField()
    handle = models.BigIntegerField(help_text="all stakes, minor units")
    house_net = models.BigIntegerField(help_text="what the rules gave the house, minor units")
    pot = models.BigIntegerField(default=0, help_text="from players into the pot, minor units")
    pot_paid = models.BigIntegerField(default=0, help_text="from the pot back to players")
    rake = models.BigIntegerField(default=0, help_text="what the house charged for the game")
    gaming_day = models.DateField(help_text="of the event; a partition each")

    class Meta:
        triggers = _GUARDS
        indexes = [models.Index(fields=["stream_id", "round"], name="result_of_round")]

    def __str__(self) -> str:
        return f"{self.stream_id} round {self.round} {self.outcome}"


class PeriodResult(models.Model):
    """A closed bank period of a table; a shift report is made of these (T-08)."""

    pk = models.CompositePrimaryKey("stream_id", "number")
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField(help_text="the closer's event")
    number = models.IntegerField()
    opened_seq = models.BigIntegerField()
    session = models.SmallIntegerField()
    gaming_day = models.DateField()
    shift = models.CharField(max_length=16)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField()
    opener = models.BigIntegerField()
    previous_closer = models.BigIntegerField(null=True)
    opener_variance = models.BigIntegerField()
    closer = models.BigIntegerField()
    closer_difference = models.BigIntegerField(help_text="counted less what the log expected")
    boxes = models.TextField(help_text="numbers, with commas")
    rounds = models.IntegerField()
    hands = models.IntegerField()
    handle = models.BigIntegerField()
    house_net = models.BigIntegerField()
    pot = models.BigIntegerField(default=0)
    pot_paid = models.BigIntegerField(default=0)
    rake = models.BigIntegerField(default=0, help_text="by rounds; what is counted stands with the box")
    time_charges = models.BigIntegerField(default=0, help_text="taken of seats; they fall into the rake box, too")
    staked = models.BigIntegerField(default=0, help_text="decided stakes that opened a hand (statistics)")
    staked_squares = models.DecimalField(
        max_digits=40, decimal_places=0, default=0, help_text="sum of their squares; outgrows 64 bits"
    )
    fills = models.BigIntegerField(default=0, help_text="accepted at the table")
    credits = models.BigIntegerField(default=0, help_text="counted out of the rack")
    markers_issued = models.BigIntegerField(default=0)
    markers_paid_cash = models.BigIntegerField(default=0)
    markers_paid_chips = models.BigIntegerField(default=0, help_text="chips for a marker are no win (V-07)")
    rulings_paid = models.BigIntegerField(default=0, help_text="to players beside the rules' result (T-78)")
    rulings_taken = models.BigIntegerField(default=0, help_text="given back by players")
    buy_ins = models.IntegerField()
    buy_in_cash = models.BigIntegerField()
    box_cash = models.BigIntegerField(help_text="cash into the box by the log; an estimate, never the drop (T-59)")
    shuffles = models.IntegerField()
    detail = models.TextField(help_text="canonical JSON: dealers, limits, voids, misdeals ...")

    class Meta:
        triggers = _GUARDS
        constraints = [UniqueConstraint(fields=["stream_id", "seq"], name="one_period_a_closer")]
        indexes = [models.Index(fields=["gaming_day", "shift"], name="result_of_shift")]

    def __str__(self) -> str:
        return f"{self.stream_id} period {self.number}"


class BoxRemoval(models.Model):
    """A drop box that left its table, with the cash that the log says is in it, and the rake that went with it."""

    pk = models.CompositePrimaryKey("stream_id", "box")
    stream_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    box = models.IntegerField()
    periods = models.TextField(help_text="numbers, with commas")
    expected = models.BigIntegerField()
    rake = models.BigIntegerField(default=0, help_text="taken while the box stood on the table, in chips")

    class Meta:
        triggers = _GUARDS

    def __str__(self) -> str:
        return f"{self.stream_id} box {self.box}"


class BoxCount(models.Model):
    """A counted drop box: the drop of the periods it covers. Reports know it when its count is closed."""

    pk = models.CompositePrimaryKey("stream_id", "table", "box")
    stream_id = models.BigIntegerField(help_text="the count room's stream")
    seq = models.BigIntegerField()
    session = models.IntegerField(default=0)
    table = models.CharField(max_length=16)
    box = models.IntegerField()
    counted = models.BigIntegerField(help_text="cash")
    drop = models.BigIntegerField(default=0, help_text="with what is promotional, where the rule pack says so (T-41)")
    expected = models.BigIntegerField(help_text="cash by the log; an estimate, never the drop (T-59)")
    variance = models.BigIntegerField(help_text="counted less expected")
    differed = models.BooleanField(default=False, help_text="two counts differed and a verifier decided")
    missing_papers = models.TextField(
        default="", blank=True, help_text="numbers of slips that were not in the box, with commas"
    )

    class Meta:
        triggers = _GUARDS

    def __str__(self) -> str:
        return f"{self.table} box {self.box} {self.counted}"


class RakeCount(models.Model):
    """The counted rake of a drop box's time, booked as the rule pack says: as counted, or the higher of both."""

    pk = models.CompositePrimaryKey("stream_id", "table", "box")
    stream_id = models.BigIntegerField(help_text="the count room's stream")
    seq = models.BigIntegerField()
    session = models.IntegerField(default=0)
    table = models.CharField(max_length=16)
    box = models.IntegerField()
    counted = models.BigIntegerField()
    expected = models.BigIntegerField()
    booked = models.BigIntegerField()
    differed = models.BooleanField(default=False, help_text="two counts differed and a verifier decided")

    class Meta:
        triggers = _GUARDS
        constraints = [
            CheckConstraint(
                condition=Q(booked=F("counted")) | Q(booked=Greatest(F("counted"), F("expected"))),
                name="rake_booked_as_counted_or_higher",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} box {self.box} rake {self.booked}"


class CountClosing(models.Model):
    """A count whose team has signed: what it counted is no secret of the count room any more."""

    pk = models.CompositePrimaryKey("stream_id", "session")
    stream_id = models.BigIntegerField(help_text="the count room's stream")
    seq = models.BigIntegerField()
    session = models.IntegerField()
    gaming_day = models.DateField()
    cash = models.BigIntegerField()
    promotional = models.BigIntegerField()
    coupons = models.BigIntegerField()
    chips = models.BigIntegerField()

    class Meta:
        triggers = _GUARDS

    def __str__(self) -> str:
        return f"count {self.session}"


class MissingBox(models.Model):
    """A box that a closed count did not get (T-54)."""

    pk = models.CompositePrimaryKey("stream_id", "seq", "line")
    stream_id = models.BigIntegerField(help_text="the count room's stream")
    seq = models.BigIntegerField(help_text="the closing's event")
    line = models.SmallIntegerField()
    session = models.IntegerField()
    table = models.CharField(max_length=16)
    box = models.IntegerField()
    reason = models.CharField(max_length=240)

    class Meta:
        triggers = _GUARDS
        indexes = [models.Index(fields=["stream_id", "table", "box"], name="missing_of_box")]

    def __str__(self) -> str:
        return f"{self.table} box {self.box} missing"


class TableListing(models.Model):
    """A table as the house listed it in the log: what reports group by."""

    pk = models.CompositePrimaryKey("stream_id", "table")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField()
    table = models.CharField(max_length=16)
    pit = models.CharField(max_length=16)
    game = models.CharField(max_length=32)

    class Meta:
        triggers = _GUARDS

    def __str__(self) -> str:
        return f"{self.table} {self.game}"


class GameEdge(models.Model):
    """What a game gives the house of its opening stakes, from a gaming day on; of several for a day the newest."""

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the edge_set event")
    game = models.CharField(max_length=32)
    effective_from = models.DateField(help_text="gaming day")
    edge = models.IntegerField(help_text="parts per million")

    class Meta:
        triggers = _GUARDS

    def __str__(self) -> str:
        return f"{self.game} {self.edge} from {self.effective_from}"
