"""How screens write money, chips, cards, times and two-language keys. Only the form of a value is decided here.

Money comes as integers of the smallest unit and leaves as text by the currency's exponent. Django's own grouping is not
used: its Chinese format has none (ecosystem.md T16).
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from django import template
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, override

from tables.documents import spelling
from tables.documents.spelling import grouped as spelt
from tables.games.cards import HIDDEN
from tables.reports import words
from tables.reports.dispute_words import CLAIMS

register = template.Library()

MINUS = "−"
NOTHING = ""
_ANONYMOUS = re.compile(r"(S|K|seat )(\d+)")
"""The terminal's own names for seats and onlookers, and what other doors call a seat."""
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_OTHER_LANGUAGE = {"en": ("zh-hans", "zh-Hans"), "zh-hans": ("en", "en")}


@register.filter
def money(amount: int | None, exponent: int) -> str:
    """``-123450`` as ``−1,234.50``; nothing for None, because unknown is not zero."""
    if amount is None:
        return NOTHING
    return (MINUS if amount < 0 else "") + spelt(amount, exponent)


@register.filter
def chips(amount: int | None, exponent: int) -> str:
    """Like ``money`` but without a fraction of nought: what lies on the felt is read in whole chips."""
    text = money(amount, exponent)
    return text[: -exponent - 1] if exponent and text.endswith("." + "0" * exponent) else text


@register.filter
def about(amount: int | None, exponent: int) -> int | None:
    """A forecast in whole units of the currency: cents would promise what nobody knows."""
    unit = 10**exponent
    return None if amount is None else (2 * amount + unit) // (2 * unit) * unit


@register.filter
def change(amount: int | None, exponent: int) -> str:
    """Like ``chips`` with its sign always there: ``+150``, ``−50``, ``0``."""
    text = chips(amount, exponent)
    return f"+{text}" if amount is not None and amount > 0 else text


@register.filter
def books(amount: int | None, exponent: int) -> str:
    """As accountants write it: ``(350.00)`` for a negative, a dash for nought, nothing for what is not known."""
    return NOTHING if amount is None else spelling.money(amount, exponent)


@register.filter
def percent(text: str | None) -> str:
    """A ratio that was worked out before, as accountants write it: ``-3.75`` is ``(3.75)``; nothing when unknown."""
    if not text:
        return NOTHING
    return f"({text[1:]})" if text.startswith("-") else text


@register.filter
def misdeal(reason: str) -> str:
    """The floor's own reason in words; a reason that a person gave stays as he gave it."""
    return gettext("a card that was not called for") if reason == "card_not_called" else reason


@register.filter
def decimal_point(amount: int | None, exponent: int) -> str:
    """The amount as a form field takes it: ``1234.50``, without grouping; nothing for None."""
    return "" if amount is None else spelt(amount, exponent).replace(",", "")


@register.filter
def whole(number: int | None) -> str:
    """A count with thousands grouped; nothing for None."""
    return NOTHING if number is None else f"{number:,}".replace("-", MINUS)


@register.filter
def clock(moment: datetime | None) -> str:
    """The time of day in the casino's zone, which the page has made the current one."""
    return "" if moment is None else date_format(timezone.localtime(moment), "H:i:s")


@register.filter
def shift(code: str) -> str:
    """The name of a shift: what most houses call theirs is translated, any other word stands as it was chosen."""
    return words.shift(code)


@register.filter
def named(badge: str, names: Mapping[str, str]) -> str:
    """A person by name and badge, as far as the name is known."""
    return f"{names[badge]} {badge}" if badge in names else badge


@register.filter
def claimed(claim: str) -> Any:
    """What somebody says went wrong, in words."""
    return CLAIMS.get(claim, claim)


@register.filter
def day_and_clock(moment: datetime | None) -> str:
    """Calendar date and time of day in the casino's zone, the same in both languages."""
    return "" if moment is None else date_format(timezone.localtime(moment), "Y-m-d H:i")


@register.filter
def moment(text: str | None) -> datetime | None:
    """A moment as it stands in the log and in reports (RFC 3339), to be shown by ``clock``."""
    return datetime.fromisoformat(text) if text else None


@register.filter
def day(text: str) -> date:
    """A gaming day as it stands in a report, for an address."""
    return date.fromisoformat(text)


