"""Bank periods: from an opener to its closer, each end a count that two persons signed (domain.md §1.3, T-08, T-12)."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Max

from tables.domain import chips, names
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.domain.table_states import TableStatus
from tables.models import floor, periods
from tables.selectors import racks as rack_reads
from tables.services import clock, log, racks, rule_packs
from tables.services.witnesses import SignedPaper

LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class RackCount:
    """What two persons counted, what they say it is worth in minor units, and why it differs if it does."""

    counted: Chips
    total: int
    note: str = ""

    def require_sound(self) -> None:
        """Refuse ``total_mismatch`` (T-31) and ``bad_note``: all that can be said without looking at the table."""
        chips.require_total(self.counted, self.total)
        if self.note:
            names.require_name(self.note, LONGEST_NOTE, "bad_note")


def take_count(state: floor.TableState, count: RackCount) -> Chips:
    """Make the rack what was counted; the answer is the correction by denomination, counted less expected.

    The correction's value is a variance: it needs a note, stands alone in the event and is in no period's win
    (T-12). Refused: ``unknown_denomination`` (T-34), ``bad_quantity``, ``note_required``.
    """
    counted = chips.checked(count.counted, rack_reads.countable(state.table_id))
    correction = racks.become_counted(state.table_id, counted)
    if chips.value(correction) and not count.note:
        raise Invalid("note_required", difference=chips.value(correction))
    return correction


def open_period(
    entry: log.Entry, state: floor.TableState, count: RackCount, correction: Chips, signed: SignedPaper
) -> dict[str, Any]:
    """Begin the table's next period with ``count`` as its opener, in the box that is on the table.

    At a roll ``correction`` is empty, because the opener is the closer. What a variance asks for is decided by its
    size and the rule pack in force (T-12). The caller saves ``state``.
    """
    box = state.box
    if box is None:
        raise RuntimeError(f"{entry.stream} opens without a box")
    previous = periods.BankPeriod.objects.filter(table_id=state.table_id).order_by("-number").first()
    casino = state.table.casino
    window = clock.window_after_count(casino.pk, entry.settings_version, entry.at, casino.early_count_minutes)
    opened = periods.BankPeriod.objects.create(
        table_id=state.table_id,
        number=previous.number + 1 if previous else 1,
        session=_session(state, previous, window.gaming_day),
        gaming_day=window.gaming_day,
        shift=window.shift,
        opened_at=entry.at,
        opener=chips.as_data(count.counted),
        opener_total=count.total,
        opener_variance=chips.value(correction),
        opened_seq=entry.next_seq,
        box=box,
    )
    state.status, state.period = TableStatus.OPEN, opened
    opening = {
        "period": opened.number,
        "session": opened.session,
        "gaming_day": window.gaming_day.isoformat(),
        "shift": window.shift,
        "total": count.total,
        "previous_closer": previous.closer_total if previous else None,
        "variance": opened.opener_variance,
        "variance_level": rule_packs.of(entry).variance_level(opened.opener_variance),
        "box": box.number,
    }
    more = {"opener": opened.opener, "rack": chips.as_data(correction), "note": count.note}
    entry.record("table_opened", {**opening, **more, "signatures": signed.as_data()})
    return opening


def _session(state: floor.TableState, previous: periods.BankPeriod | None, day: date) -> int:
    """The sequence mark: 1..n openings of the table in a gaming day (T-11); a roll opens nothing (T-10)."""
    if state.status == TableStatus.OPEN and previous is not None and previous.gaming_day == day:
        return previous.session
    of_day = periods.BankPeriod.objects.filter(table_id=state.table_id, gaming_day=day)
    return int(of_day.aggregate(newest=Max("session"))["newest"] or 0) + 1


def close_period(
    entry: log.Entry, state: floor.TableState, count: RackCount, correction: Chips, signed: SignedPaper
) -> dict[str, Any]:
    """End the table's open period with ``count`` as its closer. The caller saves ``state``.

    Lifted maxima end with it (T-101): a seat is a name, and the next to sit there was promised nothing.
    """
    closed = state.period
    if closed is None:
        raise RuntimeError(f"{entry.stream} is open without a period")
    expected = chips.less(count.counted, correction)
    closed.closed_at, closed.closed_seq = entry.at, entry.next_seq
    closed.closer, closed.closer_total = chips.as_data(count.counted), count.total
    closed.closer_expected = chips.value(expected)
    closed.save(update_fields=["closed_at", "closed_seq", "closer", "closer_total", "closer_expected"])
    state.period, state.raised = None, {}
    closing = {
        "period": closed.number,
        "gaming_day": closed.gaming_day.isoformat(),
        "shift": closed.shift,
        "total": count.total,
        "difference": chips.value(correction),
    }
    more = {
        "closer": closed.closer,
        "expected": chips.as_data(expected),
        "rack": chips.as_data(correction),
        "note": count.note,
    }
    entry.record("table_closed", {**closing, **more, "signatures": signed.as_data()})
    return closing
