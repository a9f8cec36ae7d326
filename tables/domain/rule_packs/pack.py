"""The rule pack: every value that differs by jurisdiction, typed and checked. All money in minor units.

What is the same everywhere is no value here but an invariant of the code. The gaming day's start and the shifts have
dates of their own (``GamingDayStart``, ``ShiftStart``) and are no part of a pack.
"""

from dataclasses import dataclass

from tables.domain.actors import Role
from tables.domain.rule_packs.values import VALUES, RulingBound
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
    VarianceLevel,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePack:
    """A version of a jurisdiction's values; ``values.VALUES`` says what each means and where domain.md has it.

    ValueError names the value that is wrong.
    """

    name: str
    version: int
    # papers
    table_bank_model: TableBankModel
    slip_copies: tuple[SlipCopy, ...]
    slip_number_scope: NumberScope
    business_year_starts_month: int
    void_second_roles: tuple[Role, ...]
    fill_mismatch: FillMismatch
    early_fill_stop_minutes: int
    # counts
    variance_tell_from: int
    variance_report_from: int
    variance_regulator_from: int | None
    idle_days: int
    drop_frequency: DropFrequency
    count_team_size: int
    requires_verifier: bool
    # figures
    day_second_roles: tuple[Role, ...]
    promo_in_drop: bool
    rake_shortfall: RakeShortfall
    statistics_measure: StatisticsMeasure
    statistics_tolerance: int
    statistics_base: StatisticsBase
    statistics_minimum_drop: int
    # the floor
    limit_change_notice_minutes: int
    floor_supervisor_span: int
    payout_rounding: PayoutRounding
    card_change_shoe_hours: int
    card_change_hand_hours: int
    allowed_rulings: tuple[RulingBound, ...]
    dispute_report_from: int | None
    # cash and credit
    ctr_above: int | None
    mtl_from: int
    cash_in_kinds: tuple[CashKind, ...]
    cash_out_kinds: tuple[CashKind, ...]
    money_play_notes_exempt: bool
    markers_allowed: bool
    marker_redeem_order: RedeemOrder
    # persons
    secret_change_days: int | None
    # keeping
    retention_papers_years: int
    retention_cash_years: int

    def __post_init__(self) -> None:
        for name, told in VALUES.items():
            try:
                object.__setattr__(self, name, told.check(getattr(self, name)))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        _require_order(self)

    def variance_level(self, difference: int) -> VarianceLevel | None:
        """What a difference (either sign) between opener and closer asks for; None: nothing."""
        size = abs(difference)
        if self.variance_regulator_from is not None and size >= self.variance_regulator_from:
            return VarianceLevel.REGULATOR
        if size >= self.variance_report_from:
            return VarianceLevel.REPORT
        return VarianceLevel.NOTE if size >= self.variance_tell_from else None

    def ruling(self, code: str) -> RulingBound | None:
        """The bound of a ruling; None when this pack does not allow it."""
        return next((bound for bound in self.allowed_rulings if bound.code == code), None)


def _require_order(pack: RulePack) -> None:
    """Values that only make sense together. ValueError names the one that must give way."""
    if pack.variance_tell_from > pack.variance_report_from:
        raise ValueError("variance_report_from: must not be below variance_tell_from")
    if pack.variance_regulator_from is not None and pack.variance_regulator_from < pack.variance_report_from:
        raise ValueError("variance_regulator_from: must not be below variance_report_from")
    if pack.ctr_above is not None and pack.mtl_from > pack.ctr_above:
        raise ValueError("mtl_from: must not be above ctr_above")
    if Role.ACCOUNTANT in pack.day_second_roles:
        raise ValueError("day_second_roles: the accountant signs first")
    for needed in (Ruling.CONTINUE, Ruling.VOID_ROUND):
        if pack.ruling(needed) is None:
            raise ValueError(f"allowed_rulings: {needed} is always possible")
