"""The shoe's life at a table, and what may be known of it."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import examples, lists, pictures
from tables.api.describe import LIMIT, NO_FIELDS, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.selectors import shoes as shoe_reads
from tables.services import shoes
from tables.services.signatures import SignatureRequest

_TAG = "shoes"
_READ = {"not_permitted": 403, "no_such_table": 404}
_STEP = {**_READ, "no_shoe": 409, "bad_shoe_step": 409}


class InspectionShape(StrictSerializer):
    """How many cards two persons counted, jokers included."""

    cards = StrictInteger()
    dealer = SignatureShape()
    supervisor = SignatureShape()


class CutShape(StrictSerializer):
    """Who cut, after how many cards, and how far from the bottom the cut card went in."""

    cut_by = StrictText(max_length=40)
    cut_from_top = StrictInteger()
    cut_card_from_bottom = StrictInteger()


class BlockShape(StrictSerializer):
    """What is wrong with the shoe."""

    reason = StrictText()


class ShoeView(FloorView):
    """A step of the shoe at a table."""

    match = "optional"

    def asked(self, table: str, shape: type[StrictSerializer] = StrictSerializer) -> dict[str, Any]:
        """The body, and who takes the step when at which table."""
        who = {"actor": self.actor, "at": self.at, "table": table}
        return {**self.read(shape), **who, "key": self.key, "expected_seq": self.expected_seq}


class Shoes(ShoeView):
    """Shoes of a table."""

    @operation(
        "read_shoes",
        "The table's shoes, newest first",
        tag=_TAG,
        answer=lists.page_of(pictures.Shoe),
        told={"results": [examples.SHOE_LINE], "next": None},
        status=200,
        parameters=[LIMIT, query("before", OpenApiTypes.INT, "Only shoes with a smaller number.")],
        refusals=_READ,
    )
    def get(self, request: Request, table: str) -> Response:
        """States and counts; which cards are out is in no answer."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        before = lists.optional_number(self, "before")
        found = shoe_reads.shoes(actor=self.actor, table=table, before=before, limit=limit + 1)
        return Response(lists.page(found, limit, "before", "number"))

    @operation(
        "receive_shoe",
        "New cards come to the table",
        tag=_TAG,
        request=NO_FIELDS,
        sent={},
        answer=pictures.ShoeStep,
        told=examples.SHOE_STEP,
        refusals={**_READ, "shoe_at_table": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """As many decks as the house rules of the table's game say."""
        return self.written(shoes.receive_shoe(**self.asked(table)))


class Shoe(FloorView):
    """One shoe."""

    @operation(
        "read_shoe",
        "A shoe with every step of its life",
        tag=_TAG,
        answer=pictures.ShoeStory,
        told=examples.SHOE,
        status=200,
        refusals={**_READ, "no_such_shoe": 404},
    )
    def get(self, request: Request, table: str, number: int) -> Response:
        """A shuffle of the server's cards shows the commitment to its seed; a retired shoe shows the seeds."""
        self.require_parameters()
        return Response(shoe_reads.shoe(actor=self.actor, table=table, number=number))


class Inspections(ShoeView):
    """Counts of the pack by two persons."""

    @operation(
        "inspect_shoe",
        "Two persons have counted and inspected the cards",
        tag=_TAG,
        request=InspectionShape,
        sent={
            "cards": 210,
            "dealer": {"badge": "1042", "pin": "480215"},
            "supervisor": {"badge": "2001", "pin": "610437"},
        },
        answer=pictures.ShoeStep,
        told={**examples.SHOE_STEP, "status": "inspected", "seq": 7},
        refusals={**_STEP, "same_person": 403, "wrong_badge_or_pin": 403, "wrong_card_count": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """Four decks and two jokers are 210 cards."""
        asked = self.asked(table, InspectionShape)
        dealer, supervisor = (SignatureRequest(**asked.pop(name)) for name in ("dealer", "supervisor"))
        return self.written(shoes.inspect_shoe(dealer=dealer, supervisor=supervisor, **asked))


class Mixes(ShoeView):
    """Shuffles."""

    @operation(
        "mix_shoe",
        "The dealer mixes all cards that are not on the table",
        tag=_TAG,
        request=NO_FIELDS,
        sent={},
        answer=pictures.ShoeMixed,
        told=examples.SHOE_MIXED,
        refusals={**_STEP, "round_in_play": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Between rounds, or when the round in hand waits for a shuffle."""
        return self.written(shoes.mix_shoe(**self.asked(table)))


class Cuts(ShoeView):
    """Cuts after a shuffle."""

    @operation(
        "cut_shoe",
        "A player cuts, and the cut card goes in",
        tag=_TAG,
        request=CutShape,
        sent={"cut_by": "seat 3", "cut_from_top": 88, "cut_card_from_bottom": 30},
        answer=pictures.TableAnswer,
        told=examples.BETWEEN,
        refusals={**_STEP, "bad_cut": 422, "bad_cut_card_place": 422, "bad_name": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """A round that waited for the shuffle goes on."""
        return self.written(shoes.cut_shoe(**self.asked(table, CutShape)))


class Blocks(ShoeView):
    """Shoes that may not be dealt from."""

    @operation(
        "block_shoe",
        "The shoe is fouled or faulty",
        tag=_TAG,
        request=BlockShape,
        sent={"reason": "a joker of another deck"},
        answer=pictures.ShoeStep,
        told={**examples.SHOE_STEP, "status": "blocked", "seq": 531},
        refusals={**_STEP, "reason_required": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """It is dealt from again only after a new inspection."""
        return self.written(shoes.block_shoe(**self.asked(table, BlockShape)))


class Retirements(ShoeView):
    """Shoes whose cards were cancelled."""

    @operation(
        "retire_shoe",
        "The cards are cancelled and leave the table",
        tag=_TAG,
        request=NO_FIELDS,
        sent={},
        answer=pictures.ShoeStep,
        told={**examples.SHOE_STEP, "status": "retired", "seq": 532},
        refusals={**_STEP, "round_in_play": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Every seed of the shoe is revealed, so that anyone can recompute its orders."""
        return self.written(shoes.retire_shoe(**self.asked(table)))
