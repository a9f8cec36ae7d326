"""The blind counts of a box and of the rake beside it: a first, a second, and where they differ a verifier's."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.count_shapes import (
    CONTENTS,
    COUNTER,
    COUNTING,
    SECOND,
    TAG,
    VERIFIER,
    BoxContentsShape,
    CounterShape,
    RakeContentsShape,
    SheetCounted,
    SheetStep,
    ShownEmpty,
    VerifierShape,
    box_contents_of,
    rake_contents_of,
    signer,
)
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.services import counts

_BOX = {"session": 12, "table": "BJ-04", "box": 3}
_FIRST = {**_BOX, "part": "cash", "status": "first_counted", "seq": 21}
_STANDS = {"periods": [7, 8, 9], "decided_by": "second", "status": "counted", "seq": 22}
_PAPERS: dict[str, list[str]] = {"missing_papers": [], "stray_papers": []}
_COUNTED = {**_BOX, **_STANDS, "part": "cash", **CONTENTS, "drop": 50_000, "promo_in_drop": False, **_PAPERS}
_RAKE = {"chips": {"100": 4, "500": 3}, "total": 1_900}
_OTHER_RAKE = {"chips": {"500": 3}, "total": 1_500}
_DICE_BOX = {**_BOX, "table": "SD-01", "part": "rake"}
_EXPLANATION = "two notes stuck together"
_FIRST_REFUSALS = {**COUNTING, "not_shown_empty": 422}
_RECOUNT_REFUSALS = {name: status for name, status in COUNTING.items() if name != "not_in_team"} | {"bad_reason": 422}


class FirstCountShape(BoxContentsShape, CounterShape, ShownEmpty):
    """What the first counter found, before anybody else counted."""


class SecondCountShape(BoxContentsShape, CounterShape):
    """What another counter found, who does not know the first count."""


class RecountShape(BoxContentsShape, VerifierShape):
    """What a third person found, who knows neither."""


class FirstRakeCountShape(RakeContentsShape, CounterShape, ShownEmpty):
    """The same of a rake box."""


class SecondRakeCountShape(RakeContentsShape, CounterShape):
    """The same of a rake box."""


class RakeRecountShape(RakeContentsShape, VerifierShape):
    """The same of a rake box."""


class FirstCounts(FloorView):
    """First counts of boxes."""

    @operation(
        "count_box_first",
        "Count a box, the first of two",
        tag=TAG,
        request=FirstCountShape,
        sent={**CONTENTS, "shown_empty": True, "counter": COUNTER},
        answer=SheetStep,
        told=_FIRST,
        refusals=_FIRST_REFUSALS,
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """What was found is sealed in the log until the count stands; no answer repeats it."""
        asked = self.read(FirstCountShape)
        return self.written(counts.count_box_first(found=box_contents_of(asked), **_first(self, asked, table, box)))


class SecondCounts(FloorView):
    """Second counts of boxes."""

    @operation(
        "count_box_second",
        "Count a box, the second of two",
        tag=TAG,
        request=SecondCountShape,
        sent={**CONTENTS, "counter": SECOND},
        answer=SheetCounted,
        told=_COUNTED,
        refusals=COUNTING,
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """The same as the first count: it stands. Else `status` is `variance`, and neither count is told."""
        asked = self.read(SecondCountShape)
        return self.written(counts.count_box_second(found=box_contents_of(asked), **_second(self, asked, table, box)))


class Recounts(FloorView):
    """Verifiers' counts of boxes."""

    @operation(
        "recount_box",
        "Count a box whose two counts differ",
        tag=TAG,
        request=RecountShape,
        sent={**CONTENTS, "explanation": _EXPLANATION, "verifier": VERIFIER},
        answer=SheetCounted,
        told={
            **_COUNTED,
            "decided_by": "verifier",
            "differed": {
                "first": CONTENTS,
                "second": {**CONTENTS, "notes": {"10000": 3}, "total": 30_000},
                "explanation": _EXPLANATION,
            },
        },
        refusals=_RECOUNT_REFUSALS,
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """It decides. The event is the drop variance report: all counts, the explanation, who signed."""
        asked = self.read(RecountShape)
        return self.written(counts.recount_box(found=box_contents_of(asked), **_recount(self, asked, table, box)))


class FirstRakeCounts(FloorView):
    """First counts of rake boxes."""

    @operation(
        "count_rake_first",
        "Count the rake that left with a box, the first of two",
        tag=TAG,
        request=FirstRakeCountShape,
        sent={**_RAKE, "shown_empty": True, "counter": COUNTER},
        answer=SheetStep,
        told={**_DICE_BOX, "status": "first_counted", "seq": 23},
        refusals={**_FIRST_REFUSALS, "unknown_denomination": 422},
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """Before or after the cash. Only pot games have a rake box."""
        asked = self.read(FirstRakeCountShape)
        return self.written(counts.count_box_first(found=rake_contents_of(asked), **_first(self, asked, table, box)))


class SecondRakeCounts(FloorView):
    """Second counts of rake boxes."""

    @operation(
        "count_rake_second",
        "Count the rake that left with a box, the second of two",
        tag=TAG,
        request=SecondRakeCountShape,
        sent={**_RAKE, "counter": SECOND},
        answer=SheetCounted,
        told={**_DICE_BOX, **_STANDS, **_RAKE},
        refusals={**COUNTING, "unknown_denomination": 422},
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """The same as the first count: it stands. Else `status` is `variance`, and neither count is told."""
        asked = self.read(SecondRakeCountShape)
        return self.written(counts.count_box_second(found=rake_contents_of(asked), **_second(self, asked, table, box)))


class RakeRecounts(FloorView):
    """Verifiers' counts of rake boxes."""

    @operation(
        "recount_rake",
        "Count the rake of a box whose two counts differ",
        tag=TAG,
        request=RakeRecountShape,
        sent={**_RAKE, "explanation": _EXPLANATION, "verifier": VERIFIER},
        answer=SheetCounted,
        told={
            **_DICE_BOX,
            **_STANDS,
            **_RAKE,
            "decided_by": "verifier",
            "differed": {"first": _RAKE, "second": _OTHER_RAKE, "explanation": _EXPLANATION},
        },
        refusals={**_RECOUNT_REFUSALS, "unknown_denomination": 422},
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """It decides, as with the cash."""
        asked = self.read(RakeRecountShape)
        return self.written(counts.recount_box(found=rake_contents_of(asked), **_recount(self, asked, table, box)))


def _first(view: FloorView, asked: dict[str, Any], table: str, box: int) -> dict[str, Any]:
    return {**_second(view, asked, table, box), "shown_empty": asked["shown_empty"]}


def _second(view: FloorView, asked: dict[str, Any], table: str, box: int) -> dict[str, Any]:
    return {**_at(view, table, box), "counter": signer(asked, "counter")}


def _recount(view: FloorView, asked: dict[str, Any], table: str, box: int) -> dict[str, Any]:
    return {**_at(view, table, box), "explanation": asked["explanation"], "verifier": signer(asked, "verifier")}


def _at(view: FloorView, table: str, box: int) -> dict[str, Any]:
    return {"actor": view.actor, "at": view.at, "table": table, "box": box, "key": view.key}
