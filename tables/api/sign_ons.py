"""Signing on and off."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.domain import addresses
from tables.domain.actors import instant
from tables.services import sign_ons

_TAG = "sign-ons"
_AT_TERMINAL = frozenset({"device_token", "badge", "pin"})
_WITHOUT = frozenset({"username", "password"})
_WAYS = (_AT_TERMINAL, _AT_TERMINAL | {"new_pin"}, _WITHOUT, _WITHOUT | {"new_password"})


class SignOnShape(StrictSerializer):
    """Either ``device_token``, ``badge`` and ``pin``, or ``username`` and ``password``.

    ``new_pin`` and ``new_password`` replace one's own in the same step; a PIN or password that was given out is good
    for that only.
    """

    device_token = StrictText(max_length=64, required=False)
    badge = StrictText(max_length=16, required=False)
    pin = StrictText(max_length=12, required=False)
    new_pin = StrictText(max_length=12, required=False)
    username = StrictText(max_length=64, required=False)
    password = StrictText(max_length=256, required=False)
    new_password = StrictText(max_length=256, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One set or the other, complete."""
        if set(attrs) not in _WAYS:
            raise serializers.ValidationError(
                "Give device_token, badge and pin, or username and password.", code="sign_on_incomplete"
            )
        return attrs


class SignedOn(serializers.Serializer[Any]):
    """The token, shown once, and whom it stands for."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField()
    casino = serializers.CharField()
    badge = serializers.CharField()
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.CharField())
    terminal = serializers.CharField(allow_blank=True)
    language = serializers.CharField()


class SignOns(FloorView):
    """Sign-ons."""

    takes_key = False
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "sign_on",
        "Sign on for 12 hours",
        tag=_TAG,
        request=SignOnShape,
        sent={"device_token": "what-enrolling-the-device-gave", "badge": "1042", "pin": "480215"},
        answer=SignedOn,
        told={
            "token": "what-signing-on-gives",
            "expires_at": "2026-03-05T08:00:00.000000Z",
            "casino": "DEMO",
            "badge": "1042",
            "name": "Dana Li",
            "roles": ["dealer"],
            "terminal": "T-BJ-04",
            "language": "en",
        },
        refusals={
            "unknown_terminal": 403,
            "wrong_badge_or_pin": 403,
            "pin_locked": 403,
            "terminal_locked": 403,
            "one_time_pin": 403,
            "one_time_password": 403,
            "pin_too_old": 403,
            "password_too_old": 403,
            "same_pin": 422,
            "same_password": 422,
            "weak_password": 422,
            "wrong_username_or_password": 403,
            "password_locked": 403,
        },
    )
    def post(self, request: Request) -> Response:
        """Sign on for 12 hours. At a terminal this signs off whoever was on before."""
        asked = self.read(SignOnShape)
        if "badge" in asked:
            signed_on = sign_ons.sign_on(at=self.at, **asked)
        else:
            place = addresses.of(request.META, proxied=bool(settings.SECURE_PROXY_SSL_HEADER))
            signed_on = sign_ons.sign_on_with_password(at=self.at, place=place, **asked)
        actor = signed_on.actor
        return self.written(
            {
                "token": signed_on.token,
                "expires_at": instant(signed_on.expires_at),
                "casino": actor.casino,
                "badge": actor.badge,
                "name": actor.name,
                "roles": sorted(actor.roles),
                "terminal": actor.terminal,
                "language": signed_on.language,
            }
        )


class CurrentSignOn(FloorView):
    """The sign-on that the request itself uses."""

    @extend_schema(
        operation_id="sign_off",
        summary="Sign off",
        tags=[_TAG],
        responses={204: OpenApiResponse(description="Signed off")},
    )
    def delete(self, request: Request) -> Response:
        """Sign off. The token is worth nothing from now on."""
        sign_ons.sign_off(actor=self.actor, at=self.at, digest=self.user.sign_on)
        return Response(status=status.HTTP_204_NO_CONTENT)
