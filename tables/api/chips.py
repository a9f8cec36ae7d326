"""Chips and banknotes in bodies: an object of denomination (minor units, as text) and count."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tables.domain.chips import MOST_CHIPS, Chips

_DENOMINATION = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)
MOST_LINES = 64

CHIPS_SCHEMA = {
    "type": "object",
    "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_CHIPS},
    "maxProperties": MOST_LINES,
    "example": {"500": 20, "2500": 16},
}


@extend_schema_field(CHIPS_SCHEMA)
class StrictChips(serializers.Field[Chips, dict[str, int], Mapping[Any, int], Any]):
    """A holding by denomination. Which denominations there are is for the service to say."""

    default_error_messages = {"bad_chips": _("Chips are an object of denomination and count.")}

    def to_internal_value(self, data: Any) -> Chips:
        """The pieces by denomination; zero lines are kept, because a counted zero was counted."""
        if not isinstance(data, dict) or len(data) > MOST_LINES:
            self.fail("bad_chips")
        for denomination, count in data.items():
            if not _DENOMINATION.fullmatch(denomination) or type(count) is not int or not 0 <= count <= MOST_CHIPS:
                self.fail("bad_chips")
        return {int(denomination): count for denomination, count in data.items()}

    def to_representation(self, value: Mapping[Any, int]) -> dict[str, int]:
        """The same as it stands in the log."""
        return {str(denomination): count for denomination, count in value.items()}
