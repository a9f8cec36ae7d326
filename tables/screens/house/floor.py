"""Pits and tables as they are furnished: added, given a par, and dealt by another version of their house rules."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.games import catalogue
from tables.screens import forms as floor_forms
from tables.screens.house import forms, frame
from tables.screens.house.rules import differing
from tables.screens.pit_tiles import STATES
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import furnishing, racks
from tables.services import house, table_rules

SOURCES = ("reader", "keyed", "server")


@require_http_methods(["GET", "POST"])
@page
def tables(visit: Visit) -> HttpResponse:
    """Every pit with its tables; a pit can be added."""
    permissions.require(visit.actor, "manage_house")

    def draw(refusal: Refusal | None) -> HttpResponse:
        furnished = furnishing.tables(visit.actor)
        pits = [
            (
                code,
                name,
                [
                    (table, catalogue.GAMES[table.game], STATES[table.status])
                    for table in furnished
                    if table.pit == code
                ],
            )
            for code, name in furnishing.pits(visit.actor).items()
        ]
        return frame.draw(visit, "house/tables.html", {"pits": pits, "keyed": visit.request.POST}, refusal)

    def add_pit() -> None:
        keyed = floor_forms.read(forms.PitForm(visit.request.POST))
        house.add_pit(actor=visit.actor, at=visit.at, code=keyed["pit"], name=keyed["pit_name"], key=visit.key)

    return frame.answer(visit, {"add_pit": add_pit}, draw)


@require_http_methods(["GET", "POST"])
@page
def new_table(visit: Visit) -> HttpResponse:
    """Add a table; its own page, where the par is set, is next."""
    permissions.require(visit.actor, "manage_house")

    def draw(refusal: Refusal | None) -> HttpResponse:
        versions = furnishing.house_rules(visit.actor)
        context = {
            "keyed": visit.request.POST,
            "pits": furnishing.pits(visit.actor),
            "versions": [(rules, catalogue.GAMES[rules.game]) for rules in versions if rules.game in catalogue.GAMES],
            "chip_sets": furnishing.chip_sets(visit.actor),
            "sources": SOURCES,
        }
        return frame.draw(visit, "house/new_table.html", context, refusal)

    def add() -> HttpResponse:
        keyed = floor_forms.read(forms.TableForm(visit.request.POST, exponent=visit.house.exponent))
        game, _, version = keyed["rules"].partition(":")
        house.add_table(
            actor=visit.actor,
            at=visit.at,
            code=keyed["table"],
            pit=keyed["pit"],
            game=game,
            rules_version=int(version),
            spots=keyed["spots"],
            chip_set=keyed["chip_set"],
            card_source=keyed["card_source"],
            licensed_maximum=keyed["licensed_maximum"],
            par={},
            key=visit.key,
        )
        return frame.done("add_table", reverse("house-table", args=[keyed["table"]]))

    return frame.answer(visit, {"add_table": add}, draw)


@require_http_methods(["GET", "POST"])
@page
def table(visit: Visit, code: str) -> HttpResponse:
    """One table: what it is licensed for, its par, and its house rules."""
    permissions.require(visit.actor, "manage_house")

    def draw(refusal: Refusal | None) -> HttpResponse:
        return frame.draw(visit, "house/table.html", _one(visit, code), refusal)

    def par() -> None:
        keyed = floor_forms.chips_of(visit.request.POST)
        house.set_par(actor=visit.actor, at=visit.at, table=code, par=keyed, key=visit.key)

    def rules() -> None:
        version = floor_forms.read(forms.VersionForm(visit.request.POST))["version"]
        table_rules.set_table_rules(actor=visit.actor, at=visit.at, table=code, version=version, key=visit.key)

    return frame.answer(visit, {"par": par, "table_rules": rules}, draw)


def _one(visit: Visit, code: str) -> dict[str, Any]:
    found = furnishing.table(visit.actor, code)
    versions = [version for version in furnishing.house_rules(visit.actor) if version.game == found.game]
    keyed = visit.request.POST
    lines = [
        (line, keyed.get(f"{floor_forms.CHIPS}{line.denomination}", str(line.par)))
        for line in racks.rack(visit.actor, code).lines
        if not line.retired
    ]
    return {
        "table": found,
        "game": catalogue.GAMES[found.game],
        "state": STATES[found.status],
        "lines": lines,
        "versions": [
            (version, differing(catalogue.GAMES[found.game], version))
            for version in versions
            if version.version != found.rules_version
        ],
        "current": next(
            differing(catalogue.GAMES[found.game], version)
            for version in versions
            if version.version == found.rules_version
        ),
    }
