"""Acts in the count room: colin counts first, cora second, ada decides and verifies."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tables.domain import chips
from tables.domain.box_contents import BoxContents, Contents, RakeContents
from tables.domain.notes import NoteCount
from tables.domain.table_states import BoxStatus, CountStatus
from tables.models.counts import CountSession, CountSheet
from tables.models.periods import DropBox
from tables.services import counts
from tables.services.counts import MissingBox, closing
from tests import builders
from tests.builders import House

TEAM = ("colin", "cora")
NOTHING: Mapping[int, int] = {}


def cash(notes: Mapping[int, int] = NOTHING, **more: Any) -> BoxContents:
    """A drop box's contents with the right total; ``more`` are other things in it."""
    return BoxContents(NoteCount(dict(notes), chips.value(notes)), **more)


def rake(pieces: Mapping[int, int] = NOTHING) -> RakeContents:
    """A rake box's contents with the right total."""
    return RakeContents(dict(pieces), chips.value(pieces))


def _asked(house: House, name: str, more: Mapping[str, Any], **asked: Any) -> dict[str, Any]:
    return {"actor": builders.actor(name), "at": house.at, **asked, **more}


def open_count(house: House, team: Sequence[str] = TEAM, **more: Any) -> dict[str, Any]:
    """Colin and cora begin."""
    return counts.open_count(**_asked(house, "colin", more, team=[house.sign(name) for name in team]))


def accept(house: House, box: int = 1, session: int = 1, **more: Any) -> dict[str, Any]:
    """Colin takes the box of the first table in."""
    asked = {"session": session, "table": house.tables[0], "box": box, "counter": house.sign("colin")}
    return counts.accept_box(**_asked(house, "colin", more, **asked))


def first(house: House, found: Contents, box: int = 1, who: str = "colin", **more: Any) -> dict[str, Any]:
    """Colin counts, and shows the box empty."""
    asked = {"table": house.tables[0], "box": box, "found": found, "shown_empty": True, "counter": house.sign(who)}
    return counts.count_box_first(**_asked(house, who, more, **asked))


def second(house: House, found: Contents, box: int = 1, who: str = "cora", **more: Any) -> dict[str, Any]:
    """Cora counts."""
    asked = {"table": house.tables[0], "box": box, "found": found, "counter": house.sign(who)}
    return counts.count_box_second(**_asked(house, who, more, **asked))


def recount(house: House, found: Contents, box: int = 1, who: str = "ada", **more: Any) -> dict[str, Any]:
    """Ada counts a box whose counts differ."""
    asked = {"table": house.tables[0], "box": box, "found": found, "verifier": house.sign(who)}
    return counts.recount_box(**_asked(house, who, more, **asked, explanation="two notes stuck together"))


def both(house: House, found: Contents, box: int = 1, **more: Any) -> dict[str, Any]:
    """Colin and cora find the same."""
    first(house, found, box, **more)
    return second(house, found, box, **more)


def totals(house: House, session: int = 1) -> dict[str, Any]:
    """What the counted sheets of a session add up to, as its closing will say."""
    return closing._totals(CountSession.objects.get(casino=house.casino, number=session))


def verify(house: House, session: int = 1, notes: Mapping[int, int] | None = None, **more: Any) -> dict[str, Any]:
    """Ada counts all banknotes again, and finds what the sheets say unless ``notes`` are others."""
    found = chips.from_data(totals(house, session)["notes"]) if notes is None else dict(notes)
    asked = {"session": session, "found": NoteCount(found, chips.value(found)), "verifier": house.sign("ada")}
    return counts.verify_count(**_asked(house, "ada", more, **asked))


def close(house: House, session: int = 1, missing: Sequence[MissingBox] = (), **more: Any) -> dict[str, Any]:
    """Colin and cora sign the totals."""
    told = totals(house, session)
    asked = {
        "session": session,
        "cash_total": told["cash_total"],
        "chips_total": told["chips_total"],
        "missing": missing,
        "team": [house.sign(name) for name in TEAM],
    }
    return counts.close_count(**_asked(house, "colin", more, **asked))


def in_count(house: House, table: str = "", box: int = 1, at: datetime | None = None) -> int:
    """Bring a removed box into the running count, or into one that begins with it; the number of the count."""
    moment = at or house.at
    running = CountSession.objects.filter(casino=house.casino, status=CountStatus.OPEN).first()
    number = running.number if running else open_count(house, at=moment)["session"]
    row = DropBox.objects.filter(table__casino=house.casino, table__code=table or house.tables[0], number=box).first()
    if row is not None and row.status == BoxStatus.REMOVED:
        accept(house, box, number, table=table or house.tables[0], at=moment)
    return int(number)


def close_when_done(house: House, session: int, at: datetime | None = None) -> None:
    """Verify and close a count if every box that left its table is counted."""
    waiting = DropBox.objects.filter(table__casino=house.casino, status=BoxStatus.REMOVED).exists()
    left = CountSheet.objects.filter(session__casino=house.casino, session__number=session)
    if not waiting and not left.exclude(status=BoxStatus.COUNTED).exists():
        verify(house, session, at=at or house.at)
        close(house, session, at=at or house.at)


def count_box(
    house: House, notes: Mapping[int, int], box: int = 1, *, at: datetime | None = None, table: str = ""
) -> dict[str, Any]:
    """The whole way of a drop box: into the count, counted twice; the count closes when nothing is left to count."""
    return _count(house, cash(notes), box, at or house.at, table or house.tables[0])


def count_rake(
    house: House, pieces: Mapping[int, int], box: int = 1, *, at: datetime | None = None, table: str = ""
) -> dict[str, Any]:
    """The same of the rake box beside it."""
    return _count(house, rake(pieces), box, at or house.at, table or house.tables[0])


def _count(house: House, found: Contents, box: int, at: datetime, table: str) -> dict[str, Any]:
    session = in_count(house, table, box, at)
    answer = both(house, found, box, at=at, table=table)
    close_when_done(house, session, at)
    return answer
