"""All packs side by side, as docs/rule-packs.md shows them: amounts at two decimal places."""

from collections.abc import Sequence
from typing import Any, Final

from tables.domain.rule_packs import shipped
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.values import VALUES, RulingBound

EXPONENT: Final = 2


def table() -> str:
    """A Markdown table with a row a value and a column a shipped pack."""
    packs = [shipped.pack(name, version, EXPONENT) for name, version in shipped.PACKS]
    heads = ["value", "meaning", *(f"{pack.name} {pack.version}" for pack in packs), "domain.md"]
    lines = [_line(heads), "|---" * len(heads) + "|"]
    for name, told in VALUES.items():
        shown = [_shown(name, pack) for pack in packs]
        lines.append(_line([f"`{name}`", told.meaning, *shown, told.row]))
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(name: str, pack: RulePack) -> str:
    value = getattr(pack, name)
    return _amount(value) if VALUES[name].money or value is None else _words(value)


def _words(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(_words(one) for one in value)
    if isinstance(value, RulingBound):
        return str(value.code) if value.most is None else f"{value.code} up to {_amount(value.most)}"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _amount(value: int | None) -> str:
    return "none" if value is None else f"{value // 10**EXPONENT:,}.{value % 10**EXPONENT:0{EXPONENT}}"
