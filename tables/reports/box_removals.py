"""A drop box on paper, from its table to the count: the label under which it was taken."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext

from tables.documents import spelling
from tables.documents.model import Document
from tables.reports import slips
from tables.reports.slips import SlipFacts
from tables.selectors.box_removals import BoxRemoval
from tables.selectors.house import HouseFacts


def document(view: BoxRemoval, house: HouseFacts, language: str) -> Document:
    """The removal of a box as its paper. It says no amount: what is in the box nobody knows yet."""
    with translation.override(language):
        return slips.slip(facts(view, house), house, language)


def facts(view: BoxRemoval, house: HouseFacts) -> SlipFacts:
    """What the paper says, in the language that is current."""
    return SlipFacts(
        kind="box_removal",
        number=f"{view.table}-B{view.box}",
        table=view.table,
        made_at=view.removed_at,
        chips=(),
        gaming_day=view.gaming_day,
        shift=view.shift,
        pit=view.pit,
        signatures=view.signatures,
        more=_more(view, house),
        note=f"{gettext('Out of turn')}: {view.emergency}" if view.emergency else "",
        look_up=f"{view.stream}/{view.seq}",
    )


def _more(view: BoxRemoval, house: HouseFacts) -> Sequence[tuple[str, str]]:
    return [
        (gettext("Box out"), _box(view.box, view.removed_at, house)),
        (gettext("It stood there since"), spelling.instant(view.placed_at, house.time_zone)),
        (gettext("Bank periods"), ", ".join(map(str, view.periods))),
        (gettext("Box in"), _box(*view.box_in, house) if view.box_in else gettext("none before the next opening")),
        (gettext("Event in the log"), str(view.seq)),
    ]


def _box(number: int, at: datetime, house: HouseFacts) -> str:
    return f"{number} · {spelling.instant(at, house.time_zone)}"
