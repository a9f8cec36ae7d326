"""Devices and who is signed on at them."""

from django.db import models
from django.db.models import UniqueConstraint

from tables.models.floor import GamingTable
from tables.models.house import Casino
from tables.models.staff import StaffMember


class Terminal(models.Model):
    """A device, bound to one table (or to none: an office device). It is disabled until it is enrolled."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="terminals")
    code = models.CharField(max_length=16)
    table = models.ForeignKey(GamingTable, models.PROTECT, null=True, related_name="terminals")
    enrolment_digest = models.CharField(max_length=64, default="", blank=True, help_text="SHA-256 of the one-time code")
    enrolment_expires_at = models.DateTimeField(null=True)
    token_digest = models.CharField(max_length=64, default="", blank=True, db_index=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["casino", "code"], name="terminal_code")]

    def __str__(self) -> str:
        return self.code


class SignOn(models.Model):
    """A person signed on, at a terminal or (an integrator, an office) without one. The token's digest is the key."""

    digest = models.CharField(max_length=64, primary_key=True, help_text="SHA-256 of the token")
    staff = models.ForeignKey(StaffMember, models.PROTECT, related_name="sign_ons")
    terminal = models.ForeignKey(Terminal, models.PROTECT, null=True, related_name="sign_ons")
    signed_on_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    signed_off_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["terminal"],
                condition=models.Q(signed_off_at__isnull=True, terminal__isnull=False),
                name="one_person_a_terminal",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.staff_id} {self.signed_on_at}"


class KnownPlace(models.Model):
    """From where a person signs on with a password: a browser by its own number, or an address.

    Wrong tries made elsewhere do not lock him out there. It is no fact of the house, so no event tells of it, and it
    may be deleted at any time.
    """

    staff = models.ForeignKey(StaffMember, models.CASCADE, related_name="known_places")
    place = models.CharField(max_length=40)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [UniqueConstraint(fields=["staff", "place"], name="place_known_once")]

    def __str__(self) -> str:
        return f"{self.staff_id} {self.place}"


class SeatLink(models.Model):
    """A player's own view of one table, good for one browser: claimed once by a code, then known by a token.

    The database knows neither, only their SHA-256. It ends with ``closed_at`` or at ``expires_at``. ``device`` says
    roughly what has claimed it; ``shows_from`` is the first round whose cup it shows, because a link that is claimed
    while a round is on shows nothing of that one.
    """

    table = models.ForeignKey(GamingTable, models.PROTECT, related_name="seat_links")
    player = models.CharField(max_length=40, help_text="as the table knows him")
    code_digest = models.CharField(max_length=64, default="", blank=True, help_text="SHA-256 of the one-time code")
    claim_before = models.DateTimeField()
    token_digest = models.CharField(max_length=64, default="", blank=True, db_index=True)
    claimed_at = models.DateTimeField(null=True)
    device = models.CharField(max_length=40, default="", blank=True)
    shows_from = models.BigIntegerField(default=0, help_text="number of the first round whose cup is shown")
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["table", "player"], condition=models.Q(closed_at__isnull=True), name="one_link_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.player}"
