"""Patrons near the threshold of cash reporting, as the pit's list of what needs its boss has them."""

from collections.abc import Collection
from datetime import date, datetime

from accounting.selectors import cash_log
from tables.selectors.attention import Item


def near(casino_id: int, gaming_day: date, tables: Collection[str]) -> list[Item]:
    """Who was at one of ``tables`` today and is near the threshold or above it; named at the table he was at last.

    As far as the books have followed, which is behind the press by moments.
    """
    items = []
    for total, level in cash_log.near_threshold(casino_id, gaming_day):
        rows = [entry.row for entry in total.entries if entry.row.place in tables]
        if rows:
            who = total.person.patron or total.person.known_as
            values = {"amount": max(total.cash_in, total.cash_out), "who": who, "gaming_day": gaming_day}
            items.append(Item(f"cash_{level}", rows[-1].place, datetime.fromisoformat(rows[-1].happened_at), values))
    return items
