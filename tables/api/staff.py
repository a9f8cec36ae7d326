"""People: registered, licensed, given roles and games; their PINs set and unlocked."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.doors import FloorView
from tables.api.shapes import StrictChoice, StrictDate, StrictSerializer, StrictText
from tables.domain.actors import Role
from tables.selectors import staff as staff_reads
from tables.services import staffing

ROLES = [role.value for role in Role]


class PersonShape(StrictSerializer):
    """A new person. PIN and password may also be set later."""

    badge = StrictText(max_length=16)
    name = StrictText(max_length=120)
    username = StrictText(max_length=64)
    licence = StrictText(max_length=32, required=False, allow_blank=True)
    licence_expires_on = StrictDate(required=False, allow_null=True)
    pin = StrictText(max_length=12, required=False, write_only=True)
    password = StrictText(max_length=128, required=False, write_only=True)
    language = StrictChoice(choices=["en", "zh-hans"], required=False)
    roles = serializers.ListField(child=StrictChoice(choices=ROLES), max_length=len(ROLES), required=False)
    games = serializers.ListField(child=StrictText(max_length=32), max_length=32, required=False)


class LicenceShape(StrictSerializer):
    """A licence and the last day on which it is valid."""

    licence = StrictText(max_length=32)
    licence_expires_on = StrictDate()


class RoleShape(StrictSerializer):
    """A role to give or to take."""

    role = StrictChoice(choices=ROLES)


class GameShape(StrictSerializer):
    """A game the person may deal or supervise."""

    game = StrictText(max_length=32)


class PinShape(StrictSerializer):
    """A new PIN: six digits that nobody guesses first."""

    pin = StrictText(max_length=12, write_only=True)


class PersonRow(serializers.Serializer[Any]):
    """A person of the house, without secrets."""

    badge = serializers.CharField()
    name = serializers.CharField()
    username = serializers.CharField()
    licence = serializers.CharField(allow_blank=True)
    licence_expires_on = serializers.DateField(allow_null=True)
    active = serializers.BooleanField()
    roles = serializers.ListField(child=serializers.CharField())
    games = serializers.ListField(child=serializers.CharField())
    table = serializers.CharField(allow_null=True)
    pits = serializers.ListField(child=serializers.CharField())


class People(serializers.Serializer[Any]):
    """Everybody, by badge."""

    results = PersonRow(many=True)


class PersonChanged(serializers.Serializer[Any]):
    """The person the change was about; the rest is what was changed."""

    badge = serializers.CharField()
    name = serializers.CharField(required=False)
    licence = serializers.CharField(required=False)
    licence_expires_on = serializers.DateField(required=False)
    role = serializers.CharField(required=False)
    game = serializers.CharField(required=False)
    failures = serializers.IntegerField(required=False)
    seq = serializers.IntegerField()


class Staff(FloorView):
    """People of the house."""

    @extend_schema(operation_id="read_staff", responses=People)
    def get(self, request: Request) -> Response:
        """Everybody, with roles, games, and where they stand now."""
        self.require_parameters()
        return Response({"results": [asdict(person) for person in staff_reads.people(self.actor)]})

    @extend_schema(
        operation_id="register_staff",
        request=PersonShape,
        responses={201: PersonChanged},
        examples=[
            OpenApiExample(
                "A dealer",
                {
                    "badge": "1042",
                    "name": "Dana Li",
                    "username": "dana.li",
                    "licence": "L-4802",
                    "licence_expires_on": "2027-12-31",
                    "roles": ["dealer"],
                    "games": ["blackjack"],
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Register a person with the first roles and games."""
        asked = self.read(PersonShape)
        roles = [Role(role) for role in asked.pop("roles", [])]
        games = asked.pop("games", [])
        answer = staffing.register_staff(
            actor=self.actor,
            at=self.at,
            person=staffing.NewPerson(**asked),
            roles=roles,
            games=games,
            key=self.key,
        )
        return self.written(answer)


class Licences(FloorView):
    """Licences renewed."""

    @extend_schema(operation_id="renew_licence", request=LicenceShape, responses={201: PersonChanged})
    def post(self, request: Request, badge: str) -> Response:
        """Renew a person's licence."""
        asked = self.read(LicenceShape)
        return self.written(staffing.renew_licence(actor=self.actor, at=self.at, badge=badge, key=self.key, **asked))


class RoleGrants(FloorView):
    """Roles given."""

    @extend_schema(operation_id="grant_role", request=RoleShape, responses={201: PersonChanged})
    def post(self, request: Request, badge: str) -> Response:
        """Give a person a role to hold."""
        role = Role(self.read(RoleShape)["role"])
        return self.written(staffing.grant_role(actor=self.actor, at=self.at, badge=badge, role=role, key=self.key))


class RoleRevocations(FloorView):
    """Roles taken."""

    @extend_schema(operation_id="revoke_role", request=RoleShape, responses={201: PersonChanged})
    def post(self, request: Request, badge: str) -> Response:
        """Take a role away, with the person's next request."""
        role = Role(self.read(RoleShape)["role"])
        return self.written(staffing.revoke_role(actor=self.actor, at=self.at, badge=badge, role=role, key=self.key))


class GameSignOffs(FloorView):
    """Games signed off."""

    @extend_schema(operation_id="sign_off_game", request=GameShape, responses={201: PersonChanged})
    def post(self, request: Request, badge: str) -> Response:
        """Let a person deal or supervise a game."""
        asked = self.read(GameShape)
        return self.written(staffing.sign_off_game(actor=self.actor, at=self.at, badge=badge, key=self.key, **asked))


class Pins(FloorView):
    """PINs set."""

    @extend_schema(operation_id="set_pin", request=PinShape, responses={201: PersonChanged})
    def post(self, request: Request, badge: str) -> Response:
        """Set a PIN: one's own, or a new person's by the house manager."""
        asked = self.read(PinShape)
        return self.written(staffing.set_pin(actor=self.actor, at=self.at, badge=badge, key=self.key, **asked))


class PinUnlocks(FloorView):
    """PINs unlocked."""

    @extend_schema(operation_id="unlock_pin", request=None, responses={201: PersonChanged})
    def post(self, request: Request, badge: str) -> Response:
        """Forget another person's wrong PINs, so that the next try counts again."""
        self.read(StrictSerializer)
        return self.written(staffing.unlock_pin(actor=self.actor, at=self.at, badge=badge, key=self.key))
