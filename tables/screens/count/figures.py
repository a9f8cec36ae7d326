"""What was found in boxes as pages write it down: one count, or the counts of a variance report beside each other."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tables.domain.box_contents import Part
from tables.domain.count_papers import FIRST, SECOND, VERIFIER
from tables.domain.table_states import BoxStatus
from tables.screens.count import words
from tables.templatetags import floor

TURNS: Final[Mapping[str, str]] = {
    BoxStatus.IN_COUNT: FIRST,
    BoxStatus.FIRST_COUNTED: SECOND,
    BoxStatus.VARIANCE: VERIFIER,
}
"""Whose count a sheet waits for."""
ASKED: Final[Mapping[str, str]] = {FIRST: "count_box", SECOND: "count_box", VERIFIER: "verify_count"}
"""The permission to make it."""
_THERE, _NOT_THERE = "✓", "—"
Contents = Mapping[str, Any]
Words = Promise | str


@dataclass(frozen=True, slots=True)
class Row:
    """A line: what it is, and what each count says of it; or of a single count the pieces and their worth."""

    what: str
    cells: Sequence[str]
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Things of a kind; ``total`` is None where they have no worth."""

    title: Words
    columns: Sequence[Words]
    rows: Sequence[Row]
    total: Row | None = None


def of_sheet(part: Part, counts: Sequence[Contents], columns: Sequence[Words], exponent: int) -> list[Group]:
    """One count, or several of the same sheet under ``columns``; a kind that nobody found is left out."""
    worths = _Worths(columns, exponent)
    if part == Part.RAKE:
        return [worths.group(_("Chips"), [count["chips"] for count in counts])]
    groups = [worths.group(_("Banknotes"), [count["notes"] for count in counts])]
    for code in sorted({code for count in counts for code in count["promotional"]}):
        title = _("Promotional chips %(set)s") % {"set": code}
        groups.append(worths.group(title, [count["promotional"].get(code, {}) for count in counts]))
    pieces, there = (columns, columns) if len(counts) > 1 else ([_("Pieces")], [""])
    groups += [
        worths.group(_("Coupons"), [count["coupons"] for count in counts]),
        worths.group(_("Chips of the table"), [count["found_chips"] for count in counts]),
        Group(_("Foreign"), pieces, _foreign([count["foreign"] for count in counts], exponent)),
        Group(_("Copies of slips"), there, _papers([count["papers"] for count in counts])),
    ]
    return [groups[0], *(group for group in groups[1:] if group.rows)]


def of_totals(totals: Contents, exponent: int) -> list[Group]:
    """What a session comes to, as its team signs it."""
    worths = _Worths((), exponent)
    groups = [worths.group(_("Banknotes"), [totals["notes"]])]
    for code, pieces in totals["sets"].items():
        groups.append(worths.group(_("Chips %(set)s") % {"set": code}, [pieces]))
    return groups


@dataclass(frozen=True, slots=True)
class _Worths:
    """Writes down pieces by what one is worth."""

    columns: Sequence[Words]
    exponent: int

    def group(self, title: Words, counts: Sequence[Mapping[str, int]]) -> Group:
        """Several counts beside each other; of a single one the worth of each line stands there as well."""
        values = sorted({int(value) for pieces in counts for value in pieces})
        sums = [sum(int(value) * number for value, number in pieces.items()) for pieces in counts]
        told = [floor.money(total, self.exponent) for total in sums]
        if len(counts) == 1:
            rows = [self._alone(value, counts[0][str(value)]) for value in values]
            return Group(title, [_("Pieces"), _("Value")], rows, Row(_("Total"), ["", *told]))
        lines = [
            _row(self._money(value), [floor.whole(each.get(str(value), 0)) for each in counts]) for value in values
        ]
        return Group(title, self.columns, lines, _row(_("Total"), told))

    def _alone(self, value: int, pieces: int) -> Row:
        return Row(self._money(value), [floor.whole(pieces), self._money(value * pieces)])

    def _money(self, amount: int) -> str:
        return floor.money(amount, self.exponent)


def _row(what: str, cells: Sequence[str]) -> Row:
    """What several counts say of a line."""
    return Row(what, cells, differs=len(set(cells)) > 1)


def _foreign(counts: Sequence[Sequence[Contents]], exponent: int) -> list[Row]:
    def named(item: Contents) -> str:
        worth = floor.money(item["value"], exponent) if item["value"] else ""
        return " · ".join(part for part in (str(words.KINDS[item["kind"]]), item["description"], worth) if part)

    def pieces(items: Sequence[Contents], what: str) -> str:
        return floor.whole(sum(item["pieces"] for item in items if named(item) == what))

    return _beside(counts, lambda items: map(named, items), pieces)


def _papers(counts: Sequence[Sequence[str]]) -> list[Row]:
    return _beside(counts, lambda numbers: numbers, lambda numbers, what: _THERE if what in numbers else _NOT_THERE)


def _beside(
    counts: Sequence[Sequence[Any]],
    names: Callable[[Sequence[Any]], Iterable[str]],
    cell: Callable[[Sequence[Any], str], str],
) -> list[Row]:
    known = sorted({name for count in counts for name in names(count)})
    return [_row(name, [cell(count, name) for count in counts]) for name in known]
