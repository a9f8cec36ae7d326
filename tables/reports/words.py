"""What every document says about itself, and who signs, in the language that is current when it is made."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as key

from tables.documents.model import Signature, Words
from tables.domain.actors import Role
from tables.games import catalogue
from tables.selectors.signers import Signer

ROLES: Final[Mapping[str, Promise | str]] = {
    Role.DEALER: _("Dealer"),
    Role.PIT_BOSS: _("Pit boss"),
    Role.CASHIER: _("Cashier"),
    Role.COUNTER: _("Counter"),
    Role.ACCOUNTANT: _("Accountant"),
    Role.AUDITOR: _("Auditor"),
    Role.HOUSE_MANAGER: _("House manager"),
    Role.INTEGRATOR: _("Integrator"),
    Role.SECURITY: _("Security"),
}
"""Roles as they stand below a line to sign on. A role that is not here is written as it is."""


NOBODY: Final[Mapping[str, Signer]] = MappingProxyType({})
"""No persons behind the badges."""
_SHIFTS: Final[Mapping[str, str]] = {
    "day": key("day shift"),
    "swing": key("swing shift"),
    "grave": key("grave shift"),
    "morning": key("morning shift"),
    "evening": key("evening shift"),
    "night": key("night shift"),
}


def role(name: str) -> str:
    """A role in words."""
    return str(ROLES.get(name, name))


def signers(signatures: Iterable[Mapping[str, Any]]) -> str:
    """Who signed, by badge and role, in their order; ``signatures`` are as they stand in the log."""
    return ", ".join(f"{one['badge']} ({role(one['role'])})" for one in signatures)


def signed_by(role: str, badge: str, at: datetime, signers: Mapping[str, Signer]) -> Signature:
    """The line of who signed a report by his badge, with name and licence where ``signers`` knows him."""
    known = signers.get(badge)
    if known is None:
        return Signature(role, badge, signed_at=at)
    return Signature(role, known.name, badge, known.licence, signed_at=at)


def signed(signatures: Iterable[Mapping[str, Any]]) -> str:
    """Who signed, each with name, licence and role, in their order; as they stand in the log."""
    return "; ".join(f"{one['name']}, {one['licence']} ({role(one['role'])})" for one in signatures)


def game_title(code: str) -> str:
    """What a game is called in the current language; a code that no game of today has stays as it is."""
    game = catalogue.GAMES.get(code)
    if game is None:
        return code
    return game.title_zh if (get_language() or "").startswith("zh") else game.title_en


def shift(code: str) -> str:
    """The name of a shift: what most houses call theirs is translated, any other word stands as it was chosen."""
    usual = _SHIFTS.get(code, "")
    words = gettext(usual) if usual else ""
    return code if words == usual else words


def frame() -> Words:
    """The words around the figures."""
    return Words(
        page=gettext("Page {page} of {pages}"),
        of=gettext("{agree} of {of}"),
        currency=gettext("Currency"),
        times=gettext("Times"),
        made=gettext("Made"),
        signed=gettext("Signed"),
        licence=gettext("licence"),
        terminal=gettext("terminal"),
        content=gettext("Signed content"),
        proof=gettext("Proof"),
        sha256=gettext("SHA-256 of this document"),
        summary=gettext("Summary"),
        charts=gettext("Charts"),
        category=gettext("Category"),
        look_up=gettext("Look up"),
        estimate=gettext("estimate"),
        total=gettext("Total"),
    )
