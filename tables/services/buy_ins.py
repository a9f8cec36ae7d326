"""Cash for chips, and chips for chips, at the table (domain.md §4 procedures, T-31, T-32, T-44)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, limits, names, permissions
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.models import floor
from tables.selectors import racks as rack_reads
from tables.services import live, log, racks, seated_names, standing


def take_buy_in(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    player: str,
    cash: int,
    cut: Mapping[int, int],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Cash of a player goes into the box at once, never into the rack (T-44); ``cut``, chips of equal value, leave it.

    The known chips of a tracked player rise; while a round runs the engine owns that figure, so it has to be over.
    Refused: ``not_dealing``, ``table_not_open``, ``play_stopped``, ``bad_player``, ``bad_amount``,
    ``total_mismatch``, ``unknown_denomination``, ``rack_short``, ``round_in_play``, ``name_looks_alike``.
    """
    permissions.require(actor, "take_buy_in")
    names.require_person(player, 40, "bad_player")
    limits.require_amount(cash)
    chips.require_total(cut, cash)
    request = {"do": "take_buy_in", "table": table, "player": player, "cash": cash, "chips": chips.as_data(cut)}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = _open_under(entry)
            seated_names.require_tellable(live.read(entry), player)
            chips_out = _known(state, cut)
            if player in state.funds:
                standing.require_between_rounds(state)
            racks.move_rack(state.table_id, chips.less({}, chips_out))
            if player in state.funds:
                state.funds[player] += cash
                state.save(update_fields=["funds"])
            entry.answer = _record_buy_in(entry, state, player, cash, chips_out)
    return entry.answer


def _record_buy_in(entry: log.Entry, state: floor.TableState, player: str, cash: int, cut: Chips) -> dict[str, Any]:
    if state.period is None or state.box is None:
        raise RuntimeError(f"{entry.stream} is open without a period or a box")
    data = {
        "period": state.period.number,
        "player": player,
        "cash": cash,
        "chips": chips.as_data(cut),
        "box": state.box.number,
    }
    entry.record("buy_in_taken", data)
    return {"table": state.table.code, **data}


def change_chips(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    player: str,
    given: Mapping[int, int],
    taken: Mapping[int, int],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Colour-up: chips that the player gave for chips of equal value from the rack. The mix changes, win does not.

    Refused: ``total_mismatch``, ``empty_change``, ``unknown_denomination``, ``bad_quantity``, ``rack_short``,
    ``not_dealing``, ``table_not_open``, ``play_stopped``, ``bad_player``, ``name_looks_alike``.
    """
    permissions.require(actor, "take_buy_in")
    names.require_person(player, 40, "bad_player")
    chips.require_total(taken, chips.value(given))
    request = {
        "do": "change_chips",
        "table": table,
        "player": player,
        "given": chips.as_data(given),
        "taken": chips.as_data(taken),
    }
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = _open_under(entry)
            seated_names.require_tellable(live.read(entry), player)
            if state.period is None:
                raise RuntimeError(f"{entry.stream} is open without a period")
            received, handed = _known(state, given), _known(state, taken)
            change = chips.less(received, handed)
            if not change:
                raise Invalid("empty_change")
            racks.move_rack(state.table_id, change)
            data = {
                "period": state.period.number,
                "player": player,
                "given": chips.as_data(received),
                "taken": chips.as_data(handed),
            }
            entry.record("chips_changed", data)
            entry.answer = {"table": table, **data}
    return entry.answer


def _open_under(entry: log.Entry) -> floor.TableState:
    """The entry's table, open, with its dealer acting."""
    state = standing.of(entry)
    standing.require_dealing(state, entry.actor)
    standing.require_open(state)
    return state


def _known(state: floor.TableState, moved: Mapping[int, int]) -> Chips:
    """Chips of denominations that the table plays with (T-34)."""
    return chips.checked(moved, rack_reads.in_use(state.table.chip_set_id))
