"""The table as its watchers may see it: the running round through the engine's view.

The engine decides what each audience sees (design.md §4). Nothing else of the round's state leaves this module, so
a face-down card and the order of the shoe cannot.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.domain.actors import Actor
from tables.domain.table_states import RoundStatus, TableStatus
from tables.games.contract import Await
from tables.models import sealing
from tables.selectors import house_rules, sights
from tables.selectors.sights import Sight

_FELT = """
SELECT s.status, s.stopped_reason, d.badge, b.number, b.gaming_day::text, b.shift,
       s.round_number, s.round_status, s.live, s.pot, h.number, h.status, h.decks, h.dealt, st.head_seq
FROM tables_tablestate s
JOIN tables_stream st ON st.table_id = s.table_id
LEFT JOIN tables_staffmember d ON d.id = s.dealer_id
LEFT JOIN tables_bankperiod b ON b.id = s.period_id
LEFT JOIN tables_shoe h ON h.id = s.shoe_id
WHERE s.table_id = %s
"""

UNDECIDED = frozenset({RoundStatus.BETTING, RoundStatus.IN_PLAY})
RUNNING = UNDECIDED | {RoundStatus.SETTLED}


@dataclass(frozen=True, slots=True)
class Felt:
    """A picture of a table, true at position ``seq`` of its stream."""

    seq: int
    picture: dict[str, Any]


def table_felt(*, actor: Actor, table: str, audience: str = "", known_seq: int | None = None) -> Felt:
    """What lies on the table, in the words of a press; the picture is empty if nothing came since ``known_seq``.

    ``dealer``, ``period`` and the reason of a stop are not for the public. Refused: see ``sights.at_table``.
    """
    sight = sights.at_table(actor, table, audience)
    if known_seq == sight.seq:
        return Felt(sight.seq, {})
    return seen(sight)


def legal_acts(*, actor: Actor, table: str, audience: str = "") -> Felt:
    """What the table waits for, and which inputs the reader can know to be legal now.

    Acts that hidden cards would forbid are listed: to leave them out would tell the cards.
    """
    felt = table_felt(actor=actor, table=table, audience=audience)
    whole = felt.picture
    picture = {name: whole[name] for name in ("table", "seq", "audience", "status", "round", "next")}
    return Felt(felt.seq, {**picture, "acts": _acts(whole)})


def running_view(sight: Sight) -> Mapping[str, Any] | None:
    """The newest round as the audience may see it, or None before the first."""
    felt: Mapping[str, Any] | None = seen(sight).picture["felt"]
    return felt


def seen(sight: Sight) -> Felt:
    """The picture for the audience of ``sight``, which has been granted it."""
    with connection.cursor() as cursor:
        cursor.execute(_FELT, [sight.table_id])
        row = cursor.fetchone()
    if row is None:
        raise RuntimeError(f"{sight.stream} has no table state")
    status, stopped_reason, dealer, period, gaming_day, shift, number, round_status, live, pot, *shoe, seq = row
    picture: dict[str, Any] = {
        "table": sight.code,
        "seq": seq,
        "audience": sight.audience,
        "status": status,
        "round": {"number": number, "status": round_status} if number else None,
        "next": None,
        "felt": None,
        "shoe": _shoe(*shoe),
        "pot": pot,
        "pot_chips": {},
        "pot_settlement": None,
        "payments": [],
        "next_options": {},
        "stopped_reason": None,
        "dealer": None,
        "period": None,
    }
    if live:
        _show(picture, json.loads(sealing.opened("live", live)), sight.audience)
    if sight.audience in ("dealer", "floor"):
        picture["stopped_reason"], picture["dealer"] = stopped_reason or None, dealer
        if period is not None:
            picture["period"] = {"number": period, "gaming_day": gaming_day, "shift": shift}
    return Felt(seq, picture)


def _show(picture: dict[str, Any], live: Mapping[str, Any], audience: str) -> None:
    """Add the round as the engine shows it. ``live`` holds hidden cards; only the engine's view of it is kept."""
    in_force = house_rules.rules_in_force(*live["rules"])
    state = in_force.engine.load(in_force.rules, live["state"])
    picture["round"]["game"] = in_force.game
    picture["next"] = _next(in_force.engine.awaits(state))
    picture["felt"] = in_force.engine.view(state, audience)
    paid = ((int(number), bet[0], bet[2], bet[7]) for number, bet in live["bets"].items() if len(bet) > 7)
    picture["payments"] = payments(paid)
    if pot := live.get("pot"):
        picture["pot_chips"], picture["pot_settlement"] = pot["chips"], pot["settlement"]
    if picture["round"]["status"] not in UNDECIDED:
        picture["next_options"] = in_force.engine.next_options(state)


def payments(paid: Iterable[tuple[int, str, str, Mapping[str, int]]]) -> list[dict[str, Any]]:
    """What the rack has paid for bets of the round, by their numbers: number, kind, seat and chips of each."""
    return [{"bet": number, "kind": kind, "seat": seat, "chips": stack} for number, kind, seat, stack in sorted(paid)]


def _next(awaited: Await) -> dict[str, Any]:
    """What the round waits for, without the acts: these are the view's to tell."""
    return {
        "kind": awaited.kind,
        "to": awaited.to,
        "hand": awaited.hand,
        "face_down": awaited.face_down,
        "player": awaited.player,
        "dice": awaited.dice,
    }


def _shoe(number: int | None, status: str, decks: int, dealt: str) -> dict[str, Any] | None:
    """What may be known of the shoe: its state and counts, never a card (T-90)."""
    if number is None:
        return None
    return {"number": number, "status": status, "decks": decks, "cards_out": len(sealing.opened("dealt", dealt)) // 2}


def _acts(picture: Mapping[str, Any]) -> list[str]:
    if picture["status"] != TableStatus.OPEN:
        return []
    number_status = picture["round"]["status"] if picture["round"] else ""
    if number_status not in RUNNING:
        return ["open_round"]
    if number_status == RoundStatus.SETTLED:
        return ["confirm_settlement"]
    turn = picture["felt"].get("turn") or {}
    return list(turn.get("acts", ()))
