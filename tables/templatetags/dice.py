"""Dice as they lie on the table: drawn pips, never digits alone. A dead face of a Scarney die is a cross."""

from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tables.games.dice import DEAD, Face

register = template.Library()

_PIPS: Final[dict[Face, tuple[tuple[int, int], ...]]] = {
    1: ((30, 30),),
    2: ((16, 16), (44, 44)),
    3: ((16, 16), (30, 30), (44, 44)),
    4: ((16, 16), (44, 16), (16, 44), (44, 44)),
    5: ((16, 16), (44, 16), (30, 30), (16, 44), (44, 44)),
    6: ((16, 15), (44, 15), (16, 30), (44, 30), (16, 45), (44, 45)),
}
"""Where the pips of a face lie on a die of 60 by 60."""


@register.filter
def die(face: Face) -> SafeString:
    """One die by its face on top."""
    if face == DEAD:
        return format_html(
            '<svg class="die dead" viewBox="0 0 60 60" role="img" aria-label="{}" focusable="false">'
            '<rect x="2" y="2" width="56" height="56" rx="11"/><path d="M18 18 42 42M42 18 18 42"/></svg>',
            gettext("dead die"),
        )
    radius = 8 if face == 1 else 5.6
    pips = format_html_join("", '<circle cx="{}" cy="{}" r="{}"/>', ((x, y, radius) for x, y in _PIPS[face]))
    return format_html(
        '<svg class="die f{}" viewBox="0 0 60 60" role="img" aria-label="{}" focusable="false">'
        '<rect x="2" y="2" width="56" height="56" rx="11"/>{}</svg>',
        face,
        face,
        pips,
    )
