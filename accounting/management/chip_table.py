"""Where every chip of a house was at a moment, as text."""

from collections.abc import Iterator

from accounting.services.verify.chips_fold import ISSUED, HouseChips
from tables.documents.spelling import money


def lines(found: HouseChips, exponent: int) -> Iterator[str]:
    """A line a place, cage, vault, racks and slips in transit by denomination; at the end what was issued."""
    for place, value in sorted(found.places.items()):
        if place == ISSUED or not value:
            continue
        yield f"{place:<28} {money(value, exponent):>20}"
        for (where, chip_set, denomination), count in sorted(found.pieces.items()):
            if where == place and count:
                yield f"    {chip_set:<12} {money(denomination, exponent):>12} x {count:>8}"
    yield f"{'all of it':<28} {money(found.elsewhere, exponent):>20}"
    yield f"{'issued':<28} {money(-found.places.get(ISSUED, 0), exponent):>20}"
