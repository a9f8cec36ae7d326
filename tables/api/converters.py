"""What may stand in an address beside words."""

from django.urls import register_converter

from tables.api.lists import MOST_NUMBER

NUMBER = "number"


class Number:
    """A whole number from 1 to what any round, shoe or position can have; anything else is no address of ours."""

    regex = f"[1-9][0-9]{{0,{len(str(MOST_NUMBER)) - 2}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, NUMBER)
