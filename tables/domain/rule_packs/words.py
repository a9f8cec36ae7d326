"""The words that a rule pack's values are made of. They stand in the log, so none is ever renamed."""

from enum import StrEnum


class TableBankModel(StrEnum):
    """How a table's bank is kept: counted by denomination, or brought back to par by fills and credits."""

    INVENTORY_COUNT = "inventory_count"
    IMPREST_TO_PAR = "imprest_to_par"


class SlipCopy(StrEnum):
    """Where a copy of a slip goes. The one for accounting is the restricted copy."""

    CAGE = "cage"
    DROP_BOX = "drop_box"
    ACCOUNTING = "accounting"


class NumberScope(StrEnum):
    """When a slip series begins again at 1; the year is part of the number's key (T-28)."""

    CALENDAR_YEAR = "calendar_year"
    BUSINESS_YEAR = "business_year"
    NEVER = "never"


class VarianceLevel(StrEnum):
    """What an opener that differs from the closer before asks for; each level holds the ones before it (T-12)."""

    NOTE = "note"
    REPORT = "report"
    REGULATOR = "regulator"


class DropFrequency(StrEnum):
    """How long a drop box may stay on its table at most."""

    EACH_SHIFT = "each_shift"
    EACH_DAY = "each_day"
    EVERY_TWO_DAYS = "every_two_days"


class FillMismatch(StrEnum):
    """What follows when the dealer counts other chips than the fill slip names (T-21)."""

    VOID_AND_REISSUE = "void_and_reissue"
    VARIANCE = "variance"


class StatisticsMeasure(StrEnum):
    """How hold is compared with its base (domain.md §1.4: points and relative decide differently)."""

    POINTS = "points"
    RELATIVE = "relative"
    INTERVAL = "interval"


class StatisticsBase(StrEnum):
    """What hold is compared with. In the first business year its place is taken by the month before (T-62)."""

    PRIOR_BUSINESS_YEAR = "prior_business_year"
    ROLLING_30_VS_LIFETIME = "rolling_30_vs_lifetime"


class PayoutRounding(StrEnum):
    """What is paid when chips cannot make the exact winnings (T-47)."""

    DOWN = "down"
    UP = "up"


class CashKind(StrEnum):
    """A movement of currency between a patron and the house, as cash reporting names it (domain.md §1.2, Title 31)."""

    BUY_IN = "buy_in"
    MARKER_PAYMENT = "marker_payment"
    FRONT_MONEY = "front_money"
    MONEY_PLAY = "money_play"
    EXCHANGE = "exchange"
    REDEMPTION = "redemption"
    FRONT_MONEY_WITHDRAWAL = "front_money_withdrawal"
    LOAN = "loan"
    BET_PAYMENT = "bet_payment"


class RedeemOrder(StrEnum):
    """Which of a patron's open markers a payment redeems first."""

    OLDEST_FIRST = "oldest_first"
    NEWEST_FIRST = "newest_first"
    PATRONS_CHOICE = "patrons_choice"


class RakeShortfall(StrEnum):
    """What is booked when the counted rake of a pot game is not the expected one; tables are never netted."""

    AS_COUNTED = "as_counted"
    HIGHER_OF_BOTH = "higher_of_both"


class Ruling(StrEnum):
    """What a pit boss may decide about a stopped or disputed round (domain.md §4)."""

    CONTINUE = "continue"
    VOID_ROUND = "void_round"
    PAY_AS_CLAIMED = "pay_as_claimed"
    CORRECT_MISPAY = "correct_mispay"
