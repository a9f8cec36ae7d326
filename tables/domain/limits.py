"""What posted limits and lifted limits may be. All money in minor units."""

from collections.abc import Iterable

from tables.domain.errors import Invalid

MOST = 10**15
"""No amount anywhere is larger: far above any house, far below what BIGINT holds.

What lies on one layout comes to no more either, so that a thousand full rounds of one period can be added up.
"""
MOST_LICENSED = 10**12
"""No licence allows a single stake above this (T-49)."""


def require_amount(amount: int, least: int = 1) -> None:
    """Refuse ``bad_amount`` unless it is a whole number from ``least`` to ``MOST``."""
    if type(amount) is not int or not least <= amount <= MOST:
        raise Invalid("bad_amount")


def require_licensed(licensed_maximum: int) -> None:
    """Refuse ``bad_amount`` unless a licence may allow so much."""
    require_amount(licensed_maximum)
    if licensed_maximum > MOST_LICENSED:
        raise Invalid("bad_amount", most=MOST_LICENSED)


def require_layout(amounts: Iterable[int]) -> None:
    """Refuse ``too_much_at_stake`` when the stakes on one layout come to more than ``MOST``, however many they are."""
    if sum(amounts) > MOST:
        raise Invalid("too_much_at_stake", most=MOST)


def require_postable(minimum: int, maximum: int, licensed_maximum: int) -> None:
    """Refuse limits that may not be posted: ``bad_amount``, ``bad_limits`` (wrong order), ``above_licensed_cap``."""
    require_amount(minimum)
    require_amount(maximum)
    if maximum < minimum:
        raise Invalid("bad_limits", minimum=minimum, maximum=maximum)
    if maximum > licensed_maximum:
        raise Invalid("above_licensed_cap", licensed_maximum=licensed_maximum)


def require_liftable(maximum: int, posted_maximum: int, licensed_maximum: int) -> None:
    """Refuse a lifted maximum: ``bad_amount`` below the posted one, ``above_licensed_cap`` above the licence."""
    require_amount(maximum)
    if maximum < posted_maximum:
        raise Invalid("bad_amount", posted_maximum=posted_maximum)
    if maximum > licensed_maximum:
        raise Invalid("above_licensed_cap", licensed_maximum=licensed_maximum)
