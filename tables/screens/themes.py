"""The colours of the screens: rooms of the floor are dark, desks are light, and a browser may turn either.

Which rooms are dark stands here alone. What a browser has turned is kept by the browser, for the floor and for desks
apart: a terminal is not turned because somebody read a report on it.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from tables.screens.languages import back_from

DAY, NIGHT = "day", "night"
OWN: Final = {"floor": NIGHT, "desk": DAY}
"""What each kind of room has of itself."""
_FLOOR: Final = ("/pits/", "/pit/", "/t/", "/seat", "/disputes/")
"""How addresses of the floor begin: where light would blind whoever looks up at a table."""
_COOKIE: Final = settings.HOST_COOKIE + "theme_of_{}"
_YEAR: Final = 365 * 86400


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a page, ``day`` or ``night``, and of which rooms it is one."""

    rooms: str
    name: str

    @property
    def other(self) -> str:
        """What its switch turns to."""
        return DAY if self.name == NIGHT else NIGHT


def context(request: HttpRequest) -> dict[str, Any]:
    """For every template: ``theme``."""
    rooms = "floor" if request.path.startswith(_FLOOR) else "desk"
    kept = request.COOKIES.get(_COOKIE.format(rooms))
    return {"theme": Theme(rooms, kept if kept in (DAY, NIGHT) else OWN[rooms])}


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Turn the colours of these rooms in this browser, and go back to where the switch was pressed."""
    response = HttpResponseRedirect(back_from(request))
    rooms, name = request.POST.get("rooms", ""), request.POST.get("theme", "")
    if rooms not in OWN or name not in (DAY, NIGHT):
        return response
    cookie = _COOKIE.format(rooms)
    if name == OWN[rooms]:
        response.delete_cookie(cookie, samesite="Lax")
    else:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(cookie, name, max_age=_YEAR, secure=secure, samesite="Lax", httponly=True)
    return response
