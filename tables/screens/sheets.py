"""The sheets that lie over the felt: counts, settlement, rulings, the shoe. Each names its template and its words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as key

from tables.domain import chips
from tables.domain.errors import Invalid
from tables.reports.dispute_words import RULINGS
from tables.screens import felt, phases
from tables.screens.disputes import at_table as flags
from tables.screens.drafts import Line
from tables.screens.markers import at_table as markers
from tables.screens.pit_queue import at_table as floor_asks
from tables.screens.slips import at_table as slips
from tables.screens.visits import Visit
from tables.selectors.racks import Rack

Context = dict[str, Any]

CALL_REASONS: Final = (
    _("Player asks for a higher limit"),
    _("Dispute over a hand"),
    _("Wrong card keyed"),
    _("Card exposed or on the floor"),
    _("Chips are running low"),
    _("Relief is late"),
    _("Unruly player"),
    _("Something else"),
)
VOID_REASONS: Final = (
    _("Wrong card keyed"),
    _("Cards exposed"),
    _("Wrong payout"),
    _("Fouled deck"),
    _("Player dispute"),
)
RULING_REASONS: Final = (
    _("Card drawn too early"),
    _("Shoe slipped"),
    _("Wrong card keyed"),
    _("Player dispute"),
)
RULING_WORDS: Final[Mapping[str, Promise | str]] = {
    "continue": _("Go on: the card is dead"),
    "void_round": _("Void the round"),
}
NOTE_REASONS: Final = (
    _("Recounted twice, the difference stays"),
    _("Wrong payout seen"),
    _("Chip found on the floor"),
)
Words = Promise | str


@dataclass(frozen=True, slots=True)
class Work:
    """What may lie over the felt of a game. ``first`` is what a phase lays there by itself, with the words of the key
    that brings it back; a sheet has the name under which it is asked for."""

    sheets: Mapping[str, Callable[[Context], Context]]
    first: Mapping[str, tuple[str, str]]
    jobs: Sequence[tuple[str, str]]
    boss_jobs: Sequence[tuple[str, str]]
    call_reasons: Sequence[Words]
    void_reasons: Sequence[Words]


def of(visit: Visit, context: Context, sheet: str) -> Context:
    """The sheet to draw over the felt, or an empty mapping: what the phase asks for comes before what was opened."""
    phase, work = context["phase"], context["work"]
    known = {**_SHEETS, **work.sheets}
    if phase == phases.AWAY or (sheet == "relief" and phase != phases.STOPPED):
        drawn = _relief(visit, context)
    elif phase == phases.STOPPED:
        drawn = {"ruling": _ruling, "call": _call}.get(sheet, _stopped)(context)
    elif sheet in slips.SHEETS:
        drawn = slips.sheet(visit, context, sheet)
    elif sheet in markers.SHEETS:
        drawn = markers.sheet(visit, context, sheet)
    elif phase == phases.SETTLE and sheet == flags.FLAG and (flag := flags.sheet(visit, context)) is not None:
        drawn = flag
    elif phase == phases.SETTLE:
        drawn = known.get(sheet, known[SETTLE])(context)
    else:
        asked = sheet if sheet != SETTLE else ""  # there is none but where a round is decided
        drawn = known.get(asked or work.first.get(phase, ("", ""))[0], _felt)(context)
    for lines in drawn.keys() & {"settlement", "flags"}:
        waiting = flags.flagged(visit, context)
        drawn[lines] = [(*line, (line[0].who, str(line[0].spot)) in waiting) for line in drawn[lines]]
    drawn["back"] = FELT if phase in work.first else ""
    jobs = [{"sheet": name, "words": words} for name, words in work.jobs]
    who = {
        "dealer_role": gettext("Dealer"),
        "boss_role": gettext("Pit boss"),
        "dealer_badge": context["draft"].words["dealer_badge"] or context["view"].dealer or "",
    }
    return {"sheet": sheet, "jobs": jobs, **who, **drawn}


SETTLE: Final = "settle"
FELT: Final = "felt"
"""Asks for the felt where a phase would lay a sheet over it by itself."""
_JOBS: Final = (
    ("buy_in", key("Buy-in")),
    ("change", key("Change")),
    ("shoe", key("Shoe")),
    ("closer", key("Count")),
    ("relief", key("Relief")),
)
_BOSS_JOBS: Final = (("void", key("Void a round")), ("lift", key("Lift a limit")), ("block", key("Block the shoe")))


def _felt(context: Context) -> Context:
    """No sheet: the felt, and the way back to the sheet that the phase asks for."""
    first = context["work"].first.get(context["phase"])
    return {"go": {"sheet": first[0], "words": first[1]}} if first else {}


def _settle(context: Context) -> Context:
    seen: felt.Felt = context["felt"]
    return {
        "sheet_template": "dealer/sheets/settle.html",
        "settlement": [(line, stack_of(line.paid, context["rack"])) for line in seen.lines],
        "final": True,
        "keys_form": "press",
        "go_words": key("Paid and taken"),
        "go_value": "confirm_settlement",
    }


def cut(amount: int | None, rack: Rack) -> Sequence[Line]:
    """The chips of a payment, largest first; none when the rack's kinds cannot make it."""
    if amount is None:
        return []
    try:
        return stack_of(chips.break_down(amount, [line.denomination for line in rack.lines]), rack)
    except Invalid:
        return []


