"""The base of every API view: who acts, when, under which key, and from which state of the table he saw.

A view does three things: check the shape, call one service or selector, shape the answer (style.md 1). Nothing here
asks the database beyond the one query that finds the actor.
"""

import re
from datetime import datetime
from typing import Any, ClassVar, TypeVar

from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.api.authentication import SignedOnUser
from tables.domain.actors import Actor

_KEY = re.compile(r'"?([A-Za-z0-9_-]{8,64})"?', re.ASCII)
_SEQ = re.compile(r'"([0-9]{1,18})"', re.ASCII)
_SEQS = re.compile(r'(?:W/)?"([0-9]{1,18})"', re.ASCII)
MOST_ROWS = 200


class BadHeader(APIException):
    """A header or query parameter that is missing or wrong (400)."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "bad_request"


class PreconditionRequired(APIException):
    """The view changes what others change too, so the sender must say what he last saw (428)."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "if_match_required"


S = TypeVar("S", bound=serializers.Serializer[Any])


class FloorView(APIView):
    """Base of the API's views. ``actor``, ``at`` and ``key`` are read when a service wants them.

    A press reads its headers from ``META``: ``headers`` would first name all of them anew.
    """

    metadata_class = None
    takes_key: ClassVar[bool] = True
    """Whether POST needs an ``Idempotency-Key`` (also for the API's description)."""
    match: ClassVar[str] = ""
    """``required`` or ``optional`` when writes take an ``If-Match`` (also for the API's description). Others refuse it:
    a sender who sets a condition must not believe that it was looked at."""
    allowance: Any = None
    at: datetime

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Take the time once, so that everything of a request happens at one moment."""
        self.at = timezone.now()
        super().initial(request, *args, **kwargs)
        if not self.match and request.method not in SAFE_METHODS and "If-Match" in request.headers:
            raise BadHeader(code="if_match_not_taken")

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Tell what is left of the rate limit."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        if self.allowance is not None:
            for name, value in self.allowance.headers().items():
                finished[name] = value
        finished["Cache-Control"] = "no-store"
        return finished

    @property
    def user(self) -> SignedOnUser:
        """Who signed on; the default permission has refused everybody else."""
        user = self.request.user
        if not isinstance(user, SignedOnUser):
            raise TypeError("a view that lets strangers in has no actor")
        return user

    @property
    def actor(self) -> Actor:
        """The person who acts."""
        return self.user.actor

    @property
    def key(self) -> str:
        """The client's ``Idempotency-Key``. Refused (400): ``idempotency_key_required``, ``bad_idempotency_key``."""
        given = self.request.META.get("HTTP_IDEMPOTENCY_KEY")
        if given is None:
            raise BadHeader(code="idempotency_key_required")
        found = _KEY.fullmatch(given)
        if found is None:
            raise BadHeader(code="bad_idempotency_key")
        return found[1]

    @property
    def expected_seq(self) -> int | None:
        """What ``If-Match`` says the sender last saw; None without one, unless the view's ``match`` is ``required``.

        Refused: ``if_match_required`` (428), ``bad_if_match`` (400).
        """
        given = self.request.META.get("HTTP_IF_MATCH")
        if given is None:
            if self.match == "required":
                raise PreconditionRequired
            return None
        found = _SEQ.fullmatch(given.strip())
        if found is None:
            raise BadHeader(code="bad_if_match")
        return int(found[1])

    def read(self, shape: type[S]) -> dict[str, Any]:
        """The body's checked values. Refused (422): ``invalid_request`` with a pointer for each error."""
        serializer = shape(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def written(self, answer: dict[str, Any], status_code: int = status.HTTP_201_CREATED) -> Response:
        """A service's answer; its ``seq`` is also the ETag that the next ``If-Match`` may name."""
        response = Response(answer, status=status_code)
        if "seq" in answer:
            response["ETag"] = f'"{answer["seq"]}"'
        return response

    def seen(self, answer: Any, seq: int) -> Response:
        """A read of something at ``seq``: 304 without a body when the sender has just that."""
        known = {int(found) for found in _SEQS.findall(self.request.headers.get("If-None-Match", ""))}
        response = Response(status=status.HTTP_304_NOT_MODIFIED) if seq in known else Response(answer)
        response["ETag"] = f'"{seq}"'
        return response

    def number(self, name: str, default: int, most: int) -> int:
        """The whole number in query parameter ``name``, from 1 to ``most``. Refused (400): ``bad_parameter``."""
        given = self.request.query_params.get(name)
        if given is None:
            return default
        if not given.isascii() or not given.isdigit() or len(given) > 18 or not 1 <= int(given) <= most:
            raise BadHeader(code="bad_parameter")
        return int(given)

    def require_parameters(self, *known: str) -> None:
        """Refuse (400 ``unknown_parameter``) a query parameter that the view does not have."""
        if set(self.request.query_params) - set(known):
            raise BadHeader(code="unknown_parameter")
