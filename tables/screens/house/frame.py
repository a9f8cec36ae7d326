"""The house manager's pages: their tabs, and what happens when one of their forms is sent.

A form names its act in ``do``. What is done leads back to a page that says so; what is refused is drawn over the page
it came from. A secret that was made is in the answer itself and on no other page.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.errors import FloorError, Invalid
from tables.screens import refusals
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit

TABS: Final = (
    ("house-people", _("People")),
    ("house-signed-on", _("Signed on")),
    ("house-terminals", _("Terminals")),
    ("house-tables", _("Pits and tables")),
    ("house-rules", _("House rules")),
    ("house-rule-packs", _("Rule pack")),
    ("house-chips", _("Chips")),
    ("house-clock", _("Day and shifts")),
    ("house-edges", _("House edges")),
)
DONE: Final[Mapping[str, Promise | str]] = {
    "register": _("The person is registered. Give a PIN or a password next, so that he can choose his own."),
    "grant": _("The role is given."),
    "revoke": _("The role is taken away."),
    "sign_off": _("The game is signed off."),
    "revoke_sign_off": _("The sign-off is taken back."),
    "renew": _("The licence is renewed."),
    "unlock": _("Wrong tries are forgotten."),
    "leave": _("The person works here no more. Sign-ons and charges of pits have ended."),
    "return": _("The person works here again. Give new secrets if others may know the old ones."),
    "revoke_terminal": _("The terminal is cut off."),
    "unlock_terminal": _("Wrong tries are forgotten."),
    "add_pit": _("The pit is added."),
    "choose_pack": _("The rule pack is chosen."),
    "add_chips": _("The chip set is added. The cage takes the chips in when they are delivered."),
    "retire": _("These chips are given out no more."),
    "day_start": _("The start of the gaming day is set."),
    "shifts": _("The shifts are set."),
    "undo": _("From now on a dealer may take his last press back for so long."),
    "places": _("The plan is drawn this way from now on."),
    "rotation": _("The rotation counts from now on."),
    "add_table": _("The table is added. It is closed; a pit boss posts its limits, and the cage gives it a bank."),
    "par": _("The par is set."),
    "table_rules": _("The table is dealt by this version from its next round on."),
    "set_edge": _("The edge is set. Theoretical win is reckoned by it from that gaming day on."),
    "add_rules": _("The version is added. Tables take it on their own page."),
}
Act = Callable[[], object]
Draw = Callable[[Refusal | None], HttpResponse]


def answer(visit: Visit, acts: Mapping[str, Act], draw: Draw, *, then: str = "") -> HttpResponse:
    """Draw the page, or do what its form asks for: one of ``acts``, and then lead to the address ``then``.

    An act may answer itself, when what it made is shown this once.
    """
    if visit.request.method != "POST":
        return draw(None)
    do = visit.request.POST.get("do", "")
    try:
        act = acts.get(do)
        if act is None:
            raise Invalid("unknown_action")
        made = act()
    except FloorError as error:
        return draw(refusals.of(error, visit.house.exponent))
    return made if isinstance(made, HttpResponse) else done(do, then or visit.request.path)


def done(do: str, address: str) -> HttpResponse:
    """Lead to an address that says what was done."""
    return HttpResponseRedirect(f"{address}?{urlencode({'done': do})}")


def draw(visit: Visit, template: str, context: Mapping[str, Any], refusal: Refusal | None = None) -> HttpResponse:
    """A page of the house with its tabs."""
    tabs = [(words, reverse(name), _here(visit.request.path, name)) for name, words in TABS]
    said = DONE.get(visit.request.GET.get("done", "")) if refusal is None else None
    framed = {**context, "tabs": tabs, "done": said, "refusal": refusal}
    return visit.draw(template, framed, status=refusal.status if refusal else 200)


def _here(path: str, tab: str) -> bool:
    """Whether a page belongs under a tab: its own, those below it, and the plan of a pit under pits and tables."""
    return path.startswith(reverse(tab)) or (tab == "house-tables" and path.startswith(f"{reverse('house')}pits/"))
