"""A document of the crowd's bets: checked set by set in the database, all or nothing for each patron.

The work is done under the lock of the crowd's own stream. Only at the very end is the table's stream held, for the one
round trip in which the document is committed: so no bet is taken after the betting was closed, and a press at the
table never waits for more than that (docs/adr/0030).
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from tables.domain import crowd, permissions
from tables.domain.actors import Actor
from tables.domain.crowd import CrowdBet
from tables.domain.errors import Conflict, Overloaded
from tables.games.backing import Backable
from tables.models import crowd as rows
from tables.selectors import crowds
from tables.selectors.crowds import CrowdView
from tables.services import log
from tables.services.crowd import checking
from tables.services.crowd.checking import Checked


def take_bets(
    *, actor: Actor, at: datetime, table: str, number: int, lines: Sequence[Any], key: str | None = None
) -> dict[str, Any]:
    """Lay the bets of a document on round ``number`` of ``table``, from their patrons' front money.

    The answer tells what was laid, which bets were there already (the same id, patron, spot and amount: they count
    once), and which patrons were refused with all their bets, by code: ``no_such_patron``, ``id_taken`` (another bet
    has the id), ``no_hand_to_back``, ``own_hand``, ``bet_below_min``, ``bet_above_max``, ``patron_limit``,
    ``insufficient_funds``. Refused as a whole: ``not_permitted``, ``no_such_crowd``, ``table_not_open``,
    ``play_stopped``, ``no_back_bets``, ``not_this_round`` (another round runs), ``betting_closed``, ``bad_inputs``,
    ``bad_line``, ``spot_limit``, ``round_limit``; for the moment (429): ``crowd_busy`` (another document is being
    taken), ``crowd_behind`` (too many bets wait for their settlement).
    """
    permissions.require(actor, "take_crowd_bets")
    bets = crowd.read(lines)
    view = crowds.at_table(actor.casino_id, table)
    request = {"do": "take_crowd_bets", "table": table, "round": number, "bets": [list(bet) for bet in bets]}
    try:
        with log.entry(actor=actor, at=at, stream=view.stream, request=request, key=key) as entry:
            if not entry.repeated:
                entry.answer = _take(entry, view, number, bets)
    except Conflict as error:
        if error.code == "busy":
            raise Overloaded("crowd_busy", seconds=1) from error
        raise
    return entry.answer


def _take(entry: log.Entry, view: CrowdView, number: int, bets: Sequence[CrowdBet]) -> dict[str, Any]:
    waiting = crowds.waiting(view.stream_id)
    if waiting > crowd.MOST_WAITING:
        seconds = 1 + (waiting - crowd.MOST_WAITING) // crowd.SETTLED_A_SECOND
        raise Overloaded("crowd_behind", seconds=seconds, waiting=waiting)
    backable = _open(view, number)[1]
    row = _round(view.stream_id, number, entry.window.gaming_day)
    checked = checking.check(entry.actor.casino_id, view, row, backable, bets)
    _require_room(view, row, checked)
    laid = [
        (line, bet)
        for line, bet in enumerate(
            (bet for place, bet in enumerate(bets, 1) if place not in checked.not_laid), row.bets + 1
        )
    ]
    if laid:
        checking.lay(view, row)
        first = not row.bets
        row.bets += len(laid)
        row.amount += checked.amount
        row.spots = _added(row.spots, checked.spots)
        row.save(force_insert=first)
        _record(entry, view, row, checked, laid, backable)
    return {
        "table": view.table,
        "round": number,
        "laid": {"bets": len(laid), "patrons": checked.patrons, "amount": checked.amount},
        "repeated": checked.repeated,
        "refused": [{"patron": patron, "code": code} for patron, code in checked.refused],
    }


def _record(
    entry: log.Entry,
    view: CrowdView,
    row: rows.CrowdRound,
    checked: Checked,
    laid: Sequence[tuple[int, CrowdBet]],
    seen: Backable,
) -> None:
    """The document's one event. From here to the commit no press at the table goes through."""
    table_seq, now = _open(view, row.round, presses_wait=True)
    if any(now.hands.get(spot) != seen.hands[spot] for spot in checked.spots):
        raise Overloaded("crowd_busy", seconds=1)  # a hand was taken back meanwhile
    entry.record(
        "crowd_bets_taken",
        {
            "round": row.round,
            "table_seq": table_seq,
            "gaming_day": row.gaming_day.isoformat(),
            "first": laid[0][0],
            "last": laid[-1][0],
            "patrons": checked.patrons,
            "amount": checked.amount,
            "spots": {str(spot): amount for spot, amount in sorted(checked.spots.items())},
            "sha256": crowd.digest(laid),
        },
        round=row.round,
    )


def _open(view: CrowdView, number: int, *, presses_wait: bool = False) -> tuple[int, Backable]:
    """The table's position and what may be backed. Refused: ``not_this_round``, ``betting_closed``."""
    running = crowds.running(view.table_id, presses_wait=presses_wait)
    if running.number != number:
        raise Conflict("not_this_round", round=running.number)
    if running.backable is None:
        raise Conflict("betting_closed")
    return running.seq, running.backable


def _round(stream_id: int, number: int, gaming_day: date) -> rows.CrowdRound:
    """The row of the round's crowd; the first bets will insert it. The crowd's stream is locked."""
    row = rows.CrowdRound.objects.filter(stream_id=stream_id, round=number).first()
    return row or rows.CrowdRound(stream_id=stream_id, round=number, gaming_day=gaming_day)


def _require_room(view: CrowdView, row: rows.CrowdRound, checked: Checked) -> None:
    """Refuse a document that the spots or the round have no room for: ``spot_limit``, ``round_limit``."""
    for spot, amount in sorted(checked.spots.items()):
        room = view.spot_limit - row.spots.get(str(spot), 0)
        if amount > room:
            raise Conflict("spot_limit", spot=spot, room=room)
    room = view.round_limit - row.amount
    if checked.amount > room:
        raise Conflict("round_limit", room=room)


def _added(there: dict[str, int], more: dict[int, int]) -> dict[str, int]:
    spots = dict(there)
    for spot, amount in more.items():
        spots[str(spot)] = spots.get(str(spot), 0) + amount
    return spots
