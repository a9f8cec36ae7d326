"""The queue on the pit's page: its lines, the item that is open, and the presses that decide it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from tables.domain import approvals as words_of
from tables.domain import chips
from tables.domain.errors import Invalid, NotFound
from tables.screens import forms
from tables.screens.pit_queue import words
from tables.screens.pit_queue.forms import AlertForm, ExplanationForm
from tables.screens.visits import Visit
from tables.selectors import disputes, queue, racks, rounds
from tables.selectors.queue import QueueItem
from tables.selectors.tables import TableView
from tables.services import alerts, approvals
from tables.services.approvals import claims, variances
from tables.services.approvals.kinds import KINDS

Address = Callable[[str, QueueItem], str]


def _ruling(pit: str, item: QueueItem) -> str:
    return f"{reverse('pit', args=[pit])}?{urlencode({'table': item.table, 'work': 'ruling'})}"


def _dispute(_pit: str, item: QueueItem) -> str:
    return reverse("dispute", args=[item.table, item.item])


_ELSEWHERE: Final[dict[str, Address]] = {queue.RULING: _ruling, disputes.QUEUED: _dispute}
"""Kinds that are decided on a page of their own -> its address, by pit and item."""


class Ask(NamedTuple):
    """How a form names an item: ``lift:BJ-01:3``."""

    kind: str
    table: str
    item: str

    def __str__(self) -> str:
        return ":".join(self)

    @classmethod
    def read(cls, given: str) -> "Ask | None":
        """The item that is named, if anything is."""
        parts = given.split(":")
        good = len(parts) == 3 and all(part and part.isascii() and part.isprintable() for part in parts)
        return cls(*parts) if good else None


@dataclass(frozen=True, slots=True)
class Line:
    """An item in the list; ``mine`` when the reader has it open himself, ``stops`` when play waits for it."""

    item: QueueItem
    name: words.Words
    colour: str
    ask: Ask
    mine: bool

    @property
    def stops(self) -> bool:
        """Whether a claim keeps the table from playing on."""
        return bool(self.item.content.get("stopped"))


class About(NamedTuple):
    """What an alert and an item of the queue have in common."""

    kind: str
    table: str
    amount: int | None


Said = tuple[str, words.Words]
"""Colour and words."""


def lines(
    visit: Visit, waiting: Sequence[QueueItem], views: Sequence[TableView], said: Mapping[About, Said]
) -> Sequence[Line]:
    """The queue of a pit's tables, the oldest first, with who has each item open; ``said`` are the alerts' words."""
    plain = [
        (item, ("", words.KINDS.get(item.kind, item.kind)), About(item.kind, item.table, item.content.get("amount")))
        for item in queue.held(waiting, views, visit.at)
    ]
    spoken = [(item, *said.get(about, usual)) for item, usual, about in plain]
    return [
        Line(
            item=item,
            name=name,
            colour=colour,
            ask=Ask(item.kind, item.table, item.item),
            mine=item.deciding is not None and item.deciding[0] == visit.actor.badge,
        )
        for item, colour, name in spoken
    ]


def panel(visit: Visit, board: Mapping[str, Any], keyed: QueryDict) -> dict[str, Any]:
    """The item that is open beside the board, with all that it takes to decide it; nothing when it is gone."""
    asked = Ask.read(keyed.get("ask", ""))
    line = next((line for line in board["queue"] if line.ask == asked), None)
    if line is None or line.item.kind in _ELSEWHERE:
        return {}
    view = next(tile.view for tile in board["tiles"] if tile.view.code == line.item.table)
    item: QueueItem = line.item
    drawn: dict[str, Any] = {
        "line": line,
        "view": view,
        "other": "" if line.mine or item.deciding is None else item.deciding[1],
        "refusal_reasons": words.REFUSAL_REASONS,
        "keyed": keyed,
    }
    if item.kind == queue.VARIANCE:
        pin = variances.asks_pin(visit.actor, item.content["amount"], visit.at)
        return {"open_item": drawn | {"asks_pin": pin, "causes": words.CAUSES.items()}}
    drawn["asks_pin"] = KINDS[item.kind].asks_pin
    if item.kind == words_of.FILL:
        drawn["pieces"] = _pieces(visit, item)
    if item.kind == words_of.VOID:
        number = item.content["number"]
        drawn["round"] = rounds.round_(actor=visit.actor, table=item.table, number=number, audience="floor")
    return {"open_item": drawn}


def _pieces(visit: Visit, item: QueueItem) -> Sequence[tuple[racks.RackLine, int]]:
    """Kinds of chips with how many are asked for; what the rack has stands beside."""
    wanted = chips.from_data(item.content["chips"])
    return [
        (line, wanted[line.denomination])
        for line in racks.rack(visit.actor, item.table).lines
        if line.denomination in wanted
    ]


def open_item(visit: Visit, pit: str) -> str:
    """Claim an item; the address at which it is decided. Refused: see ``claims.take``."""
    asked = _asked(visit)
    claims.take(actor=visit.actor, at=visit.at, table=asked.table, kind=asked.kind, item=asked.item)
    if asked.kind in _ELSEWHERE:
        item = QueueItem(asked.kind, asked.table, asked.item, visit.at, "", {})
        return _ELSEWHERE[asked.kind](pit, item)
    return f"{reverse('pit', args=[pit])}?{urlencode({'ask': str(asked)})}"


def decide(visit: Visit) -> None:
    """Give, refuse or explain what is open, as the key that was pressed says."""
    asked, keyed = _asked(visit), visit.request.POST
    where: dict[str, Any] = {"actor": visit.actor, "at": visit.at, "table": asked.table, "key": visit.key}
    pin = keyed.get("own_pin", "")[:12]
    if not asked.item.isdigit() or len(asked.item) > 9:
        raise NotFound("no_such_approval")
    number = int(asked.item)
    do = keyed.get("do", "")
    if do == "explain":
        said = forms.read(ExplanationForm(keyed))
        approvals.explain_opener(**where, period=number, pin=pin, **said)
    elif do == "give":
        approvals.give_approval(**where, number=number, pin=pin)
    elif do == "refuse":
        reason = forms.read(forms.ReasonForm(keyed))["reason"]
        approvals.refuse_approval(**where, number=number, reason=reason)
    else:
        raise Invalid("unknown_action")


def put_away(visit: Visit) -> None:
    """Let others decide what the person had open."""
    claims.release(actor=visit.actor)


def acknowledge(visit: Visit) -> None:
    """Say that one has seen an alert."""
    seen = forms.read(AlertForm(visit.request.POST))
    alerts.acknowledge_alert(actor=visit.actor, at=visit.at, key=visit.key, **seen)


def _asked(visit: Visit) -> Ask:
    asked = Ask.read(visit.request.POST.get("ask", ""))
    if asked is None:
        raise Invalid("bad_form", field="ask")
    return asked
