"""The vault and the bank: chips and cash that change their place, come into the house or leave it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.domain.cage import CagePlace
from tables.domain.errors import Invalid
from tables.domain.house_settings import ChipKind
from tables.screens import forms as floor_forms
from tables.screens.cage import forms, frame, lines
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors.chip_sets import ChipSetView
from tables.services import banks, cage_moves, cage_window

CAGE, VAULT = CagePlace.CAGE, CagePlace.VAULT
CASHIER, OTHER, ACCOUNTANT, MANAGER = _("Cashier"), _("Second cashier"), _("Accountant"), _("House manager")


@dataclass(frozen=True, slots=True)
class Work:
    """A form: what it is called, what is keyed in it, and who signs."""

    title: Promise | str
    about: Promise | str
    chips: bool
    notes: bool
    signers: tuple[tuple[str, Promise | str], ...]
    reason: bool = False
    patron: bool = False
    kinds: tuple[str, ...] = tuple(ChipKind)
    retired: bool = True


_TWO = (("giver", CASHIER), ("taker", OTHER))
_COUNTED = (("cashier", CASHIER), ("accountant", ACCOUNTANT))
WORKS: Final[Mapping[str, Work]] = {
    "to_vault": Work(_("Cage to vault"), _("Two cashiers count what goes."), True, True, _TWO),
    "from_vault": Work(_("Vault to cage"), _("Two cashiers count what comes."), True, True, _TWO),
    "from_bank": Work(_("Cash from the bank"), _("It comes into the vault."), False, True, _COUNTED),
    "to_bank": Work(_("Cash to the bank"), _("It leaves the vault."), False, True, _COUNTED),
    "receive": Work(
        _("New chips"), _("The maker delivers; they come into the vault."), True, False, _COUNTED, retired=False
    ),
    "receive_cage": Work(
        _("New chips to the cage"),
        _("The maker delivers; they come into the drawers, as for the first banks of tables."),
        True,
        False,
        _COUNTED,
        retired=False,
    ),
    "withdraw": Work(
        _("Chips withdrawn"), _("Destroyed or given back, out of the vault, for good."), True, False, _COUNTED, True
    ),
    "gift": Work(
        _("Promotional chips"),
        _("A patron gets chips that are wagered and never paid out."),
        True,
        False,
        (("cashier", CASHIER), ("manager", MANAGER)),
        reason=True,
        patron=True,
        kinds=(ChipKind.PROMOTIONAL,),
        retired=False,
    ),
}


@require_http_methods(["GET", "POST"])
@page
def moves(visit: Visit) -> HttpResponse:
    """One of the forms, chosen beside the others."""
    permissions.require(visit.actor, "run_cage")
    name = visit.request.POST.get("work", visit.request.GET.get("work", ""))
    work = WORKS.get(name)
    known = lines.sets(visit, work.kinds) if work else []
    chosen = lines.chosen_set(visit, known) if work and work.chips else None

    def draw(refusal: Refusal | None) -> HttpResponse:
        keyed = visit.request.POST
        context: dict[str, Any] = {
            "works": [(key, each.title, key == name) for key, each in WORKS.items() if _possible(visit, each)],
            "name": name,
            "work": work,
            "known": known,
            "chosen": chosen,
            "chips": lines.of_set(chosen, keyed, retired=work.retired) if work and chosen else None,
            "notes": lines.notes(visit, keyed) if work and work.notes else [],
            "signers": [(prefix, role, keyed.get(f"{prefix}_badge", "")) for prefix, role in work.signers]
            if work
            else [],
        }
        return frame.draw(visit, "cage/moves.html", context, refusal)

    def move() -> None:
        if work is None:
            raise Invalid("bad_form", field="what")
        _ACTS[name](visit, work, chosen)

    return pages.answer(visit, {"move": move}, draw, then=reverse("cage-movements"))


def _possible(visit: Visit, work: Work) -> bool:
    """A form for a kind of chips that the house does not have is not offered."""
    return not work.chips or bool(lines.sets(visit, work.kinds))


def _given(visit: Visit, work: Work) -> dict[str, Any]:
    """Who acts, when, under which key, and who signs."""
    keyed = visit.request.POST
    signed = {prefix: floor_forms.signature(keyed, prefix) for prefix, _role in work.signers}
    return {"actor": visit.actor, "at": visit.at, "key": visit.key, **signed}


def _transfer(source: CagePlace, target: CagePlace) -> Callable[[Visit, Work, ChipSetView | None], None]:
    def act(visit: Visit, work: Work, chosen: ChipSetView | None) -> None:
        keyed = visit.request.POST
        lot = lines.keyed_lot(keyed, chosen) if chosen and floor_forms.chips_of(keyed) else None
        notes = lines.keyed_notes(keyed)
        cage_moves.move_vault(**_given(visit, work), source=source, target=target, lot=lot, notes=notes)

    return act


def _from_bank(visit: Visit, work: Work, _chosen: ChipSetView | None) -> None:
    cage_moves.receive_cash(**_given(visit, work), notes=lines.keyed_notes(visit.request.POST))


def _to_bank(visit: Visit, work: Work, _chosen: ChipSetView | None) -> None:
    cage_moves.bank_cash(**_given(visit, work), notes=lines.keyed_notes(visit.request.POST))


def _receive(place: CagePlace) -> Callable[[Visit, Work, ChipSetView | None], None]:
    def act(visit: Visit, work: Work, chosen: ChipSetView | None) -> None:
        lot = lines.keyed_lot(visit.request.POST, chosen)
        banks.receive_chips(
            **_given(visit, work), chip_set=lot.chip_set, received=lot.pieces, total=lot.total, place=place
        )

    return act


def _withdraw(visit: Visit, work: Work, chosen: ChipSetView | None) -> None:
    reason = floor_forms.read(floor_forms.ReasonForm(visit.request.POST))["reason"]
    lot = lines.keyed_lot(visit.request.POST, chosen)
    cage_moves.withdraw_chips(**_given(visit, work), place=VAULT, lot=lot, reason=reason)


def _gift(visit: Visit, work: Work, chosen: ChipSetView | None) -> None:
    keyed = visit.request.POST
    patron = floor_forms.read(forms.PatronForm(keyed))["patron"]
    reason = floor_forms.read(floor_forms.ReasonForm(keyed))["reason"]
    lot = lines.keyed_lot(keyed, chosen)
    cage_window.give_promotional(**_given(visit, work), patron=patron, reason=reason, lot=lot)


_ACTS: Final[Mapping[str, Callable[[Visit, Work, ChipSetView | None], None]]] = {
    "to_vault": _transfer(CAGE, VAULT),
    "from_vault": _transfer(VAULT, CAGE),
    "from_bank": _from_bank,
    "to_bank": _to_bank,
    "receive": _receive(VAULT),
    "receive_cage": _receive(CAGE),
    "withdraw": _withdraw,
    "gift": _gift,
}
