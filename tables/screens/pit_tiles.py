"""The tables of a pit as tiles of its board: the state of each in colour, sign and word, and its most urgent item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain import floor_plan
from tables.domain.rule_packs.pack import RulePack
from tables.games import catalogue
from tables.selectors import due
from tables.selectors.attention import Item
from tables.selectors.floor_map import OnMap
from tables.selectors.pit_board import PitBoard
from tables.selectors.tables import TableView

STATES: Final[Mapping[str, tuple[str, str, Promise | str]]] = {
    # state -> colour, sign, word
    "open": ("good", "●", _("open")),
    "stopped": ("bad", "■", _("stopped")),
    "closed": ("", "○", _("closed")),
    "retired": ("", "×", _("retired")),
}
ROUNDS: Final[Mapping[str, Promise | str]] = {
    "betting": _("betting"),
    "in_play": _("being played"),
    "settled": _("to be paid"),
    "confirmed": _("paid"),
    "no_bets": _("no bets"),
    "voided": _("void"),
}
ITEMS: Final[Mapping[str, tuple[str, Promise | str]]] = {
    # kind -> colour, words
    "stopped": ("bad", _("Play is stopped: misdeal. Rule on it.")),
    "call": ("bad", _("The dealer calls")),
    "dispute": ("bad", _("A claim waits for your ruling")),
    "cash_above": ("bad", _("Cash of a patron is above the reporting threshold")),
    "settlement": ("warn", _("The round waits to be paid")),
    "no_limits": ("warn", _("No limits are posted")),
    "cash_near": ("warn", _("Cash of a patron is near the reporting threshold")),
    "count_due": ("warn", _("Closing count is due: the shift is over")),
    "marker_late": ("warn", _("Markers of an earlier day still lie here: hand them over to the cage")),
    "slip_late": ("warn", _("Chips are on their way for too long")),
    "box_due": ("warn", _("The drop box is to be taken")),
    "relief_due": ("warn", _("Relief is due")),
    "cards_due": ("warn", _("The cards are to be changed")),
    "variance_regulator": ("warn", _("Opener differs, report it with a copy to the regulator")),
    "variance_report": ("warn", _("Opener differs, a written report is due")),
    "variance": ("info", _("Opener differs from what the rack should hold")),
    "off_par": ("info", _("Bring the rack back to par before the table opens")),
    "idle": ("info", _("The table stayed closed: open it, so that its rack is counted")),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the board."""

    view: TableView
    state: tuple[str, str, Promise | str]
    round_word: Promise | str
    items: Sequence[Item]
    chosen: bool
    on: OnMap
    cell: floor_plan.Cell
    relief_late: bool
    card_hours: int

    @property
    def why(self) -> Sequence[tuple[Item, Promise | str]]:
        """The most urgent item with its words, if there is one: a colour never speaks alone."""
        return [(item, ITEMS[item.kind][1]) for item in self.items[:1]]

    @property
    def banked(self) -> bool:
        """Whether the house plays; a pot game shows what went through its pots."""
        return catalogue.GAMES[self.view.game].engine.banked

    @property
    def colour(self) -> str:
        """The most urgent item decides, else the table's state."""
        return ITEMS[self.items[0].kind][0] if self.items else self.state[0]


def of_board(board: PitBoard, pack: RulePack, chosen: str, at: datetime) -> list[Tile]:
    """A tile for each table that ``board`` shows; the table of the code ``chosen`` is the one being worked at."""
    cells = floor_plan.drawn({table: on.place for table, on in board.figures.items()})
    return [
        Tile(
            view=view,
            state=STATES[view.status],
            round_word=ROUNDS.get(view.round_status, ""),
            items=[item for item in board.items if item.table == view.code],
            chosen=view.code == chosen,
            on=board.figures[view.code],
            cell=cells[view.code],
            card_hours=due.card_hours(pack, board.figures[view.code].decks or 0),
            relief_late=view.relief_due is not None and view.relief_due <= at,
        )
        for view in board.views
    ]
