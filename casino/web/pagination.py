"""Lists are read newest first behind a cursor: rows arrive while somebody pages, so there are no page numbers."""

from rest_framework.exceptions import APIException
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

MOST = 200


class BadParameter(APIException):
    """A query parameter that is wrong or not known (400)."""

    status_code = 400
    default_code = "bad_parameter"


class HousePagination(CursorPagination):
    """``limit`` (at most 200) and ``cursor``; the view or its queryset says by what, ``-seq`` unless it does."""

    page_size = 50
    max_page_size = MOST
    page_size_query_param = "limit"
    ordering = "-seq"

    def get_page_size(self, request: Request) -> int:
        """The limit asked for. A wrong one is refused (``bad_parameter``), not bent to what is allowed."""
        given = request.query_params.get("limit")
        if given is None:
            return self.page_size
        if not given.isascii() or not given.isdigit() or not 1 <= int(given[:6]) <= MOST:
            raise BadParameter
        return int(given)
