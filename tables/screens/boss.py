"""What only the pit boss decides, signed with badge and PIN at the dealer's terminal (rules.md B1.5)."""

from typing import Any

from tables.screens import forms
from tables.screens.terminal import act
from tables.screens.visits import Visit
from tables.services import dispute_rulings, limits, rulings


@act(sheet="void")
def void(visit: Visit, code: str) -> None:
    """Call a round off."""
    keyed = visit.request.POST
    values = forms.read(forms.VoidForm(keyed))
    rulings.void_round(
        actor=visit.actor,
        at=visit.at,
        table=code,
        number=values["number"],
        reason=values["reason"],
        boss=forms.signature(keyed, "boss"),
        key=visit.key,
        expected_seq=visit.seq,
    )


@act(sheet="ruling")
def ruling(visit: Visit, code: str) -> None:
    """Let a stopped table go on: by a ruling on the claim over which it stands still, if there is one."""
    keyed = visit.request.POST
    values = forms.read(forms.RulingForm(keyed))
    said: dict[str, Any] = {
        "actor": visit.actor,
        "at": visit.at,
        "table": code,
        "ruling": values["ruling"],
        "reason": values["reason"],
        "boss": forms.signature(keyed, "boss"),
        "key": visit.key,
        "expected_seq": visit.seq,
    }
    if values["dispute"] is None:
        rulings.rule_misdeal(**said)
    else:
        dispute_rulings.rule_dispute(number=values["dispute"], **said)


@act(sheet="lift")
def lift(visit: Visit, code: str) -> None:
    """Lift the maximum of one player."""
    keyed = visit.request.POST
    values = forms.read(forms.LiftForm(keyed, exponent=visit.house.exponent))
    limits.raise_limit(
        actor=visit.actor,
        at=visit.at,
        table=code,
        player=values["player"],
        maximum=values["maximum"],
        signature=forms.signature(keyed, "boss"),
        key=visit.key,
        expected_seq=visit.seq,
    )
