"""Shapes of what is keyed in at the cage. Shape only; the services know the rules."""

from django import forms

from tables.services.cage_window import LONGEST_PATRON


class PatronForm(forms.Form):
    """Whoever stands at the window."""

    patron = forms.CharField(max_length=LONGEST_PATRON)


class CountForm(forms.Form):
    """Which place was counted, and why it differs if it does."""

    note = forms.CharField(max_length=240, required=False)
