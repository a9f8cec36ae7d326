"""One action put to the engine of the running round, and the event that tells what it did.

Game-agnostic: the engine says what was laid, moved, settled and exposed; this module seals, moves the chips, keeps
the round's row in step and records.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tables.domain import chips
from tables.domain.canonical import canonical, seal
from tables.domain.errors import Invalid, from_refusal
from tables.domain.table_states import RoundStatus
from tables.games.contract import Applied, Awaiting, Refused, Status
from tables.services import pots, rounds, seat_links, stakes
from tables.services.live import LiveTable
from tables.services.log import Entry

_LEAVING = "player_left"
"""How every engine calls a player's going; ``by`` names him."""
_ROUND_STATUS = {
    Status.SETTLED: RoundStatus.SETTLED,
    Status.VOID: RoundStatus.VOIDED,
    Status.NO_BETS: RoundStatus.NO_BETS,
}


def apply(entry: Entry, table: LiveTable, given: Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> None:
    """Put one action to the engine of the running round and record what it did. ``extra`` joins the event's data.

    Refused: the engine's kinds; ``no_round``; ``settlement_open`` once the rules have decided the round is
    the engine's ``round_over``.
    """
    in_force = table.require_round()
    action = {name: value for name, value in given.items() if name != "chips"}
    ordinal = in_force.engine.count(table.state)
    try:
        applied = in_force.engine.apply(table.state, action)
    except Refused as refusal:
        raise from_refusal(refusal) from refusal
    data: dict[str, Any] = {"round": table.round_number, "input": action, **(extra or {})}
    sealed = _seal(entry, table, applied, action, data, ordinal)
    if applied.facts:
        data["facts"] = [dict(fact) for fact in applied.facts]
    data.update(stakes.move(table, applied, _offered(given)))
    pots.keep_rake(entry, applied.transfers)
    if applied.exposed:
        data["revealed"] = _reveal(table, applied.exposed)
    if applied.event == _LEAVING:
        seat_links.end_of(entry, action["by"])
    _follow_status(entry, table, data)
    entry.record(applied.event, data, round=table.round_number, sealed=sealed)
    if "ended" in data:
        rounds.reveal_seed(entry, table)


def _offered(given: Mapping[str, Any]) -> chips.Chips | None:
    """The chips keyed with a bet, as ``{"2500": 4}``. Refused: ``bad_quantity``."""
    offered = given.get("chips")
    if offered is None:
        return None
    if not isinstance(offered, Mapping) or not all(str(value).isdecimal() for value in offered):
        raise Invalid("bad_quantity")
    return {int(value): count for value, count in offered.items()}


def _seal(
    entry: Entry, table: LiveTable, applied: Applied, action: dict[str, Any], data: dict[str, Any], ordinal: int
) -> dict[str, tuple[str, str]] | None:
    """Take the secret fields out of the event's data and leave commitments; remember what they hide."""
    if not applied.secret:
        return None
    sealed: dict[str, tuple[str, str]] = {}
    for name in applied.secret:
        hidden = action[name]
        nonce, value = secrets.token_hex(16), hidden if isinstance(hidden, str) else canonical(hidden)
        sealed[name] = (nonce, value)
        table.sealed[ordinal] = (entry.next_seq, name, nonce, value)
    data["input"] = {**action, **dict.fromkeys(applied.secret)}
    data["sealed"] = {name: seal(nonce, value) for name, (nonce, value) in sealed.items()}
    return sealed


def _reveal(table: LiveTable, exposed: Sequence[int]) -> list[dict[str, Any]]:
    revealed = []
    for ordinal in exposed:
        seq, name, nonce, value = table.sealed.pop(ordinal)
        revealed.append({"seq": seq, "field": name, "nonce": nonce, "value": value})
    return revealed


def _follow_status(entry: Entry, table: LiveTable, data: dict[str, Any]) -> None:
    """Move the round's status along with the engine's, and close the round's row when the rules have ended it."""
    in_force = table.require_round()
    table.acted = True
    status = in_force.engine.status(table.state)
    if status != Status.OPEN:
        table.round_status = _ROUND_STATUS[status]
        data.update(rounds.end_round(entry, table, in_force))
    elif table.round_status == RoundStatus.BETTING:
        if in_force.engine.awaits(table.state).kind != Awaiting.STAKES:
            table.round_status = RoundStatus.IN_PLAY
            rounds.mark_row(table)
