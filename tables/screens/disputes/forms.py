"""Shapes of what is keyed of disputes. Shape only; the services know the rules."""

from django import forms

from tables.domain import disputes
from tables.domain.disputes import Claim
from tables.domain.rule_packs.words import Ruling
from tables.screens.forms import MoneyForm

TO_PLAYER, FROM_PLAYER = "to", "from"


class ClaimForm(MoneyForm):
    """What somebody says went wrong."""

    amounts = ("claimed",)
    claim = forms.ChoiceField(choices=[(claim.value, claim.value) for claim in Claim])
    text = forms.CharField(max_length=disputes.LONGEST_TEXT)
    player = forms.CharField(max_length=40, required=False)
    patron = forms.CharField(max_length=24, required=False)
    spot = forms.CharField(max_length=48, required=False)
    stop = forms.BooleanField(required=False)


class FlagForm(forms.Form):
    """A line of the settlement that the floor is to look at."""

    claim = forms.ChoiceField(choices=[(claim.value, claim.value) for claim in Claim])
    round = forms.IntegerField(min_value=1, max_value=10**12)
    player = forms.CharField(max_length=40)
    spot = forms.CharField(max_length=48)


class MisdealForm(forms.Form):
    """What stops the table, and the round that is running if one is."""

    claim = forms.ChoiceField(choices=[(claim.value, claim.value) for claim in disputes.MISDEALS])
    round = forms.IntegerField(min_value=1, max_value=10**12, required=False)


class RulingForm(MoneyForm):
    """The ruling, and for a mispay how much it was and in which direction."""

    amounts = ("amount",)
    ruling = forms.ChoiceField(choices=[(ruling.value, ruling.value) for ruling in Ruling])
    reason = forms.CharField(max_length=disputes.LONGEST_REASON)
    direction = forms.ChoiceField(choices=[(TO_PLAYER, TO_PLAYER), (FROM_PLAYER, FROM_PLAYER)], required=False)


class AcceptanceForm(forms.Form):
    """The player takes it."""

    note = forms.CharField(max_length=disputes.LONGEST_REASON, required=False)


class EscalationForm(AcceptanceForm):
    """He does not."""

    surveillance = forms.CharField(max_length=disputes.LONGEST_REFERENCE)


class ReportForm(forms.Form):
    """The regulator was told."""

    reference = forms.CharField(max_length=disputes.LONGEST_REFERENCE)
