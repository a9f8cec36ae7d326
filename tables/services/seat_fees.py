"""The time charge of a pot game whose house rule takes no rake from the pots (domain.md §1.6)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, limits, names, permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, Invalid
from tables.games.contract import Place, Tender, Transfer, player_place
from tables.services import live, log, pots, seated_names, standing
from tables.services.live import LiveTable

RULE = "time"
REASON = "seat_fee"


def take_seat_fee(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    player: str,
    given: Mapping[int, int],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """A player's chips for his time at the table go visibly into the rake box: a whole number of the posted charge.

    The known chips of a tracked player fall; while a round runs the engine owns that figure, so it has to be over.
    Refused: ``not_dealing``, ``terminal_required``, ``table_not_open``, ``play_stopped``, ``no_seat_fee`` (the house
    rules charge no time), ``bad_player``, ``bad_amount`` (not a multiple of the charge), ``unknown_denomination``,
    ``round_in_play``, ``insufficient_funds``, ``name_looks_alike``.
    """
    permissions.require(actor, "deal")
    names.require_person(player, 40, "bad_player")
    total = chips.value(given)
    limits.require_amount(total)
    request = {"do": "take_seat_fee", "table": table, "player": player, "chips": chips.as_data(given)}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            playing.require_open()
            standing.require_dealer(playing.dealer_id, actor, playing.table_id)
            seated_names.require_tellable(playing, player)
            rules = playing.rules_to_open_with()
            charge = charge_of(rules.values)
            if charge is None:
                raise Conflict("no_seat_fee")
            if not charge or total % charge:
                raise Invalid("bad_amount", charge=charge)
            taken = chips.as_data(chips.checked(given, playing.furnished.denominations))
            _lower_funds(playing, player, total)
            paid = fee(player, total)
            entry.record(
                "seat_fee_taken",
                {
                    "player": player,
                    "game": rules.game,
                    "rules_version": rules.version,
                    "charge": charge,
                    "chips": taken,
                    "total": total,
                    "transfers": [list(paid)],
                },
            )
            pots.keep_rake(entry, [paid])
            live.save(entry, playing)
            entry.answer = {"table": table, "player": player, "total": total}
    return entry.answer


def charge_of(rules: Mapping[str, Any]) -> int | None:
    """What the house rules charge a seat for its time, in minor units; None where they charge no time."""
    return int(rules["rake_amount"]) if rules.get("rake") == RULE else None


def fee(player: str, total: int) -> Transfer:
    """The chips of a time charge on their way."""
    return Transfer(player_place(player), Place.RAKE.value, total, REASON, Tender.CHIPS.value)


def _lower_funds(playing: LiveTable, player: str, total: int) -> None:
    if player not in playing.funds:
        return
    playing.require_between_rounds()
    if playing.funds[player] < total:
        raise Invalid("insufficient_funds", funds=playing.funds[player])
    playing.funds[player] -= total
