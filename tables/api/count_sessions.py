"""Count sessions: who counts, which boxes came in, how far each has come, and what the team signed."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import lists
from tables.api.count_session_shapes import (
    IN_COUNT,
    SESSION,
    TOTALS,
    BoxAcceptanceShape,
    BoxAccepted,
    CountClosed,
    CountClosingShape,
    CountOpened,
    CountVerified,
    SessionAnswer,
    SessionSheetsAnswer,
    TeamShape,
    VerificationShape,
)
from tables.api.count_shapes import COUNTER, NOTES, SECOND, SIGNING, TAG, VERIFIER, signer
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.domain.actors import instant
from tables.domain.notes import NoteCount
from tables.selectors import counts as counts_seen
from tables.selectors.counts import BoxInCount, SessionView, SheetView
from tables.services import counts
from tables.services.counts import MissingBox
from tables.services.signatures import SignatureRequest


class CountSessions(FloorView):
    """The counts of the house."""

    @operation(
        "read_count_sessions",
        "Count sessions, the newest first",
        tag=TAG,
        answer=lists.page_of(SessionAnswer),
        told={"results": [SESSION], "next": None},
        status=200,
        parameters=[LIMIT, query("before", OpenApiTypes.INT, "Only sessions below this number.")],
        refusals={"bad_parameter": 400, "not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """What an open one has counted is not told here."""
        self.require_parameters("limit", "before")
        limit, before = self.number("limit", 50, MOST_ROWS), lists.optional_number(self, "before")
        found = counts_seen.sessions(self.actor, before=before, limit=limit + 1)
        return Response(lists.page([_session(row) for row in found], limit, "before", "session"))

    @operation(
        "open_count",
        "Open a count with its team",
        tag=TAG,
        request=TeamShape,
        sent={"team": [COUNTER, SECOND]},
        answer=CountOpened,
        told={"session": 12, "gaming_day": "2026-03-04", "shift": "day", "team": ["5001", "5002"], "seq": 19},
        refusals={**SIGNING, "knows_estimates": 403, "count_open": 409, "team_too_small": 422},
    )
    def post(self, request: Request) -> Response:
        """There is one at a time, and nobody of its team reads the pit's figures."""
        team = _team(self.read(TeamShape))
        return self.written(counts.open_count(actor=self.actor, at=self.at, team=team, key=self.key))


class CountSession(FloorView):
    """A count with its boxes."""

    @operation(
        "read_count_session",
        "A count session with its sheets",
        tag=TAG,
        answer=SessionSheetsAnswer,
        told={**SESSION, "status": "open", "closed_at": None, "totals": None, "boxes": [IN_COUNT]},
        status=200,
        refusals={"not_permitted": 403, "no_such_count": 404},
    )
    def get(self, request: Request, session: int) -> Response:
        """The team and accounting see what stands as counted, all others when the count is closed."""
        self.require_parameters()
        found = counts_seen.session(self.actor, session)
        return Response({**_session(found.session), "boxes": [_box(box) for box in found.boxes]})


class Acceptances(FloorView):
    """Boxes that come into a count."""

    @operation(
        "accept_box",
        "Take a box into the count",
        tag=TAG,
        request=BoxAcceptanceShape,
        sent={"table": "BJ-04", "box": 3, "counter": COUNTER},
        answer=BoxAccepted,
        told={"session": 12, "table": "BJ-04", "box": 3, "periods": [7, 8, 9], "parts": ["cash"], "seq": 20},
        refusals={
            **SIGNING,
            "not_in_team": 403,
            "not_independent": 403,
            "knows_estimates": 403,
            "no_such_count": 404,
            "no_such_box": 404,
            "count_closed": 409,
            "already_accepted": 409,
            "box_not_removed": 409,
        },
    )
    def post(self, request: Request, session: int) -> Response:
        """Nobody of the team may have had to do with the box's pit, or read its estimates, while it stood there."""
        asked = self.read(BoxAcceptanceShape)
        answer = counts.accept_box(
            actor=self.actor,
            at=self.at,
            session=session,
            table=asked["table"],
            box=asked["box"],
            counter=signer(asked, "counter"),
            key=self.key,
        )
        return self.written(answer)


class Verifications(FloorView):
    """All banknotes of a session, counted once more."""

    @operation(
        "verify_count",
        "Count all banknotes of a session again",
        tag=TAG,
        request=VerificationShape,
        sent={"notes": NOTES, "total": 50_000, "verifier": VERIFIER},
        answer=CountVerified,
        told={"session": 12, "agrees": True, "seq": 24},
        refusals={
            **SIGNING,
            "not_independent": 403,
            "no_such_count": 404,
            "boxes_not_counted": 409,
            "count_closed": 409,
            "total_mismatch": 422,
        },
    )
    def post(self, request: Request, session: int) -> Response:
        """Each try stands in the log."""
        asked = self.read(VerificationShape)
        answer = counts.verify_count(
            actor=self.actor,
            at=self.at,
            session=session,
            found=NoteCount(asked["notes"], asked["total"]),
            verifier=signer(asked, "verifier"),
            key=self.key,
        )
        return self.written(answer)


class CountClosings(FloorView):
    """Counts that end."""

    @operation(
        "close_count",
        "Sign the totals of a count",
        tag=TAG,
        request=CountClosingShape,
        sent={"team": [COUNTER, SECOND], "cash_total": 50_000, "chips_total": 0, "missing": [], "note": ""},
        answer=CountClosed,
        told={
            "session": 12,
            "gaming_day": "2026-03-04",
            "shift": "day",
            "boxes": [{"table": "BJ-04", "box": 3}],
            "missing": [],
            **TOTALS,
            "verified": {"badge": "6001", "total": 50_000, "agrees": True},
            "note": "",
            "seq": 25,
        },
        refusals={
            **SIGNING,
            "not_in_team": 403,
            "no_such_count": 404,
            "boxes_missing": 409,
            "boxes_not_counted": 409,
            "box_not_missing": 409,
            "count_closed": 409,
            "count_went_on": 409,
            "verifier_required": 409,
            "verification_differs": 422,
            "team_too_small": 422,
            "total_mismatch": 422,
        },
    )
    def post(self, request: Request, session: int) -> Response:
        """Every box is counted or listed as missing with a reason; then the house may know."""
        asked = self.read(CountClosingShape)
        answer = counts.close_count(
            actor=self.actor,
            at=self.at,
            session=session,
            cash_total=asked["cash_total"],
            chips_total=asked["chips_total"],
            missing=[MissingBox(**box) for box in asked["missing"]],
            team=_team(asked),
            note=asked["note"],
            key=self.key,
        )
        return self.written(answer)


def _team(asked: dict[str, Any]) -> list[SignatureRequest]:
    return [SignatureRequest(**member) for member in asked["team"]]


def _session(row: SessionView) -> dict[str, Any]:
    moments = {name: _moment(getattr(row, name)) for name in ("opened_at", "closed_at", "taken_over_at")}
    return {**asdict(row), "team": list(row.team), **moments}


def _box(box: BoxInCount) -> dict[str, Any]:
    return {
        **asdict(box),
        "removed_at": instant(box.removed_at),
        "accepted_at": instant(box.accepted_at),
        "periods": list(box.periods),
        "sheets": [_sheet(sheet) for sheet in box.sheets],
    }


def _sheet(sheet: SheetView) -> dict[str, Any]:
    return {**asdict(sheet), "counted_at": _moment(sheet.counted_at)}


def _moment(at: Any) -> str | None:
    return None if at is None else instant(at)
