"""Which event moves what. An event type that is in neither list stops the books: it is never passed over."""

from collections.abc import Callable, Mapping
from typing import Protocol

from accounting.domain.drafts import DraftError, JournalDraft
from accounting.domain.facts import Fact
from accounting.domain.posting import cage, crowd, custody, markers, rounds, slips


class Expected(Protocol):
    """What a removed box should hold by the log of its table; counts stand in another stream."""

    def expected_cash(self, table: str, box: int) -> int:
        """Banknotes, in minor units."""

    def expected_rake(self, table: str, box: int) -> int:
        """Rake that was taken while the box stood on the table, in minor units of chips."""


def _box_counted(fact: Fact, expected: Expected) -> JournalDraft | None:
    return custody.box_counted(fact, expected.expected_cash(fact.data["table"], fact.data["box"]))


def _rake_counted(fact: Fact, expected: Expected) -> JournalDraft | None:
    return custody.rake_counted(fact, expected.expected_rake(fact.data["table"], fact.data["box"]))


Rule = Callable[[Fact, Expected], JournalDraft | None]


def _alone(rule: Callable[[Fact], JournalDraft | None]) -> Rule:
    """A rule that needs nothing but its event."""
    return lambda fact, _expected: rule(fact)


_transfers = _alone(rounds.transfers)

OF_ROUNDS = frozenset(
    {
        "bet_placed",
        "back_bet_placed",
        "bet_withdrawn",
        "betting_closed",
        "limit_raised",
        "card_dealt",
        "cut_card_appeared",
        "shoe_exhausted",
        "shoe_shuffled",
        "insurance_taken",
        "insurance_closed",
        "act_taken",
        "seats_thrown",
        "ante_paid",
        "throw_announced",
        "dice_thrown",
        "frame_stayed",
        "player_left",
        "cup_rolled",
        "cup_shown",
        "bid_made",
        "bid_opened",
    }
)
"""Actions of a round: most move nothing, any may."""

POSTED: Mapping[str, Rule] = {
    "chips_received": _alone(cage.chips_received),
    "table_bank_issued": _alone(custody.table_bank_issued),
    "table_opened": _alone(custody.table_opened),
    "table_closed": _alone(custody.table_closed),
    "buy_in_taken": _alone(custody.buy_in_taken),
    "buy_in_corrected": _alone(custody.buy_in_corrected),
    "chips_changed": _alone(custody.chips_changed),
    "chips_withdrawn": _alone(cage.chips_withdrawn),
    "vault_moved": _alone(cage.vault_moved),
    "cash_received": _alone(cage.cash_received),
    "cash_banked": _alone(cage.cash_banked),
    "chips_sold": _alone(cage.chips_sold),
    "chips_redeemed": _alone(cage.chips_redeemed),
    "promotional_given": _alone(cage.promotional_given),
    "cage_counted": _alone(cage.cage_counted),
    "drop_taken_over": _alone(cage.drop_taken_over),
    "fill_issued": _alone(slips.fill_issued),
    "fill_accepted": _alone(slips.fill_accepted),
    "fill_returned": _alone(slips.fill_returned),
    "credit_counted_out": _alone(slips.credit_counted_out),
    "credit_received": _alone(slips.received),
    "exchange_issued": _alone(slips.exchange_issued),
    "exchange_made": _alone(slips.exchange_made),
    "exchange_received": _alone(slips.received),
    "exchange_returned": _alone(slips.fill_returned),
    "slip_voided": _alone(slips.slip_voided),
    "marker_issued": _alone(markers.marker_issued),
    "marker_paid": _alone(markers.marker_paid),
    "marker_voided": _alone(markers.marker_voided),
    "marker_transferred": _alone(markers.marker_transferred),
    "marker_settled": _alone(markers.marker_settled),
    "front_money_taken": _alone(crowd.front_money_taken),
    "front_money_returned": _alone(crowd.front_money_returned),
    "crowd_bets_taken": _alone(crowd.crowd_bets_taken),
    "crowd_chunk_settled": _alone(crowd.crowd_chunk_settled),
    "box_counted": _box_counted,
    "rake_counted": _rake_counted,
    "count_closed": _alone(custody.count_closed),
    "round_voided": _transfers,
    "ruling_paid": _transfers,
    "press_undone": _transfers,
    "pot_paid": _transfers,
    "seat_fee_taken": _transfers,
    **dict.fromkeys(OF_ROUNDS, _transfers),
}
"""Event types that move money, or may."""

