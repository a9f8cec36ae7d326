"""People of the house: who there is, what each may do, and how each signs in."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from tables.domain import permissions
from tables.domain.actors import Role
from tables.domain.errors import NotFound
from tables.games import catalogue
from tables.screens import forms as floor_forms
from tables.screens.house import forms, frame
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import staff, terminals
from tables.selectors.staff import Person
from tables.services import clock, employment, one_time, staffing

ROLE_WORDS: Final[Mapping[str, Promise | str]] = {
    Role.DEALER: _("dealer"),
    Role.PIT_BOSS: _("pit boss"),
    Role.CASHIER: _("cashier"),
    Role.COUNTER: _("counter"),
    Role.ACCOUNTANT: _("accountant"),
    Role.AUDITOR: _("auditor"),
    Role.SECURITY: _("security"),
    Role.HOUSE_MANAGER: _("house manager"),
    Role.INTEGRATOR: _("integrator"),
}
SECRET_WORDS: Final[Mapping[str, tuple[str, Promise | str]]] = {
    # what there is of a PIN or password -> colour, words
    "none": ("", _("none")),
    "one_time": ("warn", _("given, own not chosen yet")),
    "own": ("good", _("own")),
}


@require_GET
@page
def house(visit: Visit) -> HttpResponse:
    """The house begins with its people."""
    permissions.require(visit.actor, "manage_house")
    return HttpResponseRedirect(reverse("house-people"))


@require_GET
@page
def people(visit: Visit) -> HttpResponse:
    """Everybody, or those whose badge or name has what is looked for."""
    permissions.require(visit.actor, "manage_staff")
    wanted = visit.request.GET.get("q", "")[:120]
    lines = [_line(visit, person) for person in staff.people(visit.actor) if _has(person, wanted)]
    return frame.draw(visit, "house/people.html", {"lines": lines, "wanted": wanted})


@require_http_methods(["GET", "POST"])
@page
def new_person(visit: Visit) -> HttpResponse:
    """Register somebody; his own page is next."""
    permissions.require(visit.actor, "manage_staff")

    def register() -> HttpResponse:
        keyed = floor_forms.read(forms.PersonForm(visit.request.POST))
        roles = [Role(role) for role in keyed.pop("roles")]
        games = keyed.pop("games")
        person = staffing.NewPerson(**keyed)
        staffing.register_staff(actor=visit.actor, at=visit.at, person=person, roles=roles, games=games, key=visit.key)
        return frame.done("register", reverse("house-person", args=[person.badge]))

    def draw(refusal: Refusal | None) -> HttpResponse:
        keyed = visit.request.POST
        context = {
            "keyed": keyed,
            "roles": [(role, words, role in keyed.getlist("roles")) for role, words in ROLE_WORDS.items()],
            "games": [(game, game.code in keyed.getlist("games")) for game in catalogue.GAMES.values()],
            "languages": forms.LANGUAGES,
        }
        return frame.draw(visit, "house/new_person.html", context, refusal)

    return frame.answer(visit, {"register": register}, draw)


@require_http_methods(["GET", "POST"])
@page
def person(visit: Visit, badge: str) -> HttpResponse:
    """One person: roles, games, licence, PIN and password. A secret that is made is shown this once."""
    permissions.require(visit.actor, "manage_staff")
    keyed = visit.request.POST
    who: dict[str, Any] = {"actor": visit.actor, "at": visit.at, "badge": badge}

    def draw(refusal: Refusal | None, secret: Mapping[str, str] | None = None) -> HttpResponse:
        return frame.draw(visit, "house/person.html", _one(visit, badge) | {"secret": secret}, refusal)

    def role() -> Role:
        return Role(floor_forms.read(forms.RoleForm(keyed))["role"])

    def game() -> str:
        return str(floor_forms.read(forms.GameForm(keyed))["game"])

    def renew() -> None:
        staffing.renew_licence(**who, **floor_forms.read(forms.LicenceForm(keyed)), key=visit.key)

    def issue(what: str) -> HttpResponse:
        made = one_time.issue_pin(**who) if what == "pin" else one_time.issue_password(**who)
        return draw(None, {"what": what, "value": made[what]})

    acts: dict[str, frame.Act] = {
        "grant": lambda: staffing.grant_role(**who, role=role(), key=visit.key),
        "revoke": lambda: staffing.revoke_role(**who, role=role(), key=visit.key),
        "sign_off": lambda: staffing.sign_off_game(**who, game=game(), key=visit.key),
        "revoke_sign_off": lambda: staffing.revoke_sign_off(**who, game=game(), key=visit.key),
        "renew": renew,
        "unlock": lambda: staffing.unlock_pin(**who, key=visit.key),
        "leave": lambda: employment.deactivate_staff(**who, key=visit.key),
        "return": lambda: employment.reactivate_staff(**who, key=visit.key),
        "pin": lambda: issue("pin"),
        "password": lambda: issue("password"),
    }
    return frame.answer(visit, acts, draw)


@require_GET
@page
def signed_on(visit: Visit) -> HttpResponse:
    """Who is signed on, where, and since when; who deals, and who is in charge."""
    permissions.require(visit.actor, "manage_staff")
    by_badge = {person.badge: person for person in staff.people(visit.actor)}
    lines = [(on, by_badge.get(on.badge)) for on in terminals.signed_on(visit.actor, visit.at)]
    away = [
        person for person in by_badge.values() if person.table and not any(on.badge == person.badge for on, _ in lines)
    ]
    return frame.draw(visit, "house/signed_on.html", {"lines": lines, "away": away})


def _one(visit: Visit, badge: str) -> dict[str, Any]:
    found = next((person for person in staff.people(visit.actor) if person.badge == badge), None)
    if found is None:
        raise NotFound("no_such_badge")
    here = [on for on in terminals.signed_on(visit.actor, visit.at) if on.badge == badge]
    return {
        "line": _line(visit, found),
        "here_now": here,
        "may_get": [(role, words) for role, words in ROLE_WORDS.items() if role not in found.roles],
        "may_deal": [game for game in catalogue.GAMES.values() if game.code not in found.games],
        "keyed": visit.request.POST,
        "oneself": badge == visit.actor.badge,
    }


def _line(visit: Visit, found: Person) -> dict[str, Any]:
    """A person with the words for what he has."""
    day = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at).gaming_day
    ends = found.licence_expires_on
    return {
        "person": found,
        "roles": [(role, ROLE_WORDS.get(role, role)) for role in found.roles],
        "games": [catalogue.GAMES[game] for game in found.games if game in catalogue.GAMES],
        "pin": SECRET_WORDS[found.pin],
        "password": SECRET_WORDS[found.password],
        "expired": ends is not None and ends < day,
    }


def _has(found: Person, wanted: str) -> bool:
    return wanted.casefold() in f"{found.badge} {found.name} {found.username}".casefold()
