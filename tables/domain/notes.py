"""Banknotes as somebody counted them."""

from dataclasses import dataclass

from tables.domain import chips, limits
from tables.domain.chips import Chips
from tables.domain.errors import Invalid


@dataclass(frozen=True, slots=True)
class NoteCount:
    """Value of a note in minor units -> pieces, and what they are worth. Empty is a legal count."""

    notes: Chips
    total: int

    def checked(self) -> Chips:
        """The notes without zero lines.

        Refused: ``unknown_note``, ``bad_quantity``, ``bad_amount``, ``total_mismatch``.
        """
        for note in self.notes:
            if not 0 < note <= limits.MOST:
                raise Invalid("unknown_note", note=note)
        limits.require_amount(self.total, least=0)
        counted = chips.checked(self.notes, self.notes)
        chips.require_total(counted, self.total)
        return counted
