"""Who may do what: one table, asked by every service (style.md 19)."""

from tables.domain.actors import Actor, Role
from tables.domain.errors import NotAllowed

R = Role
PERMISSIONS: dict[str, frozenset[Role]] = {
    # play: who deals, deals at a terminal of the table (``require_at_table``); shoe readers and betting systems, which
    # have no terminal, feed cards and lay stakes and do nothing else
    "deal": frozenset({R.DEALER}),
    "feed_cards": frozenset({R.DEALER, R.INTEGRATOR}),
    "take_bulk_bets": frozenset({R.DEALER, R.INTEGRATOR}),
    "take_crowd_bets": frozenset({R.INTEGRATOR}),
    "call_floor": frozenset({R.DEALER, R.PIT_BOSS}),
    "take_buy_in": frozenset({R.DEALER}),
    "handle_shoe": frozenset({R.DEALER, R.PIT_BOSS}),
    "void_round": frozenset({R.PIT_BOSS}),
    "rule_misdeal": frozenset({R.PIT_BOSS}),
    "open_dispute": frozenset({R.DEALER, R.PIT_BOSS}),
    "rule_dispute": frozenset({R.PIT_BOSS}),
    "report_dispute": frozenset({R.PIT_BOSS, R.HOUSE_MANAGER}),
    "ask_approval": frozenset({R.DEALER}),
    "decide_approval": frozenset({R.PIT_BOSS}),
    "acknowledge_alert": frozenset({R.PIT_BOSS}),
    "rate_players": frozenset({R.PIT_BOSS}),
    "hand_over_shift": frozenset({R.PIT_BOSS}),
    # table life
    "tap_in": frozenset({R.DEALER}),
    "set_limits": frozenset({R.PIT_BOSS}),
    "raise_limit": frozenset({R.PIT_BOSS}),
    "count_rack": frozenset({R.DEALER, R.PIT_BOSS}),
    "supervise_count": frozenset({R.PIT_BOSS}),
    "assign_pit_boss": frozenset({R.PIT_BOSS, R.HOUSE_MANAGER}),
    "register_patron": frozenset({R.DEALER, R.PIT_BOSS, R.CASHIER}),
    "correct_patron": frozenset({R.PIT_BOSS, R.CASHIER}),  # who reads what he overwrites
    "declare_funds": frozenset({R.DEALER, R.PIT_BOSS}),
    # custody
    "issue_table_bank": frozenset({R.CASHIER}),
    "receive_chips": frozenset({R.CASHIER}),
    "remove_box": frozenset({R.COUNTER}),
    "count_box": frozenset({R.COUNTER}),
    "verify_count": frozenset({R.COUNTER, R.ACCOUNTANT}),
    "close_count": frozenset({R.COUNTER}),
    "request_chips": frozenset({R.PIT_BOSS}),
    "issue_slip": frozenset({R.CASHIER}),
    "carry_slip": frozenset({R.SECURITY, R.CASHIER}),
    "accept_slip": frozenset({R.DEALER, R.PIT_BOSS}),
    "receive_slip": frozenset({R.CASHIER}),
    "void_slip": frozenset({R.CASHIER}),
    "reprint_slip": frozenset({R.CASHIER, R.ACCOUNTANT}),
    "issue_marker": frozenset({R.DEALER, R.PIT_BOSS}),
    "take_marker_payment": frozenset({R.DEALER, R.PIT_BOSS}),
    "settle_marker": frozenset({R.CASHIER}),
    "set_credit_line": frozenset({R.ACCOUNTANT, R.HOUSE_MANAGER}),
    "run_cage": frozenset({R.CASHIER}),
    "take_over_drop": frozenset({R.CASHIER, R.COUNTER}),
    "log_foreign_chips": frozenset({R.DEALER, R.PIT_BOSS}),
    "keep_equipment": frozenset({R.SECURITY}),
    "correct_buy_in": frozenset({R.PIT_BOSS}),
    "identify_patron": frozenset({R.PIT_BOSS, R.CASHIER, R.ACCOUNTANT}),
    "lock_day": frozenset({R.ACCOUNTANT}),
    "adjust_day": frozenset({R.ACCOUNTANT}),
    "explain_exception": frozenset({R.PIT_BOSS, R.CASHIER, R.COUNTER, R.ACCOUNTANT, R.HOUSE_MANAGER}),
    "review_statistics": frozenset({R.ACCOUNTANT}),
    "explain_deviation": frozenset({R.PIT_BOSS, R.ACCOUNTANT, R.HOUSE_MANAGER}),
    # reading
    "read_table": frozenset({R.DEALER, R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER, R.INTEGRATOR}),
    "read_pit": frozenset({R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_ratings": frozenset({R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_disputes": frozenset({R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_log": frozenset({R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR}),
    "read_books": frozenset({R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_slips": frozenset({R.PIT_BOSS, R.CASHIER, R.SECURITY, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_markers": frozenset({R.PIT_BOSS, R.CASHIER, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_restricted_copy": frozenset({R.ACCOUNTANT, R.AUDITOR}),
    "read_cage": frozenset({R.CASHIER, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_front_money": frozenset({R.CASHIER, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER, R.INTEGRATOR}),
    "read_counts": frozenset({R.ACCOUNTANT, R.AUDITOR}),
    "read_equipment": frozenset({R.SECURITY, R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_count_sessions": frozenset({R.COUNTER, R.CASHIER, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_cash_log": frozenset({R.ACCOUNTANT, R.AUDITOR}),
    "read_rule_packs": frozenset({R.PIT_BOSS, R.CASHIER, R.COUNTER, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_staff": frozenset({R.AUDITOR, R.HOUSE_MANAGER}),
    "read_patrons": frozenset({R.PIT_BOSS, R.CASHIER, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_reports": frozenset({R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    "read_report_jobs": frozenset(
        {R.PIT_BOSS, R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}
    ),  # each kind names its own, too
    "certify_shift": frozenset({R.ACCOUNTANT}),
    # internal audit
    "export_log": frozenset({R.AUDITOR}),
    "draw_audit_sample": frozenset({R.AUDITOR}),
    "record_finding": frozenset({R.AUDITOR}),
    "answer_finding": frozenset({R.PIT_BOSS, R.CASHIER, R.COUNTER, R.ACCOUNTANT, R.HOUSE_MANAGER, R.SECURITY}),
    "close_finding": frozenset({R.AUDITOR}),
    "read_audit": frozenset({R.ACCOUNTANT, R.AUDITOR, R.HOUSE_MANAGER}),
    # house
    "manage_house": frozenset({R.HOUSE_MANAGER}),
    "manage_staff": frozenset({R.HOUSE_MANAGER}),
    "manage_terminals": frozenset({R.HOUSE_MANAGER}),
    "unlock_pin": frozenset({R.PIT_BOSS, R.HOUSE_MANAGER}),
    "unlock_terminal": frozenset({R.PIT_BOSS, R.HOUSE_MANAGER}),
}


READS_ESTIMATES = PERMISSIONS["read_pit"]
"""In these roles a person reads what the log expects in a box before it is counted (domain.md §1.1)."""


def may(actor: Actor, permission: str) -> bool:
    """Whether one of the roles the actor holds carries ``permission``. An unknown permission is a programming error."""
    return not PERMISSIONS[permission].isdisjoint(actor.roles)


def require(actor: Actor, permission: str) -> None:
    """Refuse (403 ``not_permitted``) unless the actor has ``permission``."""
    if not may(actor, permission):
        raise NotAllowed("not_permitted", permission=permission)


def require_at_table(actor: Actor, table_id: int | None) -> None:
    """Refuse (403 ``terminal_required``) who deals from anywhere but an enrolled terminal that is bound to the table.

    A token without a device could deal from the street. What an integrator may do at a table asks no terminal, so it
    is never put to this.
    """
    if table_id is None or actor.table_id != table_id:
        raise NotAllowed("terminal_required")
