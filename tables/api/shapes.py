"""Shapes of request bodies: plain serializers that take nothing for anything else.

The framework's own fields turn ``"2_500"``, ``2500.0`` and ``true`` into numbers and drop fields they do not know;
here a number is a JSON number, a text is a JSON text, and an unknown field is an error.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tables.domain import gaming_day
from tables.domain.limits import MOST

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class StrictSerializer(serializers.Serializer[Any]):
    """A body of exactly these fields."""

    default_error_messages = {"unknown_field": _("There is no such field.")}

    def to_internal_value(self, data: Any) -> Any:
        """The checked values. A field that is not declared is refused (``unknown_field``) beside all other errors."""
        if not isinstance(data, Mapping):
            return super().to_internal_value(data)
        unknown = {
            name: [serializers.ErrorDetail(str(self.error_messages["unknown_field"]), "unknown_field")]
            for name in data
            if name not in self.fields or self.fields[name].read_only
        }
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({**error.detail, **unknown}) from error  # type: ignore[dict-item]
        if unknown:
            raise serializers.ValidationError(unknown)
        return values


class StrictInteger(serializers.IntegerField):
    """A JSON integer from ``min_value`` (0 unless said otherwise) to at most 10**15."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": MOST, **kwargs})

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictText(serializers.CharField):
    """A JSON text, kept as it is: blanks at the ends are for the service to refuse, not for the door to lose."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"trim_whitespace": False, "max_length": 240, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class StrictDate(serializers.DateField):
    """A calendar day as ``2026-03-04`` and in no other way."""

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            self.fail("invalid", format="YYYY-MM-DD")
        day: date = super().to_internal_value(value)
        if not gaming_day.may_be(day):
            self.fail("invalid", format="YYYY-MM-DD")
        return day


class StrictChoice(serializers.ChoiceField):
    """One of a list of JSON texts."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class StrictFlag(serializers.BooleanField):
    """``true`` or ``false`` and nothing else."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class SignatureShape(StrictSerializer):
    """A second person's badge and PIN. The PIN is never shown again, nor logged."""

    badge = StrictText(max_length=16)
    pin = StrictText(max_length=12, write_only=True)
