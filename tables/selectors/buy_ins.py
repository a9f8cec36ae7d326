"""The buy-ins of a table's running bank period as they stand: what was keyed, and what corrections made of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from tables.domain import chips, permissions
from tables.domain.actors import Actor
from tables.models.floor import TableState
from tables.models.log import Event
from tables.selectors import sights

MOST: Final = 50
"""So many of the newest are shown: who corrects an older one has waited for hours."""


@dataclass(frozen=True, slots=True)
class BuyInView:
    """A buy-in; money in minor units. ``cash`` and ``chips`` are as they stand, ``keyed`` is the cash as it was."""

    seq: int
    at: datetime
    player: str
    keyed: int
    cash: int
    chips: Mapping[int, int]


def of_period(actor: Actor, table: str) -> Sequence[BuyInView]:
    """Those of the running period, the newest first; none while the table is closed.

    Refused: ``not_permitted``, and what ``sights.at_table`` refuses.
    """
    permissions.require(actor, "read_pit")
    sight = sights.at_table(actor, table)
    state = TableState.objects.select_related("period").get(table_id=sight.table_id)
    if state.period is None:
        return []
    events = Event.objects.filter(stream_id=sight.stream_id, round=None, seq__gt=state.period.opened_seq)
    bodies = {row.seq: json.loads(row.body) for row in events.filter(type="buy_in_taken").order_by("-seq")[:MOST]}
    holdings = {seq: chips.from_data(body["data"]["chips"]) for seq, body in bodies.items()}
    for row in events.filter(type="buy_in_corrected").order_by("seq"):
        data = json.loads(row.body)["data"]
        if data["corrects"] in holdings:
            holdings[data["corrects"]] = chips.add(holdings[data["corrects"]], chips.from_data(data["chips"]))
    return [_view(seq, body, holdings[seq]) for seq, body in bodies.items()]


def _view(seq: int, body: Mapping[str, Any], stands: chips.Chips) -> BuyInView:
    data, at = body["data"], datetime.fromisoformat(body["occurred_at"])
    return BuyInView(seq, at, data["player"], data["cash"], chips.value(stands), stands)
