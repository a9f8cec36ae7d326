"""What the house gives its people: PINs and passwords for one use; and sign-offs that are taken back."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer
from tables.api.staff import GameShape, PersonChanged
from tables.domain.actors import instant
from tables.selectors import terminals
from tables.services import one_time, staffing

_TAG = "people"
_REFUSALS = {"not_permitted": 403, "no_such_badge": 404}
_GIVING = {"same_person": 403, **_REFUSALS}


class GivenPin(serializers.Serializer[Any]):
    """A PIN for choosing one's own at a terminal (``new_pin`` of a sign-on), shown once."""

    badge = serializers.CharField()
    pin = serializers.CharField()
    seq = serializers.IntegerField()


class GivenPassword(serializers.Serializer[Any]):
    """A password for choosing one's own (``new_password`` of a sign-on), shown once."""

    badge = serializers.CharField()
    username = serializers.CharField()
    password = serializers.CharField()
    seq = serializers.IntegerField()


class SignedOnRow(serializers.Serializer[Any]):
    """Somebody signed on; ``terminal`` is empty without a device, ``table`` is the one the device is bound to."""

    badge = serializers.CharField()
    name = serializers.CharField()
    terminal = serializers.CharField(allow_blank=True)
    table = serializers.CharField(allow_null=True)
    since = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class SignedOnList(serializers.Serializer[Any]):
    """Everybody who is signed on, the longest first."""

    results = SignedOnRow(many=True)


class OneTimePins(FloorView):
    """PINs for one use. A repeat gives another one, so there is no idempotency key."""

    takes_key = False

    @operation(
        "issue_pin",
        "Give a person a PIN for one use",
        tag=_TAG,
        answer=GivenPin,
        told={"badge": "1042", "pin": "480215", "seq": 101},
        refusals=_GIVING,
    )
    def post(self, request: Request, badge: str) -> Response:
        """The old PIN ends at once, and the person is signed off everywhere."""
        self.read(StrictSerializer)
        return self.written(one_time.issue_pin(actor=self.actor, at=self.at, badge=badge))


class OneTimePasswords(FloorView):
    """Passwords for one use. A repeat gives another one, so there is no idempotency key."""

    takes_key = False

    @operation(
        "issue_password",
        "Give a person a password for one use",
        tag=_TAG,
        answer=GivenPassword,
        told={"badge": "6001", "username": "ada", "password": "7kqm-2xpa-9trc", "seq": 102},
        refusals=_GIVING,
    )
    def post(self, request: Request, badge: str) -> Response:
        """The old password ends at once, and the person is signed off everywhere."""
        self.read(StrictSerializer)
        return self.written(one_time.issue_password(actor=self.actor, at=self.at, badge=badge))


class SignOffRevocations(FloorView):
    """Sign-offs taken back."""

    @operation(
        "revoke_sign_off",
        "Let a person deal or supervise a game no longer",
        tag=_TAG,
        request=GameShape,
        sent={"game": "blackjack"},
        answer=PersonChanged,
        told={"badge": "1042", "game": "blackjack", "seq": 103},
        refusals={**_REFUSALS, "not_signed_off": 409},
    )
    def post(self, request: Request, badge: str) -> Response:
        """From the next tap-in on."""
        asked = self.read(GameShape)
        return self.written(staffing.revoke_sign_off(actor=self.actor, at=self.at, badge=badge, key=self.key, **asked))


class RunningSignOns(FloorView):
    """Who is signed on."""

    @operation(
        "read_sign_ons",
        "Everybody who is signed on",
        tag=_TAG,
        answer=SignedOnList,
        told={
            "results": [
                {
                    "badge": "1042",
                    "name": "Dana Li",
                    "terminal": "T-BJ-04",
                    "table": "BJ-04",
                    "since": "2026-03-04T20:00:00.000000Z",
                    "expires_at": "2026-03-05T08:00:00.000000Z",
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Everybody who is signed on now, where and since when."""
        self.require_parameters()
        rows = [
            {**asdict(row), "since": instant(row.since), "expires_at": instant(row.expires_at)}
            for row in terminals.signed_on(self.actor, self.at)
        ]
        return Response({"results": rows})
