"""Who signed on: by token (terminals, integrators, offices) or by this browser's session."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from tables.domain.actors import Actor
from tables.selectors import actors

KEYWORD = "Token"


@dataclass(frozen=True, slots=True)
class SignedOnUser:
    """What Django calls the user of a request: the actor, and the digest of the sign-on he uses."""

    actor: Actor
    sign_on: str
    is_authenticated: bool = True
    is_active: bool = True

    @property
    def pk(self) -> int | None:
        """For the request log."""
        return self.actor.staff_id


class SignOnAuthentication(BaseAuthentication):
    """``Authorization: Token <token>`` from ``POST /api/v1/sign-ons``; one query."""

    def authenticate(self, request: Request) -> tuple[SignedOnUser, None] | None:
        """The signed-on person; None without the header. Refused (401): ``not_signed_on``."""
        keyword, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if keyword.lower() != KEYWORD.lower():
            return None
        digest = actors.digest(token.strip())
        actor = actors.actor_for_digest(digest, timezone.now())
        if actor is None:
            raise AuthenticationFailed
        return SignedOnUser(actor, digest), None

    def authenticate_header(self, request: Request) -> str:
        """Makes a missing token a 401 and not a 403."""
        return KEYWORD


class TerminalSessionAuthentication(BaseAuthentication):
    """The browser at a terminal: its session names the sign-on, and writes need Django's CSRF token."""

    def authenticate(self, request: Request) -> tuple[SignedOnUser, None] | None:
        """The signed-on person; None without a live sign-on. Refused (403): ``csrf_failed``."""
        session: Any = getattr(request, "session", None) or {}
        kept: Any = session.get(actors.SESSION_KEY)
        if not isinstance(kept, str):
            return None
        actor = actors.actor_for_session(session, request.COOKIES, timezone.now())
        if actor is None:
            return None
        _require_csrf(request)
        return SignedOnUser(actor, kept), None


def _require_csrf(request: Request) -> None:
    def no_response(_: Any) -> Any:
        raise NotImplementedError("the check only gives reasons")

    check = CSRFCheck(no_response)
    check.process_request(request)
    if check.process_view(request, None, (), {}):  # type: ignore[arg-type]
        raise PermissionDenied(code="csrf_failed")
