"""Statistical reviews as the house's log tells them, and their rows made again where they are lost."""

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from django.db import connection

from accounting.models.reviews import DeviationExplained, ReviewClosed, StatisticalReview
from accounting.selectors import statistics
from accounting.services import reviews
from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import UNREADABLE, Finding, compared
from tables.domain.canonical import canonical

_EVENTS = """
SELECT seq, type, body FROM tables_event
WHERE stream_id = %s AND type IN ('review_opened', 'deviation_explained', 'review_closed') AND round IS NULL AND seq <= %s
ORDER BY seq
"""  # noqa: E501 - one statement
Row = StatisticalReview | DeviationExplained | ReviewClosed
MODELS: Mapping[str, type[Row]] = {
    "review_opened": StatisticalReview,
    "deviation_explained": DeviationExplained,
    "review_closed": ReviewClosed,
}


def check(house: StreamInfo) -> Iterator[Finding]:
    """What of a casino's reviews does not follow from its log. Inside one snapshot of the database."""
    made: dict[str, dict[int, dict[str, Any]]] = {type_: {} for type_ in MODELS}
    left: dict[int, set[str]] = {}
    for seq, type_, event in _events(house):
        try:
            made[type_][seq] = _told(_row(house, seq, type_, event))
            if wrong := _order(left, type_, event["data"]):
                yield Finding(house.key, wrong, seq, type_)
            if type_ == "review_opened" and (wrong := _figures(house, event["data"])):
                yield Finding(house.key, wrong, seq, type_)
        except UNREADABLE as error:
            yield Finding(house.key, f"does not fit: {type(error).__name__}", seq, type_)
    for type_, model in MODELS.items():
        rows = model.objects.filter(casino_id=house.casino_id)
        yield from compared(house.key, type_, made[type_], {row.seq: _told(row) for row in rows})


def restore(house: StreamInfo) -> int:
    """Make lost rows again; how many."""
    made = 0
    for seq, type_, event in _events(house):
        if not MODELS[type_].objects.filter(stream_id=house.id, seq=seq).exists():
            _row(house, seq, type_, event).save(force_insert=True)
            made += 1
    return made


def _events(house: StreamInfo) -> list[tuple[int, str, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [house.id, house.head_seq])
        return [(seq, type_, json.loads(body)) for seq, type_, body in cursor.fetchall()]


def _order(left: dict[int, set[str]], type_: str, data: Mapping[str, Any]) -> str:
    """What is wrong with an event where it stands; ``left`` are the scopes to be explained by review."""
    number = data["review"]
    if type_ == "review_opened":
        if number != len(left) + 1:
            return f"review {number} stands where {len(left) + 1} should be"
        left[number] = set(data["flagged"])
    elif type_ == "deviation_explained":
        left[number].discard(data["scope"])
    elif left[number]:
        return f"closed with {min(left[number])} unexplained"
    return ""


def _figures(house: StreamInfo, data: Mapping[str, Any]) -> str:
    """What of a review's figures does not follow from the totals of its days, from their rounds and the values set."""
    code = house.key.partition("/")[0]
    days = (date.fromisoformat(data[name]) for name in ("first", "last"))
    made = json.loads(canonical(reviews.frozen(statistics.compute(house.casino_id, code, *days))))
    if made == data["content"]:
        return ""
    return f"its figures are not those of its days: {', '.join(_differing(made, data['content']))}"


def _differing(made: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[str]:
    """The members that differ; of lines the scopes."""
    for name in sorted(made.keys() | told.keys()):
        if name == "lines" and name in told:
            own, theirs = ({line["scope"]: line for line in lines[name]} for lines in (made, told))
            yield from sorted(scope for scope in own.keys() | theirs.keys() if own.get(scope) != theirs.get(scope))
        elif made.get(name) != told.get(name):
            yield name


def _row(house: StreamInfo, seq: int, type_: str, event: Mapping[str, Any]) -> Row:
    """The row of an event."""
    data, at = event["data"], datetime.fromisoformat(event["occurred_at"])
    signers = [signature["badge"] for signature in data["signatures"]]
    base = {"stream_id": house.id, "seq": seq, "casino_id": house.casino_id}
    if type_ == "review_opened":
        days = {"first": date.fromisoformat(data["first"]), "last": date.fromisoformat(data["last"])}
        told = {"number": data["review"], "flagged": data["flagged"], "content": data["content"]}
        return StatisticalReview(**base, **days, **told, opened_by=signers[0], opened_at=at)
    if type_ == "deviation_explained":
        told = {name: data[name] for name in ("review", "scope", "cause", "explanation")}
        return DeviationExplained(**base, **told, explained_by=signers[0], explained_at=at)
    who = {"closed_by": signers[0], "seconded_by": signers[1]}
    return ReviewClosed(**base, review=data["review"], **who, closed_at=at)


def _told(row: Row) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name != "pk"}
