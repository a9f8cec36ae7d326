"""Shapes of what is keyed in at a screen: amounts, chips, cards, badges. Shape only; the services know the rules."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from tables.domain import names
from tables.domain.chips import MOST_CHIPS, Chips
from tables.domain.errors import Invalid
from tables.games.cards import JOKER, VALUES
from tables.services.rulings import RULINGS
from tables.services.signatures import SignatureRequest

_AMOUNT: Final = re.compile(r"([0-9]{1,13}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.([0-9]*))?", re.ASCII)
_WORTH: Final = re.compile(r"[0-9]{1,15}", re.ASCII)
CHIPS: Final = "chips-"
"""Fields with a number of chips are named by what one is worth: ``chips-2500``."""
GIVEN: Final = "given-"
"""The same for the chips of a change that the player gives."""


class MoneyField(forms.Field):
    """An amount as people key it (``37.50``), in minor units by the currency's exponent; None when nothing is keyed."""

    def __init__(self, *, exponent: int, **more: Any) -> None:
        super().__init__(**more)
        self.exponent = exponent

    def to_python(self, value: Any) -> Any:
        """Digits, by thousands or not: a fraction longer than the currency has is refused, never rounded.

        So is a comma anywhere else: who keys ``10,50`` for ten and a half does not mean a thousand and fifty.
        """
        text = str(value or "").strip()
        if not text:
            return None
        found = _AMOUNT.fullmatch(text)
        cents = (found[2] or "") if found else ""
        if found is None or len(cents) > self.exponent:
            raise ValidationError("", code="bad_amount")
        return int(found[1].replace(",", "") + cents.ljust(self.exponent, "0"))


class PlayerField(forms.CharField):
    """Whoever plays, as the table calls him: the log keeps it for ever, so it takes no signs that the API does not."""

    def __init__(self) -> None:
        super().__init__(max_length=40)

    def to_python(self, value: Any) -> str:
        """The name in the one spelling that is kept."""
        return names.composed(super().to_python(value) or "")

    def validate(self, value: Any) -> None:
        """Refuse signs that could make one name look like another."""
        super().validate(value)
        try:
            names.require_person(value, 40, "bad_player")
        except Invalid as error:
            raise ValidationError("", code=error.code) from error


class MoneyForm(forms.Form):
    """A form with amounts: each name in ``amounts`` becomes a field, optional unless it is also in ``required``."""

    amounts: tuple[str, ...] = ()
    required: tuple[str, ...] = ()

    def __init__(self, data: QueryDict, *, exponent: int) -> None:
        super().__init__(data)
        for name in self.amounts:
            self.fields[name] = MoneyField(exponent=exponent, required=name in self.required)


class BetForm(MoneyForm):
    """A bet or a back-bet: tapped in chips or keyed as an amount."""

    amounts = ("amount",)
    do = forms.ChoiceField(choices=[("bet", "bet"), ("back_bet", "back_bet")])
    spot = forms.IntegerField(min_value=1, max_value=99)
    by = PlayerField()
    opens = forms.BooleanField(required=False)
    cash = forms.BooleanField(required=False)
    follow_split = forms.BooleanField(required=False)
    follow_double = forms.BooleanField(required=False)


class CardForm(forms.Form):
    """A card by its code, or the cut card."""

    card = forms.ChoiceField(choices=[(card, card) for card in (*VALUES, JOKER)])


class TurnForm(forms.Form):
    """Whose hand an act is for, as the form was drawn."""

    spot = forms.IntegerField(min_value=1, max_value=99)
    by = PlayerField()
    cash = forms.BooleanField(required=False)


class InsureForm(MoneyForm):
    """Which offer is taken; an amount only where the house allows less than half."""

    amounts = ("amount",)
    offer = forms.CharField(max_length=400)
    cash = forms.BooleanField(required=False)


class BuyInForm(MoneyForm):
    """Cash for chips."""

    amounts = required = ("cash_amount",)
    player = PlayerField()


class ChangeForm(forms.Form):
    """For whom chips are changed."""

    player = PlayerField()


class LiftForm(MoneyForm):
    """The maximum of one player."""

    amounts = required = ("maximum",)
    player = PlayerField()


class LimitsForm(MoneyForm):
    """Posted limits."""

    amounts = required = ("minimum", "maximum")


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(max_length=240)


