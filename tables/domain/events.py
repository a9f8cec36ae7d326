"""The words of the floor log: every event type, the stream it belongs to, and what its data holds (docs/events.md).

Fields may be added to an event; their meaning never changes. Chips are ``{"<denomination>": count}``; all money is
integer minor units; persons are named by badge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

VERSION = 1


class StreamKind(StrEnum):
    TABLE = "table"
    CAGE = "cage"
    COUNT = "count"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A fact about to be appended. ``sealed`` maps a field of ``data`` to the (nonce, value) it only commits to."""

    type: str
    data: Mapping[str, Any]
    round: int | None = None
    sealed: Mapping[str, tuple[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class EventType:
    """What an event is called, where it may stand, and the fields of its data that are always there."""

    name: str
    stream: StreamKind
    fields: tuple[str, ...]


_T, _C, _N, _H = StreamKind.TABLE, StreamKind.CAGE, StreamKind.COUNT, StreamKind.HOUSE

_ALL = (
    # the house: settings and people
    EventType("casino_registered", _H, ("code", "name", "currency", "exponent", "time_zone")),
    EventType("day_start_set", _H, ("effective_from", "starts_at")),
    EventType("shift_pattern_set", _H, ("effective_from", "shifts")),
    EventType("chip_set_added", _H, ("chip_set", "denominations")),
    EventType("house_rules_added", _H, ("game", "version", "values")),
    EventType("pit_added", _H, ("pit", "name")),
    EventType("table_added", _H, ("table", "pit", "game", "rules_version", "spots", "chip_set", "card_source")),
    EventType("staff_registered", _H, ("badge", "name", "licence", "licence_expires_on")),
    EventType("licence_renewed", _H, ("badge", "licence", "licence_expires_on")),
    EventType("pin_set", _H, ("badge",)),
    EventType("pin_unlocked", _H, ("badge", "failures")),
    EventType("role_granted", _H, ("badge", "role")),
    EventType("role_revoked", _H, ("badge", "role")),
    EventType("game_signed_off", _H, ("badge", "game")),
    EventType("terminal_registered", _H, ("terminal", "table")),
    EventType("terminal_enrolled", _H, ("terminal",)),
    EventType("terminal_revoked", _H, ("terminal",)),
    EventType("signed_on", _H, ("badge", "terminal")),
    EventType("signed_off", _H, ("badge", "terminal")),
    EventType("pit_boss_assigned", _H, ("pit", "badge")),
    EventType("pit_boss_relieved", _H, ("pit", "badge")),
    EventType("patron_registered", _H, ("patron",)),
    EventType("shift_certified", _H, ("gaming_day", "shift", "version", "sha256")),
    # the cage and the count room
    EventType("chips_received", _C, ("chips", "total", "signatures")),
    EventType("box_counted", _N, ("table", "box", "notes", "total", "signatures")),
    EventType("rake_counted", _N, ("table", "box", "periods", "chips", "total", "signatures")),
    # the table: life
    EventType("limits_set", _T, ("minimum", "maximum")),
    EventType("limit_lifted", _T, ("player", "maximum")),
    EventType("par_set", _T, ("par",)),
    EventType("dealer_tapped_in", _T, ("badge",)),
    EventType("dealer_tapped_out", _T, ("badge", "relieved_by")),
    EventType("table_bank_issued", _T, ("chips", "total", "signatures")),
    EventType(
        "table_opened",
        _T,
        ("period", "session", "gaming_day", "shift", "opener", "total", "previous_closer", "variance", "box"),
    ),
    EventType("table_closed", _T, ("period", "gaming_day", "shift", "closer", "total", "expected", "difference")),
    EventType("box_placed", _T, ("box",)),
    EventType("box_removed", _T, ("box", "periods", "signatures")),
    EventType("buy_in_taken", _T, ("period", "player", "cash", "chips", "box")),
    EventType("chips_changed", _T, ("period", "player", "given", "taken")),
    EventType("seat_link_opened", _T, ("player",)),
    EventType("seat_link_claimed", _T, ("player",)),
    EventType("seat_link_ended", _T, ("player",)),
    EventType("seat_fee_taken", _T, ("player", "chips", "total", "transfers")),
    EventType("pot_paid", _T, ("player", "amount", "transfers")),
    EventType("patron_funds_declared", _T, ("player", "amount")),
    EventType("floor_called", _T, ("reason",)),
    # the table: shoe
    EventType("shoe_received", _T, ("shoe", "decks")),
    EventType("shoe_inspected", _T, ("shoe", "cards", "signatures")),
    EventType("shoe_mixed", _T, ("shoe", "shuffle", "cards", "source", "seed")),
    EventType("shoe_cut", _T, ("shoe", "shuffle", "cut_by", "cut_from_top", "cut_card_from_bottom")),
    EventType("shoe_blocked", _T, ("shoe", "reason")),
    EventType("shoe_retired", _T, ("shoe", "revealed")),
    # the table: rounds; every event with "input" is one action that the game's engine accepted
    EventType("round_opened", _T, ("round", "period", "game", "rules_version", "rules", "limits", "raised", "funds")),
    EventType("limit_raised", _T, ("round", "input")),
    EventType("bet_placed", _T, ("round", "input")),
    EventType("back_bet_placed", _T, ("round", "input")),
    EventType("bet_withdrawn", _T, ("round", "input")),
    EventType("betting_closed", _T, ("round", "input")),
    EventType("card_dealt", _T, ("round", "input", "to", "hand", "face_down")),
    EventType("cut_card_appeared", _T, ("round", "input")),
    EventType("shoe_exhausted", _T, ("round", "input")),
    EventType("shoe_shuffled", _T, ("round", "input")),
    EventType("insurance_taken", _T, ("round", "input")),
    EventType("insurance_closed", _T, ("round", "input")),
    EventType("act_taken", _T, ("round", "input")),
    EventType("seats_thrown", _T, ("round", "input")),
    EventType("ante_paid", _T, ("round", "input")),
    EventType("throw_announced", _T, ("round", "input")),
    EventType("dice_thrown", _T, ("round", "input")),
    EventType("frame_stayed", _T, ("round", "input")),
    EventType("player_left", _T, ("round", "input")),
    EventType("cup_rolled", _T, ("round", "input")),
    EventType("cup_shown", _T, ("round", "input")),
    EventType("bid_made", _T, ("round", "input")),
    EventType("bid_opened", _T, ("round", "input")),
    EventType("seed_revealed", _T, ("round", "revealed")),
    EventType("settlement_confirmed", _T, ("round",)),
    EventType("misdeal_recorded", _T, ("round", "reason")),
    EventType("misdeal_ruled", _T, ("round", "ruling", "reason", "signatures")),
    EventType("round_voided", _T, ("round", "reason", "transfers", "rack", "signatures")),
)
EVENT_TYPES: Mapping[str, EventType] = {event.name: event for event in _ALL}
"""Every event type by name. An append of anything else, or without its fields, is a programming error."""


def check(event: NewEvent, stream: StreamKind) -> None:
    """Raise ValueError unless the event has a known type, its fields, and stands in its own kind of stream."""
    known = EVENT_TYPES.get(event.type)
    if known is None or known.stream != stream:
        raise ValueError(f"{event.type} does not belong in a {stream} stream")
    missing = [name for name in known.fields if name not in event.data]
    if missing:
        raise ValueError(f"{event.type} lacks {', '.join(missing)}")
