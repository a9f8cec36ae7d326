"""Stakes in bulk: the bets and back-bets of a round as a betting system hands them over, all or nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, FloorError, Invalid
from tables.games.contract import Awaiting
from tables.services import actions, live, log, rounds, standing
from tables.services.log import Entry

MOST_BETS = 10_000


def record_bets(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    bets: Sequence[Mapping[str, Any]],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Put ``bets`` (actions of the game that lay stakes) to the running round; none is kept if one is refused.

    The dealer who is tapped in, or a betting system. The answer tells how many stakes were laid and what they come
    to. Refused: what the engine refuses, with the detail ``input`` for the place in the list; ``lays_no_stake`` for
    any other action; ``betting_closed`` once the players have to act; ``bad_inputs``, ``not_dealing``,
    ``terminal_required``, ``table_not_open``, ``play_stopped``, ``no_round``.
    """
    permissions.require(actor, "take_bulk_bets")
    if not 1 <= len(bets) <= MOST_BETS:
        raise Invalid("bad_inputs", least=1, most=MOST_BETS)
    request = {"do": "record_bets", "table": table, "bets": list(bets)}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            if permissions.may(actor, "deal"):
                standing.require_dealer(playing.dealer_id, actor, playing.table_id)
            playing.require_open()
            playing.require_round()
            laid = [_lay(entry, playing, given, index) for index, given in enumerate(bets)]
            rounds.write_rows(entry, playing)
            live.save(entry, playing)
            entry.answer = {
                "table": table,
                "round": {"number": playing.round_number, "status": playing.round_status},
                "stakes": len(laid),
                "amount": sum(laid),
            }
    return entry.answer


def _lay(entry: Entry, table: live.LiveTable, given: Mapping[str, Any], index: int) -> int:
    """Lay one stake; what it comes to, in minor units."""
    try:
        if table.require_round().engine.awaits(table.state).kind != Awaiting.STAKES:
            raise Conflict("betting_closed")  # a player's decisions lay stakes too, but only the dealer keys them
        actions.apply(entry, table, given)
        stakes = entry.facts[-1].data.get("laid")
        if not stakes:
            raise Invalid("lays_no_stake")
    except FloorError as error:
        error.detail["input"] = index
        raise
    return sum(stake["amount"] for stake in stakes)
