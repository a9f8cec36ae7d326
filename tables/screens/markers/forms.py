"""Shapes of what is keyed of markers. Shape only; the services know the rules."""

from django import forms

from tables.screens.forms import MoneyForm


class MarkerForm(MoneyForm):
    """For whom, how much, and whether he has signed."""

    amounts = required = ("amount",)
    patron_code = forms.CharField(max_length=24)
    patron_signed = forms.BooleanField(required=False)


class OverLimitForm(forms.Form):
    """Why a patron may pass his line."""

    reason = forms.CharField(max_length=240)


class PaymentForm(MoneyForm):
    """Cash on a marker; the chips are read by ``chips_of``."""

    amounts = ("cash_amount",)
    slip = forms.CharField(max_length=24)
