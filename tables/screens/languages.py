"""The language of the screens: switched at the foot of every page, kept by the browser and with the person."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tables.screens.visits import visit_of
from tables.services import languages

KNOWN = frozenset(code for code, _ in settings.LANGUAGES)
_YEAR = 365 * 86400


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Switch, and go back to where the switch was pressed (only within this house)."""
    response = HttpResponseRedirect(back_from(request))
    chosen = request.POST.get("language", "")
    keep(response, chosen)
    visit = visit_of(request)
    if visit is not None and chosen in KNOWN:
        languages.choose_language(actor=visit.actor, language=chosen)
    return response


def back_from(request: HttpRequest) -> str:
    """Where a switch at the foot of a page was pressed; the first page for any address that is not of this house."""
    back = request.POST.get("next", "/")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return back
    return "/"


def keep(response: HttpResponse, code: str) -> None:
    """Remember the language in the browser; one that the house does not speak changes nothing."""
    if code in KNOWN:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, code, max_age=_YEAR, secure=secure, samesite="Lax", httponly=True
        )
