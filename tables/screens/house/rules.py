"""House rules: every version that a game has had here, and the next one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from tables.domain import permissions
from tables.domain.errors import NotFound
from tables.games import catalogue
from tables.games.catalogue import Game
from tables.screens.house import forms, frame, rule_words
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import furnishing
from tables.selectors.furnishing import RulesVersion
from tables.services import house

_ONE_OF = "must be one of "


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule as it is keyed: its name and what it is called, what stands there, and what may stand there.

    ``choices`` are all the values there are, each with its words; without them ``hint`` says what belongs there.
    """

    name: str
    words: str
    value: str
    choices: tuple[tuple[str, str], ...]
    hint: str
    standard: str
    standard_words: str


@require_GET
@page
def rules(visit: Visit) -> HttpResponse:
    """Every game with its versions, the newest first; each shows what differs from the game's own rules."""
    permissions.require(visit.actor, "manage_house")
    versions = furnishing.house_rules(visit.actor)
    games = [
        (game, [(rules, differing(game, rules)) for rules in versions if rules.game == game.code])
        for game in catalogue.GAMES.values()
    ]
    return frame.draw(visit, "house/rules.html", {"games": games})


@require_http_methods(["GET", "POST"])
@page
def new_version(visit: Visit, game: str) -> HttpResponse:
    """The next version, begun from the newest."""
    permissions.require(visit.actor, "manage_house")
    known = catalogue.GAMES.get(game)
    if known is None:
        raise NotFound("no_such_game", game=game)
    before = next((rules for rules in furnishing.house_rules(visit.actor) if rules.game == game), None)
    values = _standard(known) | (dict(before.values) if before else {})

    def draw(refusal: Refusal | None) -> HttpResponse:
        context = {"game": known, "rules": keyable(known, values, visit.request.POST), "before": before}
        return frame.draw(visit, "house/new_rules.html", context, refusal)

    def add() -> None:
        keyed = forms.rule_values(visit.request.POST, values)
        house.add_house_rules(actor=visit.actor, at=visit.at, game=game, values=keyed, key=visit.key)

    return frame.answer(visit, {"add_rules": add}, draw, then=reverse("house-rules"))


def differing(game: Game, rules: RulesVersion) -> list[tuple[str, str]]:
    """The rules of a version that are not the game's own, and what they say, in words."""
    has = rules.values
    return [
        (rule_words.name(name), rule_words.choice(rule_words.written(has[name])))
        for name, own in _standard(game).items()
        if has.get(name, own) != own
    ]


def _standard(game: Game) -> dict[str, Any]:
    return game.engine.rule_values(game.engine.rules({}))


def keyable(game: Game, values: Mapping[str, Any], keyed: Mapping[str, str]) -> list[Rule]:
    """The rules to key, with what was keyed; an engine that is asked with nonsense says what belongs there."""
    standard = _standard(game)
    found = []
    for name, value in values.items():
        hint = _belongs(game, name)
        choices = tuple(hint.removeprefix(_ONE_OF).split(", ")) if hint.startswith(_ONE_OF) else ()
        if isinstance(value, bool):
            choices = ("yes", "no")
        shown = keyed.get(f"{forms.RULE}{name}", rule_words.written(value))
        own = rule_words.written(standard.get(name, value))
        told = tuple((one, rule_words.choice(one)) for one in choices)
        words = rule_words.name(name)
        found.append(Rule(name, words, shown, told, rule_words.hint(hint), own, rule_words.choice(own)))
    return found


def _belongs(game: Game, name: str) -> str:
    try:
        game.engine.rules({name: None})
    except ValueError as error:
        return str(error).partition(": ")[2]
    return ""
