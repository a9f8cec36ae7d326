"""Disputes at the boss's desk: what waits, one dispute with its replay and its ruling, and any round step by step."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from tables.domain import disputes as rules
from tables.domain import permissions
from tables.domain.disputes import Claim
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.words import Ruling
from tables.domain.table_states import DisputeStatus
from tables.reports.dispute_words import CLAIMS, RULINGS, STATES
from tables.screens import forms as floor_forms
from tables.screens.disputes import forms, frame, words
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import disputes as reads
from tables.selectors.disputes import DisputeView, Wanted
from tables.services import dispute_rulings, disputes, rule_packs


@require_GET
@page
def listing(visit: Visit) -> HttpResponse:
    """What waits for a ruling, what is not settled, what the regulator is to be told, and the newest of all."""
    pack = rule_packs.at(visit.actor.casino_id, visit.at)
    waiting = reads.found(visit.actor, Wanted(status=DisputeStatus.OPEN))[::-1]
    due = reads.due(visit.actor, pack)
    newest = [view for view in reads.found(visit.actor) if view.status != DisputeStatus.OPEN]
    context = {
        "waiting": [_line(view) for view in waiting],
        "due": [_line(view) for view in due],
        "newest": [_line(view) for view in newest],
        "pack": pack,
    }
    return frame.draw(visit, "disputes/list.html", context)


@require_http_methods(["GET", "POST"])
@page
def one(visit: Visit, table: str, number: int) -> HttpResponse:
    """One dispute: the claim, what the log shows, the ruling, and how the like was ruled before."""
    view = reads.one(visit.actor, frame.code_of(table), number)
    pack = rule_packs.at(visit.actor.casino_id, visit.at)

    def draw(refusal: Refusal | None) -> HttpResponse:
        return frame.draw(visit, "disputes/one.html", _whole(visit, view, pack), refusal)

    acts = {
        "rule": lambda: _rule(visit, view),
        "accept": lambda: _accept(visit, view),
        "escalate": lambda: _escalate(visit, view),
        "report": lambda: _report(visit, view),
    }
    return pages.answer(visit, acts, draw)


@require_http_methods(["GET", "POST"])
@page
def round_(visit: Visit, table: str, number: int) -> HttpResponse:
    """A round step by step, and the form of a claim about it."""
    permissions.require(visit.actor, "read_pit")
    code = frame.code_of(table)
    shown = frame.replay(visit, code, number)

    def draw(refusal: Refusal | None) -> HttpResponse:
        context = {
            **shown,
            "here": reverse("round-replay", args=[code, number]),
            "claims": CLAIMS,
            "chosen_claim": visit.request.POST.get("claim", Claim.WRONG_PAYOUT),
            "may_open": visit.may("open_dispute"),
            "known": [_line(view) for view in _of_round(visit, code, number)],
            "players": list(dict.fromkeys((bet["player"], bet["seat"]) for bet in shown["bets"])),
        }
        return frame.draw(visit, "disputes/round.html", context, refusal)

    return pages.answer(visit, {"open": lambda: _open(visit, code, number)}, draw)


def _of_round(visit: Visit, table: str, number: int) -> list[DisputeView]:
    if not visit.may("read_disputes"):
        return []
    return reads.found(visit.actor, Wanted(table=table, round=number))


def _line(view: DisputeView) -> dict[str, Any]:
    """A dispute as lists show it."""
    colour, state = STATES[view.status]
    return {
        "view": view,
        "colour": colour,
        "state": state,
        "claim": CLAIMS.get(view.claim, view.claim),
        "ruling": RULINGS.get(view.ruling, view.ruling),
    }


def _whole(visit: Visit, view: DisputeView, pack: RulePack) -> dict[str, Any]:
    """All that the page of a dispute shows."""
    keyed = visit.request.POST
    choices = [(ruling, RULINGS[ruling], pack.ruling(ruling)) for ruling in Ruling]
    context: dict[str, Any] = {
        **_line(view),
        "here": reverse("dispute", args=[view.table, view.number]),
        "pack": pack,
        "choices": choices,
        "chosen_ruling": keyed.get("ruling", Ruling.CONTINUE),
        "reasons": words.REASONS,
        "similar": [_line(other) for other in reads.similar(visit.actor, view)],
        "affected": reads.affected(visit.actor, view) if view.claim in rules.SINCE_LAST_CHECK else [],
        "may_rule": visit.may("rule_dispute") and view.status in (DisputeStatus.OPEN, DisputeStatus.ESCALATED),
        "may_answer": visit.may("rule_dispute") and view.status in (DisputeStatus.RULED, DisputeStatus.ESCALATED),
        "may_report": visit.may("report_dispute") and view.status == DisputeStatus.ESCALATED,
        "is_due": rules.is_due(pack, view.claimed, view.paid),
    }
    if view.round is not None:
        context |= frame.replay(visit, view.table, view.round)
    return context


def _about(visit: Visit, view: DisputeView) -> dict[str, Any]:
    return {
        "actor": visit.actor,
        "at": visit.at,
        "table": view.table,
        "number": view.number,
        "key": visit.key,
    }


def _rule(visit: Visit, view: DisputeView) -> None:
    keyed = visit.request.POST
    values = floor_forms.read(forms.RulingForm(keyed, exponent=visit.house.exponent))
    amount = (values["amount"] or 0) if values["ruling"] == Ruling.CORRECT_MISPAY else 0
    dispute_rulings.rule_dispute(
        ruling=values["ruling"],
        reason=values["reason"],
        amount=-amount if values["direction"] == forms.FROM_PLAYER else amount,
        boss=floor_forms.signature(keyed, "boss"),
        **_about(visit, view),
    )


def _accept(visit: Visit, view: DisputeView) -> None:
    values = floor_forms.read(forms.AcceptanceForm(visit.request.POST))
    disputes.accept_dispute(note=values["note"], **_about(visit, view))


def _escalate(visit: Visit, view: DisputeView) -> None:
    values = floor_forms.read(forms.EscalationForm(visit.request.POST))
    disputes.escalate_dispute(surveillance=values["surveillance"], note=values["note"], **_about(visit, view))


def _report(visit: Visit, view: DisputeView) -> None:
    values = floor_forms.read(forms.ReportForm(visit.request.POST))
    disputes.report_dispute(reference=values["reference"], **_about(visit, view))


def _open(visit: Visit, table: str, number: int) -> HttpResponse:
    """A claim about the round; its own page comes next."""
    values = floor_forms.read(forms.ClaimForm(visit.request.POST, exponent=visit.house.exponent))
    answer = disputes.open_dispute(
        actor=visit.actor,
        at=visit.at,
        table=table,
        round_number=number,
        claim=values["claim"],
        text=values["text"],
        claimed=values["claimed"] or 0,
        player=values["player"],
        patron=values["patron"],
        spot=values["spot"],
        stop=values["stop"],
        key=visit.key,
    )
    return pages.done("open", reverse("dispute", args=[table, answer["dispute"]]))
