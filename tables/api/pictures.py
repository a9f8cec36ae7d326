"""What reads and presses answer: shapes for the API's description, each with an example."""

from typing import Any

from rest_framework import serializers

from tables.domain.table_states import RoundStatus, ShoeStatus, TableStatus

ROUND_STATES = [status.value for status in RoundStatus]
SHOE_STATES = [status.value for status in ShoeStatus]
TABLE_STATES = [status.value for status in TableStatus]


class RoundMark(serializers.Serializer[Any]):
    """The newest round of a table."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(ROUND_STATES)
    game = serializers.CharField(required=False)


class Next(serializers.Serializer[Any]):
    """What the round waits for, and by and for whom as far as that applies."""

    kind = serializers.ChoiceField(["stakes", "card", "dice", "offer", "act", "shuffle", "nothing"])
    to = serializers.CharField(allow_null=True, help_text="`dealer` or a seat")
    hand = serializers.IntegerField(allow_null=True)
    face_down = serializers.BooleanField()
    player = serializers.CharField(allow_null=True)
    dice = serializers.IntegerField(help_text="how many dice the next throw has")


class ShoeMark(serializers.Serializer[Any]):
    """What may be known of the shoe at the table: never a card."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(SHOE_STATES)
    decks = serializers.IntegerField()
    cards_out = serializers.IntegerField()


class PotChange(serializers.Serializer[Any]):
    """Chips that the dealer changed so that the pot could be cut: `given` out of the pot, `taken` into it."""

    source = serializers.ChoiceField(["rack", "players"], read_only=True)  # type: ignore[assignment]
    given = serializers.DictField(child=serializers.IntegerField())
    taken = serializers.DictField(child=serializers.IntegerField())


class PotSettlement(serializers.Serializer[Any]):
    """Payments out of the pot: `[target, amount, chips]`, and the change made for them, if any."""

    payments = serializers.ListField(child=serializers.ListField())
    change = PotChange(allow_null=True)


class Payment(serializers.Serializer[Any]):
    """What the rack paid for one bet: the very chips that were taken from it, those for changed notes among them."""

    bet = serializers.IntegerField()
    kind = serializers.CharField()
    seat = serializers.CharField()
    chips = serializers.DictField(child=serializers.IntegerField())


class TableAnswer(serializers.Serializer[Any]):
    """The table as its dealer may see it. `felt` is the game's own picture (docs/rules.md); hidden cards are `??`."""

    table = serializers.CharField()
    seq = serializers.IntegerField(help_text="position of the table's stream; the ETag, and the next If-Match")
    status = serializers.ChoiceField(TABLE_STATES)
    round = RoundMark(allow_null=True)
    next = Next(allow_null=True)
    felt = serializers.DictField(allow_null=True)
    shoe = ShoeMark(allow_null=True)
    pot = serializers.IntegerField(help_text="players' chips in the pot, minor units")
    pot_chips = serializers.DictField(child=serializers.IntegerField(), help_text="the same, denomination -> pieces")
    pot_settlement = PotSettlement(allow_null=True, help_text="how the newest round of a pot game was paid out")
    payments = Payment(many=True, help_text="what the rack has paid for bets of the newest round")
    next_options = serializers.DictField(help_text="between rounds: the options of the next one, as the rules carry on")


class PeriodMark(serializers.Serializer[Any]):
    """The bank period that the table is in."""

    number = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()


class Felt(TableAnswer):
    """The table as the reader may see it; the public is not told the dealer, the period and why play stopped."""

    audience = serializers.ChoiceField(["dealer", "floor", "public"])
    stopped_reason = serializers.CharField(allow_null=True)
    dealer = serializers.CharField(allow_null=True)
    period = PeriodMark(allow_null=True)


class LegalActs(serializers.Serializer[Any]):
    """What the table waits for and which words may answer; an act that only hidden cards forbid is among them."""

    table = serializers.CharField()
    seq = serializers.IntegerField()
    audience = serializers.ChoiceField(["dealer", "floor", "public"])
    status = serializers.ChoiceField(TABLE_STATES)
    round = RoundMark(allow_null=True)
    next = Next(allow_null=True)
    acts = serializers.ListField(child=serializers.CharField())


