"""Terminals of the house: registered with a code that is shown once, moved, and cut off."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.screens import forms as floor_forms
from tables.screens.house import forms, frame
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import furnishing, locks
from tables.selectors import terminals as reads
from tables.services import terminals as devices

STATES: Final[Mapping[str, tuple[str, Promise | str]]] = {
    # state -> colour, word
    "enrolled": ("good", _("enrolled")),
    "waiting": ("warn", _("waits for its code")),
    "expired": ("", _("its code ran out")),
    "revoked": ("bad", _("cut off")),
}


@require_http_methods(["GET", "POST"])
@page
def terminals(visit: Visit) -> HttpResponse:
    """Every terminal, and a new code for one: it is in this answer and nowhere else."""
    permissions.require(visit.actor, "manage_terminals")

    def draw(refusal: Refusal | None, made: Mapping[str, Any] | None = None) -> HttpResponse:
        lines = [(view, *STATES[view.status]) for view in reads.devices(visit.actor, visit.at)]
        locked = {lock.terminal for lock in locks.locks(visit.actor, visit.at) if not lock.badge}
        tables = [table.code for table in furnishing.tables(visit.actor)]
        registered = {view.table for view, *_words in lines if view.table}
        context = {
            "lines": lines,
            "locked": locked,
            "tables": tables,
            "without": [code for code in tables if code not in registered],
            "keyed": visit.request.POST,
            "made": made,
            "enrol_address": visit.request.build_absolute_uri(reverse("enrol")),
        }
        return frame.draw(visit, "house/terminals.html", context, refusal)

    def register() -> HttpResponse:
        keyed = floor_forms.read(forms.TerminalForm(visit.request.POST))
        answer = devices.register_terminal(
            actor=visit.actor, at=visit.at, terminal=keyed["terminal"], table=keyed["table"] or None
        )
        code = answer["enrolment_code"]
        return draw(None, {**answer, "spelt": "-".join(code[at : at + 4] for at in range(0, len(code), 4))})

    def revoke() -> None:
        keyed = floor_forms.read(forms.TerminalForm(visit.request.POST))
        devices.revoke_terminal(actor=visit.actor, at=visit.at, terminal=keyed["terminal"], key=visit.key)

    def unlock() -> None:
        keyed = floor_forms.read(forms.TerminalForm(visit.request.POST))
        devices.unlock_terminal(actor=visit.actor, at=visit.at, terminal=keyed["terminal"], key=visit.key)

    acts: Mapping[str, frame.Act] = {
        "register_terminal": register,
        "revoke_terminal": revoke,
        "unlock_terminal": unlock,
    }
    return frame.answer(visit, acts, draw)
