"""How the house is furnished: pits, tables and their pars, and every version of its house rules."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictChoice, StrictInteger, StrictSerializer, StrictText
from tables.domain.house_settings import SOURCES
from tables.selectors import furnishing
from tables.services import house, table_rules

_TAG = "house"
_SOURCES = list(dict.fromkeys(source for sources in SOURCES.values() for source in sources))
_FURNISHED = {
    "table": "BJ-04",
    "pit": "P1",
    "game": "blackjack",
    "rules_version": 1,
    "spots": 7,
    "chip_set": "MAIN",
    "card_source": "reader",
    "licensed_maximum": 1000000,
    "par": 1000000,
    "status": "closed",
}
_VALUES = {"dealer_soft_17": "hit", "decks": 6}
_NOT_ALLOWED = {"not_permitted": 403}


class PitShape(StrictSerializer):
    """A new pit."""

    pit = StrictText(max_length=16)
    name = StrictText(max_length=80)


class PitRow(serializers.Serializer[Any]):
    """A pit."""

    pit = serializers.CharField()
    name = serializers.CharField()


class PitList(serializers.Serializer[Any]):
    """Every pit, by code."""

    results = PitRow(many=True)


class PitAdded(serializers.Serializer[Any]):
    """The house has the pit."""

    pit = serializers.CharField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class TableShape(StrictSerializer):
    """A table as it is licensed and furnished; ``par`` is the rack to start from, and may be set later."""

    code = StrictText(max_length=16)
    pit = StrictText(max_length=16)
    game = StrictText(max_length=32)
    rules_version = StrictInteger(min_value=1)
    spots = StrictInteger()
    chip_set = StrictText(max_length=16)
    card_source = StrictChoice(choices=_SOURCES)
    licensed_maximum = StrictInteger()
    par = StrictChips(required=False)


class FurnishedRow(serializers.Serializer[Any]):
    """A table as it is furnished; ``par`` is the worth of its par, in minor units."""

    table = serializers.CharField()
    pit = serializers.CharField()
    game = serializers.CharField()
    rules_version = serializers.IntegerField()
    spots = serializers.IntegerField()
    chip_set = serializers.CharField()
    card_source = serializers.ChoiceField(choices=_SOURCES)
    licensed_maximum = serializers.IntegerField()
    par = serializers.IntegerField()
    status = serializers.CharField()


class FurnishedList(serializers.Serializer[Any]):
    """Every table, by pit and code."""

    results = FurnishedRow(many=True)


class TableAdded(serializers.Serializer[Any]):
    """The house has the table. It is closed, and its rack is empty."""

    table = serializers.CharField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class ParShape(StrictSerializer):
    """A rack to start from."""

    par = StrictChips()


class ParSet(serializers.Serializer[Any]):
    """The par that counts from now on."""

    table = serializers.CharField()
    par = StrictChips()
    seq = serializers.IntegerField(help_text="position in the table's stream")


class RulesShape(StrictSerializer):
    """House rules of a game; what is not named takes the game's own value."""

    game = StrictText(max_length=32)
    values = serializers.DictField(child=serializers.JSONField())


class RulesAdded(serializers.Serializer[Any]):
    """The version that the game has now beside the others."""

    game = serializers.CharField()
    version = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class RulesRow(serializers.Serializer[Any]):
    """A version of a game's house rules, and the tables that are dealt by it."""

    game = serializers.CharField()
    version = serializers.IntegerField()
    values = serializers.DictField(child=serializers.JSONField())
    tables = serializers.ListField(child=serializers.CharField())


class RulesList(serializers.Serializer[Any]):
    """Every version, by game, the newest first."""

    results = RulesRow(many=True)


class VersionShape(StrictSerializer):
    """A version of the house rules of the table's own game."""

    version = StrictInteger(min_value=1)


class TableRulesSet(serializers.Serializer[Any]):
    """The version that the table is dealt by from its next round on."""

    table = serializers.CharField()
    game = serializers.CharField()
    version = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class Pits(FloorView):
    """Pits of the house."""

    @operation(
        "read_pits",
        "Every pit",
        tag=_TAG,
        answer=PitList,
        told={"results": [{"pit": "P1", "name": "Main floor"}]},
        status=200,
        refusals=_NOT_ALLOWED,
    )
    def get(self, request: Request) -> Response:
        """Every pit, by code."""
        self.require_parameters()
        pits = furnishing.pits(self.actor)
        return Response({"results": [{"pit": code, "name": name} for code, name in pits.items()]})

    @operation(
        "add_pit",
        "Add a pit",
        tag=_TAG,
        request=PitShape,
        sent={"pit": "P3", "name": "Upper floor"},
        answer=PitAdded,
        told={"pit": "P3", "seq": 88},
        refusals={**_NOT_ALLOWED, "pit_exists": 409, "bad_code": 422, "bad_name": 422},
    )
    def post(self, request: Request) -> Response:
        """Add a group of tables under one pit boss."""
        asked = self.read(PitShape)
        answer = house.add_pit(actor=self.actor, at=self.at, code=asked["pit"], name=asked["name"], key=self.key)
        return self.written(answer)