def stack_of(stack: chips.Chips, rack: Rack) -> Sequence[Line]:
    """Known chips, largest first, with the looks that they have at this table."""
    looks = {line.denomination: line for line in rack.lines}
    return [
        Line(value, looks[value].colour, looks[value].letter, stack[value], "")
        for value in sorted(stack, reverse=True)
        if value in looks
    ]


def cut_on(seen: felt.Felt, rack: Rack | None) -> felt.Felt:
    """The felt with the chips of what was paid on it, as they look at this table."""
    if rack is None:
        return seen
    return replace(
        seen,
        spots=tuple(
            replace(spot, hands=tuple(replace(hand, cut=stack_of(hand.paid, rack)) for hand in spot.hands))
            for spot in seen.spots
        ),
    )


def _count(context: Context, *, kind: str, title: str, go: str) -> Context:
    return {
        "sheet_template": "dealer/sheets/count.html",
        "title": title,
        "action": _at(context, "terminal-count", kind),
        "go_words": go,
        "note_reasons": NOTE_REASONS,
    }


def _opener(context: Context) -> Context:
    return _count(context, kind="opener", title=gettext("Opener: count the rack"), go=key("Sign and open"))


def _closer(context: Context) -> Context:
    """The same count closes the table, or takes it over a shift change."""
    drawn = _count(context, kind="closer", title=gettext("Closer: count the rack"), go=key("Sign and close"))
    return drawn | {"also": {"words": key("New shift goes on"), "action": _at(context, "terminal-count", "roll")}}


def _buy_in(context: Context) -> Context:
    return {
        "sheet_template": "dealer/sheets/buy_in.html",
        "action": _at(context, "terminal-buy-in"),
        "go_words": key("Buy-in done"),
    }


def _change(context: Context) -> Context:
    return {
        "sheet_template": "dealer/sheets/change.html",
        "action": _at(context, "terminal-change"),
        "go_words": key("Change done"),
    }


def _boss(context: Context) -> Context:
    jobs = [{"sheet": name, "words": words} for name, words in context["work"].boss_jobs]
    return {"sheet_template": "dealer/sheets/boss.html", "boss_jobs": jobs}


def _void(context: Context) -> Context:
    draft = context["draft"]
    return {
        "sheet_template": "dealer/sheets/ruling.html",
        "title": gettext("Void a round"),
        "subtitle": gettext("Every stake, payout and collection of it is reversed. Nothing is deleted."),
        "action": _at(context, "terminal-void"),
        "ask_round": draft.words["number"] or context["view"].round_number,
        "reasons": context["work"].void_reasons,
        "go_words": key("Void the round"),
        "go_tone": "bad",
        "also": floor_asks.also(context["view"].code, "void"),
    }


def _stopped(context: Context) -> Context:
    """The felt stays in sight: the boss looks before he rules."""
    return {"go": {"sheet": "ruling", "words": key("Boss rules")}}


def _ruling(context: Context) -> Context:
    running, over = felt.running(context["picture"]), context["over"]
    if over is not None:  # a claim about no round, or an older one, leaves the running round as it is
        running = over.round == context["view"].round_number and running
    words = RULING_WORDS if over is None else {ruling: RULINGS[ruling] for ruling in RULING_WORDS}
    rulings = [(ruling, said) for ruling, said in words.items() if running or ruling != "void_round"]
    return {
        "sheet_template": "dealer/sheets/ruling.html",
        "title": gettext("Play is stopped: a card came that was not called for"),
        "subtitle": gettext("Hands off the table. The pit boss rules and signs."),
        "action": _at(context, "terminal-ruling"),
        "rulings": rulings,
        "reasons": RULING_REASONS,
        "go_words": key("Sign the ruling"),
        "go_tone": "bad",
        **flags.ruling(context),
    }


