"""The office door and the home page: user name and password for people who work at a desk."""

import secrets
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tables.domain import addresses
from tables.domain.errors import FloorError
from tables.screens import devices, forms, languages, refusals, waiting
from tables.screens.refusals import Refusal
from tables.screens.visits import visit_of
from tables.selectors import tables
from tables.selectors.actors import DESK_COOKIE
from tables.services import sign_ons

_YEAR: Final = 365 * 86400


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What waits for the person, and the rooms that he may enter; a stranger sees the doors."""
    visit = visit_of(request)
    if visit is None:
        return render(request, "home.html")
    if visit.actor.table_id is not None and visit.may("read_table"):
        (own,) = tables.overview(visit.actor, visit.at)
        return HttpResponseRedirect(reverse("terminal", args=[own.code]))
    template = "home_waiting.html" if visit.swaps else "home.html"
    return visit.draw(template, {"waiting": waiting.of(visit)})


@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """User name and password; afterwards back to where the person wanted to go. A new password if he chooses one."""
    refusal: Refusal | None = None
    choosing = devices.CHOOSING in request.GET or devices.CHOOSING in request.POST
    if request.method == "POST":
        try:
            keyed = forms.read((forms.OwnPasswordForm if choosing else forms.SignInForm)(request.POST))
            signed = sign_ons.sign_on_with_password(
                at=timezone.now(),
                username=keyed["username"],
                password=keyed["password"],
                new_password=keyed.get("new_password", ""),
                place=_desk(request) or addresses.of(request.META, proxied=bool(settings.SECURE_PROXY_SSL_HEADER)),
            )
        except FloorError as error:
            refusal = refusals.of(error, devices.NO_MONEY)
        else:
            response = HttpResponseRedirect(_wanted(request))
            languages.keep(response, signed.language)
            devices.begin_session(request, signed, DESK_COOKIE, _keep_desk(request, response))
            return response
    context = {
        "refusal": refusal,
        "choosing": choosing or (refusal is not None and refusal.code in ("one_time_password", "password_too_old")),
        "username": request.POST.get("username", "")[:64],
        "next": request.GET.get("next", request.POST.get("next", "")),
    }
    return render(request, "sign_in.html", context, status=refusal.status if refusal else 200)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the sign-on."""
    devices.end_session(request)
    return HttpResponseRedirect(reverse("home"))


def _desk(request: HttpRequest) -> str:
    """This browser by the number it got when somebody signed in with it; none before."""
    number = request.get_signed_cookie(DESK_COOKIE, default="", salt=DESK_COOKIE, max_age=_YEAR)
    return f"desk {number}" if number else ""


def _keep_desk(request: HttpRequest, response: HttpResponse) -> str:
    """Know this browser again: who guesses elsewhere, be it behind the same address, does not lock anybody out here.
    The value of the desk's cookie, signed, as it is from now on."""
    if _desk(request):
        return request.COOKIES[DESK_COOKIE]
    response.set_signed_cookie(
        DESK_COOKIE,
        secrets.token_hex(10),
        salt=DESK_COOKIE,
        max_age=_YEAR,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",  # a link from elsewhere brings the session, which is bound to it
    )
    return response.cookies[DESK_COOKIE].value


def _wanted(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if wanted and allowed else reverse("home")
