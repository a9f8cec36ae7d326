"""The pages of the count room: their tabs, what is said after something was done, and who signs together."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.table_states import BoxStatus
from tables.screens import forms
from tables.screens.numbers import whole
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit
from tables.services.signatures import SignatureRequest

MOST_MEMBERS: Final = 6
TABS: Final = (
    ("count", ("read_count_sessions",), _("Count")),
    ("count-sessions", ("read_count_sessions",), _("All counts")),
    ("count-removals", ("count_box", "read_books"), _("Boxes taken")),
)
DONE: Final[Mapping[str, Promise | str]] = {
    "open": _("The count is open. Take the boxes in."),
    "accept": _("The box is in the count."),
    BoxStatus.FIRST_COUNTED.value: _("The first count is sealed. Somebody else of the team counts the box now."),
    BoxStatus.VARIANCE.value: _("The counts differ. Somebody who made neither of them counts the box now."),
    BoxStatus.COUNTED.value: _("The count of the box stands."),
    "agrees": _("All banknotes were counted again. It is what the sheets say."),
    "differs": _("All banknotes were counted again. It is not what the sheets say."),
    "close": _("The count is closed. Its money waits for the cage."),
    "remove": _("The box is taken."),
}
_UNEVEN: Final = frozenset({BoxStatus.VARIANCE.value, "differs"})
"""What was done as it should be, and did not come out even."""


def draw(
    visit: Visit, template: str, context: Mapping[str, Any] | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    """A page of the count room with the tabs that the visitor may open."""
    path = visit.request.path
    own = [(words, reverse(name)) for name, asked, words in TABS if may_any(visit.actor, asked)]
    here = max((href for _words, href in own if path.startswith(href)), key=len, default="")
    tabs = [(words, href, href == here) for words, href in own]
    done = visit.request.GET.get("done", "")
    framed = {
        **(context or {}),
        "tabs": tabs,
        "done": DONE.get(done) if refusal is None else None,
        "done_tone": "warn" if done in _UNEVEN else "good",
        "refusal": refusal,
        "keyed": visit.request.POST,
    }
    return visit.draw(template, framed, status=refusal.status if refusal else 200)


def may_any(actor: Actor, asked: Sequence[str]) -> bool:
    """Whether one of these permissions is his."""
    return any(permissions.may(actor, permission) for permission in asked)


def how_many(visit: Visit, least: int, most: int = MOST_MEMBERS, *, usual: int = 0) -> int:
    """How many sign together: as the form was drawn, or as the address asks, else ``usual`` or as few as may be."""
    given = visit.request.POST.get("members", visit.request.GET.get("members", ""))
    wanted = whole(given, 2)
    return min(max(usual if wanted is None else wanted, least), max(most, least))


def members(visit: Visit, number: int, badges: Sequence[str] = ()) -> list[tuple[str, str, str]]:
    """Signers of a team: field prefix, what is written above, badge as it was keyed or is expected."""
    keyed = visit.request.POST
    found = []
    for at in range(number):
        prefix = f"member{at + 1}"
        badge = keyed.get(f"{prefix}_badge", badges[at] if at < len(badges) else "")
        found.append((prefix, gettext("Counter %(number)s") % {"number": at + 1}, badge))
    return found


def signed_by(visit: Visit, number: int) -> list[SignatureRequest]:
    """The signatures of a team."""
    return [forms.signature(visit.request.POST, f"member{at + 1}") for at in range(number)]
