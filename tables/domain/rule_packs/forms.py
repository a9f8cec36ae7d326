"""A rule pack as it stands in the log and in the house's settings, and back."""

from collections.abc import Mapping
from typing import Any, Final

from tables.domain.actors import Role
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.values import VALUES, RulingBound

GONE: Final = frozenset({"personal_check_most"})
"""Values that packs had once and that nothing ever asked for: they stand in old logs and mean nothing."""
ADDED: Final[Mapping[str, Any]] = {
    "day_second_roles": [Role.HOUSE_MANAGER.value, Role.AUDITOR.value],
    "secret_change_days": None,
}
"""Values that packs did not have at first, and what held before they had them."""


def dump(pack: RulePack) -> dict[str, Any]:
    """Every value of the pack as JSON, in the order in which it is shown; name and version stand beside it."""
    return {name: _plain(getattr(pack, name)) for name in VALUES}


def read(name: str, version: int, values: Mapping[str, Any]) -> RulePack:
    """The pack that ``dump`` gave, also long ago. ValueError names a value that is wrong, missing or unknown."""
    known = {**ADDED, **{value: told for value, told in values.items() if value not in GONE}}
    for unknown in sorted(known.keys() - VALUES.keys()):
        raise ValueError(f"{unknown}: no such value")
    for missing in sorted(VALUES.keys() - known.keys()):
        raise ValueError(f"{missing}: is missing")
    return RulePack(name=name, version=version, **known)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, RulingBound):
        return {"code": str(value.code), "most": value.most}
    return str(value) if isinstance(value, str) else value
