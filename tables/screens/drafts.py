"""What was keyed and not yet sent, or was refused: a sheet is drawn again with it. PINs are never kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms as django_forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from tables.domain import chips
from tables.domain.errors import Invalid
from tables.screens import forms
from tables.screens.felt import Spot
from tables.screens.numbers import whole
from tables.selectors.racks import Rack


@dataclass(frozen=True, slots=True)
class Line:
    """A kind of chip of the table, how it looks, and how many were keyed."""

    denomination: int
    colour: str
    letter: str
    count: int
    given: str


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that a sheet can be filled with; what was not keyed is empty."""

    lines: Sequence[Line] = ()
    value: int = 0
    amount: int | None = None
    by: str = ""
    cash: bool = False
    follow_split: bool = False
    follow_double: bool = False
    words: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, keyed: QueryDict, rack: Rack | None, exponent: int) -> "Draft":
        """The draft in ``keyed``; what cannot be read there is left out."""
        shown = [line for line in rack.lines if not line.retired or line.count] if rack else []
        try:
            laid = forms.chips_of(keyed)
        except Invalid:
            laid = {}
        add = whole(keyed.get("add", "").removeprefix(forms.CHIPS), 15)
        if add is not None:  # a chip key without script: one more of its kind
            laid = chips.add(laid, {add: 1})
        if "clear" in keyed:
            laid = {}
        lines = [
            Line(
                line.denomination,
                line.colour,
                line.letter,
                laid.get(line.denomination, 0),
                keyed.get(f"{forms.CHIPS}{line.denomination}", "")[:7],
            )
            for line in shown
        ]
        return cls(
            lines=lines,
            value=chips.value(laid),
            amount=_amount(keyed, exponent) if "clear" not in keyed else None,
            by=keyed.get("by", keyed.get("player", keyed.get("cut_by", "")))[:40],
            cash="cash" in keyed,
            follow_split="follow_split" in keyed,
            follow_double="follow_double" in keyed,
            words={name: keyed.get(name, "")[:500] for name in _WORDS},
        )

    def choosing(self, spot: Spot | None) -> "Draft":
        """With the player that a bet on ``spot`` is for when nobody was chosen."""
        if self.by or spot is None:
            return self
        return replace(self, by="K1" if spot.owner else f"S{spot.number}")


_WORDS = (
    "note",
    "reason",
    "ruling",
    "number",
    "cards",
    "cut_from_top",
    "cut_card_from_bottom",
    "dealer_badge",
    "boss_badge",
    "security_badge",
    "slip",
    "patron_code",
    "patron_signed",
    "beyond",
    "authoriser_badge",
)


def _amount(keyed: QueryDict, exponent: int) -> int | None:
    """The amount field of whichever sheet was keyed."""
    field_: django_forms.Field = forms.MoneyField(exponent=exponent, required=False)
    for name in ("amount", "cash_amount", "maximum"):
        try:
            value: Any = field_.clean(keyed.get(name, ""))
        except ValidationError:
            continue
        if value is not None:
            return int(value)
    return None
