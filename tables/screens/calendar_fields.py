"""Days and instants as forms and addresses say them, within what the database and the next day's sum can hold."""

from datetime import UTC
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tables.domain import gaming_day


class DayField(forms.DateField):
    """A day that a casino may ask for."""

    def to_python(self, value: Any) -> Any:
        """The date; the ends of the calendar are refused like the 30th of February."""
        day = super().to_python(value)
        if day is not None and not gaming_day.may_be(day):
            raise ValidationError(self.error_messages["invalid"])
        return day


class MomentField(forms.DateTimeField):
    """An instant as ISO 8601 writes it; without a zone it is the house's."""

    def to_python(self, value: Any) -> Any:
        """The instant in UTC, because PostgreSQL knows no zone that is 16 hours away; refused where UTC has no such
        year."""
        moment = super().to_python(value)
        try:
            return moment and moment.astimezone(UTC)
        except OverflowError as error:
            raise ValidationError(self.error_messages["invalid"]) from error