class BulkBets(serializers.Serializer[Any]):
    """How many stakes were laid, and what they come to in minor units."""

    table = serializers.CharField()
    seq = serializers.IntegerField()
    round = RoundMark()
    stakes = serializers.IntegerField()
    amount = serializers.IntegerField()


class RoundLine(serializers.Serializer[Any]):
    """A round; money in minor units, the house's gain positive. `dealer` is who settled it."""

    table = serializers.CharField()
    number = serializers.IntegerField()
    status = serializers.ChoiceField(ROUND_STATES)
    game = serializers.CharField()
    rules_version = serializers.IntegerField()
    period = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    opened_at = serializers.DateTimeField()
    opened_seq = serializers.IntegerField()
    settled_at = serializers.DateTimeField(allow_null=True)
    settled_seq = serializers.IntegerField(allow_null=True)
    dealer = serializers.CharField(allow_null=True)
    handle = serializers.IntegerField()
    hands = serializers.IntegerField()
    house_net = serializers.IntegerField()


class Round(RoundLine):
    """A round with what lies or lay on the felt."""

    audience = serializers.ChoiceField(["dealer", "floor", "public"])
    felt = serializers.DictField(allow_null=True)


class Step(serializers.Serializer[Any]):
    """An event of a round. What is still sealed stands as a commitment in `data.sealed`."""

    seq = serializers.IntegerField()
    type = serializers.CharField()
    occurred_at = serializers.DateTimeField()
    actor = serializers.CharField(allow_null=True)
    terminal = serializers.CharField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]  # the metaclass moves it away from the property


class Shoe(serializers.Serializer[Any]):
    """A shoe and how many of its cards are out since the last shuffle."""

    table = serializers.CharField()
    number = serializers.IntegerField()
    decks = serializers.IntegerField()
    status = serializers.CharField()
    shuffles = serializers.IntegerField()
    cards_out = serializers.IntegerField()


class Revealed(serializers.Serializer[Any]):
    """A sealed value that is public now: SHA-256 of `<nonce>:<value>` is the commitment in event `seq`."""

    seq = serializers.IntegerField()
    field = serializers.CharField()
    nonce = serializers.CharField()
    value = serializers.CharField()


class ShoeStory(Shoe):
    """A shoe with every step of its life, and its seeds once it is retired (docs/fairness.md)."""

    steps = serializers.ListField(child=serializers.DictField())
    revealed = Revealed(many=True, allow_null=True)


class ShoeStep(serializers.Serializer[Any]):
    """Where the shoe stands after a step."""

    shoe = serializers.IntegerField()
    status = serializers.CharField()
    seq = serializers.IntegerField()


class ShoeMixed(ShoeStep):
    """Where the shoe stands, and how many cards were mixed."""

    cards = serializers.IntegerField()


class Call(serializers.Serializer[Any]):
    """The floor was called; `round` is the newest round of the table."""

    table = serializers.CharField()
    reason = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField()


class Stream(serializers.Serializer[Any]):
    """A stream of the log and where it ends. Print `hash` somewhere else, and nobody can change what lies before."""

    key = serializers.CharField()
    kind = serializers.ChoiceField(["table", "cage", "count", "house"])
    table = serializers.CharField(allow_null=True)
    seq = serializers.IntegerField()
    hash = serializers.CharField(help_text="64 hexadecimal digits")


class Event(serializers.Serializer[Any]):
    """An event: `hash` is SHA-256 over the 32 bytes of the hash before it and the UTF-8 of `body`."""

    seq = serializers.IntegerField()
    type = serializers.CharField()
    gaming_day = serializers.DateField()
    round = serializers.IntegerField(allow_null=True)
    body = serializers.CharField(help_text="the canonical JSON that was hashed")
    hash = serializers.CharField(help_text="64 hexadecimal digits")


class Stretch(serializers.Serializer[Any]):
    """Events in order, and the hash that stands before the first that a full reading would begin with."""

    stream = Stream()
    previous_hash = serializers.CharField(help_text="hash of the event at `after`; 64 zeros at the very start")
    results = Event(many=True)
    next = serializers.CharField(allow_null=True)
