"""What a proof is asked of: a figure of a line of a report, and as of when. It is written into addresses."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from accounting.domain.day_totals import Kind, Span


@dataclass(frozen=True, slots=True)
class Asked:
    """A figure of ``day``, or of its month or year up to it.

    ``version`` is that of the shift's certified report and ``locked`` means the locked day's: both are proven as of the
    heads of the log that they name. Neither: as the books stand now. ``so_far`` is the gaming day up to and with the
    shift. ``code`` names the table, pit, game or shift of ``kind``; ``period`` is a bank period of a table.
    """

    day: date
    figure: str = ""
    shift: str = ""
    version: int | None = None
    so_far: bool = False
    locked: bool = False
    span: Span = Span.DAY
    kind: Kind = Kind.HOUSE
    code: str = ""
    banked: bool = True
    period: int | None = None

    def other(self, **changes: Any) -> "Asked":
        """The same with something else asked."""
        return replace(self, **changes)

    @property
    def told(self) -> dict[str, Any]:
        """How it stands in an address, name by name; what is usual is left out."""
        told: dict[str, Any] = {
            "day": self.day.isoformat(),
            "shift": self.shift,
            "version": self.version,
            "so_far": "1" if self.so_far else "",
            "locked": "1" if self.locked else "",
            "span": "" if self.span is Span.DAY else self.span.value,
            "kind": "" if self.kind is Kind.HOUSE else self.kind.value,
            "code": self.code,
            "pot": "" if self.banked else "1",
            "period": self.period,
            "figure": self.figure,
        }
        return {name: value for name, value in told.items() if value not in ("", None)}
