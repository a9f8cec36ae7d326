"""A player's own view of a table: opened and ended by the dealer, claimed once and read by one browser."""

import re
from dataclasses import asdict, dataclass
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import examples, pictures
from tables.api.authentication import KEYWORD
from tables.api.describe import IF_NONE_MATCH, header, operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors import actors
from tables.selectors import seat_links as links
from tables.selectors.seat_links import felt_for_seat, of_table, sight_of
from tables.services import seat_links
from tables.services.seat_links import Browser

_TAG = "play"
_SEQ = re.compile(r'\s*(?:W/)?"([0-9]{1,18})"\s*', re.ASCII)
_TOKEN = "what-claiming-the-seat-gave"  # noqa: S105 - an example of one
_CODE = "pV7cQm3nX8wZr2Ky5tLd9bGs1hJf4aEu"
_DEVICE = "iPhone · Safari"


@dataclass(frozen=True, slots=True)
class SeatClient:
    """What the rate limit is counted by."""

    client: str


@dataclass(frozen=True, slots=True)
class SeatVisitor:
    """What Django calls the user of a request with a seat's token: nobody of the house."""

    actor: SeatClient
    is_authenticated: bool = False
    is_active: bool = True
    pk: None = None


class SeatShape(StrictSerializer):
    """A player, as the table knows him."""

    player = StrictText(max_length=40)


class OpenedSeatLink(serializers.Serializer[Any]):
    """The one-time code, shown once."""

    table = serializers.CharField()
    player = serializers.CharField()
    claim_before = serializers.DateTimeField()
    code = serializers.CharField()
    seq = serializers.IntegerField()


class EndedSeatLink(serializers.Serializer[Any]):
    """Whose link is over."""

    table = serializers.CharField()
    player = serializers.CharField()
    seq = serializers.IntegerField()


class ClaimShape(StrictSerializer):
    """The code of the link."""

    code = StrictText(max_length=64)


class ClaimedSeat(serializers.Serializer[Any]):
    """The browser's secret for as long as the link lives, shown once."""

    table = serializers.CharField()
    player = serializers.CharField()
    expires_at = serializers.DateTimeField()
    device = serializers.CharField(help_text="roughly what the browser says it is; empty when it says nothing known")
    shows_from = serializers.IntegerField(help_text="number of the first round whose cup it shows")
    token = serializers.CharField()


class Claim(serializers.Serializer[Any]):
    """Since when a link is taken and by what: `device` is what the browser roughly says it is."""

    claimed_at = serializers.DateTimeField()
    device = serializers.CharField()
    shows_from = serializers.IntegerField(help_text="number of the first round whose cup it shows")


class LinkLine(serializers.Serializer[Any]):
    """A link that is open; `claimed_at` is null and `device` empty while nobody has taken it."""

    player = serializers.CharField()
    claim_before = serializers.DateTimeField()
    claimed_at = serializers.DateTimeField(allow_null=True)
    device = serializers.CharField()
    shows_from = serializers.IntegerField()


class LinkList(serializers.Serializer[Any]):
    """By player."""

    results = LinkLine(many=True)


class SeatPicture(pictures.TableAnswer):
    """The table as one player may see it; `audience` names him. The house's own affairs are null.

    A link that was claimed while a round was on shows nothing of it that is not everybody's, until `shows_from`.
    """

    audience = serializers.CharField()
    link = Claim()
    stopped_reason = serializers.CharField(allow_null=True)
    dealer = serializers.CharField(allow_null=True)
    period = pictures.PeriodMark(allow_null=True)


