"""Devices: registered and revoked by the house, enrolled by themselves."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.services import terminals


class TerminalShape(StrictSerializer):
    """A device; ``table`` is null for an office or pit device."""

    terminal = StrictText(max_length=16)
    table = StrictText(max_length=16, allow_null=True)


class RegisteredTerminal(serializers.Serializer[Any]):
    """The one-time code, shown once."""

    terminal = serializers.CharField()
    table = serializers.CharField(allow_null=True)
    enrolment_code = serializers.CharField()
    expires_at = serializers.DateTimeField()
    seq = serializers.IntegerField()


class EnrolmentShape(StrictSerializer):
    """The code as it was read off the manager's screen; blanks and hyphens do not matter."""

    code = StrictText(max_length=24)


class EnrolledTerminal(serializers.Serializer[Any]):
    """The device's secret for life, shown once."""

    terminal = serializers.CharField()
    casino = serializers.CharField()
    table = serializers.CharField(allow_null=True)
    token = serializers.CharField()


class Terminals(FloorView):
    """Devices of the house."""

    takes_key = False

    @extend_schema(
        operation_id="register_terminal",
        request=TerminalShape,
        responses={201: RegisteredTerminal},
        examples=[OpenApiExample("A table's device", {"terminal": "T-BJ-01", "table": "BJ-01"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Prepare a device for enrolment within 15 minutes, or prepare a known one anew (it is cut off till then)."""
        asked = self.read(TerminalShape)
        return self.written(terminals.register_terminal(actor=self.actor, at=self.at, **asked))


class Enrolments(FloorView):
    """The one-time exchange of a code for a device token."""

    takes_key = False
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="enrol_terminal",
        auth=[],
        request=EnrolmentShape,
        responses={201: EnrolledTerminal},
        examples=[OpenApiExample("The code", {"code": "7KQM-2XPA-9TRC"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Enrol this device with its one-time code."""
        enrolled = terminals.enrol_terminal(at=self.at, **self.read(EnrolmentShape))
        return self.written(asdict(enrolled))


class Revocations(FloorView):
    """Devices cut off."""

    @extend_schema(operation_id="revoke_terminal", request=None, responses={201: None})
    def post(self, request: Request, terminal: str) -> Response:
        """Cut a device off: its token and every sign-on at it end at once."""
        self.read(StrictSerializer)
        return self.written(terminals.revoke_terminal(actor=self.actor, at=self.at, terminal=terminal, key=self.key))
