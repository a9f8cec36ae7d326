"""Codes that stand for persons: a badge under a signature, a patron's code on a paper. No two of a house look alike."""

from typing import Any

from django.db.models import F, Func, QuerySet, Value
from django.db.models.functions import Lower

from tables.domain import look_alikes
from tables.domain.errors import Conflict


def require_tellable(rows: QuerySet[Any], field: str, code: str) -> None:
    """Refuse (409) ``name_looks_alike`` when ``field`` of one of ``rows`` could be taken for the new ``code``.

    Codes are ASCII, so two look alike in strokes (``1`` and ``I``, ``0`` and ``O``) or in another case. The database
    compares: a house knows a hundred thousand patrons.
    """
    drawn = [Value(signs) for signs in look_alikes.STROKES]
    compared = rows.annotate(
        drawn=Func(F(field), *drawn, function="translate"),
        drawn_new=Func(Value(code), *drawn, function="translate"),
        lower=Lower(F(field)),
    )
    alike = compared.filter(drawn=F("drawn_new")) | compared.filter(lower=code.lower())
    like = alike.exclude(**{field: code}).order_by(field).values_list(field, flat=True).first()
    if like is not None:
        raise Conflict("name_looks_alike", like=like)
