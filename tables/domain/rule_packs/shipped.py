"""The packs that come with the product. They imitate a jurisdiction; none has been approved by its regulator.

Amounts are stated in whole units of the currency and become minor units by the house's exponent: 25 is 2,500 at two
decimal places and 25 at none. A version never changes once it is released: what is to change is a new version.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from tables.domain.actors import Role
from tables.domain.errors import NotFound
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.values import RulingBound
from tables.domain.rule_packs.words import (
    CashKind,
    DropFrequency,
    FillMismatch,
    NumberScope,
    PayoutRounding,
    RakeShortfall,
    RedeemOrder,
    Ruling,
    SlipCopy,
    StatisticsBase,
    StatisticsMeasure,
    TableBankModel,
)

_IN: Final = (
    CashKind.BUY_IN,
    CashKind.MARKER_PAYMENT,
    CashKind.FRONT_MONEY,
    CashKind.MONEY_PLAY,
    CashKind.EXCHANGE,
)
_OUT: Final = (
    CashKind.REDEMPTION,
    CashKind.FRONT_MONEY_WITHDRAWAL,
    CashKind.LOAN,
    CashKind.BET_PAYMENT,
    CashKind.EXCHANGE,
)


def _nevada_like(unit: int) -> RulePack:
    return RulePack(
        name="nevada-like",
        version=1,
        table_bank_model=TableBankModel.INVENTORY_COUNT,
        slip_copies=(SlipCopy.CAGE, SlipCopy.DROP_BOX, SlipCopy.ACCOUNTING),
        slip_number_scope=NumberScope.NEVER,
        business_year_starts_month=1,
        void_second_roles=(Role.PIT_BOSS, Role.SECURITY, Role.ACCOUNTANT, Role.HOUSE_MANAGER),
        variance_tell_from=1,
        variance_report_from=100 * unit,
        variance_regulator_from=None,
        idle_days=7,
        drop_frequency=DropFrequency.EACH_DAY,
        fill_mismatch=FillMismatch.VOID_AND_REISSUE,
        early_fill_stop_minutes=30,
        statistics_measure=StatisticsMeasure.POINTS,
        statistics_tolerance=300,
        statistics_base=StatisticsBase.PRIOR_BUSINESS_YEAR,
        statistics_minimum_drop=10_000 * unit,
        limit_change_notice_minutes=0,
        floor_supervisor_span=6,
        payout_rounding=PayoutRounding.DOWN,
        promo_in_drop=False,
        ctr_above=10_000 * unit,
        mtl_from=2_500 * unit,
        cash_in_kinds=_IN,
        cash_out_kinds=_OUT,
        money_play_notes_exempt=True,
        markers_allowed=True,
        marker_redeem_order=RedeemOrder.OLDEST_FIRST,
        secret_change_days=90,
        retention_papers_years=7,
        retention_cash_years=5,
        card_change_shoe_hours=8,
        card_change_hand_hours=2,
        count_team_size=2,
        requires_verifier=True,
        day_second_roles=(Role.HOUSE_MANAGER, Role.AUDITOR),
        rake_shortfall=RakeShortfall.HIGHER_OF_BOTH,
        allowed_rulings=(
            RulingBound(Ruling.CONTINUE, None),
            RulingBound(Ruling.VOID_ROUND, None),
            RulingBound(Ruling.PAY_AS_CLAIMED, 500 * unit),
            RulingBound(Ruling.CORRECT_MISPAY, None),
        ),
        dispute_report_from=500 * unit,
    )


def _new_jersey_like(unit: int) -> RulePack:
    return RulePack(
        name="new-jersey-like",
        version=1,
        table_bank_model=TableBankModel.INVENTORY_COUNT,
        slip_copies=(SlipCopy.CAGE, SlipCopy.DROP_BOX, SlipCopy.ACCOUNTING),
        slip_number_scope=NumberScope.CALENDAR_YEAR,
        business_year_starts_month=1,
        void_second_roles=(Role.PIT_BOSS, Role.SECURITY, Role.ACCOUNTANT),
        variance_tell_from=1,
        variance_report_from=25 * unit + 1,
        variance_regulator_from=100 * unit,
        idle_days=7,
        drop_frequency=DropFrequency.EVERY_TWO_DAYS,
        fill_mismatch=FillMismatch.VARIANCE,
        early_fill_stop_minutes=60,
        statistics_measure=StatisticsMeasure.INTERVAL,
        statistics_tolerance=9_500,
        statistics_base=StatisticsBase.PRIOR_BUSINESS_YEAR,
        statistics_minimum_drop=10_000 * unit,
        limit_change_notice_minutes=30,
        floor_supervisor_span=6,
        payout_rounding=PayoutRounding.DOWN,
        promo_in_drop=True,
        ctr_above=10_000 * unit,
        mtl_from=3_000 * unit,
        cash_in_kinds=_IN,
        cash_out_kinds=_OUT,
        money_play_notes_exempt=True,
        markers_allowed=True,
        marker_redeem_order=RedeemOrder.NEWEST_FIRST,
        secret_change_days=None,
        retention_papers_years=7,
        retention_cash_years=5,
        card_change_shoe_hours=24,
        card_change_hand_hours=4,
        count_team_size=3,
        requires_verifier=True,
        day_second_roles=(Role.HOUSE_MANAGER, Role.AUDITOR),
        rake_shortfall=RakeShortfall.AS_COUNTED,
        allowed_rulings=(
            RulingBound(Ruling.CONTINUE, None),
            RulingBound(Ruling.VOID_ROUND, None),
            RulingBound(Ruling.CORRECT_MISPAY, None),
        ),
        dispute_report_from=None,
    )


def _french_like(unit: int) -> RulePack:
    return RulePack(
        name="french-like",
        version=1,
        table_bank_model=TableBankModel.IMPREST_TO_PAR,
        slip_copies=(SlipCopy.CAGE, SlipCopy.ACCOUNTING),
        slip_number_scope=NumberScope.BUSINESS_YEAR,
        business_year_starts_month=11,
        void_second_roles=(Role.ACCOUNTANT, Role.HOUSE_MANAGER),
        variance_tell_from=1,
        variance_report_from=1,
        variance_regulator_from=None,
        idle_days=7,
        drop_frequency=DropFrequency.EACH_DAY,
        fill_mismatch=FillMismatch.VARIANCE,
        early_fill_stop_minutes=30,
        statistics_measure=StatisticsMeasure.RELATIVE,
        statistics_tolerance=400,
        statistics_base=StatisticsBase.ROLLING_30_VS_LIFETIME,
        statistics_minimum_drop=10_000 * unit,
        limit_change_notice_minutes=0,
        floor_supervisor_span=4,
        payout_rounding=PayoutRounding.UP,
        promo_in_drop=False,
        ctr_above=None,
        mtl_from=2_000 * unit,
        cash_in_kinds=(CashKind.BUY_IN, CashKind.EXCHANGE),
        cash_out_kinds=(CashKind.REDEMPTION, CashKind.EXCHANGE),
        money_play_notes_exempt=False,
        markers_allowed=False,
        marker_redeem_order=RedeemOrder.OLDEST_FIRST,
        secret_change_days=None,
        retention_papers_years=10,
        retention_cash_years=5,
        card_change_shoe_hours=24,
        card_change_hand_hours=24,
        count_team_size=2,
        requires_verifier=False,
        day_second_roles=(Role.HOUSE_MANAGER,),
        rake_shortfall=RakeShortfall.HIGHER_OF_BOTH,
        allowed_rulings=(
            RulingBound(Ruling.CONTINUE, None),
            RulingBound(Ruling.VOID_ROUND, None),
            RulingBound(Ruling.CORRECT_MISPAY, None),
        ),
        dispute_report_from=None,
    )


DEFAULT: Final = ("nevada-like", 1)
"""Name and version of the pack of a house that chose none."""
PACKS: Final[Mapping[tuple[str, int], Callable[[int], RulePack]]] = {
    DEFAULT: _nevada_like,
    ("new-jersey-like", 1): _new_jersey_like,
    ("french-like", 1): _french_like,
}
"""Every version of every pack, by name and version, from the number of minor units that make one whole unit."""


@lru_cache(maxsize=64)
def pack(name: str, version: int, exponent: int) -> RulePack:
    """A shipped pack, its amounts in minor units at ``exponent`` decimal places. Refused: ``no_such_pack``."""
    make = PACKS.get((name, version))
    if make is None:
        raise NotFound("no_such_pack", name=name[:32], known=[f"{known} v{number}" for known, number in PACKS])
    return make(10**exponent)
