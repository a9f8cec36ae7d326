"""What may stand in an address beside words."""

from datetime import date

from django.urls import register_converter

from tables.api.lists import MOST_NUMBER

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
    """A gaming day, as ``2026-03-04``; there is no such address for the 30th of February."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(Number, NUMBER)
register_converter(Day, DAY)