class SlipRequestForm(forms.Form):
    """Which request of a table."""

    request = forms.IntegerField(min_value=1, max_value=10**9)


class VoidForm(ReasonForm):
    """Which round is called off, and why."""

    number = forms.IntegerField(min_value=1, max_value=10**12)


class RulingForm(ReasonForm):
    """What becomes of a misdeal, and why."""

    ruling = forms.ChoiceField(choices=[(ruling, ruling) for ruling in RULINGS])
    dispute = forms.IntegerField(min_value=1, max_value=10**9, required=False)


class CountForm(forms.Form):
    """The words beside a count; the chips are read by ``chips_of``."""

    note = forms.CharField(max_length=500, required=False)


class CardsForm(forms.Form):
    """How many cards were counted."""

    cards = forms.IntegerField(min_value=0, max_value=9999)


class CutForm(forms.Form):
    """Who cut, where, and where the cut card went."""

    cut_by = forms.CharField(max_length=40)
    cut_from_top = forms.IntegerField(min_value=0, max_value=999)
    cut_card_from_bottom = forms.IntegerField(min_value=0, max_value=999)


class SignOnForm(forms.Form):
    """Badge and PIN."""

    badge = forms.CharField(max_length=16)
    pin = forms.CharField(max_length=12, strip=False)


class OwnPinForm(SignOnForm):
    """Badge and PIN, and the PIN that shall replace it."""

    new_pin = forms.CharField(max_length=12, strip=False)
    again = forms.CharField(max_length=12, strip=False)

    def clean_again(self) -> str:
        """Refuse a new PIN that was keyed in two ways."""
        return _same(self.cleaned_data, "new_pin")


class SignInForm(forms.Form):
    """User name and password."""

    username = forms.CharField(max_length=64)
    password = forms.CharField(max_length=256, strip=False)


class OwnPasswordForm(SignInForm):
    """User name and password, and the password that shall replace it."""

    new_password = forms.CharField(max_length=256, strip=False)
    again = forms.CharField(max_length=256, strip=False)

    def clean_again(self) -> str:
        """Refuse a new password that was keyed in two ways."""
        return _same(self.cleaned_data, "new_password")


class EnrolForm(forms.Form):
    """The one-time code of a device."""

    code = forms.CharField(max_length=40)


class UnlockForm(forms.Form):
    """A badge, or without one a device."""

    badge = forms.CharField(max_length=16, required=False)
    terminal = forms.CharField(max_length=16, required=False)


class BadgeForm(forms.Form):
    """A person by badge."""

    badge = forms.CharField(max_length=16)


def _same(keyed: dict[str, Any], name: str) -> str:
    """What was keyed as ``name`` and again as ``again``."""
    if keyed.get(name) != keyed["again"]:
        raise ValidationError("", code="not_the_same")
    return str(keyed["again"])


def read(form: forms.Form) -> dict[str, Any]:
    """The form's values. Refused: ``bad_form`` with the first field that is wrong."""
    if not form.is_valid():
        raise Invalid("bad_form", field=next(iter(form.errors)))
    return {name: _kept(form.fields[name], value) for name, value in form.cleaned_data.items()}


def _kept(field: forms.Field, value: Any) -> Any:
    """Texts in the one spelling that is kept; a password, whose blanks count, stays sign by sign as it was keyed."""
    return names.composed(value) if isinstance(value, str) and getattr(field, "strip", False) else value


def signature(data: QueryDict, prefix: str) -> SignatureRequest:
    """The badge and PIN that were keyed under ``prefix``."""
    keyed = read(SignOnForm({"badge": data.get(f"{prefix}_badge", ""), "pin": data.get(f"{prefix}_pin", "")}))
    return SignatureRequest(badge=keyed["badge"], pin=keyed["pin"])


def chips_of(data: QueryDict, prefix: str = CHIPS) -> Chips:
    """The chips that were keyed, without zero lines; whether the table has such chips is the service's to say.

    Refused: ``bad_form``.
    """
    count = forms.IntegerField(min_value=0, max_value=MOST_CHIPS, required=False)
    found: Chips = {}
    for name in data:
        worth = _WORTH.fullmatch(name.removeprefix(prefix)) if name.startswith(prefix) else None
        if worth is None:
            continue
        try:
            pieces = count.clean(data.get(name, ""))
        except ValidationError as error:
            raise Invalid("bad_form", field=name) from error
        if pieces:
            found[int(worth[0])] = pieces
    return found
