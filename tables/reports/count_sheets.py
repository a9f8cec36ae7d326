"""The count sheet of a box on paper: what was found, each kind apart, or the drop variance report (domain.md §1.1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.documents import spelling
from tables.documents.model import Column, Document, Part, Row, Table
from tables.documents.values import Kind
from tables.domain import box_contents, chips
from tables.domain.count_papers import FIRST, SECOND, VERIFIER
from tables.domain.foreign_chips import ForeignKind
from tables.reports import slips
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors.count_sheets import SheetPaper
from tables.selectors.house import HouseFacts

TURNS: Final[Mapping[str, Promise | str]] = {
    FIRST: _("First count"),
    SECOND: _("Second count"),
    VERIFIER: _("The verifier's count"),
}
KINDS: Final[Mapping[str, Promise | str]] = {
    ForeignKind.FOREIGN: _("foreign"),
    ForeignKind.PROMOTIONAL: _("promotional"),
    ForeignKind.NON_VALUE: _("without a value"),
    ForeignKind.COUNTERFEIT: _("counterfeit"),
}
"""Foreign pieces of a box or a rack; of a box's promotional chips there are lines of their own."""
_SLIPS: Final = {box_contents.Part.CASH: "count_sheet", box_contents.Part.RAKE: "rake_sheet"}
Contents = Mapping[str, Any]


def document(view: SheetPaper, house: HouseFacts, language: str) -> Document:
    """The sheet as its paper. Who may hold it is decided by the selector that read ``view`` (T-107)."""
    with translation.override(language):
        return slips.slip(facts(view, house), house, language)


def facts(view: SheetPaper, house: HouseFacts) -> SlipFacts:
    """What the paper says, in the language that is current."""
    sheet, contents, differed = view.sheet, view.result.contents, view.result.differed
    return SlipFacts(
        kind=_SLIPS[sheet.part],
        number=f"{sheet.table}-B{sheet.box}-{sheet.part.value}",
        table=sheet.table,
        made_at=view.counted_at,
        chips=_pieces(contents["notes" if sheet.part is box_contents.Part.CASH else "chips"]),
        gaming_day=view.gaming_day,
        shift=view.shift,
        pit=view.pit,
        signatures=[{**line, "act": line["turn"]} for line in view.signatures],
        acts={turn: str(said) for turn, said in TURNS.items()},
        more=_more(view, house),
        note="" if differed is None else f"{gettext('Why the counts differ')}: {differed.explanation}",
        look_up=f"{view.stream}/{view.seq}",
        parts=[*_apart(contents, house), *_variance(view, house)],
    )


def _pieces(holding: Mapping[str, int]) -> list[Pieces]:
    return [Pieces(value, count) for value, count in chips.from_data(holding).items()]


def _more(view: SheetPaper, house: HouseFacts) -> Sequence[tuple[str, str]]:
    result = view.result
    told = [
        (gettext("Box"), str(view.sheet.box)),
        (gettext("Bank periods"), ", ".join(map(str, view.periods))),
        (gettext("Count"), str(view.sheet.session)),
        (gettext("Found"), spelling.money(result.contents["total"], house.exponent)),
    ]
    if result.drop is not None:
        name = gettext("Drop, with what is promotional") if result.promo_in_drop else gettext("Drop")
        told.append((name, spelling.money(result.drop, house.exponent)))
    if result.missing_papers:
        told.append((gettext("Copies that are missing"), ", ".join(result.missing_papers)))
    if result.stray_papers:
        told.append((gettext("Copies of another box"), ", ".join(result.stray_papers)))
    told.append((gettext("Event in the log"), str(view.seq)))
    return told


