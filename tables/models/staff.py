"""People, what they may do, and where they stand."""

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.domain.actors import Role
from tables.models.floor import GamingTable, Pit
from tables.models.house import Casino


class StaffManager(BaseUserManager["StaffMember"]):
    def get_by_natural_key(self, username: str | None) -> "StaffMember":
        return self.get(username=username)


class StaffMember(AbstractBaseUser, PermissionsMixin):
    """A person. Signs on to terminals with badge and PIN, to office screens with user name and password."""

    casino = models.ForeignKey(Casino, models.PROTECT, null=True, related_name="staff", help_text="null: operator")
    username = models.CharField(max_length=64, unique=True)
    badge = models.CharField(max_length=16)
    name = models.CharField(max_length=120)
    pin = models.CharField(max_length=160, default="", blank=True, help_text="hash")
    pin_one_time = models.BooleanField(default=False, help_text="given by the house: good for choosing one's own only")
    password_one_time = models.BooleanField(default=False, help_text="the same for the password")
    pin_set_at = models.DateTimeField(null=True, help_text="when the PIN became what it is; null without one")
    password_set_at = models.DateTimeField(null=True, help_text="the same for the password")
    licence = models.CharField(max_length=32, default="", blank=True)
    licence_expires_on = models.DateField(null=True)
    language = models.CharField(max_length=8, default="en")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False, help_text="may open the read-only admin")

    objects = StaffManager()
    USERNAME_FIELD = "username"

    class Meta:
        constraints = [UniqueConstraint(fields=["casino", "badge"], name="badge_once_a_casino")]

    def __str__(self) -> str:
        return f"{self.badge} {self.name}"


class RoleHeld(models.Model):
    """A role a person was given. Whether he acts in it depends on today's assignment (T-100)."""

    staff = models.ForeignKey(StaffMember, models.PROTECT, related_name="roles_held")
    role = models.CharField(max_length=16)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["staff", "role"], condition=Q(until__isnull=True), name="role_held_once"),
            CheckConstraint(condition=Q(role__in=[r.value for r in Role]), name="role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.staff_id} {self.role}"


class GameSignOff(models.Model):
    """A game that a person may deal or supervise (T-16)."""

    staff = models.ForeignKey(StaffMember, models.PROTECT, related_name="games")
    game = models.CharField(max_length=32)

    class Meta:
        constraints = [UniqueConstraint(fields=["staff", "game"], name="signed_off_once")]

    def __str__(self) -> str:
        return f"{self.staff_id} {self.game}"


class DealerTurn(models.Model):
    """A dealer at a table, from tap-in to tap-out. One dealer a table, one table a dealer."""

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="turns")
    staff = models.ForeignKey(StaffMember, models.PROTECT, related_name="turns")
    tapped_in_at = models.DateTimeField()
    tapped_out_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table"], condition=Q(tapped_out_at__isnull=True), name="one_dealer_a_table"),
            UniqueConstraint(fields=["staff"], condition=Q(tapped_out_at__isnull=True), name="one_table_a_dealer"),
        ]
        # Who has just left a table is looked for among all turns that there ever were.
        indexes = [
            models.Index(fields=["staff", "tapped_out_at"], name="turn_of_dealer_ended"),
            models.Index(fields=["table", "tapped_out_at"], name="turn_at_table_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.staff_id} at {self.table_id}"


class PitAssignment(models.Model):
    """A pit boss in charge of a pit, from assignment to relief."""

    pit = models.ForeignKey(Pit, models.PROTECT, related_name="assignments")
    staff = models.ForeignKey(StaffMember, models.PROTECT, related_name="pit_assignments")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["pit", "staff"], condition=Q(until__isnull=True), name="assigned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.staff_id} in {self.pit_id}"


class PinFailure(models.Model):
    """A wrong PIN or password, and where it was keyed (tables/services/attempts.py says what locks when).

    ``cleared_at`` says that it counts no more for the name, ``place_cleared_at`` no more for the place.
    """

    casino = models.ForeignKey(Casino, models.PROTECT, null=True, related_name="+")
    badge = models.CharField(max_length=64, help_text="or a user name; hidden where it is nobody's")
    place = models.CharField(max_length=40, default="", blank=True, help_text="a terminal, a desk or an address")
    failed_at = models.DateTimeField()
    cleared_at = models.DateTimeField(null=True)
    place_cleared_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["casino", "badge", "failed_at"], name="pin_failure_badge"),
            models.Index(fields=["casino", "place", "failed_at"], name="pin_failure_place"),
        ]

    def __str__(self) -> str:
        return f"{self.badge} {self.failed_at}"
