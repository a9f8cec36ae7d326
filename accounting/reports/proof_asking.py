"""What somebody asks to have proven, as it stands in an address: the same for the page and for the API."""

from collections.abc import Mapping
from typing import Any

from django import forms

from accounting.domain.day_totals import Kind, Span
from accounting.domain.proof_scope import Asked
from tables.domain.errors import Invalid, NotFound


class ProofForm(forms.Form):
    """What is asked for, as it stands in an address."""

    day = forms.DateField(input_formats=["%Y-%m-%d"])
    figure = forms.RegexField(r"^[a-z_]{1,32}$")
    shift = forms.RegexField(r"^[A-Za-z0-9_-]{1,16}$", required=False)
    version = forms.IntegerField(min_value=1, max_value=10**6, required=False)
    so_far = forms.BooleanField(required=False)
    locked = forms.BooleanField(required=False)
    span = forms.ChoiceField(choices=[(span.value, span.value) for span in Span], required=False)
    kind = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in Kind], required=False)
    code = forms.CharField(max_length=32, required=False)
    pot = forms.BooleanField(required=False)
    period = forms.IntegerField(min_value=1, max_value=10**9, required=False)
    after = forms.IntegerField(min_value=0, max_value=10**7, required=False)


def read(given: Mapping[str, Any]) -> tuple[Asked, int]:
    """What is asked for, and how many events are passed over. Refused: ``bad_form``, ``no_such_report``."""
    form = ProofForm(given)
    if not form.is_valid():
        raise Invalid("bad_form", field=next(iter(form.errors)))
    return _asked(form.cleaned_data), form.cleaned_data["after"] or 0


def _asked(given: dict[str, Any]) -> Asked:
    if given["version"] and not given["shift"]:
        raise NotFound("no_such_report")
    return Asked(
        day=given["day"],
        figure=given["figure"],
        shift=given["shift"],
        version=given["version"],
        so_far=given["so_far"],
        locked=given["locked"],
        span=Span(given["span"] or Span.DAY),
        kind=Kind(given["kind"] or Kind.HOUSE),
        code=given["code"],
        banked=not given["pot"],
        period=given["period"],
    )
