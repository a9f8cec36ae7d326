"""A slip's own page: its paper, and the step that is next for whoever looks at it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_GET, require_http_methods

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.domain import chips
from tables.domain.errors import FloorError, Invalid
from tables.domain.slips import UNNUMBERED, SlipKind
from tables.domain.table_states import SlipStatus
from tables.reports import chip_slips
from tables.screens import documents, forms, refusals
from tables.screens.downloads import download
from tables.screens.refusals import Refusal
from tables.screens.slips import desk, words
from tables.screens.visits import Visit, page
from tables.selectors import chip_sets, slip_records
from tables.selectors import slips as slip_reads
from tables.selectors.slips import SlipView
from tables.services import slips
from tables.services.languages import current_language
from tables.services.slips.at_table import SlipCount

S = SlipStatus
Step = Callable[[Visit, SlipView], None]


@dataclass(frozen=True, slots=True)
class Chip:
    """A kind of chip with how many the slip names; ``given`` is what was keyed."""

    denomination: int
    colour: str
    letter: str
    count: int
    given: str

    @property
    def worth(self) -> int:
        """What the slip's pieces are worth, minor units."""
        return self.denomination * self.count


@require_http_methods(["GET", "POST"])
@page
def request(visit: Visit, table: str, number: int) -> HttpResponse:
    """A request; once there is a slip its page is the slip's."""
    view = slip_reads.request(visit.actor, table, number)
    if visit.request.method == "POST":
        return _pressed(visit, view, lambda: slip_reads.request(visit.actor, table, number))
    if view.slip is not None:
        return HttpResponseRedirect(desk.address(view))
    return _draw(visit, view)


@require_http_methods(["GET", "POST"])
@page
def slip(visit: Visit, slip: str) -> HttpResponse:
    """A slip by its number."""
    view = slip_reads.one(visit.actor, slip)
    if visit.request.method == "POST":
        return _pressed(visit, view, lambda: slip_reads.one(visit.actor, slip))
    return _draw(visit, view)


@require_GET
@page
def as_pdf(visit: Visit, slip: str) -> HttpResponse:
    """The paper as a file, marked with the number of its newest copy. Refused: ``copy_not_recorded`` (T-26)."""
    view = slip_reads.one(visit.actor, slip)
    paper = chip_slips.printed(view, visit.house, current_language(), slip_reads.copies(visit.actor, view))
    return download(drawing.file(paper, Format.PDF))


@require_GET
@page
def record(visit: Visit, slip: str) -> HttpResponse:
    """The restricted copy: every event of the slip, word for word."""
    copy = slip_records.restricted_copy(visit.actor, slip)
    return visit.draw("slips/record.html", {"line": desk.line(copy.slip), "events": copy.events})


def _pressed(visit: Visit, view: SlipView, again: Callable[[], SlipView]) -> HttpResponse:
    """Take the step that was pressed, then show the slip; refused or not, as it stands by then."""
    try:
        step = _STEPS.get(visit.request.POST.get("do", ""))
        if step is None:
            raise Invalid("unknown_action")
        step(visit, view)
    except FloorError as error:
        return _draw(visit, again(), refusals.of(error, visit.house.exponent))
    return HttpResponseRedirect(desk.address(again()))


def _draw(visit: Visit, view: SlipView, refusal: Refusal | None = None) -> HttpResponse:
    paper = None
    if view.slip is not None:
        paper = documents.shown(chip_slips.document(view, visit.house, current_language()))
    context = {
        "line": desk.line(view),
        "about": words.ABOUT[view.kind],
        "document": paper,
        "printable": chip_slips.is_printable(view),
        "offers": [(step, f"slips/steps/{step}.html") for step in _offers(visit, view)],
        "refusal": refusal,
        "keyed": visit.request.POST,
        "badge": visit.request.POST.get("cashier_badge", visit.actor.badge),
        "may_read_record": view.slip is not None and visit.may("read_restricted_copy"),
        "asked": [line for line in _chips(visit, view, view.chips) if line.count],
        "taken": [line for line in _chips(visit, view, view.taken) if line.count],
        "counting": _chips(visit, view, _comes_back(view)),
        "ask_note": refusal is not None and refusal.code == "note_required",
        "reasons": _REASONS,
    }
    return visit.draw("slips/slip.html", context, status=refusal.status if refusal else 200)


def _comes_back(view: SlipView) -> Mapping[str, int]:
    """What the cashier has to count: what a table gave, or what it declined."""
    return view.taken if view.kind == SlipKind.EXCHANGE and view.status == S.DECLINED else view.chips


