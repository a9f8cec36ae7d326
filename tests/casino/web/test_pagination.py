"""Lists of generic views: a cursor and a limit, neither of them bent."""

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from casino.web.pagination import BadParameter, HousePagination


def size(query: str) -> int:
    return HousePagination().get_page_size(Request(APIRequestFactory().get(f"/{query}")))


@pytest.mark.parametrize(("query", "rows"), [("", 50), ("?limit=1", 1), ("?limit=200", 200)])
def test_a_page_has_what_was_asked(query: str, rows: int) -> None:
    assert size(query) == rows


@pytest.mark.parametrize("limit", ["0", "201", "-1", "1.5", "ten", "", "１０", "9" * 5000, "1_0"])
def test_a_wrong_limit_is_refused(limit: str) -> None:
    with pytest.raises(BadParameter) as refused:
        size(f"?limit={limit}")
    assert (refused.value.status_code, refused.value.get_codes()) == (400, "bad_parameter")
