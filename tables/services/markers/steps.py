"""What every step of a marker does: find it, lock its patron, compare its persons, write down what was paid."""

from collections.abc import Iterable, Mapping
from typing import Any

from tables.domain import markers, slips
from tables.domain.actors import Actor, instant
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.domain.table_states import MARKER_ARROWS, MarkerStatus, require_arrow
from tables.models import floor, rounds
from tables.models.markers import Marker
from tables.services import log, rule_packs, standing, witnesses
from tables.services.witnesses import SignedPaper


def named(actor: Actor, slip: str) -> Marker:
    """The marker of this number, not locked yet. Refused: ``no_such_marker``."""
    found = slips.parsed(slip)
    row = None
    if found is not None:
        rows = Marker.objects.select_related("table", "patron").filter(casino_id=actor.casino_id)
        row = rows.filter(series=found[0], number=found[1]).first()
    if row is None:
        raise NotFound("no_such_marker")
    return row


def open_table(entry: log.Entry, signed: SignedPaper) -> floor.TableState:
    """The table, open: its own dealer, who signs first, moves the chips, and its boss in charge watches."""
    state = standing.of(entry)
    standing.require_open(state)
    if signed.signatures[0].staff_id != state.dealer_id:
        raise NotAllowed("not_dealing", badge=signed.signatures[0].badge)
    witnesses.require_in_charge(state.pk, signed)
    return state


def lock_patron(patron_id: int) -> None:
    """Whoever changes what a patron owes holds his row, after the stream's lock and before any marker's."""
    rounds.Patron.objects.select_for_update().get(pk=patron_id)


def lock(row: Marker) -> Marker:
    """The marker as it stands now, under its patron's lock and its own."""
    lock_patron(row.patron_id)
    return Marker.objects.select_for_update(of=("self",)).select_related("table", "patron").get(pk=row.pk)


def owed(patron_id: int) -> int:
    """What a patron owes on all his markers, in minor units; under his lock it cannot change."""
    rows = Marker.objects.filter(patron_id=patron_id, status__in=markers.OWED)
    return sum(amount - paid for amount, paid in rows.values_list("amount", "paid"))


def require_owed(row: Marker, held: str) -> None:
    """Refuse ``marker_not_owed`` (paid or void), ``marker_in_cage``, ``marker_at_table``."""
    if row.status not in markers.OWED:
        raise Conflict("marker_not_owed", state=row.status)
    if row.held != held:
        raise Conflict("marker_in_cage" if row.held == markers.IN_CAGE else "marker_at_table")


def require_next(entry: log.Entry, row: Marker) -> None:
    """Refuse ``marker_out_of_order`` where the rule pack pays the patron's markers in an order."""
    open_ones = Marker.objects.filter(patron_id=row.patron_id, held=row.held, status__in=markers.OWED)
    found = open_ones.values_list("issued_at", "id", "series", "number")
    known = [markers.Owed(at, id_, slips.text_of(series, number)) for at, id_, series, number in found]
    markers.require_next(rule_packs.of(entry).marker_redeem_order, text_of(row), known)


def sign(row: Marker, act: str, signed: SignedPaper, *, again: Iterable[str] = ()) -> None:
    """Put the signatures of an act under a locked marker; ``again`` are badges that must not stand there yet.

    Refused: ``same_person``, for one of ``again`` who signed before, and for anybody who stands there in another role:
    whoever gave the chips does not take the payment in the cage (T-100).
    """
    stands = {signature["badge"]: signature["role"] for signature in row.signatures}
    if stands.keys() & set(again):
        raise NotAllowed("same_person")
    if any(stands.get(signature.badge, signature.role) != signature.role for signature in signed.signatures):
        raise NotAllowed("same_person")
    row.signatures = [*row.signatures, *({**line, "act": act} for line in signed.as_data())]


def pay(entry: log.Entry, row: Marker, cash: int, chips: Mapping[str, int], chips_total: int, box: int | None) -> int:
    """Note a payment on a locked marker and return what is still owed. The caller saves it.

    Refused: ``overpaid``.
    """
    left = row.amount - row.paid - cash - chips_total
    if left < 0:
        raise Conflict("overpaid", left=row.amount - row.paid)
    row.paid = row.amount - left
    advance(entry, row, markers.after(row.amount, row.paid, in_cage=row.held == markers.IN_CAGE))
    line = {
        "at": instant(entry.at),
        "where": entry.stream.rpartition("/")[2],
        "cash": cash,
        "chips": dict(chips),
        "chips_total": chips_total,
        "left": left,
        "box": box,
    }
    row.payments = [*row.payments, line]
    return left


def advance(entry: log.Entry, row: Marker, status: MarkerStatus) -> None:
    """Take a locked marker to its next state. Refused: ``bad_marker_step``. The caller saves it."""
    require_arrow(MARKER_ARROWS, row.status, status, "bad_marker_step")
    row.status, row.changed_at = status, entry.at


def move_funds(state: floor.TableState, player: str, change: int) -> None:
    """Change the known chips of a player who is tracked; others have none that are known.

    Between rounds only: a round keeps its own account. Refused: ``insufficient_funds``.
    """
    if player not in state.funds:
        return
    if state.funds[player] + change < 0:
        raise Conflict("insufficient_funds", funds=state.funds[player])
    state.funds = {**state.funds, player: state.funds[player] + change}
    state.save(update_fields=["funds"])


def text_of(row: Marker) -> str:
    """The number as everybody writes it."""
    return slips.text_of(row.series, row.number)


def told(row: Marker, **more: Any) -> dict[str, Any]:
    """What every step answers; money in minor units."""
    return {
        "slip": text_of(row),
        "table": row.table.code,
        "patron": row.patron.code,
        "status": row.status,
        "held": row.held,
        "amount": row.amount,
        "left": row.amount - row.paid,
        **more,
    }
