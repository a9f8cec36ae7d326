"""Front money at the window: a registered patron leaves cash to bet from, or is paid from his account."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.domain.errors import NotFound
from tables.screens import forms as floor_forms
from tables.screens.cage import forms, frame, lines
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import crowds
from tables.services import front_money

TAKE, RETURN = "deposit", "withdraw"


@require_http_methods(["GET", "POST"])
@page
def accounts(visit: Visit) -> HttpResponse:
    """What a patron has on account, and two forms beside each other: cash to it, and cash from it.

    After either the account is shown, because the patron asks what is on it now.
    """
    permissions.require(visit.actor, "run_cage")

    def draw(refusal: Refusal | None) -> HttpResponse:
        nothing, keyed = visit.request.GET, visit.request.POST
        did = keyed.get("do", "")
        patron = (keyed or nothing).get("patron", "")
        made = [
            {"do": do, "notes": lines.notes(visit, keyed if did == do else nothing), "patron": patron}
            for do in (TAKE, RETURN)
        ]
        context = {"forms": made, "patron": patron, "balance": _balance(visit, patron)}
        return frame.draw(visit, "cage/front_money.html", context, refusal)

    def changed() -> dict[str, Any]:
        keyed = visit.request.POST
        return {
            "actor": visit.actor,
            "at": visit.at,
            "patron": floor_forms.read(forms.PatronForm(keyed))["patron"],
            "notes": lines.keyed_notes(keyed),
            "key": visit.key,
        }

    def moved(do: str, move: Callable[..., object]) -> HttpResponse:
        told = changed()
        move(**told)
        return HttpResponseRedirect(f"{visit.request.path}?{urlencode({'done': do, 'patron': told['patron']})}")

    acts = {
        TAKE: lambda: moved(TAKE, front_money.take_front_money),
        RETURN: lambda: moved(RETURN, front_money.return_front_money),
    }
    return pages.answer(visit, acts, draw)


def _balance(visit: Visit, patron: str) -> int | None:
    """What is on his account, minor units; None where nobody was asked for, or there is no such patron."""
    if not patron or not visit.may("read_front_money"):
        return None
    try:
        return int(crowds.funds(actor=visit.actor, patron=patron)["balance"])
    except NotFound:
        return None
