"""Slips and markers of a bank period: what they add to its figures (domain.md §1.3).

A fill counts when it is accepted and a credit when it is counted out of the rack: the chips were in this rack, or were
not, when its closer was counted. What is on its way then stands in the place ``in_transit`` (T-20).
"""

from collections.abc import Callable, Mapping

from accounting.domain.facts import Fact
from accounting.domain.period_memory import PeriodMemory

Cash = int
"""What an event brought into the box on the table, in minor units; below zero when it takes a wrong entry back."""


def fill_accepted(period: PeriodMemory, fact: Fact) -> Cash:
    """What the dealer counted: chips that were missing from the fill never came into this rack (T-21)."""
    period.fills += fact.data["counted_total"]
    return 0


def credit_counted_out(period: PeriodMemory, fact: Fact) -> Cash:
    """The chips have left the rack, although the cage does not have them yet."""
    period.credits += fact.data["total"]
    return 0


def marker_issued(period: PeriodMemory, fact: Fact) -> Cash:
    """Chips on credit: statistical drop rises by them (V-06)."""
    period.markers_issued += fact.data["amount"]
    return 0


def marker_voided(period: PeriodMemory, fact: Fact) -> Cash:
    """The marker is undone in the period in which it was issued."""
    period.markers_issued -= fact.data["amount"]
    return 0


def marker_paid(period: PeriodMemory, fact: Fact) -> Cash:
    """Cash goes into this table's box, chips into its rack, wherever the marker was issued (V-07, T-57)."""
    cash: int = fact.data["cash"]
    period.markers_paid_cash += cash
    period.markers_paid_chips += fact.data["chips_total"]
    return cash


def buy_in_corrected(period: PeriodMemory, fact: Fact) -> Cash:
    """The difference between what was keyed and what was so; the buy-in itself stays as it was keyed (V-25)."""
    cash: int = fact.data["cash"]
    period.buy_in_cash += cash
    return cash


PAPERS: Mapping[str, Callable[[PeriodMemory, Fact], Cash]] = {
    "fill_accepted": fill_accepted,
    "credit_counted_out": credit_counted_out,
    "marker_issued": marker_issued,
    "marker_voided": marker_voided,
    "marker_paid": marker_paid,
    "buy_in_corrected": buy_in_corrected,
}
