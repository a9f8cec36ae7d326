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
    CROWD = "crowd"  # the onlookers' bets at one table: they must not hold up the table's own stream


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
_W = StreamKind.CROWD

_ALL = (
    # the house: settings and people
    EventType("casino_registered", _H, ("code", "name", "currency", "exponent", "time_zone")),
    EventType("day_start_set", _H, ("effective_from", "starts_at")),
    EventType("shift_pattern_set", _H, ("effective_from", "shifts")),
    EventType("undo_time_set", _H, ("seconds",)),
    EventType("rule_pack_chosen", _H, ("pack", "version", "effective_from", "values")),
    EventType("edge_set", _H, ("game", "edge", "effective_from")),
    EventType("chip_set_added", _H, ("chip_set", "denominations")),
    EventType("denominations_retired", _H, ("chip_set", "denominations")),
    EventType("house_rules_added", _H, ("game", "version", "values")),
    EventType("pit_added", _H, ("pit", "name")),
    EventType("tables_placed", _H, ("pit", "places")),
    EventType("rotation_set", _H, ("pit", "deal_minutes", "rest_minutes")),
    EventType("table_added", _H, ("table", "pit", "game", "rules_version", "spots", "chip_set", "card_source")),
    EventType("table_rules_set", _H, ("table", "game", "version")),
    EventType("crowd_limits_set", _H, ("table", "patron_limit", "spot_limit", "round_limit")),
    EventType("staff_registered", _H, ("badge", "name", "licence", "licence_expires_on")),
    EventType("licence_renewed", _H, ("badge", "licence", "licence_expires_on")),
    EventType("staff_deactivated", _H, ("badge",)),
    EventType("staff_reactivated", _H, ("badge",)),
    EventType("pin_set", _H, ("badge",)),
    EventType("password_set", _H, ("badge",)),
    EventType("pin_unlocked", _H, ("badge", "failures")),
    EventType("role_granted", _H, ("badge", "role")),
    EventType("role_revoked", _H, ("badge", "role")),
    EventType("game_signed_off", _H, ("badge", "game")),
    EventType("game_sign_off_revoked", _H, ("badge", "game")),
    EventType("terminal_registered", _H, ("terminal", "table")),
    EventType("terminal_enrolled", _H, ("terminal",)),
    EventType("terminal_revoked", _H, ("terminal",)),
    EventType("terminal_unlocked", _H, ("terminal", "failures")),
    EventType("signed_on", _H, ("badge", "terminal")),
    EventType("signed_off", _H, ("badge", "terminal")),
    EventType("pit_boss_assigned", _H, ("pit", "badge")),
    EventType("pit_boss_relieved", _H, ("pit", "badge")),
    EventType("patron_registered", _H, ("patron",)),
    EventType("patron_corrected", _H, ("patron", "changed", "reason")),
    EventType("credit_line_set", _H, ("patron", "limit", "effective_from", "source")),
    EventType("shift_certified", _H, ("gaming_day", "shift", "version", "sha256")),
    # the house: the gaming day and what is said of it later
    EventType("day_locked", _H, ("gaming_day", "heads", "root", "sha256", "previous", "signatures")),
    EventType("day_adjusted", _H, ("gaming_day", "table", "figure", "amount", "reason", "signatures")),
    EventType("exception_explained", _H, ("gaming_day", "exception", "cause", "explanation", "signatures")),
    EventType("patron_identified", _H, ("known_as", "place", "since", "until", "patron")),
    # the house: the pit's shift
    EventType("alert_acknowledged", _H, ("pit", "table", "alert", "mark")),
    EventType(
        "shift_handed_over",
        _H,
        (
            *("pit", "handover", "gaming_day", "shift", "outgoing", "incoming", "figures", "messages", "sha256"),
            "signatures",
        ),
    ),
    # the house: papers of the log that left the printer; ``stream`` and ``seq`` say which event the paper is
    EventType("paper_printed", _H, ("paper", "slip", "table", "stream", "seq", "copy", "reason")),
    # the house: statistical review
    EventType("review_opened", _H, ("review", "first", "last", "flagged", "content", "signatures")),
    EventType("deviation_explained", _H, ("review", "scope", "cause", "explanation", "signatures")),
    EventType("review_closed", _H, ("review", "explained", "signatures")),
    # the house: internal audit
    EventType("log_exported", _H, ("export", "heads", "root", "whole")),
    EventType(
        "audit_sample_drawn",
        _H,
        ("sample", "first_day", "last_day", "seed", "wanted", "found", "picks", "missing", "heads"),
    ),
    EventType(
        "finding_recorded",
        _H,
        (
            *("finding", "area", "cause", "explanation", "gaming_day", "about", "owner", "repeat_of", "occurrence"),
            "signatures",
        ),
    ),
    EventType("finding_answered", _H, ("finding", "answer", "signatures")),
    EventType("finding_closed", _H, ("finding", "remark", "signatures")),
    # the cage and the vault: chips and cash by denomination
    EventType("chips_received", _C, ("chip_set", "chips", "total", "signatures")),
    EventType("chips_withdrawn", _C, ("chip_set", "place", "chips", "total", "reason", "signatures")),
    EventType("vault_moved", _C, ("source", "target", "chips", "chips_total", "notes", "cash_total", "signatures")),
    EventType("cash_received", _C, ("notes", "total", "signatures")),
    EventType("cash_banked", _C, ("notes", "total", "signatures")),
    EventType("chips_sold", _C, ("patron", "notes", "cash", "chip_set", "chips")),
    EventType("chips_redeemed", _C, ("patron", "chip_set", "chips", "total", "notes", "cash")),
    EventType("front_money_taken", _C, ("patron", "notes", "cash")),
    EventType("front_money_returned", _C, ("patron", "notes", "cash")),
    EventType("promotional_given", _C, ("patron", "chip_set", "chips", "total", "reason", "signatures")),
    EventType(
        "cage_counted",
        _C,
        (
            *("place", "gaming_day", "shift", "sets", "chips", "chips_total", "chips_difference"),
            *("notes", "cash_total", "cash_difference", "correction", "note", "signatures"),
        ),
    ),
    EventType("cage_target_set", _C, ("place", "chip_set", "target")),
    EventType("chips_impressed", _C, ("chip_set", "chips", "owned", "missing", "note", "signatures")),
    EventType(
        "drop_taken_over",
        _C,
        ("session", "notes", "cash_total", "sets", "chips", "chips_total", "promotional_total", "signatures"),
    ),
    # the stores: cards and dice
    EventType("equipment_received", _C, ("item", "pieces", "source", "signatures")),
    EventType("equipment_issued", _C, ("table", "item", "pieces", "signatures")),
    EventType("equipment_returned", _C, ("table", "item", "pieces", "unused", "signatures")),
    EventType("equipment_destroyed", _C, ("item", "place", "pieces", "how", "signatures")),
    EventType("equipment_counted", _C, ("gaming_day", "counted", "difference", "note", "signatures")),
    # the cage: slips
    EventType("request_refused", _C, ("table", "request", "kind", "reason")),
    EventType("fill_issued", _C, ("slip", "table", "request", "chips", "total", "signatures")),
    EventType("credit_issued", _C, ("slip", "table", "request", "chips", "total", "signatures")),
    EventType("exchange_issued", _C, ("slip", "table", "request", "given", "taken", "total", "signatures")),
    EventType("slip_carried", _C, ("slip", "table", "kind", "total", "signatures")),
    EventType("fill_returned", _C, ("slip", "table", "total", "counted", "counted_total", "reason", "signatures")),
    EventType("exchange_returned", _C, ("slip", "table", "total", "counted", "counted_total", "reason", "signatures")),
    EventType("credit_received", _C, ("slip", "table", "chips", "total", "counted", "counted_total", "signatures")),
    EventType("exchange_received", _C, ("slip", "table", "given", "total", "counted", "counted_total", "signatures")),
    EventType("slip_voided", _C, ("slip", "table", "kind", "total", "reason", "signatures")),
    EventType("slip_reprinted", _C, ("slip", "table", "kind", "copy", "reason")),
    EventType("marker_reprinted", _C, ("slip", "table", "patron", "copy", "reason")),
    EventType("marker_transferred", _C, ("slip", "table", "patron", "amount", "signatures")),
    EventType("marker_settled", _C, ("slip", "patron", "notes", "cash", "chips", "chips_total", "left", "signatures")),
    # the count room
    EventType("count_opened", _N, ("session", "gaming_day", "shift", "team", "signatures")),
    EventType("box_accepted", _N, ("session", "table", "box", "periods", "parts", "signatures")),
    EventType("box_first_counted", _N, ("session", "table", "box", "count", "sealed", "signatures")),
    EventType("box_counts_differed", _N, ("session", "table", "box", "count", "sealed", "signatures")),
    EventType(
        "box_counted",
        _N,
        (
            *("session", "table", "box", "periods", "notes", "total", "promotional", "promotional_total", "coupons"),
            *("coupons_total", "found_chips", "found_chips_total", "foreign", "papers", "drop", "promo_in_drop"),
            *("missing_papers", "stray_papers", "decided_by", "nonce", "revealed", "signatures"),
        ),
    ),
    EventType("rake_first_counted", _N, ("session", "table", "box", "count", "sealed", "signatures")),
    EventType("rake_counts_differed", _N, ("session", "table", "box", "count", "sealed", "signatures")),
    EventType(
        "rake_counted",
        _N,
        (
            *("session", "table", "box", "periods", "chips", "total", "rake_shortfall", "decided_by"),
            *("nonce", "revealed", "signatures"),
        ),
    ),
    EventType("count_verified", _N, ("session", "notes", "total", "agrees", "signatures")),
    EventType(
        "count_closed",
        _N,
        (
            *("session", "gaming_day", "boxes", "missing", "notes", "cash_total", "sets", "chips", "chips_total"),
            *("promotional_total", "coupons_total", "verified", "note", "signatures"),
        ),
    ),
    # the table: life
    EventType("limits_set", _T, ("minimum", "maximum", "effective_from")),
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
    EventType("box_removed", _T, ("box", "periods", "emergency", "signatures")),
    EventType("buy_in_taken", _T, ("period", "player", "cash", "chips", "box")),
    EventType("buy_in_corrected", _T, ("period", "corrects", "player", "cash", "chips", "box", "reason", "signatures")),
    EventType("chips_changed", _T, ("period", "player", "given", "taken")),
    EventType("foreign_chips_found", _T, ("box", "items", "signatures")),
    # the table: slips
    EventType("fill_requested", _T, ("request", "chips", "total", "signatures")),
    EventType("credit_requested", _T, ("request", "chips", "total", "signatures")),
    EventType("exchange_requested", _T, ("request", "given", "taken", "total", "signatures")),
    EventType("request_withdrawn", _T, ("request", "kind", "reason")),
    EventType(
        "fill_accepted",
        _T,
        ("period", "slip", "request", "chips", "total", "counted", "counted_total", "rack", "box", "signatures"),
    ),
    EventType("fill_declined", _T, ("slip", "request", "total", "counted", "counted_total", "reason", "signatures")),
    EventType(
        "exchange_declined", _T, ("slip", "request", "total", "counted", "counted_total", "reason", "signatures")
    ),
    EventType("credit_counted_out", _T, ("period", "slip", "request", "chips", "total", "rack", "box", "signatures")),
    EventType(
        "exchange_made", _T, ("period", "slip", "request", "given", "taken", "total", "rack", "box", "signatures")
    ),
    EventType("marker_issued", _T, ("period", "slip", "patron", "amount", "chips", "rack", "box", "signatures")),
    EventType(
        "marker_paid",
        _T,
        ("period", "slip", "table", "patron", "cash", "chips", "chips_total", "rack", "left", "box", "signatures"),
    ),
    EventType("marker_voided", _T, ("period", "slip", "amount", "chips", "rack", "reason", "signatures")),
    EventType("seat_link_opened", _T, ("player",)),
    EventType("seat_link_claimed", _T, ("player", "device", "shows_from")),
    EventType("seat_link_ended", _T, ("player",)),
    EventType("seat_fee_taken", _T, ("player", "game", "rules_version", "charge", "chips", "total", "transfers")),
    EventType("pot_paid", _T, ("player", "amount", "transfers", "stacks")),
    EventType("patron_funds_declared", _T, ("player", "amount")),
    EventType(
        "rating_recorded",
        _T,
        (
            *("rating", "player", "seat", "since", "until", "buy_in", "average_bet", "per_hour", "edge", "skill"),
            *("result", "note", "theo", "signatures"),
        ),
    ),
    EventType(
        "rating_corrected",
        _T,
        (
            *("rating", "player", "seat", "since", "until", "buy_in", "average_bet", "per_hour", "edge", "skill"),
            *("result", "note", "theo", "reason", "signatures"),
        ),
    ),
    EventType("floor_called", _T, ("reason",)),
    EventType("approval_asked", _T, ("approval", "kind", "content")),
    EventType("approval_given", _T, ("approval", "kind", "signatures")),
    EventType("approval_refused", _T, ("approval", "kind", "reason", "signatures")),
    EventType("approval_withdrawn", _T, ("approval", "kind")),
    EventType("opener_variance_explained", _T, ("period", "amount", "cause", "explanation", "signatures")),
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
    EventType("press_undone", _T, ("round", "first", "last", "types", "unlaid", "reopened")),
    EventType("misdeal_recorded", _T, ("round", "reason")),
    EventType("misdeal_ruled", _T, ("round", "ruling", "reason", "signatures")),
    EventType("round_voided", _T, ("round", "reason", "transfers", "rack", "signatures")),
    # the crowd of a table: bets in bulk, decided by the table's round, settled in chunks
    EventType(
        "crowd_bets_taken",
        _W,
        ("round", "table_seq", "first", "last", "patrons", "amount", "spots", "sha256"),
    ),
    EventType("crowd_round_decided", _W, ("round", "table_seq", "entry", "was", "pays", "bets", "amount", "chunks")),
    EventType("crowd_chunk_settled", _W, ("round", "entry", "chunk", "first", "last", "held", "returned")),
    # the table: disputes
    EventType("dispute_opened", _T, ("dispute", "claim", "text", "claimed", "round", "player", "spot", "dealer")),
    EventType(
        "dispute_ruled",
        _T,
        ("dispute", "round", "ruling", "reason", "engine", "pack", "amount", "minutes", "signatures"),
    ),
    EventType(
        "ruling_paid",
        _T,
        ("dispute", "round", "period", "ruling", "player", "amount", "chips", "transfers", "rack", "signatures"),
    ),
    EventType("dispute_accepted", _T, ("dispute", "round", "note")),
    EventType("dispute_escalated", _T, ("dispute", "round", "surveillance", "note")),
    EventType("dispute_reported", _T, ("dispute", "round", "reference", "outstanding", "due")),
)
EVENT_TYPES: Mapping[str, EventType] = {event.name: event for event in _ALL}
"""Every event type by name. An append of anything else, or without its fields, is a programming error."""
OF_ROUNDS = frozenset(event.name for event in _ALL if "round" in event.fields)
"""The types that may belong to a round. All others lie with the papers, in no day's partition (ADR 31)."""


def check(event: NewEvent, stream: StreamKind) -> None:
    """Raise ValueError unless the event has a known type and its fields, and stands where its type may stand."""
    known = EVENT_TYPES.get(event.type)
    if known is None or known.stream != stream:
        raise ValueError(f"{event.type} does not belong in a {stream} stream")
    if event.round is not None and event.type not in OF_ROUNDS:
        raise ValueError(f"{event.type} belongs to no round")
    missing = [name for name in known.fields if name not in event.data]
    if missing:
        raise ValueError(f"{event.type} lacks {', '.join(missing)}")
