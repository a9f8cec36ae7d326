"""What may stand in an address beside words."""

from datetime import date

from django.urls import register_converter

from tables.api.lists import MOST_NUMBER
from tables.domain import gaming_day

NUMBER = "number"
DAY = "gaming_day"


class Number:
    """A whole number from 1 to what any round, shoe or position can have; anything else is no address of ours."""

    regex = f"[1-9][0-9]{{0,{len(str(MOST_NUMBER)) - 2}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Day:
    """A gaming day, as ``2026-03-04``; there is no such address for the 30th of February or the year 9999."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        day = date.fromisoformat(value)
        if not gaming_day.may_be(day):
            raise ValueError(value)
        return day

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(Number, NUMBER)
register_converter(Day, DAY)
