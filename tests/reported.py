"""Reports made in the background, as a worker makes them."""

from typing import Any

from accounting.services import report_jobs
from tests import builders
from tests.builders import House

SHIFT = {"gaming_day": builders.GAMING_DAY.isoformat(), "shift": "day"}


def asked(house: House, name: str = "ada", **more: Any) -> int:
    """A person asks for the newest report of the day shift; the job's number."""
    wanted = {"kind": "shift_report", "parameters": SHIFT, "language": "en", "key": f"report-of-{name}", **more}
    return report_jobs.request_report(actor=house.people[name], at=house.at, **wanted)


def made(house: House, name: str = "ada", **more: Any) -> int:
    """Asked for, and made."""
    number = asked(house, name, **more)
    assert report_jobs.make_next() == number
    return number
