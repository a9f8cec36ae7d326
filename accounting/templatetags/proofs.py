"""A figure as accountants write it, and a link to its proof for who may read the books."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounting.domain import proofs
from accounting.domain.proofs import Unit
from tables.templatetags import floor

register = template.Library()


@register.simple_tag
def figure(line: Mapping[str, Any], name: str, exponent: int) -> SafeString | str:
    """The figure ``name`` of a line of a report. A line that can be proven has the ``proof`` to ask for."""
    value, unit = line.get(name), proofs.unit(name)
    if unit is Unit.PERCENT:
        text = floor.percent(value["percent"]) if value else ""
    else:
        text = floor.books(value, exponent) if unit is Unit.MONEY else floor.whole(value)
    asked = line.get("proof")
    if not text or not asked:
        return text
    return format_html('<a class="prove" href="{}?{}&amp;figure={}">{}</a>', reverse("proof"), asked, name, text)
