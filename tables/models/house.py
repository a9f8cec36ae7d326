"""The casino, its clock, its chips and house rules: settings that change by dated rows, never in place."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.house_settings import ChipKind
from tables.domain.undoing import MOST_SECONDS


class Casino(models.Model):
    """One licensed house. Nothing is shared between casinos; the casino always comes from the sign-on (T-102)."""

    code = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=120)
    currency = models.CharField(max_length=3, help_text="ISO 4217")
    exponent = models.PositiveSmallIntegerField(help_text="decimal places of the minor unit")
    time_zone = models.CharField(max_length=64, help_text="IANA name")
    early_count_minutes = models.PositiveSmallIntegerField(
        default=60, help_text="a shift-change count this early opens the next shift's bank period (T-08)"
    )
    undo_seconds = models.PositiveSmallIntegerField(
        default=10, help_text="for how long a dealer may take back his own last press; 0 for never"
    )
    settings_version = models.PositiveIntegerField(default=1, help_text="rises with every change of a setting")

    class Meta:
        constraints = [
            CheckConstraint(condition=Q(exponent__lte=4), name="casino_exponent_small"),
            CheckConstraint(condition=Q(undo_seconds__lte=MOST_SECONDS), name="casino_undo_short"),
        ]

    def __str__(self) -> str:
        return self.code


class GamingDayStart(models.Model):
    """From gaming day ``effective_from`` on the day starts at ``starts_at``, local time (T-03)."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="day_starts")
    effective_from = models.DateField()
    starts_at = models.TimeField()

    class Meta:
        constraints = [UniqueConstraint(fields=["casino", "effective_from"], name="one_day_start_a_date")]

    def __str__(self) -> str:
        return f"{self.effective_from} {self.starts_at}"


class ShiftStart(models.Model):
    """One shift of the pattern that is in force from gaming day ``effective_from`` on."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="shift_starts")
    effective_from = models.DateField()
    code = models.CharField(max_length=16)
    starts_at = models.TimeField()

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "effective_from", "code"], name="one_shift_a_pattern"),
            UniqueConstraint(fields=["casino", "effective_from", "starts_at"], name="one_shift_a_start"),
        ]

    def __str__(self) -> str:
        return f"{self.effective_from} {self.code}"


class ChipSet(models.Model):
    """The chips a group of tables plays with, or chips that are never rack value (T-41, T-42)."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="chip_sets")
    code = models.CharField(max_length=16)
    kind = models.CharField(max_length=12, default=ChipKind.VALUE)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "code"], name="chip_set_code"),
            CheckConstraint(condition=Q(kind__in=[k.value for k in ChipKind]), name="chip_kind_known"),
        ]

    def __str__(self) -> str:
        return self.code


class Denomination(models.Model):
    """A kind of chip: its value in minor units, its colour and the letter that stands for the colour."""

    chip_set = models.ForeignKey(ChipSet, models.PROTECT, related_name="denominations")
    value = models.BigIntegerField(help_text="minor units")
    colour = models.CharField(max_length=7, help_text="CSS hex colour")
    letter = models.CharField(max_length=2)
    retired = models.BooleanField(default=False)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["chip_set", "value"], name="denomination_once"),
            CheckConstraint(condition=Q(value__gt=0), name="denomination_positive"),
        ]

    def __str__(self) -> str:
        return str(self.value)


class HouseRules(models.Model):
    """A version of a game's house rules. A round keeps the version it was dealt under (design.md §4)."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="house_rules")
    game = models.CharField(max_length=32)
    version = models.PositiveIntegerField()
    values = models.JSONField(help_text="every house rule of the game, defaults included")

    class Meta:
        constraints = [UniqueConstraint(fields=["casino", "game", "version"], name="house_rules_version")]

    def __str__(self) -> str:
        return f"{self.game} v{self.version}"
