"""A key press at a table: the rules decide, the log records, the rows follow, in one commit (design.md §2).

What a terminal or a shoe reader sends is a list of inputs for one table, all or nothing: most are actions of the
game's engine; ``open_round``, ``confirm_settlement`` and ``pay_pot`` are the floor's own. No game is named here.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import FloorError, Invalid
from tables.services import actions, dealing, live, log, pots, rounds, seated_names, standing
from tables.services.live import LiveTable
from tables.services.log import Entry

MOST_INPUTS = 64
"""No terminal sends more at once; back-bets in bulk have their own door."""


def record_inputs(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    inputs: Sequence[Mapping[str, Any]],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Record what happened at ``table``; the answer is the table as the dealer may see it after the last input.

    Refused: what the engine refuses, by its kind (rules.md); ``not_dealing``, ``terminal_required``,
    ``table_not_open``, ``play_stopped``, ``no_round``, ``round_in_play``, ``settlement_open``, ``bad_options``,
    ``server_deals``, ``pot_empty``, ``name_looks_alike``, ``bad_inputs``. The detail ``input`` tells which of several
    inputs was refused; none of them is kept.
    Nothing may follow an input after which the server dealt or threw (``bad_inputs``): a refusal of what follows would
    take the card back and yet tell what it was.
    """
    if not 1 <= len(inputs) <= MOST_INPUTS:
        raise Invalid("bad_inputs", least=1, most=MOST_INPUTS)
    request = {"do": "record_inputs", "table": table, "inputs": list(inputs)}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            drawn = False
            for index, given in enumerate(inputs):
                if drawn:
                    raise Invalid("bad_inputs", input=index)
                drawn = _record_one(entry, playing, given, index if len(inputs) > 1 else None)
            rounds.write_rows(entry, playing)
            live.save(entry, playing)
            entry.answer = rounds.dealer_answer(playing)
    return entry.answer


def _record_one(entry: Entry, table: LiveTable, given: Mapping[str, Any], index: int | None) -> bool:
    """Whether the server's cards or dice followed."""
    try:
        do = given.get("do")
        _require_dealer(entry, table, do)
        table.require_open()
        if do == "open_round":
            rounds.open_round(entry, table, given)
        elif do == "confirm_settlement":
            rounds.confirm_settlement(entry, table)
        elif do == "pay_pot":
            pots.pay_pot(entry, table, given)
        elif do == "card":
            dealing.record_card(entry, table, given)
        elif do == "shoe_empty":
            dealing.record_empty_shoe(entry, table)
        elif do in ("shuffled", "raise_limit"):
            raise Invalid("unknown_action")  # the shuffle and the lifted limit are services of their own
        else:
            dealing.require_own_throw(table, given)
            if type(by := given.get("by")) is str:
                seated_names.require_tellable(table, by)
            actions.apply(entry, table, given)
        return dealing.draw_from_server(entry, table)
    except FloorError as error:
        if index is not None:
            error.detail["input"] = index
        raise


def _require_dealer(entry: Entry, table: LiveTable, do: Any) -> None:
    """Only the dealer who is tapped in plays, at the table; a shoe reader (an integrator) may feed cards."""
    if do in ("card", "shoe_empty"):
        permissions.require(entry.actor, "feed_cards")
        if not permissions.may(entry.actor, "deal"):
            return
    else:
        permissions.require(entry.actor, "deal")
    standing.require_dealer(table.dealer_id, entry.actor, table.table_id)
