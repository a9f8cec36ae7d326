"""Where every chip of a house was at a moment that somebody names."""

from datetime import datetime
from zoneinfo import ZoneInfo

from accounting.services.verify import conservation
from accounting.services.verify.conservation import Proof
from accounting.services.verify.run import snapshot
from tables.models.house import Casino


def chips_at(given: str, casino: str | None = None) -> tuple[Proof, int]:
    """The chips at an ISO moment, in the house's zone unless it names another, and the house's exponent.

    Raises LookupError unless it is clear which casino, ValueError for what is no moment.
    """
    houses = Casino.objects.filter(code=casino) if casino else Casino.objects.all()
    if houses.count() != 1:
        raise LookupError("name one casino with --casino")
    house = houses.get()
    try:
        moment = datetime.fromisoformat(given)
    except ValueError as error:
        raise ValueError(f"not a moment: {given}") from error
    moment = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(house.time_zone))
    with snapshot():
        return conservation.at_moment(house.pk, moment), house.exponent