@register.filter
def minutes_since(moment: datetime | None, now: datetime) -> str:
    """How long ago, in whole minutes, or hours and minutes: ``38 min``, ``1 h 12``."""
    if moment is None:
        return ""
    hours, minutes = divmod(max(int((now - moment).total_seconds()), 0) // 60, 60)
    if not hours:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    return gettext("%(hours)s h %(minutes)02d") % {"hours": hours, "minutes": minutes}


@register.filter
def lapse(moment: datetime | None, now: datetime) -> str:
    """How long ago, in whole seconds below two minutes: ``4 s``; then as ``minutes_since``."""
    seconds = 0 if moment is None else max(int((now - moment).total_seconds()), 0)
    if moment is None or seconds >= 120:
        return minutes_since(moment, now)
    return gettext("%(seconds)s s") % {"seconds": seconds}


@register.filter
def face(card: str) -> SafeString:
    """A card as it lies on the table; one that lies face down shows its back and nothing else."""
    if card == HIDDEN:
        return format_html('<i class="card back" role="img" aria-label="{}"></i>', gettext("face down"))
    rank = "10" if card[0] == "T" else card[0]
    colour = "card red" if card[1] in "HD" else "card"
    return format_html(
        '<i class="{}" role="img" aria-label="{}"><b>{}</b><span>{}</span></i>',
        colour,
        f"{rank} {suit_name(card[1])}",
        rank,
        suit(card[1]),
    )


@register.filter
def rank_name(rank: str) -> str:
    """The rank as printed on the card: ``10`` for ``T``."""
    return "10" if rank == "T" else rank


@register.filter
def suit(letter: str) -> str:
    """The suit's sign, asked for as text so that no system draws a coloured picture instead."""
    return _SUITS[letter] + "\N{VARIATION SELECTOR-15}"


@register.filter
def suit_name(letter: str) -> str:
    """The suit's name for a reader who cannot see the sign."""
    return {"S": gettext("spades"), "H": gettext("hearts"), "D": gettext("diamonds"), "C": gettext("clubs")}[letter]


@register.filter
def player(name: str) -> str:
    """How names for anonymous players are read: ``S4`` or ``seat 4`` is seat 4, ``K2`` the second onlooker."""
    if found := _ANONYMOUS.fullmatch(name):
        words = gettext("Onlooker %(number)s") if found[1] == "K" else gettext("Seat %(number)s")
        return words % {"number": found[2]}
    return {"dealer": gettext("Dealer"), "pit boss": gettext("Pit boss")}.get(name, name)


game_title = register.filter(words.game_title)


@register.filter
def ink(colour: str) -> str:
    """Black or white, whichever reads better on a chip of ``colour`` (``#rrggbb``)."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"


@register.inclusion_tag("partials/chip.html")
def chip(colour: str, letter: str) -> dict[str, str]:
    """A chip of the house: its colour, and the letter that says the same to who cannot tell colours."""
    return {"colour": colour, "letter": letter, "ink": ink(colour)}


@register.simple_tag
def two(words: str) -> SafeString:
    """A key's words in the user's language with the other language below: hands move faster than minds (§1.7)."""
    other, tag = _OTHER_LANGUAGE.get(get_language() or "en", ("en", "en"))
    first = gettext(words)
    with override(other):
        second = gettext(words)
    return format_html('<b>{}</b><span lang="{}">{}</span>', first, tag, second)


@register.simple_tag(takes_context=True)
def page_address(context: dict[str, Any]) -> str:
    """Where the reader stands, to come back to. A page drawn as the answer to a press stands at the address before it:
    its own takes presses only."""
    request: HttpRequest = context["request"]
    if request.method in {"GET", "HEAD"}:
        asked = request.GET.copy()
        asked.pop("seen", None)  # it asks for news only, and a whole page has none
        return request.path + (f"?{asked.urlencode()}" if asked else "")
    came_from = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()}):
        return "/"
    address = urlsplit(came_from)
    return address.path + (f"?{address.query}" if address.query else "")


@register.filter
def css(text: object) -> SafeString:
    """A text for a quoted string inside a style, where a browser knows CSS's escapes and none of HTML's."""
    escaped = (sign if sign.isalnum() or sign in " -·" else f"\\{ord(sign):06x}" for sign in str(text))
    return mark_safe("".join(escaped))  # noqa: S308 - letters, digits, blanks and escapes are all that is left
