"""What each value of a rule pack means, what it may be, and which row of domain.md §0's table it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.domain.actors import Role
from tables.domain.limits import MOST
from tables.domain.rule_packs import words as w
from tables.domain.rule_packs.told import Told, amount, optional, optional_amount, several, word, words
from tables.games.house_rules import flag, whole


@dataclass(frozen=True, slots=True)
class RulingBound:
    """A ruling that may be given, and the most it may move in minor units; None: as much as the round holds."""

    code: w.Ruling
    most: int | None


def _ruling_bound(value: Any) -> RulingBound:
    if isinstance(value, RulingBound):
        value = {"code": value.code, "most": value.most}
    if not isinstance(value, dict) or value.keys() != {"code", "most"}:
        raise ValueError("must be rulings, each with code and most")
    return RulingBound(word(w.Ruling)(value["code"]), optional(whole(0, MOST))(value["most"]))


_STATS, _VARIANCE, _CASH = "statistical trigger", "opener variance thresholds", "Title 31"
_MARKER, _COUNT = "§1.1 marker", "§1.1 count sheet"

VALUES: Final[Mapping[str, Told]] = {
    # papers
    "table_bank_model": Told(
        "table-bank model",
        "how a table's bank is kept: as it was counted, or back at par when it opens",
        word(w.TableBankModel),
    ),
    "slip_copies": Told("copies of slip", "copies of a slip that are printed, by where they go", words(w.SlipCopy, 2)),
    "slip_number_scope": Told("slip number scope", "when a slip series begins again (T-28)", word(w.NumberScope)),
    "business_year_starts_month": Told(
        "slip number scope", "month on whose first gaming day the business year begins", whole(1, 12)
    ),
    "void_second_roles": Told(
        "void second signature", "who may sign a void beside the person who made the slip (T-25)", words(Role)
    ),
    "fill_mismatch": Told("T-21", "what follows a fill counted differently from its slip", word(w.FillMismatch)),
    "early_fill_stop_minutes": Told(
        "§4 05:15", "minutes before a shift's count without fills that are not urgent", whole(0, 240)
    ),
    # counts
    "variance_tell_from": amount(_VARIANCE, "from here on manager, security and surveillance are told", 1),
    "variance_report_from": amount(_VARIANCE, "from here on a written report is due", 1),
    "variance_regulator_from": optional_amount(_VARIANCE, "from here on the regulator gets a copy", 1),
    "idle_days": Told(
        "idle table recount", "gaming days in a row without an opening until a recount is due (T-14)", whole(1, 366)
    ),
    "drop_frequency": Told("drop frequency", "how long a box may stay on its table", word(w.DropFrequency)),
    "count_team_size": Told(_COUNT, "persons who count a box, the verifier not among them", whole(2, 9)),
    "requires_verifier": Told(_COUNT, "whether somebody else recounts before seeing the result", flag),
    # figures
    "day_second_roles": Told(
        "§1.1 master game report", "who may sign beside the accountant that a gaming day is locked", words(Role)
    ),
    "promo_in_drop": Told("T-41", "whether promotional chips and coupons of a box count in its drop", flag),
    "rake_shortfall": Told(
        "pot-game rake shortfall", "what is booked when counted and expected rake differ", word(w.RakeShortfall)
    ),
    "statistics_measure": Told(_STATS, "how hold is compared with its base (§1.4)", word(w.StatisticsMeasure)),
    "statistics_tolerance": Told(
        _STATS,
        "hundredths of a percentage point (points), of a percent of the base (relative) "
        "or of a percent of confidence (interval)",
        whole(1, 10_000),
    ),
    "statistics_base": Told(_STATS, "what hold is compared with", word(w.StatisticsBase)),
    "statistics_minimum_drop": amount(_STATS, "below this drop no hold is judged (T-61)"),
    # the floor
    "limit_change_notice_minutes": Told(
        "limit-change notice", "minutes between posting limits and their force while players are there", whole(0, 1_440)
    ),
    "floor_supervisor_span": Told(
        "floor supervisor span", "open tables that one supervisor may have; more is a warning (T-18)", whole(1, 100)
    ),
    "payout_rounding": Told(
        "payout not payable in chips", "how house rules round winnings unless they say (T-47)", word(w.PayoutRounding)
    ),
    "card_change_shoe_hours": Told("card change", "hours until cards dealt from a shoe are changed", whole(1, 168)),
    "card_change_hand_hours": Told(
        "card change", "hours until one or two decks, held in the hand, are changed", whole(1, 168)
    ),
    "allowed_rulings": Told(
        "§4 misdeal/void",
        "what a pit boss may rule, and how much it may move",
        several(_ruling_bound, 1, lambda bound: bound.code),
    ),
    "dispute_report_from": optional_amount("§1.2 Nevada", "from here on an unresolved dispute goes to the regulator"),
    # cash and credit
    "ctr_above": optional_amount(_CASH, "report of cash above this in one direction in a gaming day (V-21)", 1),
    "mtl_from": amount(_CASH, "from here on a movement of cash is logged", 1),
    "cash_in_kinds": Told(_CASH, "what counts as cash in; directions are never netted (V-22)", words(w.CashKind)),
    "cash_out_kinds": Told(_CASH, "what counts as cash out", words(w.CashKind)),
    "money_play_notes_exempt": Told(
        _CASH, "whether the same notes given back after a money play are no cash out (V-24)", flag
    ),
    "markers_allowed": Told(_MARKER, "whether the house may give credit", flag),
    "marker_redeem_order": Told(_MARKER, "which open marker a payment redeems first", word(w.RedeemOrder)),
    # persons
    "secret_change_days": Told(
        "§1.1 signature semantics", "days after which a PIN or a password has to be changed", optional(whole(1, 3_660))
    ),
    # keeping
    "retention_papers_years": Told("retention", "years that papers and statistics are kept", whole(1, 100)),
    "retention_cash_years": Told("retention", "years that cash logs are kept", whole(1, 100)),
}
"""Every value but name and version, in the order in which a pack is shown."""
