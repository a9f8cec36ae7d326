"""Presses at the dealer's terminal that give a marker, or take a payment on one."""

from django.http import QueryDict

from tables.domain import chips
from tables.screens import forms
from tables.screens.markers import at_table
from tables.screens.markers.forms import MarkerForm, OverLimitForm, PaymentForm
from tables.screens.terminal import act
from tables.screens.visits import Visit
from tables.services import markers


@act(sheet=at_table.GIVE)
def marker(visit: Visit, code: str) -> None:
    """Chips out of the rack for the patron's signature, under those of dealer and boss."""
    keyed = visit.request.POST
    values = forms.read(MarkerForm(keyed, exponent=visit.house.exponent))
    markers.issue_marker(
        actor=visit.actor,
        at=visit.at,
        table=code,
        patron=values["patron_code"],
        amount=values["amount"],
        cut=forms.chips_of(keyed),
        patron_signed=values["patron_signed"],
        dealer=forms.signature(keyed, "dealer"),
        pit_boss=forms.signature(keyed, "boss"),
        over_limit=_over_limit(keyed),
        key=visit.key,
        expected_seq=visit.seq,
    )


def _over_limit(keyed: QueryDict) -> markers.OverLimit | None:
    """The second word, where the form asked for it because the line did not reach."""
    if "beyond" not in keyed:
        return None
    why = forms.read(OverLimitForm(keyed))["reason"]
    return markers.OverLimit(why, forms.signature(keyed, "authoriser"))


@act(sheet=at_table.PAY)
def payment(visit: Visit, code: str) -> None:
    """Cash into the box of this table, chips into its rack."""
    keyed = visit.request.POST
    values = forms.read(PaymentForm(keyed, exponent=visit.house.exponent))
    given = forms.chips_of(keyed)
    markers.pay_marker(
        actor=visit.actor,
        at=visit.at,
        table=code,
        slip=values["slip"],
        cash=values["cash_amount"] or 0,
        given=given,
        given_total=chips.value(given),
        dealer=forms.signature(keyed, "dealer"),
        pit_boss=forms.signature(keyed, "boss"),
        key=visit.key,
        expected_seq=visit.seq,
    )
