"""The cage on the way to what a test is about: what lies there."""

from tables.domain.cage import Asset
from tables.domain.chips import Chips
from tables.models import cage
from tests.builders import House


def stock_of(house: House, place: str = "cage", chip_set: str | None = "MAIN") -> Chips:
    """Pieces by value at a place, without zero lines; ``chip_set`` None are the banknotes."""
    asset = Asset.CASH if chip_set is None else Asset.CHIPS
    rows = cage.CageStock.objects.filter(casino=house.casino, place=place, asset=asset, count__gt=0)
    rows = rows.filter(chip_set__code=chip_set) if chip_set else rows
    return dict(rows.order_by("value").values_list("value", "count"))
