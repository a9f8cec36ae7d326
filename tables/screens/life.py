"""The table between rounds, at its terminal: counts, relief, buy-ins, calls, the shoe (domain.md §4)."""

from tables.domain import chips
from tables.domain.errors import Invalid
from tables.screens import forms
from tables.screens.sheets import FELT
from tables.screens.terminal import act
from tables.screens.visits import Visit
from tables.services import buy_ins, calls, shoes, table_life, taps
from tables.services.periods import RackCount

_COUNTS = {"opener": table_life.open_table, "closer": table_life.close_table, "roll": table_life.roll_table}


@act(sheet="{kind}")
def count(visit: Visit, code: str, kind: str) -> str | None:
    """A count of the rack under two signatures: it opens the table, closes it, or takes it over a shift change.

    After the closer lies the felt that says so: the opener's form, which looks like the one just signed, comes when it
    is asked for.
    """
    keyed = visit.request.POST
    counted = forms.chips_of(keyed)
    note = forms.read(forms.CountForm(keyed))["note"]
    take = _COUNTS.get(kind)
    if take is None:
        raise Invalid("unknown_action")
    take(
        actor=visit.actor,
        at=visit.at,
        table=code,
        count=RackCount(counted, chips.value(counted), note),
        dealer=forms.signature(keyed, "dealer"),
        pit_boss=forms.signature(keyed, "boss"),
        key=visit.key,
        expected_seq=visit.seq,
    )
    return FELT if kind == "closer" else None


@act(sheet="relief")
def relief(visit: Visit, code: str) -> None:
    """Tap in, or tap out."""
    do = {"tap_in": taps.tap_in, "tap_out": taps.tap_out}.get(visit.request.POST.get("do", ""))
    if do is None:
        raise Invalid("unknown_action")
    do(actor=visit.actor, at=visit.at, table=code, key=visit.key, expected_seq=visit.seq)


@act(sheet="buy_in")
def buy_in(visit: Visit, code: str) -> None:
    """Cash into the box, chips of the same worth to the player."""
    keyed = visit.request.POST
    values = forms.read(forms.BuyInForm(keyed, exponent=visit.house.exponent))
    buy_ins.take_buy_in(
        actor=visit.actor,
        at=visit.at,
        table=code,
        player=values["player"],
        cash=values["cash_amount"],
        cut=forms.chips_of(keyed),
        key=visit.key,
        expected_seq=visit.seq,
    )


@act(sheet="change")
def change(visit: Visit, code: str) -> None:
    """Chips of the player for chips of the same worth from the rack."""
    keyed = visit.request.POST
    buy_ins.change_chips(
        actor=visit.actor,
        at=visit.at,
        table=code,
        player=forms.read(forms.ChangeForm(keyed))["player"],
        given=forms.chips_of(keyed, forms.GIVEN),
        taken=forms.chips_of(keyed),
        key=visit.key,
        expected_seq=visit.seq,
    )


@act(sheet="call")
def call(visit: Visit, code: str) -> None:
    """The dealer wants the pit boss."""
    reason = forms.read(forms.ReasonForm(visit.request.POST))["reason"]
    calls.call_floor(actor=visit.actor, at=visit.at, table=code, reason=reason, key=visit.key, expected_seq=visit.seq)


@act(sheet="{step}")
def shoe(visit: Visit, code: str, step: str) -> None:
    """The next step in the life of the shoe."""
    keyed = visit.request.POST
    if step == "receive":
        shoes.receive_shoe(actor=visit.actor, at=visit.at, table=code, key=visit.key)
    elif step == "inspect":
        shoes.inspect_shoe(
            actor=visit.actor,
            at=visit.at,
            table=code,
            cards=forms.read(forms.CardsForm(keyed))["cards"],
            dealer=forms.signature(keyed, "dealer"),
            supervisor=forms.signature(keyed, "boss"),
            key=visit.key,
        )
    elif step == "mix":
        shoes.mix_shoe(actor=visit.actor, at=visit.at, table=code, key=visit.key)
    elif step == "cut":
        values = forms.read(forms.CutForm(keyed))
        shoes.cut_shoe(actor=visit.actor, at=visit.at, table=code, key=visit.key, **values)
    elif step == "block":
        reason = forms.read(forms.ReasonForm(keyed))["reason"]
        shoes.block_shoe(actor=visit.actor, at=visit.at, table=code, reason=reason, key=visit.key)
    elif step == "retire":
        shoes.retire_shoe(actor=visit.actor, at=visit.at, table=code, key=visit.key)
    else:
        raise Invalid("unknown_action")
