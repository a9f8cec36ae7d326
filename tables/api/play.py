"""What a dealer's terminal and a shoe reader key at a table. Every write needs a key and an If-Match."""

from typing import Any, ClassVar

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import examples, inputs, pictures, words
from tables.api.describe import NO_FIELDS, operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer
from tables.services import bulk_bets, play, undoing

_TAG = "play"
_ALWAYS = {
    "not_permitted": 403,
    "not_dealing": 403,
    "terminal_required": 403,
    "no_such_table": 404,
    "idempotency_key_reused": 409,
    "table_not_open": 409,
    "play_stopped": 409,
    "stale_sequence": 412,
    "if_match_required": 428,
}
_IN_ROUND = {**_ALWAYS, "no_round": 409}
_STAKE = {
    **_IN_ROUND,
    "betting_closed": 409,
    "name_looks_alike": 409,
    "bet_below_min": 422,
    "bet_above_max": 422,
    "bad_amount": 422,
}

MOST_BULK_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class PlayView(FloorView):
    """A press at a table; the sender says which position of its stream he last saw."""

    match = "required"

    def press(self, table: str, given: list[dict[str, Any]]) -> Response:
        """Record ``given``, all or nothing; the answer is the table as its dealer may see it."""
        answer = play.record_inputs(
            actor=self.actor, at=self.at, table=table, inputs=given, key=self.key, expected_seq=self.expected_seq
        )
        return self.written(answer)


class WordView(PlayView):
    """One word of the table, with its fields in the body."""

    do: ClassVar[str]

    def press_word(self, request: Request, table: str) -> Response:
        """Record the view's word."""
        return self.press(table, [inputs.action(self.do, request.data)])


