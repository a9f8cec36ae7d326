"""The words that a rule pack's values are made of, as the screens say them; the log keeps the values themselves."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.rule_packs import words as w
from tables.screens.house.people import ROLE_WORDS

VALUE_WORDS: Final[Mapping[str, Promise | str]] = {
    w.TableBankModel.INVENTORY_COUNT: _("as it was counted"),
    w.TableBankModel.IMPREST_TO_PAR: _("back at par"),
    w.SlipCopy.CAGE: _("cage"),
    w.SlipCopy.DROP_BOX: _("drop box"),
    w.SlipCopy.ACCOUNTING: _("accounting"),
    w.NumberScope.CALENDAR_YEAR: _("each calendar year"),
    w.NumberScope.BUSINESS_YEAR: _("each business year"),
    w.NumberScope.NEVER: _("never"),
    w.DropFrequency.EACH_SHIFT: _("a shift"),
    w.DropFrequency.EACH_DAY: _("a gaming day"),
    w.DropFrequency.EVERY_TWO_DAYS: _("two gaming days"),
    w.FillMismatch.VOID_AND_REISSUE: _("the slip is void, a new one is made out"),
    w.FillMismatch.VARIANCE: _("a variance is recorded"),
    w.StatisticsMeasure.POINTS: _("in percentage points"),
    w.StatisticsMeasure.RELATIVE: _("relative to the base"),
    w.StatisticsMeasure.INTERVAL: _("by the range of chance"),
    w.StatisticsBase.PRIOR_BUSINESS_YEAR: _("the business year before"),
    w.StatisticsBase.ROLLING_30_VS_LIFETIME: _("all days, for the last 30"),
    w.PayoutRounding.DOWN: _("down"),
    w.PayoutRounding.UP: _("up"),
    w.CashKind.BUY_IN: _("buy-in"),
    w.CashKind.MARKER_PAYMENT: _("payment on a marker"),
    w.CashKind.FRONT_MONEY: _("front money"),
    w.CashKind.MONEY_PLAY: _("notes laid as a stake"),
    w.CashKind.EXCHANGE: _("currency exchanged"),
    w.CashKind.REDEMPTION: _("chips redeemed"),
    w.CashKind.FRONT_MONEY_WITHDRAWAL: _("front money drawn"),
    w.CashKind.LOAN: _("loan"),
    w.CashKind.BET_PAYMENT: _("winnings paid in cash"),
    w.RedeemOrder.OLDEST_FIRST: _("the oldest"),
    w.RedeemOrder.NEWEST_FIRST: _("the newest"),
    w.RedeemOrder.PATRONS_CHOICE: _("as the patron chooses"),
    w.RakeShortfall.AS_COUNTED: _("what was counted"),
    w.RakeShortfall.HIGHER_OF_BOTH: _("the higher of both"),
    w.Ruling.CONTINUE: _("go on"),
    w.Ruling.VOID_ROUND: _("void the round"),
    w.Ruling.PAY_AS_CLAIMED: _("pay as claimed"),
    w.Ruling.CORRECT_MISPAY: _("correct a mispay"),
    **ROLE_WORDS,
}
