"""The sheets of a dice table: opening a game, its settlement, who leaves, to whom the pot goes."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_noop as key

from tables.domain import chips, pot_chips
from tables.games.contract import Place
from tables.screens import sheets
from tables.screens.dice import opening, wording
from tables.screens.sheets import Context, Work
from tables.screens.visits import Visit
from tables.selectors import seat_fees, seat_links
from tables.selectors.racks import Rack

READY: Final = "ready"
_BOSS: Final = (("void", key("Void a round")), ("lift", key("Lift a limit")))
_LINKS: Final = (("links", key("Links")),)
_FEE: Final = (("fee", key("Time charge")),)
_CHARGES: Final = range(1, 5)
"""So many charges at once have a key; more are told through the API."""
_JOBS: Final = (
    ("buy_in", key("Buy-in")),
    ("change", key("Change")),
    ("closer", key("Count")),
    ("relief", key("Relief")),
)


def work(visit: Visit, keyed: QueryDict, *, is_liars: bool, charges_time: bool) -> Work:
    """What may lie over the felt of a dice table. Only under cups is there something that one player sees alone."""
    own: dict[str, Callable[[Context], Context]] = {
        "game": partial(_game, keyed, visit.house.exponent),
        "fee": partial(_fee, visit),
        "leave": _leave,
        "links": partial(_links, visit),
        "pot": _pot,
        "settle": _settle,
    }
    first = {"closed": ("opener", key("Count opener")), READY: ("game", key("New game"))}
    jobs = _JOBS + (_LINKS if is_liars else ()) + (_FEE if charges_time else ())
    return Work(own, first, jobs, _BOSS, wording.CALL_REASONS, wording.VOID_REASONS)


def _game(keyed: QueryDict, exponent: int, context: Context) -> Context:
    view, picture = context["view"], context["picture"]
    server = view.card_source == "server"
    asked = opening.sheet(
        keyed,
        picture["next_options"],
        spots=view.spots,
        minimum=view.minimum,
        exponent=exponent,
        server=server,
    )
    return {
        "sheet_template": "dealer/liars/opening.html" if context["is_liars"] else "dealer/scarney/opening.html",
        "action": reverse("terminal-game", args=[view.code]),
        "asked": asked,
        "server": server,
        "go_words": key("Open the game"),
    }


def _settle(context: Context) -> Context:
    """Each payment in the very chips that the house has cut from the pot, and the change that comes before it."""
    play: Any = context["play"]
    rack = context["rack"]
    settlement = context["picture"]["pot_settlement"] or {"payments": (), "change": None}
    paid = {target: sheets.stack_of(chips.from_data(stack), rack) for target, _, stack in settlement["payments"]}
    drawn: Context = {
        "keys_form": "press",
        "go_value": "confirm_settlement",
        "final": True,
        "rake_cut": paid.get(Place.RAKE, ()),
        "pot_change": _change(settlement["change"], rack),
        "flags": [(claimant,) for claimant in context["claimants"]],
    }
    if context["is_liars"]:
        cut = {player: paid.get(place) or sheets.cut(abs(amount), rack) for player, place, amount in play.moves}
        lines = [(player, amount, cut[player]) for player, _, amount in play.moves]
        return drawn | {"sheet_template": "dealer/liars/settle.html", "moves": lines, "go_words": key("Paid")}
    return drawn | {
        "sheet_template": "dealer/scarney/settle.html",
        "shares": [(share, paid.get(share.place, ())) for share in play.shares],
        "go_words": key("Pot handed over"),
    }


def _change(change: Mapping[str, Any] | None, rack: Rack) -> Context | None:
    """What the dealer changes before he can cut the pot."""
    if change is None:
        return None
    return {
        "with_rack": change["source"] == pot_chips.RACK,
        **{side: sheets.stack_of(chips.from_data(change[side]), rack) for side in ("given", "taken")},
    }


def _leave(context: Context) -> Context:
    return {"sheet_template": "dealer/dice/leave.html", "action": _move(context)}


def _links(visit: Visit, context: Context) -> Context:
    """Who has a link, since when and roughly on what; and whom to give one."""
    code = context["view"].code
    return {
        "sheet_template": "dealer/liars/links.html",
        "action": reverse("terminal-link", args=[code]),
        "people": _people(context),
        "links": seat_links.of_table(visit.actor, code, visit.at),
    }


def _fee(visit: Visit, context: Context) -> Context:
    """Who pays for his time, with what he has paid since the table was opened."""
    code = context["view"].code
    known = seat_fees.paid(visit.actor, code)
    payers = list(dict.fromkeys([*_people(context), *known]))
    return {
        "sheet_template": "dealer/dice/fee.html",
        "action": reverse("terminal-fee", args=[code]),
        "most_charges": _CHARGES,
        "payers": [(player, known.get(player)) for player in payers],
    }


def _pot(context: Context) -> Context:
    return {"sheet_template": "dealer/dice/pot.html", "action": _move(context), "people": _people(context)}


def _people(context: Context) -> list[str]:
    """Who plays, or did last, and then every seat."""
    known = context["there"] or context["picture"]["next_options"].get("players", ())
    seats = (f"S{number}" for number in range(1, context["view"].spots + 1))
    return list(dict.fromkeys([*known, *seats]))


def _move(context: Context) -> str:
    return reverse("terminal-move", args=[context["view"].code])
