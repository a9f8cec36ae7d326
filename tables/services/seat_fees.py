"""The time charge of a pot game whose house rule takes no rake from the pots (domain.md §1.6)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import chips, limits, names, permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.games.contract import Place, Tender, player_place
from tables.services import live, log

RULE = "time"


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

    Refused: ``not_dealing``, ``table_not_open``, ``play_stopped``, ``no_seat_fee`` (the house rules charge no time),
    ``bad_player``, ``bad_amount`` (not a multiple of the charge), ``unknown_denomination``.
    """
    permissions.require(actor, "deal")
    names.require_name(player, 40, "bad_player")
    total = chips.value(given)
    limits.require_amount(total)
    request = {"do": "take_seat_fee", "table": table, "player": player, "chips": chips.as_data(given)}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            playing.require_open()
            if playing.dealer_id is None or playing.dealer_id != actor.staff_id:
                raise NotAllowed("not_dealing")
            rules = playing.rules_to_open_with().values
            if rules.get("rake") != RULE:
                raise Conflict("no_seat_fee")
            if not rules["rake_amount"] or total % rules["rake_amount"]:
                raise Invalid("bad_amount", charge=rules["rake_amount"])
            data = {
                "player": player,
                "chips": chips.as_data(chips.checked(given, playing.furnished.denominations)),
                "total": total,
                "transfers": [[player_place(player), Place.RAKE, total, "seat_fee", Tender.CHIPS]],
            }
            entry.record("seat_fee_taken", data)
            entry.answer = {"table": table, "player": player, "total": total}
    return entry.answer