NO_MONEY = frozenset(
    {
        "casino_registered",
        "day_start_set",
        "shift_pattern_set",
        "undo_time_set",
        "rule_pack_chosen",
        "edge_set",
        "chip_set_added",
        "denominations_retired",
        "house_rules_added",
        "pit_added",
        "tables_placed",
        "rotation_set",
        "table_added",
        "table_rules_set",
        "crowd_limits_set",
        "crowd_round_decided",
        "staff_registered",
        "staff_deactivated",
        "staff_reactivated",
        "licence_renewed",
        "pin_set",
        "password_set",
        "pin_unlocked",
        "role_granted",
        "role_revoked",
        "game_signed_off",
        "game_sign_off_revoked",
        "terminal_registered",
        "terminal_enrolled",
        "terminal_revoked",
        "terminal_unlocked",
        "signed_on",
        "signed_off",
        "pit_boss_assigned",
        "pit_boss_relieved",
        "patron_registered",
        "patron_corrected",
        "credit_line_set",
        "shift_certified",
        "day_locked",
        "day_adjusted",
        "exception_explained",
        "patron_identified",
        "review_opened",
        "deviation_explained",
        "review_closed",
        "log_exported",
        "audit_sample_drawn",
        "finding_recorded",
        "finding_answered",
        "finding_closed",
        "request_refused",
        "credit_issued",
        "slip_carried",
        "slip_reprinted",
        "marker_reprinted",
        "paper_printed",
        "count_opened",
        "box_accepted",
        "box_first_counted",
        "box_counts_differed",
        "rake_first_counted",
        "rake_counts_differed",
        "count_verified",
        "fill_requested",
        "credit_requested",
        "exchange_requested",
        "request_withdrawn",
        "fill_declined",
        "exchange_declined",
        "foreign_chips_found",
        "cage_target_set",
        "equipment_received",
        "equipment_issued",
        "equipment_returned",
        "equipment_destroyed",
        "equipment_counted",
        "chips_impressed",
        "limits_set",
        "limit_lifted",
        "par_set",
        "dealer_tapped_in",
        "dealer_tapped_out",
        "box_placed",
        "box_removed",
        "patron_funds_declared",
        "floor_called",
        "rating_recorded",
        "rating_corrected",
        "approval_asked",
        "approval_given",
        "approval_refused",
        "approval_withdrawn",
        "opener_variance_explained",
        "alert_acknowledged",
        "shift_handed_over",
        "shoe_received",
        "shoe_inspected",
        "shoe_mixed",
        "shoe_cut",
        "shoe_blocked",
        "shoe_retired",
        "round_opened",
        "seat_link_opened",
        "seat_link_claimed",
        "seat_link_ended",
        "seed_revealed",
        "settlement_confirmed",
        "misdeal_recorded",
        "misdeal_ruled",
        "dispute_opened",
        "dispute_ruled",
        "dispute_accepted",
        "dispute_escalated",
        "dispute_reported",
    }
)
"""Event types that move none."""


def post(fact: Fact, expected: Expected) -> JournalDraft | None:
    """The journal of an event, or None when it moves nothing. Raises DraftError when there is no rule for it."""
    rule = POSTED.get(fact.type)
    if rule is not None:
        return rule(fact, expected)
    if fact.type not in NO_MONEY or "transfers" in fact.data:
        raise DraftError(f"no posting rule for {fact.type}")
    return None