def _apart(contents: Contents, house: HouseFacts) -> Iterator[Part]:
    """What was found beside the cash, each kind with its own total; a kind that nobody found is left out."""
    for at, (code, held) in enumerate(sorted(contents.get("promotional", {}).items())):
        title = gettext("Promotional chips %(set)s") % {"set": code}
        yield slips.pieces_table(f"promotional_{at}", title, _pieces(held))
    if contents.get("coupons"):
        yield slips.pieces_table("coupons", gettext("Coupons"), _pieces(contents["coupons"]))
    if contents.get("found_chips"):
        yield slips.pieces_table("found_chips", gettext("Chips of the table"), _pieces(contents["found_chips"]))
    strange = [Row((foreign(item, house), item["pieces"])) for item in contents.get("foreign", ())]
    if strange:
        columns = (Column("what", gettext("What"), Kind.TEXT), Column("pieces", gettext("Pieces"), Kind.COUNT))
        yield Table("foreign", gettext("Foreign"), columns, tuple(strange))
    copies = [Row((slip,)) for slip in contents.get("papers", ())]
    if copies:
        number = Column("number", gettext("Number"), Kind.CODE)
        yield Table("papers", gettext("Copies of slips"), (number,), tuple(copies))


def foreign(item: Contents, house: HouseFacts) -> str:
    """What a foreign piece is, of which house or set, and what is written on it."""
    worth = spelling.money(item["value"], house.exponent) if item["value"] else ""
    return " · ".join(filter(None, (str(KINDS[item["kind"]]), item["description"], worth)))


def _variance(view: SheetPaper, house: HouseFacts) -> Iterator[Part]:
    """Both blind counts beside the one that stands: pieces line by line, and what they come to."""
    differed = view.result.differed
    if differed is None:
        return
    counts = (differed.first, differed.second, view.result.contents)
    lines = [_summed(_lines(count, house)) for count in counts]
    worths = [_summed(_worths(count)) for count in counts]
    yield _beside("variance", gettext("Drop variance report: pieces"), lines, Kind.COUNT)
    yield _beside("variance_worth", gettext("Drop variance report: value"), worths, Kind.MONEY)


def _summed(lines: Iterator[tuple[str, int]]) -> Mapping[str, int]:
    """Foreign pieces of one description may have been keyed as several lines."""
    total: dict[str, int] = {}
    for what, number in lines:
        total[what] = total.get(what, 0) + number
    return total


def _beside(name: str, title: str, counts: Sequence[Mapping[str, int]], kind: Kind) -> Table:
    """What each count says of every line that one of them has; lines on which they differ are marked."""
    columns = [Column(turn, str(said), kind) for turn, said in TURNS.items()]
    rows = []
    for what in dict.fromkeys(line for count in counts for line in count):
        told = [count.get(what, 0) for count in counts]
        differs = tuple(TURNS) if len(set(told)) > 1 else ()
        rows.append(Row((what, *told), marked=differs))
    return Table(name, title, (Column("what", gettext("What"), Kind.TEXT), *columns), tuple(rows))


def _lines(contents: Contents, house: HouseFacts) -> Iterator[tuple[str, int]]:
    for kind, held in _held(contents):
        for value, count in sorted(chips.from_data(held).items(), reverse=True):
            yield f"{kind} {spelling.money(value, house.exponent)}", count
    for item in contents.get("foreign", ()):
        yield foreign(item, house), item["pieces"]
    for number in contents.get("papers", ()):
        yield number, 1


def _worths(contents: Contents) -> Iterator[tuple[str, int]]:
    for kind, held in _held(contents):
        yield kind, chips.value(chips.from_data(held))


def _held(contents: Contents) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Every kind of piece that has a worth, in the order of the sheet."""
    if "chips" in contents:
        yield gettext("Chips"), contents["chips"]
        return
    yield gettext("Banknotes"), contents["notes"]
    for code, held in sorted(contents["promotional"].items()):
        yield gettext("Promotional chips %(set)s") % {"set": code}, held
    if contents["coupons"]:
        yield gettext("Coupons"), contents["coupons"]
    if contents["found_chips"]:
        yield gettext("Chips of the table"), contents["found_chips"]
