"""Shapes of what is keyed into the queue, beside an alert and under a handover."""

from typing import Final

from django import forms

from tables.domain.approvals import LONGEST_EXPLANATION, VarianceCause
from tables.domain.handovers import MOST_MESSAGES

_HASH: Final = 64


class ExplanationForm(forms.Form):
    """Why an opener differs."""

    cause = forms.ChoiceField(choices=[(cause, cause) for cause in VarianceCause])
    explanation = forms.CharField(max_length=LONGEST_EXPLANATION)


class AlertForm(forms.Form):
    """The alert that somebody has seen."""

    table = forms.CharField(max_length=16)
    alert = forms.CharField(max_length=24)
    mark = forms.CharField(max_length=80)


class HandoverForm(forms.Form):
    """The figures as they were drawn, and what the next shift has to know."""

    figures_sha256 = forms.CharField(max_length=_HASH)
    messages = forms.CharField(max_length=MOST_MESSAGES, required=False)

    def clean_messages(self) -> str:
        """Browsers send line breaks in two signs; the log has one."""
        return str(self.cleaned_data["messages"]).replace("\r\n", "\n")
