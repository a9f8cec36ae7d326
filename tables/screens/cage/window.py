"""The window: a patron buys chips, or brings them."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.domain.house_settings import ChipKind
from tables.screens import forms as floor_forms
from tables.screens.cage import forms, frame, lines
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.services import cage_window

SELL, REDEEM = "sell", "redeem"


@require_http_methods(["GET", "POST"])
@page
def window(visit: Visit) -> HttpResponse:
    """Two forms beside each other, one a direction. Both sides are counted; they must be worth the same."""
    permissions.require(visit.actor, "run_cage")
    known = lines.sets(visit, [ChipKind.VALUE])
    chosen = lines.chosen_set(visit, known)

    def draw(refusal: Refusal | None) -> HttpResponse:
        nothing, keyed = visit.request.GET, visit.request.POST
        did = keyed.get("do", "")
        made = [
            {
                "do": do,
                "keyed": keyed if did == do else nothing,
                "chips": lines.of_set(chosen, keyed if did == do else nothing, retired=do == REDEEM),
                "notes": lines.notes(visit, keyed if did == do else nothing),
            }
            for do in (SELL, REDEEM)
            if chosen
        ]
        context = {"forms": made, "known": known, "chosen": chosen}
        return frame.draw(visit, "cage/window.html", context, refusal)

    def changed() -> dict[str, object]:
        keyed = visit.request.POST
        return {
            "actor": visit.actor,
            "at": visit.at,
            "patron": floor_forms.read(forms.PatronForm(keyed))["patron"],
            "notes": lines.keyed_notes(keyed),
            "lot": lines.keyed_lot(keyed, chosen),
            "key": visit.key,
        }

    acts = {
        SELL: lambda: cage_window.sell_chips(**changed()),  # type: ignore[arg-type]
        REDEEM: lambda: cage_window.redeem_chips(**changed()),  # type: ignore[arg-type]
    }
    return pages.answer(visit, acts, draw)
