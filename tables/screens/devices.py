"""A device on the floor and the person at it: enrolled once by code, signed on with badge and PIN (design.md §6)."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tables.domain.errors import FloorError
from tables.screens import forms, languages, refusals
from tables.screens.refusals import Refusal
from tables.screens.visits import visit_of
from tables.selectors import actors
from tables.selectors import terminals as terminal_reads
from tables.services import sign_ons, terminals

CHOOSING: Final = "own"
"""Names the form with which a person chooses a PIN or password of his own."""
_YEAR: Final = 365 * 86400
NO_MONEY: Final = 0
"""Refusals before anybody is signed on name no amounts, so no exponent is needed."""


@require_http_methods(["GET", "POST"])
def enrol(request: HttpRequest) -> HttpResponse:
    """Exchange a one-time code for this browser's device token, kept where no script can read it."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            code = forms.read(forms.EnrolForm(request.POST))["code"]
            enrolled = terminals.enrol_terminal(at=timezone.now(), code=code)
        except FloorError as error:
            refusal = refusals.of(error, NO_MONEY)
        else:
            address = reverse("terminal", args=[enrolled.table]) if enrolled.table else reverse("home")
            response = HttpResponseRedirect(address)
            response.set_cookie(
                actors.DEVICE_COOKIE,
                enrolled.token,
                max_age=_YEAR,
                httponly=True,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Strict",
            )
            return response
    return render(request, "enrol.html", {"refusal": refusal}, status=refusal.status if refusal else 200)


def pin_pad(request: HttpRequest, code: str, refusal: Refusal | None = None) -> HttpResponse:
    """Where a person signs on at a terminal. A part that should be swapped asks for the whole page instead.

    A browser that is no terminal, or another table's, is told what it is and what to do: no PIN is keyed there.
    """
    if request.headers.get("HX-Request") == "true":
        return to_pin_pad(request, code)
    context = {
        "code": code,
        "device": terminal_reads.device_of(request.COOKIES.get(actors.DEVICE_COOKIE, "")),
        "choosing": CHOOSING in request.GET or CHOOSING in request.POST or _asks_for_own(refusal),
        "refusal": refusal,
        "badge": request.POST.get("badge", "")[:16],
        "now": timezone.now(),
    }
    response = render(request, "dealer/sign_on.html", context, status=refusal.status if refusal else 200)
    response["Cache-Control"] = "no-store"
    return response


def to_pin_pad(request: HttpRequest, code: str) -> HttpResponse:
    """Send the browser to the terminal's front page: whoever was signed on is not any more."""
    address = reverse("terminal", args=[code])
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)


@require_POST
def sign_on(request: HttpRequest, code: str) -> HttpResponse:
    """Badge and PIN at an enrolled device: a session for this person at this terminal; a new PIN if he chooses one."""
    shape = forms.OwnPinForm if CHOOSING in request.POST else forms.SignOnForm
    try:
        keyed = forms.read(shape(request.POST))
        signed = sign_ons.sign_on(
            at=timezone.now(),
            device_token=request.COOKIES.get(actors.DEVICE_COOKIE, ""),
            badge=keyed["badge"],
            pin=keyed["pin"],
            new_pin=keyed.get("new_pin", ""),
        )
    except FloorError as error:
        return pin_pad(request, code, refusals.of(error, NO_MONEY))
    begin_session(request, signed, actors.DEVICE_COOKIE, request.COOKIES[actors.DEVICE_COOKIE])
    response = HttpResponseRedirect(reverse("terminal", args=[code]))
    languages.keep(response, signed.language)
    return response


@require_POST
def sign_off(request: HttpRequest, code: str) -> HttpResponse:
    """End the person's sign-on; the device stays enrolled."""
    end_session(request)
    return HttpResponseRedirect(reverse("terminal", args=[code]))


def _asks_for_own(refusal: Refusal | None) -> bool:
    return refusal is not None and refusal.code in ("one_time_pin", "pin_too_old")


def begin_session(request: HttpRequest, signed: sign_ons.SignedOn, cookie: str, value: str) -> None:
    """A new session that names the sign-on, good only beside this browser's ``cookie``; the one before it is gone."""
    request.session.flush()
    request.session[actors.SESSION_KEY] = actors.digest(signed.token)
    request.session[actors.BROWSER_KEY] = actors.bound_to(cookie, value)
    if not signed.actor.terminal:
        request.session[actors.USED_KEY] = int(timezone.now().timestamp())


def end_session(request: HttpRequest) -> None:
    """Sign the person off and forget the session."""
    visit = visit_of(request)
    if visit is not None:
        sign_ons.sign_off(actor=visit.actor, at=visit.at, digest=request.session[actors.SESSION_KEY])
    request.session.flush()
