"""Every door of the API, knocked at by everybody (style.md 24): who is let in, and what the others are told."""

from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from casino.web import throttles
from tables.models import log
from tests import whole_house
from tests.accounting.api import matrix_audit, matrix_books, matrix_days, matrix_reviews
from tests.tables.api import (
    matrix,
    matrix_cage,
    matrix_counts,
    matrix_crowd,
    matrix_disputes,
    matrix_equipment,
    matrix_furnishing,
    matrix_house,
    matrix_markers,
    matrix_papers,
    matrix_pit,
    matrix_slips,
)
from tests.tables.api.matrix import ROLES, Row
from tests.whole_house import WholeHouse

ROWS = (
    *matrix.PLAY,
    *matrix_house.SHOES,
    *matrix_house.CUSTODY,
    *matrix_house.PEOPLE,
    *matrix_furnishing.FURNISHING,
    *matrix_slips.SLIPS,
    *matrix_markers.MARKERS,
    *matrix_papers.PAPERS,
    *matrix_disputes.DISPUTES,
    *matrix_cage.CAGE,
    *matrix_crowd.CROWD,
    *matrix_equipment.EQUIPMENT,
    *matrix_pit.PIT,
    *matrix_counts.COUNTS,
    *matrix_books.BOOKS,
    *matrix_audit.AUDIT,
    *matrix_days.DAYS,
    *matrix_reviews.REVIEWS,
)
pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete")
Written = tuple[dict[str, int], int]


def routes() -> list[URLPattern]:
    """Every route under ``/api/v1/``, as the running app knows it."""
    found: list[URLPattern] = []
    for room in get_resolver().url_patterns:
        if isinstance(room, URLResolver) and str(room.pattern) == "api/v1/":
            found += [pattern for pattern in room.url_patterns if isinstance(pattern, URLPattern)]
    return found


def doors(patterns: list[URLPattern]) -> set[tuple[str, str]]:
    """Method and name of every route."""
    found = set()
    for pattern in patterns:
        view: Any = pattern.callback.view_class  # type: ignore[attr-defined]
        found |= {(method.upper(), str(pattern.name)) for method in METHODS if hasattr(view, method)}
    return found


def test_every_door_has_a_row() -> None:
    assert {(row.method, row.route) for row in ROWS} == doors(routes())


def test_a_new_door_without_a_row_would_be_seen() -> None:
    assert doors(routes()) - doors(routes()[1:]) == {("POST", "inputs")}
    assert len(doors(routes())) == len(ROWS)


def test_rows_name_known_roles() -> None:
    assert {role for row in ROWS for role in (*row.allowed, *row.codes)} <= set(ROLES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.route}")
def test_who_may_what(row: Row, whole: WholeHouse) -> None:
    matrix.prepare(row.stage, whole.house)
    before = written()
    told = {role: knock(whole, row, role, before) for role in ROLES}
    assert told == {role: expected(row, role) for role in ROLES}


def expected(row: Row, role: str) -> Any:
    """What the role should be told: a status when it is let in, else a code, with nothing written."""
    if role in row.allowed:
        return row.status
    if role == "nobody" and not row.public:
        return "not_signed_on"
    return row.codes.get(role, row.otherwise)


def knock(whole: WholeHouse, row: Row, role: str, before: Written) -> Any:
    """The status when the request was accepted, else its code; a refusal that wrote something is told as such.

    ``before`` is what every role finds: whatever one of them does is taken back.
    """
    throttles.COUNTER.forget()
    with whole_house.undone():
        more = {} if row.method != "POST" else {"match": head(row.path)}
        response = whole[role].send(row.method, row.path, {} if row.body is None else row.body, **more)
        if response.status_code < 400:
            return response.status_code
        problem = response.json()
        assert response.headers["Content-Type"] == "application/problem+json"
        assert (problem["status"], problem["type"]) == (response.status_code, f"/problems/{problem['code']}")
        return problem["code"] if written() == before else f"{problem['code']} but wrote"


def written() -> Written:
    """The heads of both casinos and the number of receipts."""
    return dict(log.Stream.objects.values_list("key", "head_seq")), log.Receipt.objects.count()


def head(path: str) -> int | None:
    """What the table's stream is at, where the route compares it; limits have a version of their own."""
    view: Any = resolve(f"/api/v1/{path}").func.view_class  # type: ignore[attr-defined]
    if not path.startswith("tables/") or not view.match:
        return None
    if path.endswith("/limits"):
        return 1
    return int(log.Stream.objects.get(key=f"DEMO/table/{path.split('/')[1]}").head_seq)
