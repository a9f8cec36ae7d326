"""Time charges against the house rules they were taken by (domain.md §1.6): no round says what they should be."""

import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from tables.domain import chips
from tables.services import seat_fees

_RULES = "SELECT values FROM tables_houserules WHERE casino_id = %s AND game = %s AND version = %s"


def wrong(casino_id: int, data: Mapping[str, Any]) -> str:
    """What is wrong with a charge by its own house rules; empty when nothing is."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES, [casino_id, data["game"], data["rules_version"]])
        row = cursor.fetchone()
    charge = seat_fees.charge_of(json.loads(row[0])) if row else None
    if charge is None or charge != data["charge"]:
        return "the charge is not the one of the house rules"
    total = chips.value(chips.from_data(data["chips"]))
    if charge <= 0 or total <= 0 or total % charge:
        return "the chips are no whole number of charges"
    if total != data["total"] or data["transfers"] != [list(seat_fees.fee(data["player"], total))]:
        return "the chips are not what was moved"
    return ""
