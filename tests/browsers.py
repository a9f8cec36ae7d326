"""Browsers in which somebody is signed on, without the page of sign-in."""

from typing import Any

from tables.selectors import actors

DESK = "the number of this desk"


def sit(client: Any, token: str) -> None:
    """Leave ``client`` (Django's, synchronous or not) as a sign-on with this token would."""
    session = client.session
    session[actors.SESSION_KEY] = actors.digest(token)
    session[actors.BROWSER_KEY] = actors.bound_to(actors.DESK_COOKIE, DESK)
    session.save()
    client.cookies[actors.DESK_COOKIE] = DESK


def jar(client: Any, url: str, **more: str) -> list[Any]:
    """Its cookies and ``more`` of them, for Chromium to send to ``url``."""
    found = {name: cookie.value for name, cookie in client.cookies.items()} | more
    return [{"name": name, "value": value, "url": url} for name, value in found.items()]