def _chips(visit: Visit, view: SlipView, holding: Mapping[str, int]) -> Sequence[Chip]:
    """Every kind of chip of the table's set, those of the slip first."""
    named, keyed = chips.from_data(holding), visit.request.POST
    (chip_set,) = (
        known for known in chip_sets.of_casino(visit.actor.casino_id).values() if known.id == view.chip_set_id
    )
    lines = [
        Chip(
            chip.value,
            chip.colour,
            chip.letter,
            named.get(chip.value, 0),
            keyed.get(f"{forms.CHIPS}{chip.value}", "")[:7],
        )
        for chip in chip_set.chips
        if not chip.retired or chip.value in named
    ]
    return sorted(lines, key=lambda line: (not line.count, line.denomination))


def _offers(visit: Visit, view: SlipView) -> Sequence[str]:
    """The steps that are next and that the reader may take; the services ask again."""
    return [
        step
        for step, (permission, states, kinds) in _OFFERED.items()
        if view.status in states and view.kind in kinds and visit.may(permission)
    ]


# ------------------------------------------------------------------------------------------------------------- steps
def _issue(visit: Visit, view: SlipView) -> None:
    slips.issue_slip(**_of_request(visit, view), cashier=forms.signature(visit.request.POST, "cashier"))


def _refuse(visit: Visit, view: SlipView) -> None:
    slips.refuse_request(**_of_request(visit, view), reason=_reason(visit))


def _withdraw(visit: Visit, view: SlipView) -> None:
    slips.withdraw_request(**_of_request(visit, view), reason=_reason(visit))


def _carry(visit: Visit, view: SlipView) -> None:
    slips.carry_slip(**_of_slip(visit, view), security=forms.signature(visit.request.POST, "security"))


def _void(visit: Visit, view: SlipView) -> None:
    keyed = visit.request.POST
    slips.void_slip(
        **_of_slip(visit, view),
        reason=_reason(visit),
        cashier=forms.signature(keyed, "cashier"),
        second=forms.signature(keyed, "second"),
    )


def _receive(visit: Visit, view: SlipView) -> None:
    slips.receive_slip(**_of_slip(visit, view), **_count(visit))


def _take_back(visit: Visit, view: SlipView) -> None:
    slips.return_slip(**_of_slip(visit, view), **_count(visit))


def _reprint(visit: Visit, view: SlipView) -> None:
    slips.reprint_slip(**_of_slip(visit, view), reason=_reason(visit))


def _of_request(visit: Visit, view: SlipView) -> dict[str, Any]:
    return {"actor": visit.actor, "at": visit.at, "table": view.table, "request": view.request, "key": visit.key}


def _of_slip(visit: Visit, view: SlipView) -> dict[str, Any]:
    return {"actor": visit.actor, "at": visit.at, "slip": view.slip or "", "key": visit.key}


def _reason(visit: Visit) -> str:
    return str(forms.read(forms.ReasonForm(visit.request.POST))["reason"])


def _count(visit: Visit) -> dict[str, Any]:
    keyed = visit.request.POST
    counted = forms.chips_of(keyed)
    note = forms.read(forms.CountForm(keyed))["note"]
    return {"count": SlipCount(counted, chips.value(counted), note), "cashier": forms.signature(keyed, "cashier")}


_STEPS: Final[Mapping[str, Step]] = {
    "issue": _issue,
    "refuse": _refuse,
    "withdraw": _withdraw,
    "carry": _carry,
    "receive": _receive,
    "take_back": _take_back,
    "void": _void,
    "reprint": _reprint,
}
_ALL: Final = frozenset(SlipKind)
_FROM_CAGE: Final = frozenset({SlipKind.FILL, SlipKind.EXCHANGE})
_OFFERED: Final[Mapping[str, tuple[str, frozenset[SlipStatus], frozenset[SlipKind]]]] = {
    "issue": ("issue_slip", frozenset({S.REQUESTED}), _ALL),
    "carry": ("carry_slip", frozenset({S.ISSUED}), _FROM_CAGE),
    "receive": ("receive_slip", frozenset({S.COUNTED_OUT}), _ALL),
    "take_back": ("receive_slip", frozenset({S.DECLINED}), _FROM_CAGE),
    "refuse": ("issue_slip", frozenset({S.REQUESTED}), _ALL),
    "withdraw": ("request_chips", frozenset({S.REQUESTED}), _ALL),
    "void": ("void_slip", frozenset({S.ISSUED}), _ALL),
    "reprint": ("reprint_slip", frozenset(S) - UNNUMBERED, _ALL),
}
"""Step -> what it takes to press it, and the states and kinds that it is for; what is most often next stands first."""
_REASONS: Final[Mapping[str, Sequence[words.Words]]] = {
    "refuse": words.REFUSE_REASONS,
    "withdraw": words.WITHDRAW_REASONS,
    "void": words.VOID_REASONS,
    "reprint": words.REPRINT_REASONS,
    "note": words.NOTE_REASONS,
}
