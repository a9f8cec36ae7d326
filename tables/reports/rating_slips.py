"""A rating slip on paper: how long a player played, for what, and what the house may expect of it (domain.md §1.1)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.documents import spelling
from tables.domain.ratings import Skill
from tables.reports.slips import SlipFacts
from tables.selectors.house import HouseFacts
from tables.selectors.papers import PaperEvent

SKILLS: Final[Mapping[str, Promise | str]] = {
    Skill.SOFT: _("soft"),
    Skill.AVERAGE: _("average"),
    Skill.HARD: _("hard"),
}
"""How well somebody plays, as the rater sees it."""


def facts(event: PaperEvent, house: HouseFacts) -> SlipFacts:
    """What the slip or its correction says, in the current language. The one that it corrects is a paper of its own."""
    data = event.data
    corrected = f"{gettext('Corrected')}: {data['reason']}" if "reason" in data else ""
    return SlipFacts(
        kind="rating",
        number=f"{event.where}-P{data['rating']}",
        table=event.where,
        made_at=event.at,
        chips=(),
        gaming_day=event.gaming_day,
        shift=event.shift,
        signatures=data["signatures"],
        more=_more(data, event.seq, house),
        note=" · ".join(filter(None, (corrected, data["note"]))),
        look_up=f"{event.stream}/{event.seq}",
    )


def _more(data: Mapping[str, Any], seq: int, house: HouseFacts) -> Sequence[tuple[str, str]]:
    def amount(value: int | None) -> str:
        return gettext("not known") if value is None else spelling.money(value, house.exponent)

    def moment(name: str) -> str:
        return spelling.instant(datetime.fromisoformat(data[name]), house.time_zone)

    return [
        (gettext("Player"), data["player"]),
        (gettext("Seat"), gettext("none") if data["seat"] is None else str(data["seat"])),
        (gettext("Came"), moment("since")),
        (gettext("Left at"), moment("until")),
        (gettext("Bought in"), amount(data["buy_in"])),
        (gettext("Average bet"), amount(data["average_bet"])),
        (gettext("Rounds an hour"), str(data["per_hour"])),
        (gettext("Edge"), f"{Decimal(data['edge']) / 10_000:f} %"),
        (gettext("Plays"), str(SKILLS[data["skill"]])),
        (gettext("Theoretical win"), amount(data["theo"])),
        (gettext("Result by his chips"), amount(data["result"])),
        (gettext("Event in the log"), str(seq)),
    ]
