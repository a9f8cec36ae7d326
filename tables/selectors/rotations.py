"""The rotation of a pit's dealers: who deals since when, who is free and fit for what, and the reliefs to come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Exists, OuterRef, Subquery

from tables.domain import permissions, rotation
from tables.domain.actors import Actor, Role
from tables.domain.gaming_day import Window
from tables.domain.rotation import Dealing, Relief, Rotation
from tables.domain.table_states import TableStatus
from tables.models import staff
from tables.selectors import codes, tables
from tables.selectors.tables import TableView

DEALT_AT = (TableStatus.OPEN, TableStatus.STOPPED)


@dataclass(frozen=True, slots=True)
class FreeDealer:
    """A dealer who deals nowhere now. ``refused``: game -> the code that refuses him at a tap-in, or None (T-16).

    ``rests_since`` is when he left his last table, if that was in the running shift.
    """

    badge: str
    name: str
    rests_since: datetime | None
    refused: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class PitRotation:
    """``tables`` are the open ones by code; ``reliefs`` what is to come in the running shift, the next first."""

    pit: str
    rotation: Rotation
    tables: Sequence[TableView]
    reliefs: Sequence[Relief]
    free: Sequence[FreeDealer]

    @property
    def dealers_needed(self) -> int:
        """One for each open table, and one for each string (V-14)."""
        return self.rotation.dealers(len(self.tables))

    @property
    def dealing(self) -> int:
        """How many tables have a dealer."""
        return sum(view.dealer is not None for view in self.tables)


def of_pit(actor: Actor, pit: str, at: datetime, window: Window) -> PitRotation:
    """The rotation as it stands ``at``, in the shift ``window``. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    row = codes.pit(actor.casino_id, pit)
    views = [view for view in tables.overview(actor, at, pit=pit) if view.status in DEALT_AT]
    turning = Rotation(row.deal_minutes, row.rest_minutes)
    dealing = [Dealing(view.code, view.dealer, view.dealing_since) for view in views]
    plan = rotation.road_map(dealing, turning, window.starts, at, window.ends, _resting(views, turning, at))
    games = sorted({view.game for view in views})
    return PitRotation(pit, turning, views, plan, _free(actor.casino_id, games, window))


def _resting(views: Sequence[TableView], turning: Rotation, at: datetime) -> dict[int, str]:
    """String -> who left one of its tables last and deals nowhere now, if that is not longer ago than two rests."""
    strings = enumerate(rotation.strings([view.code for view in views], turning), 1)
    string_of = {code: number for number, codes_of_string in strings for code in codes_of_string}
    elsewhere = staff.DealerTurn.objects.filter(staff_id=OuterRef("staff_id"), tapped_out_at=None)
    ended = staff.DealerTurn.objects.filter(
        table_id__in=[view.id for view in views], tapped_out_at__gt=at - timedelta(minutes=2 * turning.rest)
    )
    found: dict[int, str] = {}
    newest_first = ended.exclude(Exists(elsewhere)).order_by("-tapped_out_at")
    for code, badge in newest_first.values_list("table__code", "staff__badge"):
        found.setdefault(string_of[code], badge)
    return found


def _free(casino_id: int, games: Sequence[str], window: Window) -> list[FreeDealer]:
    """Dealers of the house who deal nowhere, those who rest longest first, then by badge."""
    turns = staff.DealerTurn.objects.filter(staff_id=OuterRef("pk"))
    ended = turns.filter(tapped_out_at__gte=window.starts).order_by("-tapped_out_at").values("tapped_out_at")
    dealers = staff.StaffMember.objects.filter(
        casino_id=casino_id, is_active=True, roles_held__role=Role.DEALER, roles_held__until=None
    ).exclude(Exists(turns.filter(tapped_out_at=None)))
    rows = dealers.annotate(rests_since=Subquery(ended[:1])).prefetch_related("games").defer("pin", "password")
    found = [
        FreeDealer(
            row.badge, row.name, row.rests_since, {game: _refusal(row, game, window.gaming_day) for game in games}
        )
        for row in rows
    ]
    return sorted(
        found, key=lambda dealer: (dealer.rests_since is None, dealer.rests_since or window.starts, dealer.badge)
    )


def _refusal(member: staff.StaffMember, game: str, gaming_day: date) -> str | None:
    """What a tap-in at a table of ``game`` would be refused with, in its order (T-16)."""
    if member.licence_expires_on is None or member.licence_expires_on < gaming_day:
        return "licence_expired"
    return None if game in {signed.game for signed in member.games.all()} else "not_signed_off"
