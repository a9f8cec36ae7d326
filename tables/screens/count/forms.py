"""Shapes of what is keyed in the count room. Shape only; the services know the rules."""

from django import forms

from tables.domain.chips import MOST_CHIPS
from tables.screens.count import words
from tables.screens.forms import MoneyForm


class BoxForm(forms.Form):
    """A box by what is written on its label."""

    table = forms.CharField(max_length=16)
    box = forms.IntegerField(min_value=1, max_value=10**9)


class RemovalForm(BoxForm):
    """A box that leaves its table, and why before its time if it does."""

    emergency = forms.CharField(max_length=240, required=False)


class WorthForm(MoneyForm):
    """Pieces of one worth that no line was printed for: a note, a coupon."""

    amounts = required = ("value",)
    pieces = forms.IntegerField(min_value=1, max_value=MOST_CHIPS)


class ForeignForm(MoneyForm):
    """Pieces that are not the house's money; what is written on them may be nothing."""

    amounts = ("value",)
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in words.KINDS])
    description = forms.CharField(max_length=80)
    pieces = forms.IntegerField(min_value=1, max_value=MOST_CHIPS)


class FirstForm(forms.Form):
    """Whether the box was shown empty."""

    shown_empty = forms.BooleanField(required=False)


class ExplanationForm(forms.Form):
    """Why two counts differ."""

    explanation = forms.CharField(max_length=240)


class SessionForm(forms.Form):
    """Which session a form was drawn for."""

    session = forms.IntegerField(min_value=1, max_value=10**9)


class ClosingForm(forms.Form):
    """The totals that the team saw when it signed, and why the verifier found others if he did."""

    cash_total = forms.IntegerField(min_value=0)
    chips_total = forms.IntegerField(min_value=0)
    note = forms.CharField(max_length=240, required=False)