def _lift(context: Context) -> Context:
    return {
        "sheet_template": "dealer/sheets/lift.html",
        "action": _at(context, "terminal-lift"),
        "players": [*(f"S{n}" for n in range(1, context["view"].spots + 1)), *(f"K{n}" for n in range(1, 5))],
        "go_words": key("Lift the limit"),
        "also": floor_asks.also(context["view"].code, "lift"),
    }


_NOT_PLAYED: Final = (phases.CLOSED, phases.AWAY, phases.STOPPED)
"""Phases in which no misdeal can stop the table."""


def _call(context: Context) -> Context:
    may_stop = flags.MISDEAL in context["work"].sheets and context["phase"] not in _NOT_PLAYED
    return {
        "sheet_template": "dealer/sheets/call.html",
        "action": _at(context, "terminal-call"),
        "reasons": context["work"].call_reasons,
        "stop": flags.MISDEAL if may_stop else "",
    }


def _block(context: Context) -> Context:
    return {
        "sheet_template": "dealer/sheets/block.html",
        "action": _at(context, "terminal-shoe", "block"),
        "reasons": (_("Cards missing or too many"), _("Marked or damaged card"), _("Shoe is faulty")),
        "go_words": key("Block the shoe"),
        "go_tone": "bad",
    }


def _shoe(context: Context) -> Context:
    state = phases.next_step(context["picture"])
    step, go, words = phases.SHOE_STEPS[state]
    done = _STEP_ORDER.index(state) if state in _STEP_ORDER else 1
    return {
        "sheet_template": "dealer/sheets/shoe.html",
        "action": _at(context, "terminal-shoe", step),
        "step": step,
        "step_words": words,
        "go_words": go,
        "shoe_steps": [
            {"words": words, "state": "done" if at < done else "here" if at == done else ""}
            for at, words in enumerate(_STEP_WORDS)
        ],
        "cutters": [*(f"S{n}" for n in range(1, context["view"].spots + 1)), "dealer", "pit boss"],
    }


_STEP_ORDER: Final = ("", "received", "inspected", "shuffled", "cut")
_STEP_WORDS: Final = (_("Receive"), _("Inspect, two persons"), _("Mix"), _("Cut"))


def _relief(visit: Visit, context: Context) -> Context:
    view, mine = context["view"], context["picture"]["audience"] == "dealer"
    if mine:
        words = gettext("You deal here. Tap out when no round is under way; in a round only a relief takes over.")
    elif view.dealer:
        words = gettext("%(name)s deals here. Tap in to take over.") % {"name": view.dealer_name or view.dealer}
    else:
        words = gettext("Tap in to deal at this table. Whoever deals here now is relieved.")
    return {
        "sheet_template": "dealer/sheets/relief.html",
        "action": _at(context, "terminal-relief"),
        "relief_words": words,
        "go_words": key("Tap in"),
        "go_value": "tap_in",
        "go_off": mine or not visit.may("tap_in"),
        "also": {
            "do": "tap_out",
            "words": key("Tap out"),
            "off": not mine and (view.dealer is None or not visit.may("void_round")),
        },
    }


def _at(context: Mapping[str, Any], name: str, *parts: str) -> str:
    return reverse(name, args=[context["view"].code, *parts])


_SHEETS: Final[Mapping[str, Callable[[Context], Context]]] = {
    "opener": _opener,
    "closer": _closer,
    "roll": _closer,
    "buy_in": _buy_in,
    "change": _change,
    "boss": _boss,
    "void": _void,
    "lift": _lift,
    "call": _call,
    floor_asks.FILL: floor_asks.fill,
}
CARDS: Final = Work(
    sheets={
        "settle": _settle,
        "block": _block,
        flags.MISDEAL: flags.misdeal,
        **dict.fromkeys(("shoe", "receive", "inspect", "mix", "cut"), _shoe),
    },
    first={
        phases.CLOSED: ("opener", key("Count opener")),
        phases.SHOE: ("shoe", key("Shoe")),
        phases.SHUFFLE: ("shoe", key("Shoe")),
    },
    jobs=_JOBS,
    boss_jobs=_BOSS_JOBS,
    call_reasons=CALL_REASONS,
    void_reasons=VOID_REASONS,
)
"""A table where cards are dealt."""
