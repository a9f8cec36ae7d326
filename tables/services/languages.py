"""The language in which a person's screens speak."""

from django.db import transaction
from django.utils import translation

from tables.domain.actors import Actor
from tables.domain.errors import Invalid
from tables.models import staff

LANGUAGES = ("en", "zh-hans")


def current_language() -> str:
    """The language of the request, or English where the house does not speak it."""
    active = translation.get_language() or ""
    return active if active in LANGUAGES else LANGUAGES[0]


def choose_language(*, actor: Actor, language: str) -> None:
    """Keep the actor's choice for his next sign-on, at whichever device. Refused: ``bad_language``.

    A preference, not a fact about the house: it is not in the log, and nothing is computed from it.
    """
    if language not in LANGUAGES:
        raise Invalid("bad_language")
    with transaction.atomic(durable=True):
        staff.StaffMember.objects.filter(pk=actor.staff_id or 0).update(language=language)
