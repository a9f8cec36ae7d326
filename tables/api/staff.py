"""People: registered, licensed, given roles and games; their PINs set and unlocked."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictChoice, StrictDate, StrictSerializer, StrictText
from tables.domain.actors import Role
from tables.selectors import staff as staff_reads
from tables.services import staffing

_TAG = "people"
ROLES = [role.value for role in Role]
SECRETS = ["none", "one_time", "own"]


class PersonShape(StrictSerializer):
    """A new person. PIN and password are good once, for choosing one's own; they may also be given later."""

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
    """A new PIN: six digits that nobody guesses first. One's own costs the old one."""

    pin = StrictText(max_length=12, write_only=True)
    old_pin = StrictText(max_length=12, write_only=True, required=False)


class PersonRow(serializers.Serializer[Any]):
    """A person of the house, without secrets."""

    badge = serializers.CharField()
    name = serializers.CharField()
    username = serializers.CharField()
    licence = serializers.CharField(allow_blank=True)
    licence_expires_on = serializers.DateField(allow_null=True)
    active = serializers.BooleanField()
    pin = serializers.ChoiceField(choices=SECRETS)
    password = serializers.ChoiceField(choices=SECRETS)
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

    @operation(
        "read_staff",
        "Everybody of the house",
        tag=_TAG,
        answer=People,
        told={
            "results": [
                {
                    "badge": "1042",
                    "name": "Dana Li",
                    "username": "dana.li",
                    "licence": "L-4802",
                    "licence_expires_on": "2027-12-31",
                    "active": True,
                    "pin": "own",
                    "password": "none",
                    "roles": ["dealer"],
                    "games": ["blackjack"],
                    "table": "BJ-04",
                    "pits": [],
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Everybody, with roles, games, and where they stand now."""
        self.require_parameters()
        return Response({"results": [asdict(person) for person in staff_reads.people(self.actor)]})

    @operation(
        "register_staff",
        "Register a person with the first roles and games",
        tag=_TAG,
        request=PersonShape,
        sent={
            "badge": "1042",
            "name": "Dana Li",
            "username": "dana.li",
            "licence": "L-4802",
            "licence_expires_on": "2027-12-31",
            "roles": ["dealer"],
            "games": ["blackjack"],
        },
        answer=PersonChanged,
        told={"badge": "1042", "name": "Dana Li", "seq": 93},
        refusals={
            "not_permitted": 403,
            "no_such_game": 404,
            "badge_taken": 409,
            "name_looks_alike": 409,
            "username_taken": 409,
            "bad_badge": 422,
            "common_pin": 422,
            "weak_password": 422,
        },
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

    @operation(
        "renew_licence",
        "Renew a person's licence",
        tag=_TAG,
        request=LicenceShape,
        sent={"licence": "L-4802", "licence_expires_on": "2028-12-31"},
        answer=PersonChanged,
        told={"badge": "1042", "licence": "L-4802", "licence_expires_on": "2028-12-31", "seq": 94},
        refusals={"not_permitted": 403, "no_such_badge": 404},
    )
    def post(self, request: Request, badge: str) -> Response:
        """Renew a person's licence."""
        asked = self.read(LicenceShape)
        return self.written(staffing.renew_licence(actor=self.actor, at=self.at, badge=badge, key=self.key, **asked))


class RoleGrants(FloorView):
    """Roles given."""

    @operation(
        "grant_role",
        "Give a person a role",
        tag=_TAG,
        request=RoleShape,
        sent={"role": "pit_boss"},
        answer=PersonChanged,
        told={"badge": "1042", "role": "pit_boss", "seq": 95},
        refusals={"not_permitted": 403, "same_person": 403, "no_such_badge": 404, "role_held": 409},
    )
    def post(self, request: Request, badge: str) -> Response:
        """Give another person a role to hold."""
        role = Role(self.read(RoleShape)["role"])
        return self.written(staffing.grant_role(actor=self.actor, at=self.at, badge=badge, role=role, key=self.key))


class RoleRevocations(FloorView):
    """Roles taken."""

    @operation(
        "revoke_role",
        "Take a role away",
        tag=_TAG,
        request=RoleShape,
        sent={"role": "pit_boss"},
        answer=PersonChanged,
        told={"badge": "1042", "role": "pit_boss", "seq": 96},
        refusals={"not_permitted": 403, "no_such_badge": 404, "role_not_held": 409, "last_house_manager": 409},
    )
    def post(self, request: Request, badge: str) -> Response:
        """Take a role away, with the person's next request."""
        role = Role(self.read(RoleShape)["role"])
        return self.written(staffing.revoke_role(actor=self.actor, at=self.at, badge=badge, role=role, key=self.key))


class GameSignOffs(FloorView):
    """Games signed off."""

    @operation(
        "sign_off_game",
        "Let a person deal or supervise a game",
        tag=_TAG,
        request=GameShape,
        sent={"game": "blackjack"},
        answer=PersonChanged,
        told={"badge": "1042", "game": "blackjack", "seq": 97},
        refusals={"not_permitted": 403, "no_such_badge": 404, "no_such_game": 404, "already_signed_off": 409},
    )
    def post(self, request: Request, badge: str) -> Response:
        """Let a person deal or supervise a game."""
        asked = self.read(GameShape)
        return self.written(staffing.sign_off_game(actor=self.actor, at=self.at, badge=badge, key=self.key, **asked))


class Pins(FloorView):
    """PINs set."""

    @operation(
        "set_pin",
        "Set a PIN",
        tag=_TAG,
        request=PinShape,
        sent={"pin": "908172", "old_pin": "480215"},
        answer=PersonChanged,
        told={"badge": "1042", "seq": 98},
        refusals={
            "not_permitted": 403,
            "wrong_badge_or_pin": 403,
            "pin_locked": 403,
            "terminal_locked": 403,
            "no_such_badge": 404,
            "bad_pin": 422,
            "common_pin": 422,
            "same_pin": 422,
            "old_pin_required": 422,
        },
    )
    def post(self, request: Request, badge: str) -> Response:
        """Set a PIN: one's own, or by the house manager one that is good once, for choosing one's own."""
        asked = self.read(PinShape)
        return self.written(staffing.set_pin(actor=self.actor, at=self.at, badge=badge, key=self.key, **asked))


class PinUnlocks(FloorView):
    """PINs unlocked."""

    @operation(
        "unlock_pin",
        "Forget a person's wrong PINs",
        tag=_TAG,
        answer=PersonChanged,
        told={"badge": "1042", "failures": 3, "seq": 99},
        refusals={"not_permitted": 403, "no_such_badge": 404, "same_person": 403, "guessed_too_often": 409},
    )
    def post(self, request: Request, badge: str) -> Response:
        """Forget another person's wrong PINs, so that the next try counts again."""
        self.read(StrictSerializer)
        return self.written(staffing.unlock_pin(actor=self.actor, at=self.at, badge=badge, key=self.key))
