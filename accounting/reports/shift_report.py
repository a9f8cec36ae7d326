"""The certified shift report as a document: its frozen figures in the order in which accountants read them (§2.5).

Nothing is added up here. The document is a pure function of the frozen text and of what the house is called, so a
reprint is the same bytes (T-104).
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.reports import crowd_table, dispute_table, shift_tables
from accounting.reports.asking import Ask, Parameter, ReportKind, Shape
from accounting.reports.shift_tables import Line
from accounting.reports.shift_words import STATES, TIE_OUTS
from accounting.selectors import shift_reports
from tables.documents import spelling
from tables.documents.model import Chart, Check, Checks, Document, Fact, Notes, Part, Series, Signature, State, Tone
from tables.documents.values import Kind, Money
from tables.reports import words
from tables.selectors.house import HouseFacts
from tables.selectors.signers import Signer
from tables.templatetags import floor

MOST_BARS = 40
"""Tables that can be told apart in a chart; of more, pits are drawn."""


def document(
    report: Line, sha256: str, house: HouseFacts, language: str, signers: Mapping[str, Signer] = words.NOBODY
) -> Document:
    """A version of a shift's report in ``language``; ``sha256`` is that of its frozen text.

    ``signers`` are the persons behind its badges; a badge that is nobody's there stands by itself.
    """
    with translation.override(language):
        tone, state = STATES[report["state"]]
        return Document(
            name="shift_report",
            title=gettext("Shift report"),
            casino=report["casino"],
            house=house.name,
            money=Money(report["currency"], report["exponent"]),
            zone=house.time_zone,
            language=language,
            dated=datetime.fromisoformat(report["certified_at"]),
            words=words.frame(),
            number=f"{report['gaming_day']} {report['shift']} v{report['version']}",
            state=State(str(state), Tone(tone)),
            identity=tuple(_identity(report)),
            parts=tuple(_parts(report, house.time_zone)),
            signatures=_signatures(report, signers),
            proof=tuple(_proof(report)),
            proof_note=gettext(
                "Whoever kept this page can tell later whether an event was changed: the house's verify command "
                "recomputes every chain and this hash."
            ),
            sha256=sha256,
        )


def _identity(report: Line) -> Iterator[Fact]:
    yield Fact("gaming_day", gettext("Gaming day"), date.fromisoformat(report["gaming_day"]), Kind.DAY)
    yield Fact("shift", gettext("Shift"), words.shift(report["shift"]))
    yield Fact("version", gettext("Version"), report["version"], Kind.COUNT)
    yield Fact("certified_at", gettext("Certified"), datetime.fromisoformat(report["certified_at"]), Kind.INSTANT)
    yield Fact("certified_by", gettext("Certified by"), report["certified_by"])


def _parts(report: Line, zone: str) -> Iterator[Part]:
    yield shift_tables.result(report)
    if report.get("pot_games"):
        yield shift_tables.pot_games(report["pot_games"], shift_tables.proven_as(report))
    if report.get("crowd"):
        yield crowd_table.crowd(report["crowd"], report["casino"], shift_tables.proven_as(report))
    if report.get("disputes"):
        yield dispute_table.disputes(report["disputes"])
    ties = report["tie_outs"]
    ties = {name: tie for name, tie in ties.items() if tie["of"]}  # an older report has some with nothing to compare
    known = [name for name in TIE_OUTS if name in ties] + [name for name in ties if name not in TIE_OUTS]
    checks = tuple(Check(name, str(TIE_OUTS.get(name, name)), ties[name]["agree"], ties[name]["of"]) for name in known)
    yield Checks("tie_outs", gettext("Tie-outs"), checks)
    yield from _charts(report)
    yield shift_tables.exceptions(report)
    yield shift_tables.periods(report)
    limits = tuple(_limits(report, zone))
    yield Notes("limits", gettext("Limits"), limits, empty=gettext("none changed"))
    yield Notes("rulings", gettext("Voids, misdeals, rulings"), tuple(_rulings(report, zone)), empty=gettext("none"))
    yield shift_tables.heads(report)


def _charts(report: Line) -> Iterator[Chart]:
    """Win and drop by table, or by pit where tables are too many; no chart of what nobody knows yet."""
    figures = report["figures"]
    lines = [(line["table"], line) for line in figures["tables"] if line["banked"]]
    if len(lines) > MOST_BARS:
        lines = [(pit["pit"], pit["banked"]) for pit in figures["pits"] if pit["banked"]]
    if not lines:
        return
    names = tuple(name for name, _ in lines)
    won = Series(gettext("Win"), tuple(line["win"] for _, line in lines))
    dealt = Series(gettext("By rounds"), tuple(line["engine_net"] for _, line in lines))
    known = any(value is not None for value in won.values)
    caption = gettext("Bars below the line are losses of the house.")
    yield Chart("win", gettext("Win"), names, (won, dealt) if known else (dealt,), caption=caption)
    drop = Series(gettext("Drop"), tuple(line["drop"] for _, line in lines))
    if any(drop.values):
        yield Chart("drop", gettext("Drop"), names, (drop,))


def _limits(report: Line, zone: str) -> Iterator[str]:
    for table, line in _happened(report, "limits"):
        said = gettext("posted %(low)s to %(high)s by %(by)s") % {
            "low": _money(report, line["minimum"]),
            "high": _money(report, line["maximum"]),
            "by": line["by"],
        }
        yield _told(table, line, zone, said)
    for table, line in _happened(report, "lifted"):
        said = gettext("lifted for %(player)s to %(high)s by %(by)s") % {
            "player": floor.player(line["player"]),
            "high": _money(report, line["maximum"]),
            "by": line["by"],
        }
        yield _told(table, line, zone, said)


def _rulings(report: Line, zone: str) -> Iterator[str]:
    for table, line in _happened(report, "voids"):
        said = gettext("round %(round)s voided: %(reason)s (%(by)s)") % line
        yield _told(table, line, zone, said)
    for table, line in _happened(report, "misdeals"):
        where = f" {gettext('in round %(round)s') % line}" if line["round"] else ""
        yield _told(table, line, zone, f"{gettext('misdeal')}{where} ({line['by']})")
    for table, line in _happened(report, "rulings"):
        ruled = gettext("ruled: go on") if line["ruling"] == "continue" else gettext("ruled: void")
        yield _told(table, line, zone, f"{ruled}: {line['reason']} ({line['by']})")
    for table, line in _happened(report, "blocked_shoes"):
        said = gettext("shoe %(shoe)s blocked: %(reason)s") % line
        yield _told(table, line, zone, said)


def _happened(report: Line, kind: str) -> Iterator[tuple[str, Line]]:
    for table in report["figures"]["tables"]:
        for period in table["periods"]:
            yield from ((table["table"], line) for line in period[kind])


def _told(table: str, line: Line, zone: str, said: str) -> str:
    return f"{table} · {spelling.instant(datetime.fromisoformat(line['at']), zone)} · {said}"


def _money(report: Line, amount: int) -> str:
    return spelling.money(amount, report["exponent"])


def _signatures(report: Line, signers: Mapping[str, Signer]) -> tuple[Signature, ...]:
    """Two lines for a pen, and the accountant who certified."""
    certified_at = datetime.fromisoformat(report["certified_at"])
    return (
        Signature(gettext("Outgoing pit boss")),
        Signature(gettext("Incoming pit boss")),
        words.signed_by(gettext("Accounting"), report["certified_by"], certified_at, signers),
    )


def _proof(report: Line) -> Iterator[Fact]:
    yield Fact("root", gettext("Root over all heads of the log"), report["log"]["root"], Kind.CODE)
    if report["supersedes"]:
        yield Fact("supersedes", gettext("SHA-256 of the version before"), report["supersedes"], Kind.CODE)


def build(ask: Ask) -> Document:
    """A version of a shift's report, the newest one unless a version is named. Refused: ``no_such_report``."""
    day, shift = ask.parameters["gaming_day"], ask.parameters["shift"]
    version = ask.parameters.get("version") or shift_reports.newest_version(ask.actor, day, shift)
    frozen = shift_reports.report(ask.actor, day, shift, version)
    return document(frozen.content, frozen.sha256, ask.house, ask.language, frozen.signers)


KIND = ReportKind(
    name="shift_report",
    title=_("Shift report"),
    about=_("Certified figures of a shift, by table, pit and game."),
    build=build,
    parameters=(
        Parameter("gaming_day", _("Gaming day"), Shape.DAY),
        Parameter("shift", _("Shift")),
        Parameter("version", _("Version (empty: the newest)"), Shape.NUMBER, required=False),
    ),
)
