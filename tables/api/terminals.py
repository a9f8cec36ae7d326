"""Devices: registered and revoked by the house, enrolled by themselves."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors import locks
from tables.selectors import terminals as terminal_reads
from tables.services import terminals

_TAG = "terminals"
TERMINAL_STATES = ["enrolled", "waiting", "expired", "revoked"]


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


class RevokedTerminal(serializers.Serializer[Any]):
    """The device that is cut off."""

    terminal = serializers.CharField()
    seq = serializers.IntegerField()


class TerminalRow(serializers.Serializer[Any]):
    """A device: ``waiting`` for its code until ``expires_at``, ``expired``, ``enrolled`` or ``revoked``.

    ``badge`` and ``name`` are whoever is signed on at it since ``since``.
    """

    terminal = serializers.CharField()
    table = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=TERMINAL_STATES)
    expires_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)
    badge = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    since = serializers.DateTimeField(allow_null=True)


class TerminalList(serializers.Serializer[Any]):
    """Every device, by its code."""

    results = TerminalRow(many=True)


class Terminals(FloorView):
    """Devices of the house."""

    takes_key = False

    @operation(
        "read_terminals",
        "Every device of the house",
        tag=_TAG,
        answer=TerminalList,
        told={
            "results": [
                {
                    "terminal": "T-BJ-04",
                    "table": "BJ-04",
                    "status": "enrolled",
                    "expires_at": None,
                    "revoked_at": None,
                    "badge": "1042",
                    "name": "Dana Li",
                    "since": "2026-03-04T20:00:00.000000Z",
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Every device, whether it is enrolled, and who is signed on at it."""
        self.require_parameters()
        moments = ("expires_at", "revoked_at", "since")
        rows = [asdict(view) for view in terminal_reads.devices(self.actor, self.at)]
        return Response(
            {"results": [{**row, **{name: row[name] and instant(row[name]) for name in moments}} for row in rows]}
        )

    @operation(
        "register_terminal",
        "Prepare a device for enrolment",
        tag=_TAG,
        request=TerminalShape,
        sent={"terminal": "T-BJ-04", "table": "BJ-04"},
        answer=RegisteredTerminal,
        told={
            "terminal": "T-BJ-04",
            "table": "BJ-04",
            "expires_at": "2026-03-04T20:15:00.000000Z",
            "seq": 91,
            "enrolment_code": "7KQM2XPA9TRC",
        },
        refusals={"not_permitted": 403, "no_such_table": 404, "bad_code": 422},
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

    @operation(
        "enrol_terminal",
        "Exchange the one-time code for the device's token",
        tag=_TAG,
        request=EnrolmentShape,
        sent={"code": "7KQM-2XPA-9TRC"},
        answer=EnrolledTerminal,
        told={
            "terminal": "T-BJ-04",
            "casino": "DEMO",
            "table": "BJ-04",
            "token": "what-enrolling-the-device-gave",
        },
        refusals={"enrolment_refused": 403},
    )
    def post(self, request: Request) -> Response:
        """Enrol this device with its one-time code."""
        enrolled = terminals.enrol_terminal(at=self.at, **self.read(EnrolmentShape))
        return self.written(asdict(enrolled))


class UnlockedTerminal(serializers.Serializer[Any]):
    """The device, and how many wrong PINs were forgotten there."""

    terminal = serializers.CharField()
    failures = serializers.IntegerField()
    seq = serializers.IntegerField()


class LockRow(serializers.Serializer[Any]):
    """A locked device (without a badge), or a badge that is locked at a place or (without a terminal) everywhere."""

    terminal = serializers.CharField(allow_blank=True)
    badge = serializers.CharField(allow_blank=True)
    since = serializers.DateTimeField()


class LockList(serializers.Serializer[Any]):
    """What is locked now, the newest first."""

    results = LockRow(many=True)


class Locks(FloorView):
    """What wrong PINs have locked."""

    @operation(
        "read_locks",
        "Devices and badges that wrong PINs have locked",
        tag=_TAG,
        answer=LockList,
        told={
            "results": [
                {"terminal": "T-BJ-04", "badge": "", "since": "2026-03-04T20:15:00.000000Z"},
                {"terminal": "T-BJ-04", "badge": "1042", "since": "2026-03-04T20:14:00.000000Z"},
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Devices and badges that are locked now."""
        self.require_parameters()
        found = locks.locks(self.actor, self.at)
        return Response({"results": [{**asdict(lock), "since": instant(lock.since)} for lock in found]})


class TerminalUnlocks(FloorView):
    """Devices unlocked."""

    @operation(
        "unlock_terminal",
        "Forget the wrong PINs that were keyed at a device",
        tag=_TAG,
        answer=UnlockedTerminal,
        told={"terminal": "T-BJ-04", "failures": 10, "seq": 93},
        refusals={"not_permitted": 403, "no_such_terminal": 404},
    )
    def post(self, request: Request, terminal: str) -> Response:
        """Let people sign at a locked device again. The badges under which the PINs were wrong count on."""
        self.read(StrictSerializer)
        return self.written(terminals.unlock_terminal(actor=self.actor, at=self.at, terminal=terminal, key=self.key))


class Revocations(FloorView):
    """Devices cut off."""

    @operation(
        "revoke_terminal",
        "Cut a device off",
        tag=_TAG,
        answer=RevokedTerminal,
        told={"terminal": "T-BJ-04", "seq": 92},
        refusals={"not_permitted": 403, "no_such_terminal": 404, "already_revoked": 409},
    )
    def post(self, request: Request, terminal: str) -> Response:
        """Cut a device off: its token and every sign-on at it end at once."""
        self.read(StrictSerializer)
        return self.written(terminals.revoke_terminal(actor=self.actor, at=self.at, terminal=terminal, key=self.key))
