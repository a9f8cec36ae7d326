"""The pages of the cage: their tabs, and what is said after something was done."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.screens.refusals import Refusal
from tables.screens.visits import Visit

TABS: Final = (
    ("cage", "read_cage", _("Stock")),
    ("cage-window", "run_cage", _("Window")),
    ("cage-front-money", "run_cage", _("Front money")),
    ("cage-markers", "read_cage", _("Markers")),
    ("cage-moves", "run_cage", _("Vault and bank")),
    ("cage-banks", "issue_table_bank", _("Table banks")),
    ("cage-count", "run_cage", _("Count")),
    ("cage-drops", "run_cage", _("Drop")),
    ("cage-targets", "manage_house", _("Targets")),
    ("cage-movements", "read_cage", _("Movements")),
)
DONE: Final[Mapping[str, Promise | str]] = {
    "sell": _("The chips are sold."),
    "redeem": _("The chips are redeemed."),
    "deposit": _("The cash is taken and stands on the account."),
    "withdraw": _("The patron is paid from his account."),
    "transfer": _("The markers lie in the cage."),
    "settle": _("The payment is taken."),
    "move": _("It is moved."),
    "bank": _("The table has its bank."),
    "count": _("The count stands. What differs is shown with it."),
    "take_over": _("The money is in the vault."),
    "target": _("The target is set."),
}


def draw(
    visit: Visit, template: str, context: Mapping[str, Any] | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    """A page of the cage with the tabs that the visitor may open."""
    path = visit.request.path
    tabs = [(words, reverse(name), path == reverse(name)) for name, asked, words in TABS if visit.may(asked)]
    said = DONE.get(visit.request.GET.get("done", "")) if refusal is None else None
    framed = {**(context or {}), "tabs": tabs, "done": said, "refusal": refusal, "keyed": visit.request.POST}
    return visit.draw(template, framed, status=refusal.status if refusal else 200)
