"""What every report of some gaming days has in common: its head, its span, the parameters it is asked for with."""

from datetime import date
from typing import Final

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.reports.asking import Ask, Parameter, Shape
from tables.documents.model import Document, Fact, Part, State
from tables.documents.values import Kind, Money
from tables.reports import words

DAYS: Final = (Parameter("first", _("First day"), Shape.DAY), Parameter("last", _("Last day"), Shape.DAY))
"""The gaming days that are asked for, both included."""


def made_for(ask: Ask) -> tuple[Fact, ...]:
    """Whom a report was made for: it shows what he may read, as of the moment when he asked."""
    return (Fact("made_for", gettext("Made for"), f"{ask.actor.name} · {ask.actor.badge}"),)


def span(ask: Ask) -> tuple[date, date]:
    """The days that were asked for."""
    return ask.parameters["first"], ask.parameters["last"]


def framed(
    ask: Ask, name: str, title: str, parts: tuple[Part, ...], *, state: State | None = None, more: tuple[Fact, ...] = ()
) -> Document:
    """The document around ``parts``; called inside the language that is asked for."""
    first, last = span(ask)
    return Document(
        name=name,
        title=title,
        casino=ask.house.code,
        house=ask.house.name,
        money=Money(ask.house.currency, ask.house.exponent),
        zone=ask.house.time_zone,
        language=translation.get_language() or ask.language,
        dated=ask.at,
        words=words.frame(),
        number=first.isoformat() if first == last else f"{first.isoformat()} – {last.isoformat()}",
        state=state,
        identity=(
            Fact("first", gettext("First day"), first, Kind.DAY),
            Fact("last", gettext("Last day"), last, Kind.DAY),
            *more,
        ),
        parts=parts,
        proof=made_for(ask),
    )
