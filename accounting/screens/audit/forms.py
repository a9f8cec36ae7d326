"""Shapes of what is asked and keyed in the audit room. Shape only; the services know the rules."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

from accounting.domain.audit_findings import LONGEST_TEXT, Area, Cause
from tables.domain.events import EVENT_TYPES
from tables.screens.calendar_fields import DayField

_EVENT: Final = re.compile(r"([A-Za-z0-9/_-]{1,64})#([0-9]{1,18})", re.ASCII)


class WordsField(forms.CharField):
    """Sentences that are signed: on one line, because that is how they stand in the log."""

    def __init__(self) -> None:
        super().__init__(max_length=LONGEST_TEXT)

    def to_python(self, value: Any) -> str:
        """Line breaks and repeated blanks become one blank."""
        return " ".join(str(value or "").split())


class EventsField(forms.CharField):
    """Events of the log as they are named everywhere: ``DEMO/table/BJ-01#182``, separated by blanks or commas."""

    def clean(self, value: Any) -> Any:
        """Stream and position of each."""
        named = [_EVENT.fullmatch(part) for part in re.split(r"[\s,]+", str(value or "").strip()) if part]
        if not all(named):
            raise ValidationError("", code="bad_about")
        return [(found[1], int(found[2])) for found in named if found]


class TrailForm(forms.Form):
    """What is looked for in the log; nothing is required."""

    stream = forms.CharField(max_length=64, required=False)
    badge = forms.RegexField(r"^[A-Za-z0-9-]{1,16}$", required=False)
    round = forms.IntegerField(min_value=1, max_value=10**12, required=False)
    slip = forms.RegexField(r"^[A-Za-z0-9-]{1,32}$", required=False)
    type = forms.ChoiceField(choices=[("", ""), *((name, name) for name in EVENT_TYPES)], required=False)
    day = DayField(required=False)
    since = forms.TimeField(input_formats=["%H:%M"], required=False)
    until = forms.TimeField(input_formats=["%H:%M"], required=False)


class DaysForm(forms.Form):
    """Gaming days from one to another."""

    first_day = DayField()
    last_day = DayField()


class DrawForm(DaysForm):
    """Gaming days to draw from; without a seed one is drawn too."""

    seed = forms.CharField(max_length=64, required=False)


class FindingForm(forms.Form):
    """What an auditor has seen."""

    area = forms.ChoiceField(choices=[(area.value, area.value) for area in Area])
    cause = forms.ChoiceField(choices=[(cause.value, cause.value) for cause in Cause])
    explanation = WordsField()
    gaming_day = DayField()
    owner = forms.CharField(max_length=16)
    about = EventsField(required=False)
    repeat_of = forms.IntegerField(min_value=1, max_value=10**9, required=False)


class AnswerForm(forms.Form):
    """What was done about it."""

    answer = WordsField()


class ClosureForm(forms.Form):
    """Why it is done with."""

    remark = WordsField()