class Inputs(PlayView):
    """Everything that is keyed at a table, through one door."""

    @operation(
        "record_inputs",
        "Record what happened at the table, in order, all or nothing",
        tag=_TAG,
        request=inputs.list_schema(*words.INPUTS),
        sent={"inputs": [{"do": "open_round"}, {"do": "bet", "by": "seat 3", "spot": 3, "amount": 2500}]},
        answer=pictures.TableAnswer,
        told=examples.BETTING,
        refusals={**_ALWAYS, "round_in_play": 409, "settlement_open": 409, "unknown_action": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """What a terminal sends; `values.input` of a refusal tells which of several inputs it is about."""
        return self.press(table, inputs.several(request.data, most=play.MOST_INPUTS))


class Bets(WordView):
    """Bets of the running round."""

    do = "bet"

    @operation(
        "place_bet",
        "Lay a player's bet on a spot",
        tag=_TAG,
        request=inputs.schema("bet"),
        sent={"by": "seat 3", "spot": 3, "amount": 2500, "chips": {"2500": 1}},
        answer=pictures.TableAnswer,
        told=examples.BETTING,
        refusals={**_STAKE, "spot_taken": 409, "no_such_spot": 422, "amount_not_in_chips": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """The stake must lie between the posted limits, or under the player's own lifted maximum."""
        return self.press_word(request, table)


class BackBets(WordView):
    """Back-bets of the running round."""

    do = "back_bet"

    @operation(
        "place_back_bet",
        "Lay an onlooker's bet on another's hand",
        tag=_TAG,
        request=inputs.schema("back_bet"),
        sent={"id": "k1", "by": "rail 1", "spot": 3, "amount": 1000, "follow_split": True},
        answer=pictures.TableAnswer,
        told=examples.BETTING,
        refusals={**_STAKE, "no_hand_to_back": 422, "own_hand": 422, "id_taken": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """`follow_split` and `follow_double` lay the same again when the backed hand splits or doubles."""
        return self.press_word(request, table)


class BulkBets(FloorView):
    """Stakes as a betting system hands them over."""

    match = "required"
    most_bytes = MOST_BULK_BYTES

    @operation(
        "place_bets",
        "Lay many bets and back-bets at once, all or nothing",
        tag=_TAG,
        request=inputs.list_schema("bet", "back_bet", name="bets", most=bulk_bets.MOST_BETS),
        sent={
            "bets": [
                {"do": "bet", "by": "seat 5", "spot": 5, "amount": 2500},
                {"do": "back_bet", "id": "k2", "by": "rail 2", "spot": 5, "amount": 1000},
            ]
        },
        answer=pictures.BulkBets,
        told=examples.BULK_BETS,
        refusals={**_STAKE, "lays_no_stake": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """Up to 10,000 stakes of the running round, from its dealer or a betting system."""
        bets = inputs.several(request.data, "bets", bulk_bets.MOST_BETS)
        answer = bulk_bets.record_bets(
            actor=self.actor, at=self.at, table=table, bets=bets, key=self.key, expected_seq=self.expected_seq
        )
        return self.written(answer)


class BettingClosings(WordView):
    """The end of the betting."""

    do = "close_betting"

    @operation(
        "close_betting",
        "No more bets",
        tag=_TAG,
        request=NO_FIELDS,
        sent={},
        answer=pictures.TableAnswer,
        told=examples.DEALING,
        refusals={**_IN_ROUND, "betting_closed": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Without a bet there is no round; at a table whose cards come from the server, the deal follows."""
        return self.press_word(request, table)


class Cards(WordView):
    """Cards that leave the shoe."""

    do = "card"

    @operation(
        "record_card",
        "Record the next card out of the shoe",
        tag=_TAG,
        request=inputs.schema("card"),
        sent={"card": "KH"},
        answer=pictures.TableAnswer,
        told=examples.ACTING,
        refusals={**_ALWAYS, "server_deals": 409, "shoe_not_ready": 409, "bad_card": 422, "card_not_in_shoe": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """From a shoe reader or the dealer. A card that the rules did not call for stops play (a misdeal)."""
        return self.press_word(request, table)


class Insurances(WordView):
    """Insurances against a dealer's natural."""

    do = "insure"

    @operation(
        "take_insurance",
        "Insure a spot or a back-bet",
        tag=_TAG,
        request=inputs.schema("insure"),
        sent={"by": "seat 3", "spot": 3, "amount": 1250},
        answer=pictures.TableAnswer,
        told=examples.OFFER,
        refusals={
            **_IN_ROUND,
            "insurance_closed": 409,
            "insurance_duplicate": 409,
            "insurance_not_offered": 422,
            "insurance_wrong_amount": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """While the dealer's ace lies open and before he looks. Names a `spot`, or a `back_bet` by its id."""
        return self.press_word(request, table)


class InsuranceClosings(WordView):
    """The end of the offer."""

    do = "close_insurance"

    @operation(
        "close_insurance",
        "No more insurance; the dealer looks",
        tag=_TAG,
        request=NO_FIELDS,
        sent={},
        answer=pictures.TableAnswer,
        told=examples.ACTING,
        refusals={**_IN_ROUND, "insurance_closed": 409, "insurance_not_offered": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """A natural of the dealer ends the round at once."""
        return self.press_word(request, table)


class Acts(PlayView):
    """Players' decisions."""

    @operation(
        "take_act",
        "Record a player's decision",
        tag=_TAG,
        request={"oneOf": [inputs.schema(do, named=True) for do in words.ACTS]},
        sent={"do": "stand", "by": "seat 3", "spot": 3},
        answer=pictures.TableAnswer,
        told=examples.SETTLED,
        refusals={**_IN_ROUND, "not_your_turn": 409, "not_hand_owner": 422, "cannot_split": 422, "cannot_double": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """The acts open to the player in turn are those of `GET …/rounds/current/legal-acts`."""
        return self.press(table, [inputs.act(request.data)])


class Confirmations(WordView):
    """Settlements that the dealer carried out."""

    do = "confirm_settlement"

    @operation(
        "confirm_settlement",
        "The dealer has paid and taken as shown",
        tag=_TAG,
        request=NO_FIELDS,
        sent={},
        answer=pictures.TableAnswer,
        told=examples.CONFIRMED,
        refusals={**_IN_ROUND, "not_settled": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """The chips lie still again: the next round may begin, and the rack may be counted."""
        return self.press_word(request, table)


class Undos(PlayView):
    """Presses that their dealer took back."""

    @operation(
        "undo_press",
        "Take your own last press back",
        tag=_TAG,
        request=NO_FIELDS,
        sent={},
        answer=pictures.TableAnswer,
        told=examples.BETTING,
        refusals={
            **_ALWAYS,
            "not_your_press": 403,
            "crowd_has_bet": 409,
            "nothing_to_undo": 409,
            "press_final": 409,
            "undo_too_late": 409,
            "rack_short": 409,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Within the house's undo time and while nothing came after it. Nothing is deleted: one event reverses it."""
        self.read(StrictSerializer)
        answer = undoing.undo_press(
            actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq
        )
        return self.written(answer)
