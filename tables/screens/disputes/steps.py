"""The steps of a round in words, and the felt after one of them as it is drawn (docs/disputes.md).

Pure presentation: what could be seen at a step was decided by the replay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tables.domain import chips
from tables.games.cards import HIDDEN
from tables.games.catalogue import GAMES
from tables.games.contract import Tender
from tables.reports import event_words
from tables.reports.dispute_words import CLAIMS, RULINGS
from tables.screens import felt
from tables.screens.dice import liars, scarney
from tables.templatetags import floor

Words = Promise | str
_PLAYER: Final = "player:"

CALLS: Final[Mapping[str, Words]] = {
    "double": _("doubled"),
    "opposite": _("opposite"),
    "zhai": _("Zhai"),
    "fei": _("Fei"),
}
PLACES: Final[Mapping[str, Words]] = {
    "layout": _("layout"),
    "rack": _("rack"),
    "pot": _("pot"),
    "rake": _("rake"),
    "box": _("drop box"),
}


@dataclass(frozen=True, slots=True)
class Move:
    """Money that the step moved, minor units."""

    source: str
    target: str
    amount: int
    cash: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A step as it is listed. ``card`` and ``dice`` are what came; a card that was hidden then is its back."""

    number: int
    words: Words
    at: datetime
    who: str
    terminal: str
    detail: str
    card: str
    dice: tuple[Any, ...]
    moves: tuple[Move, ...]
    rack: tuple[tuple[int, int], ...]
    undone: bool


def read(told: Mapping[str, Any], exponent: int) -> Step:
    """A step of the replay in words; amounts are spelt by the currency's ``exponent``."""
    data = told["data"]
    given = data.get("input", {})
    dealt = told["type"] == "card_dealt" or bool(data.get("card"))
    return Step(
        number=told["step"],
        words=event_words.EVENTS.get(told["type"], told["type"]),
        at=datetime.fromisoformat(told["occurred_at"]),
        who=told["actor"] or "",
        terminal=told["terminal"] or "",
        detail=_detail(told["type"], data, given, exponent),
        card=(given.get("card") or data.get("card") or HIDDEN) if dealt else "",
        dice=tuple(given.get("dice") or ()),
        moves=tuple(_move(move) for move in data.get("transfers", ())),
        rack=tuple(chips.from_data(data.get("rack", {})).items()),
        undone=told["type"] == "press_undone",
    )


def drawn(game: str, view: Mapping[str, Any] | None, spots: int) -> dict[str, Any]:
    """What the template of the game's felt needs; nothing where there was no round yet."""
    if view is None:
        return {"felt_template": ""}
    if GAMES[game].engine.chance == "cards":
        picture = {"felt": view, "round": {"status": "settled"}, "next": None}
        return {"felt_template": "dealer/felt.html", "felt": felt.read(picture, spots), "phase": "replay"}
    if game == "liars_dice":
        return {"felt_template": "dealer/liars/felt.html", "play": liars.read(view), "running": False}
    held = {"pot": view["pot"]}
    return {"felt_template": "dealer/scarney/felt.html", "play": scarney.read(view), "picture": held}


def _detail(type_: str, data: Mapping[str, Any], given: Mapping[str, Any], exponent: int) -> str:
    """Who, where and how much, as far as the event says."""
    if type_ in ("dispute_opened", "dispute_ruled"):
        known = CLAIMS.get(data["claim"]) if type_ == "dispute_opened" else RULINGS.get(data["ruling"])
        told = [str(words) for words in (known, data.get("text") or data.get("reason")) if words]
        return " · ".join(dict.fromkeys(told))  # a dealer's flag says the claim and no more
    parts: list[str] = []
    if act := event_words.ACTS.get(given.get("do", "")):
        parts.append(str(act))
    if player := given.get("by") or data.get("player"):
        parts.append(floor.player(player))
    seat = data.get("to") or given.get("spot")
    if seat == "dealer":
        parts.append(gettext("Dealer's hand"))
    elif seat:
        parts.append(gettext("spot %(spot)s") % {"spot": seat})
    if data.get("face_down"):
        parts.append(gettext("face down"))
    amount = given.get("amount") or data.get("amount")
    if amount:
        parts.append(floor.money(amount, exponent))
    parts += _called(given)
    parts += [str(data[name]) for name in ("reason", "surveillance", "reference", "note") if data.get(name)]
    return " · ".join(parts)


def _called(given: Mapping[str, Any]) -> list[str]:
    """What was said with a throw, a bid or an open at a dice table."""
    said = [f"{given['quantity']} × {given['face']}"] if "quantity" in given else []
    said += [str(words) for name, words in CALLS.items() if given.get(name) is True or given.get("call") == name]
    if units := given.get("units"):
        said.append(ngettext("%(number)s unit", "%(number)s units", units) % {"number": units})
    return said


def _move(move: Sequence[Any]) -> Move:
    source, target, amount, _reason, tender = move
    return Move(_place(source), _place(target), amount, tender == Tender.CASH)


def _place(place: str) -> str:
    if place.startswith(_PLAYER):
        seat, _slash, back = place.removeprefix(_PLAYER).partition("/b")
        if back:
            return gettext("seat %(seat)s, back-bet %(number)s") % {"seat": seat, "number": back}
        return gettext("seat %(seat)s") % {"seat": seat}
    return str(PLACES.get(place, place))
