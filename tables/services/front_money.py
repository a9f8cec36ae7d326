"""Front money: cash that a patron leaves at the cage to bet from, and gets back from there (domain.md, Title 31).

It is the house's debt to him from then on. Bets of the crowd are laid from it; chips are not.
"""

from datetime import datetime
from typing import Any

from django.db.models import F

from tables.domain import chips, limits, permissions
from tables.domain.actors import Actor
from tables.domain.cage import CagePlace
from tables.domain.errors import Invalid, NotFound
from tables.domain.notes import NoteCount
from tables.models import crowd, rounds
from tables.services import cage_stock
from tables.services.cage_stock import StockMove
from tables.services.cage_stream import cage_entry


def take_front_money(
    *,
    actor: Actor,
    at: datetime,
    patron: str,
    notes: NoteCount,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """A registered patron's banknotes come into the cage and stand on his account.

    Refused: ``not_permitted``, ``no_such_patron``, ``bad_amount`` (nothing), ``unknown_note``, ``bad_quantity``,
    ``total_mismatch``.
    """
    return _move(actor, at, "take_front_money", patron, notes, 1, key, expected_seq)


def return_front_money(
    *,
    actor: Actor,
    at: datetime,
    patron: str,
    notes: NoteCount,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """The cage pays a patron from his account. Stakes that lie on a table are not his to draw.

    Refused: as ``take_front_money``; ``front_money_short`` (``funds`` tells what he has), ``cash_short``.
    """
    return _move(actor, at, "return_front_money", patron, notes, -1, key, expected_seq)


_EVENTS = {1: "front_money_taken", -1: "front_money_returned"}


def _move(
    actor: Actor,
    at: datetime,
    do: str,
    patron: str,
    notes: NoteCount,
    sign: int,
    key: str | None,
    expected_seq: int | None,
) -> dict[str, Any]:
    permissions.require(actor, "run_cage")
    counted = notes.checked()
    if not notes.total:
        raise Invalid("bad_amount")
    data = {"patron": patron, "notes": chips.as_data(counted), "cash": notes.total}
    request = {"do": do, **data}
    with cage_entry(actor=actor, at=at, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            known = rounds.Patron.objects.filter(casino_id=actor.casino_id, code=patron).first()
            if known is None:
                raise NotFound("no_such_patron")
            change = {value: sign * count for value, count in counted.items()}
            cage_stock.move_stock(actor.casino_id, StockMove(CagePlace.CAGE, change))
            balance = _change(known, sign * notes.total)
            entry.record(_EVENTS[sign], data)
            entry.answer = {**data, "balance": balance}
    return entry.answer


def _change(patron: rounds.Patron, amount: int) -> int:
    """Put ``amount`` on the account, or take it off; what is there then.

    Refused: ``front_money_short``, ``bad_amount`` (more than any account may hold).
    """
    crowd.Purse.objects.get_or_create(patron=patron)
    purse = crowd.Purse.objects.select_for_update().get(patron=patron)
    if purse.balance + amount < 0 and amount < 0:
        raise Invalid("front_money_short", funds=purse.balance)
    if purse.balance + amount > limits.MOST and amount > 0:
        raise Invalid("bad_amount", most=limits.MOST)
    crowd.Purse.objects.filter(patron=patron).update(balance=F("balance") + amount)
    return purse.balance + amount
