"""Who stands before a page: the signed-on actor, the moment, the house, and what he keyed in.

A screen does three things: check the shape, call one service or selector, draw the answer (style.md 1). A refusal is
drawn too: in words, with the status of its family.
"""

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import FloorError, Invalid
from tables.screens import refusals, rooms
from tables.screens.refusals import Refusal
from tables.selectors import actors, house
from tables.selectors.house import HouseFacts
from tables.services import sign_ons

_USE_NOTED_EVERY: Final = 60
"""Seconds."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_SEQ: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass
class Visit:
    """One request of a signed-on person, at one moment."""

    request: HttpRequest
    actor: Actor
    at: datetime

    @cached_property
    def house(self) -> HouseFacts:
        """The actor's house."""
        return house.of(self.actor)

    @property
    def swaps(self) -> bool:
        """Whether only a part of the page is wanted, to be put into the one that stands there."""
        return self.request.headers.get("HX-Request") == "true"

    @property
    def key(self) -> str:
        """The key that the form was drawn with. Refused: ``bad_form``."""
        given = self.request.POST.get("key", "")
        if not _KEY.fullmatch(given):
            raise Invalid("bad_form", field="key")
        return given

    @property
    def seq(self) -> int:
        """The position of the stream that the form was drawn from. Refused: ``bad_form``."""
        given = self.request.POST.get("seq", "")
        if not _SEQ.fullmatch(given):
            raise Invalid("bad_form", field="seq")
        return int(given)

    def may(self, permission: str) -> bool:
        """Whether to offer something at all; the service asks again."""
        return permissions.may(self.actor, permission)

    def draw(self, template: str, context: dict[str, Any] | None = None, status: int = 200) -> HttpResponse:
        """A page in the house's own time."""
        with timezone.override(ZoneInfo(self.house.time_zone)):
            response = render(self.request, template, {**self._frame(), **(context or {})}, status=status)
        response["Cache-Control"] = "no-store"
        return response

    def _frame(self) -> dict[str, Any]:
        return {
            "actor": self.actor,
            "house": self.house,
            "now": self.at,
            "fresh_key": fresh_key,
            "rooms": rooms.of(self.actor, self.request.path),
            "here": self.request.path,
        }


def fresh_key() -> str:
    """A key for one intent: a form that is sent twice has one effect."""
    return uuid.uuid4().hex


def visit_of(request: HttpRequest) -> Visit | None:
    """The visit of whoever is signed on in this browser, or None; who was away for too long is signed off."""
    at = timezone.now()
    if actors.is_idle(request.session, at):
        _sign_off(request, at)
        return None
    actor = actors.actor_for_session(request.session, request.COOKIES, at)
    if actor is None:
        return None
    _note_use(request, at)
    return Visit(request, actor, at)


def _sign_off(request: HttpRequest, at: datetime) -> None:
    digest = request.session.get(actors.SESSION_KEY, "")
    actor = actors.actor_for_digest(digest, at)
    if actor is not None:
        sign_ons.sign_off(actor=actor, at=at, digest=digest)
    request.session.flush()


def _note_use(request: HttpRequest, at: datetime) -> None:
    """The person did something, as far as this can be told: a live line, and a part of a page that is fetched anew, may
    have been asked for by the page itself. Once a minute is enough, so that reading costs no writing.
    """
    used = request.session.get(actors.USED_KEY)
    by_itself = request.headers.get("HX-Request") == "true" or request.path.startswith("/events/")
    if used is not None and not (request.method == "GET" and by_itself) and at.timestamp() - used >= _USE_NOTED_EVERY:
        request.session[actors.USED_KEY] = int(at.timestamp())


View = Callable[..., HttpResponseBase]


def page(view: View) -> View:
    """A view that only signed-on people see; others are sent to sign in. A refusal becomes a page of its own."""

    @wraps(view)
    def shown(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        visit = visit_of(request)
        if visit is None:
            return to_sign_in(request)
        try:
            return view(visit, **parts)
        except FloorError as error:
            return refused(visit, error)

    return shown


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send a stranger to the office door; a swapped part sends the whole page."""
    address = f"{reverse('sign-in')}?{urlencode({'next': request.path})}"
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)


def refused(visit: Visit, error: FloorError) -> HttpResponse:
    """A page that says what was refused."""
    refusal: Refusal = refusals.of(error, visit.house.exponent)
    return visit.draw("refused.html", {"refusal": refusal}, status=refusal.status)
