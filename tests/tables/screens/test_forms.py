"""Shapes of what is keyed in at a screen."""

import pytest
from django.http import QueryDict

from tables.domain.errors import Invalid
from tables.screens import forms

BET = "do=bet&spot=4&by=S4"


def bet(query: str, exponent: int = 2) -> dict[str, object]:
    return forms.read(forms.BetForm(QueryDict(query), exponent=exponent))


@pytest.mark.parametrize(
    ("keyed", "exponent", "amount"),
    [
        ("37.50", 2, 3_750),
        ("37.5", 2, 3_750),
        ("37", 2, 3_700),
        ("1,000", 2, 100_000),
        ("1,234,567.5", 2, 123_456_750),
        ("0", 2, 0),
        ("37", 0, 37),
        ("1.234", 3, 1_234),
        ("", 2, None),
        (" 5 ", 2, 500),
    ],
)
def test_an_amount_is_read_in_minor_units(keyed: str, exponent: int, amount: int | None) -> None:
    assert bet(f"{BET}&amount={keyed}", exponent)["amount"] == amount


@pytest.mark.parametrize(
    "keyed",
    [
        "37.505",
        "-5",
        "1e3",
        "abc",
        "5.",
        "٥",
        "1" * 14,
        "0x10",
        "10,50",
        "1,00",
        "1000,000",
        ",5",
        "1,000,",
        "5,000.5,0",
    ],
)
def test_an_amount_that_is_none_is_refused_and_never_rounded(keyed: str) -> None:
    if keyed == "5.":
        assert bet(f"{BET}&amount={keyed}")["amount"] == 500
        return
    with pytest.raises(Invalid) as refused:
        bet(f"{BET}&amount={keyed}")
    assert (refused.value.code, refused.value.detail) == ("bad_form", {"field": "amount"})


def test_a_fraction_is_refused_where_the_currency_has_none() -> None:
    with pytest.raises(Invalid, match="bad_form"):
        bet(f"{BET}&amount=37.5", exponent=0)


@pytest.mark.parametrize(
    ("query", "field"),
    [("do=hit&spot=4&by=S4", "do"), ("do=bet&spot=x&by=S4", "spot"), ("do=bet&spot=4", "by"), ("", "do")],
)
def test_the_first_wrong_field_is_named(query: str, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        bet(query)
    assert refused.value.detail == {"field": field}


@pytest.mark.parametrize("name", ["a\u202eb", "a\u200bb", "a\nb", "a\x00b", "x" * 41])
def test_a_player_is_called_by_signs_that_everybody_can_tell(name: str) -> None:
    for form, field in ((forms.BetForm, "by"), (forms.BuyInForm, "player"), (forms.LiftForm, "player")):
        data = QueryDict(mutable=True)
        data.update({"do": "bet", "spot": "4", "cash_amount": "5", "maximum": "5", field: name})
        with pytest.raises(Invalid) as caught:
            forms.read(form(data, exponent=2))
        assert (caught.value.code, caught.value.detail) == ("bad_form", {"field": field})


def test_chips_are_read_by_what_they_are_worth() -> None:
    keyed = QueryDict("chips-2500=3&chips-500=0&chips-100=&chips-99=7&chips-=1&chips-x=2&chips-1e3=1")
    assert forms.chips_of(keyed) == {2_500: 3, 99: 7}


def test_chips_that_the_player_gives_have_names_of_their_own() -> None:
    keyed = QueryDict("given-500=5&chips-2500=1")
    assert forms.chips_of(keyed, forms.GIVEN) == {500: 5}
    assert forms.chips_of(keyed) == {2_500: 1}


@pytest.mark.parametrize("count", ["-1", "1.5", "x", "10000001"])
def test_a_number_of_chips_that_cannot_be_is_refused(count: str) -> None:
    with pytest.raises(Invalid) as refused:
        forms.chips_of(QueryDict(f"chips-500={count}"))
    assert refused.value.detail == {"field": "chips-500"}


def test_a_signature_is_badge_and_pin() -> None:
    signed = forms.signature(QueryDict("boss_badge=P201&boss_pin=610437"), "boss")
    assert (signed.badge, signed.pin) == ("P201", "610437")


@pytest.mark.parametrize(("query", "field"), [("boss_pin=610437", "badge"), ("boss_badge=P201", "pin")])
def test_half_a_signature_is_refused(query: str, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        forms.signature(QueryDict(query), "boss")
    assert refused.value.detail == {"field": field}


def test_texts_are_kept_in_one_spelling_and_passwords_as_they_were_keyed() -> None:
    """A telephone spells \u00e9 as one sign, some keyboards as two."""
    assert forms.PlayerField().clean(" e\u0301va ") == "\u00e9va"
    keyed = forms.read(forms.SignInForm({"username": "e\u0301va", "password": "e\u0301va e\u0301va "}))
    assert keyed == {"username": "\u00e9va", "password": "e\u0301va e\u0301va "}
