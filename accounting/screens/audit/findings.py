"""The register of findings: recorded by an auditor, answered by the owner, closed by two; and what was found again."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounting.domain.audit_findings import Area, Cause, FindingStatus
from accounting.screens.audit import forms, frame
from accounting.selectors import audit_findings as findings
from accounting.selectors.audit_findings import FindingView
from accounting.services import audit_findings
from accounting.services.audit_findings import NewFinding
from tables.domain import permissions
from tables.screens import forms as floor_forms
from tables.screens import paging
from tables.screens.house.frame import answer
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page

AREAS: Final[Mapping[str, Promise | str]] = {
    Area.TABLES: _("Tables"),
    Area.CAGE: _("Cage"),
    Area.COUNT: _("Count room"),
    Area.ACCOUNTING: _("Accounting"),
    Area.SECURITY: _("Security"),
    Area.MANAGEMENT: _("Management"),
}
CAUSES: Final[Mapping[str, Promise | str]] = {
    Cause.PROCEDURE_NOT_FOLLOWED: _("Procedure not followed"),
    Cause.PROCEDURE_MISSING: _("There is no procedure"),
    Cause.SIGNATURE_MISSING: _("Signature missing"),
    Cause.PAPER_MISSING: _("Paper missing"),
    Cause.COUNT_ERROR: _("Counted wrong"),
    Cause.CLERICAL_ERROR: _("Written or keyed wrong"),
    Cause.ACCESS_NOT_ALLOWED: _("Access that was not allowed"),
    Cause.TRAINING: _("Training"),
    Cause.EQUIPMENT: _("Equipment"),
    Cause.UNEXPLAINED: _("Unexplained"),
}
STATUSES: Final[Mapping[str, tuple[str, Promise | str]]] = {
    FindingStatus.OPEN: ("bad", _("waits for an answer")),
    FindingStatus.ANSWERED: ("warn", _("answered, not closed")),
    FindingStatus.CLOSED: ("good", _("closed")),
}


@require_safe
@page
def listing(visit: Visit) -> HttpResponse:
    """Findings, the newest first: all of them for who audits, his own for an owner."""
    asked = visit.request.GET
    status = asked.get("status", "") if asked.get("status") in STATUSES else ""
    area = asked.get("area", "") if asked.get("area") in AREAS else ""
    kept = {"status": status, "area": area}
    found = findings.listed(visit.actor, **kept, before=paging.before(visit), limit=paging.PAGE + 1)
    audits = visit.may("read_audit")
    context = {
        "findings": [_line(view) for view in found[: paging.PAGE]],
        "older": paging.older(found, lambda view: view.number, kept),
        "statuses": [(value, words, value == status) for value, (_colour, words) in STATUSES.items()],
        "areas": [(value, words, value == area) for value, words in AREAS.items()],
        "repeated": [(line, AREAS[line.area], CAUSES[line.cause]) for line in findings.repeated(visit.actor)]
        if audits
        else [],
        "audits": audits,
        "may_record": visit.may("record_finding"),
    }
    return frame.draw(visit, "audit/findings.html", context)


@require_http_methods(["GET", "POST"])
@page
def new(visit: Visit) -> HttpResponse:
    """Record a finding under the auditor's signature; its own page is next."""
    permissions.require(visit.actor, "record_finding")
    keyed = visit.request.POST if visit.request.method == "POST" else visit.request.GET

    def record() -> HttpResponse:
        finding = NewFinding(**floor_forms.read(forms.FindingForm(keyed)))
        auditor = floor_forms.signature(keyed, "auditor")
        told = audit_findings.record_finding(
            actor=visit.actor, at=visit.at, finding=finding, auditor=auditor, key=visit.key
        )
        return HttpResponseRedirect(reverse("audit-finding", args=[told["finding"]]) + "?done=record")

    def draw(refusal: Refusal | None) -> HttpResponse:
        context = {
            "keyed": keyed,
            "areas": [(value, words, value == keyed.get("area")) for value, words in AREAS.items()],
            "causes": [(value, words, value == keyed.get("cause")) for value, words in CAUSES.items()],
        }
        return frame.draw(visit, "audit/new_finding.html", context, refusal)

    return answer(visit, {"record": record}, draw)


@require_http_methods(["GET", "POST"])
@page
def finding(visit: Visit, number: int) -> HttpResponse:
    """One finding, as far as it has come; its owner answers here, and two close it."""
    keyed = visit.request.POST
    who: dict[str, Any] = {"actor": visit.actor, "at": visit.at, "finding": number}
    found = findings.finding(visit.actor, number)

    def respond() -> None:
        words = floor_forms.read(forms.AnswerForm(keyed))["answer"]
        audit_findings.answer_finding(**who, answer=words, owner=floor_forms.signature(keyed, "owner"), key=visit.key)

    def close() -> None:
        words = floor_forms.read(forms.ClosureForm(keyed))["remark"]
        auditor, second = floor_forms.signature(keyed, "auditor"), floor_forms.signature(keyed, "second")
        audit_findings.close_finding(**who, remark=words, auditor=auditor, second=second, key=visit.key)

    def draw(refusal: Refusal | None) -> HttpResponse:
        context = {
            **_line(found),
            "keyed": keyed,
            "may_answer": found.status != FindingStatus.CLOSED and visit.may("answer_finding"),
            "may_close": found.status == FindingStatus.ANSWERED and visit.may("close_finding"),
        }
        return frame.draw(visit, "audit/finding.html", context, refusal)

    return answer(visit, {"answer": respond, "close": close}, draw)


def _line(view: FindingView) -> dict[str, Any]:
    """A finding in words."""
    tone, status = STATUSES[view.status]
    return {"finding": view, "tone": tone, "status": status, "area": AREAS[view.area], "cause": CAUSES[view.cause]}