class SeatLinks(FloorView):
    """Links to a table's seats."""

    takes_key = False

    @operation(
        "open_seat_link",
        "Give a player a link to his own view",
        tag=_TAG,
        request=SeatShape,
        sent={"player": "seat 3"},
        answer=OpenedSeatLink,
        told={
            "table": "BJ-04",
            "player": "seat 3",
            "claim_before": "2026-03-04T20:15:00.000000Z",
            "seq": 91,
            "code": _CODE,
        },
        refusals={
            "not_dealing": 403,
            "terminal_required": 403,
            "no_such_table": 404,
            "table_not_open": 409,
            "name_looks_alike": 409,
            "bad_player": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """To be claimed within 15 minutes, by one browser. An earlier link of the player ends."""
        asked = self.read(SeatShape)
        return self.written(seat_links.open_seat_link(actor=self.actor, at=self.at, table=table, **asked))

    @operation(
        "read_seat_links",
        "The open links to a table's seats",
        tag=_TAG,
        answer=LinkList,
        told={
            "results": [
                {
                    "player": "seat 3",
                    "claim_before": "2026-03-04T20:15:00.000000Z",
                    "claimed_at": "2026-03-04T20:01:30.000000Z",
                    "device": _DEVICE,
                    "shows_from": 118,
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403, "not_your_view": 403, "no_such_table": 404},
    )
    def get(self, request: Request, table: str) -> Response:
        """Who has a link, since when and roughly on what: somebody whose link is taken and not by him can see it."""
        self.require_parameters()
        return Response({"results": [_told(line) for line in of_table(self.actor, table, self.at)]})


class SeatLinkEndings(FloorView):
    """Links that are over."""

    @operation(
        "end_seat_link",
        "End a player's link",
        tag=_TAG,
        request=SeatShape,
        sent={"player": "seat 3"},
        answer=EndedSeatLink,
        told={"table": "BJ-04", "player": "seat 3", "seq": 97},
        refusals={"not_dealing": 403, "terminal_required": 403, "no_such_table": 404, "no_such_seat_link": 404},
    )
    def post(self, request: Request, table: str) -> Response:
        """A player who leaves a running round loses his link by that; this is for all other cases."""
        asked = self.read(SeatShape)
        return self.written(seat_links.end_seat_link(actor=self.actor, at=self.at, table=table, key=self.key, **asked))


class SeatClaims(FloorView):
    """The one-time exchange of a link's code for a token."""

    takes_key = False
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "claim_seat_link",
        "Exchange a link's code for this browser's token",
        tag=_TAG,
        request=ClaimShape,
        sent={"code": _CODE},
        answer=ClaimedSeat,
        told={
            "table": "BJ-04",
            "player": "seat 3",
            "expires_at": "2026-03-05T08:00:00.000000Z",
            "device": _DEVICE,
            "shows_from": 118,
            "token": _TOKEN,
        },
        refusals={"seat_link_refused": 403, "seat_link_of_house": 403},
    )
    def post(self, request: Request) -> Response:
        """A second browser with the same code is refused, and so is anybody who is signed on.

        Claimed while a round is on, the link shows cups from the next round on.
        """
        claimed = seat_links.claim_seat_link(at=self.at, browser=browser_of(request), **self.read(ClaimShape))
        return self.written(asdict(claimed))


class SeatFelt(FloorView):
    """The table as the player behind a link sees it."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """A claimed seat has a rate limit of its own: a whole table may read from behind one address."""
        self.sight = sight_of(token=request.headers.get("Seat-Token", ""), at=timezone.now())
        if self.sight is not None:
            visitor: Any = SeatVisitor(SeatClient(f"seat:{self.sight.sight.table_id}:{self.sight.audience}"))
            request.user = visitor
        super().initial(request, *args, **kwargs)

    @operation(
        "read_seat_felt",
        "The table as the player behind a link may see it",
        tag=_TAG,
        answer=SeatPicture,
        told={
            **examples.FELT,
            "audience": "player:seat 3",
            "dealer": None,
            "period": None,
            "link": {"claimed_at": "2026-03-04T20:01:30.000000Z", "device": _DEVICE, "shows_from": 118},
        },
        status=200,
        parameters=[header("Seat-Token", "The token of the claimed link."), IF_NONE_MATCH],
        refusals={"seat_link_refused": 403},
        unchanged=True,
    )
    def get(self, request: Request) -> Response:
        """What everybody may see, and what he alone may: his own cup, his own cards."""
        self.require_parameters()
        known = _SEQ.fullmatch(request.headers.get("If-None-Match", ""))
        felt = felt_for_seat(self.sight, int(known[1]) if known else None)
        picture = felt.picture
        if picture:
            link = picture["link"]
            picture = {**picture, "link": {**link, "claimed_at": instant(link["claimed_at"])}}
        return self.seen(picture, felt.seq)


def browser_of(request: Request) -> Browser:
    """The client as far as a claim has to know it: what it says it is, and who of the house is signed on in it."""
    keyword, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    signed_on = actors.digest(token.strip()) if keyword.lower() == KEYWORD.lower() else ""
    return Browser(request.headers.get("User-Agent", ""), sign_on=signed_on)


def _told(line: links.LinkLine) -> dict[str, Any]:
    return {
        **asdict(line),
        "claim_before": instant(line.claim_before),
        "claimed_at": line.claimed_at and instant(line.claimed_at),
    }
