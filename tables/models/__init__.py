"""Rows and constraints of the floor, no behaviour. Import the modules: ``from tables.models import log``."""

from tables.models import (
    approvals,
    cage,
    counts,
    crowd,
    disputes,
    floor,
    house,
    log,
    markers,
    periods,
    rounds,
    rule_packs,
    shoes,
    slips,
    staff,
    terminals,
)

__all__ = [
    "approvals",
    "cage",
    "counts",
    "crowd",
    "disputes",
    "floor",
    "house",
    "log",
    "markers",
    "periods",
    "rounds",
    "rule_packs",
    "shoes",
    "slips",
    "staff",
    "terminals",
]
