"""What each value of a rule pack means, in the languages of the screens; ``VALUES`` has the same words."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MEANINGS: Final[Mapping[str, Promise | str]] = {
    "table_bank_model": _("how a table's bank is kept: as it was counted, or back at par when it opens"),
    "slip_copies": _("copies of a slip that are printed, by where they go"),
    "slip_number_scope": _("when a slip series begins again (T-28)"),
    "business_year_starts_month": _("month on whose first gaming day the business year begins"),
    "void_second_roles": _("who may sign a void beside the person who made the slip (T-25)"),
    "fill_mismatch": _("what follows a fill counted differently from its slip"),
    "early_fill_stop_minutes": _("minutes before a shift's count without fills that are not urgent"),
    "variance_tell_from": _("from here on manager, security and surveillance are told"),
    "variance_report_from": _("from here on a written report is due"),
    "variance_regulator_from": _("from here on the regulator gets a copy"),
    "idle_days": _("gaming days in a row without an opening until a recount is due (T-14)"),
    "drop_frequency": _("how long a box may stay on its table"),
    "count_team_size": _("persons who count a box, the verifier not among them"),
    "requires_verifier": _("whether somebody else recounts before seeing the result"),
    "day_second_roles": _("who may sign beside the accountant that a gaming day is locked"),
    "promo_in_drop": _("whether promotional chips and coupons of a box count in its drop"),
    "rake_shortfall": _("what is booked when counted and expected rake differ"),
    "statistics_measure": _("how hold is compared with its base (§1.4)"),
    "statistics_tolerance": _(
        "hundredths of a percentage point (points), of a percent of the base (relative) or of a percent of confidence"
        " (interval)"
    ),
    "statistics_base": _("what hold is compared with"),
    "statistics_minimum_drop": _("below this drop no hold is judged (T-61)"),
    "limit_change_notice_minutes": _("minutes between posting limits and their force while players are there"),
    "floor_supervisor_span": _("open tables that one supervisor may have; more is a warning (T-18)"),
    "payout_rounding": _("how house rules round winnings unless they say (T-47)"),
    "card_change_shoe_hours": _("hours until cards dealt from a shoe are changed"),
    "card_change_hand_hours": _("hours until one or two decks, held in the hand, are changed"),
    "allowed_rulings": _("what a pit boss may rule, and how much it may move"),
    "dispute_report_from": _("from here on an unresolved dispute goes to the regulator"),
    "ctr_above": _("report of cash above this in one direction in a gaming day (V-21)"),
    "mtl_from": _("from here on a movement of cash is logged"),
    "cash_in_kinds": _("what counts as cash in; directions are never netted (V-22)"),
    "cash_out_kinds": _("what counts as cash out"),
    "money_play_notes_exempt": _("whether the same notes given back after a money play are no cash out (V-24)"),
    "markers_allowed": _("whether the house may give credit"),
    "marker_redeem_order": _("which open marker a payment redeems first"),
    "secret_change_days": _("days after which a PIN or a password has to be changed"),
    "retention_papers_years": _("years that papers and statistics are kept"),
    "retention_cash_years": _("years that cash logs are kept"),
}