class Furnishings(FloorView):
    """Tables as they are licensed and furnished."""

    @operation(
        "read_furnishings",
        "Every table as it is furnished",
        tag=_TAG,
        answer=FurnishedList,
        told={"results": [_FURNISHED]},
        status=200,
        refusals=_NOT_ALLOWED,
    )
    def get(self, request: Request) -> Response:
        """Every table, by pit and code."""
        self.require_parameters()
        rows = [asdict(row) for row in furnishing.tables(self.actor)]
        return Response({"results": [{"table": row.pop("code"), **row} for row in rows]})

    @operation(
        "add_table",
        "Add a table",
        tag=_TAG,
        request=TableShape,
        sent={
            "code": "BJ-09",
            "pit": "P1",
            "game": "blackjack",
            "rules_version": 1,
            "spots": 7,
            "chip_set": "MAIN",
            "card_source": "reader",
            "licensed_maximum": 1000000,
            "par": {"500": 200, "2500": 160},
        },
        answer=TableAdded,
        told={"table": "BJ-09", "seq": 89},
        refusals={
            **_NOT_ALLOWED,
            "no_such_pit": 404,
            "no_such_house_rules": 404,
            "no_such_chip_set": 404,
            "table_exists": 409,
            "bad_source": 422,
            "bad_spots": 422,
            "unknown_denomination": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """Add a table with a stream of its own, closed and with an empty rack."""
        asked = {"par": {}, **self.read(TableShape)}
        return self.written(house.add_table(actor=self.actor, at=self.at, key=self.key, **asked))


class Pars(FloorView):
    """Racks to start from."""

    @operation(
        "set_par",
        "Set the par of a table",
        tag=_TAG,
        request=ParShape,
        sent={"par": {"500": 200, "2500": 160}},
        answer=ParSet,
        told={"table": "BJ-04", "par": {"500": 200, "2500": 160}, "seq": 512},
        refusals={**_NOT_ALLOWED, "no_such_table": 404, "unknown_denomination": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """Set the par, at once; history keeps the old one."""
        asked = self.read(ParShape)
        return self.written(house.set_par(actor=self.actor, at=self.at, table=table, key=self.key, **asked))


class TableRules(FloorView):
    """The house rules that a table is dealt by."""

    @operation(
        "set_table_rules",
        "Let a closed table take another version of its house rules",
        tag=_TAG,
        request=VersionShape,
        sent={"version": 2},
        answer=TableRulesSet,
        told={"table": "BJ-04", "game": "blackjack", "version": 2, "seq": 90},
        refusals={
            **_NOT_ALLOWED,
            "no_such_table": 404,
            "no_such_house_rules": 404,
            "table_not_closed": 409,
            "same_house_rules": 409,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """From its next round on the table is dealt by this version."""
        asked = self.read(VersionShape)
        return self.written(
            table_rules.set_table_rules(actor=self.actor, at=self.at, table=table, key=self.key, **asked)
        )


class HouseRules(FloorView):
    """House rules by game and version."""

    @operation(
        "read_house_rules",
        "Every version of every game's house rules",
        tag=_TAG,
        answer=RulesList,
        told={"results": [{"game": "blackjack", "version": 2, "values": _VALUES, "tables": ["BJ-04"]}]},
        status=200,
        refusals=_NOT_ALLOWED,
    )
    def get(self, request: Request) -> Response:
        """Every version with all its values, by game, the newest first."""
        self.require_parameters()
        return Response({"results": [asdict(row) for row in furnishing.house_rules(self.actor)]})

    @operation(
        "add_house_rules",
        "Add a version of a game's house rules",
        tag=_TAG,
        request=RulesShape,
        sent={"game": "blackjack", "values": _VALUES},
        answer=RulesAdded,
        told={"game": "blackjack", "version": 2, "seq": 91},
        refusals={**_NOT_ALLOWED, "no_such_game": 404, "bad_house_rules": 422},
    )
    def post(self, request: Request) -> Response:
        """Add the next version; tables keep theirs until they are told otherwise."""
        asked = self.read(RulesShape)
        return self.written(house.add_house_rules(actor=self.actor, at=self.at, key=self.key, **asked))
