"""What each refusal means, for the person who meets it: one sentence a code, in the reader's language.

Codes are for programs and never change; sentences may. A test finds every code in the source and demands a sentence.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[Mapping[str, Promise | str]] = {
    # the door
    "bad_idempotency_key": _("An Idempotency-Key has 8 to 64 letters, digits, hyphens and underscores."),
    "server_error": _("Something went wrong here. Your request changed nothing unless a repeat says so."),
}


def title(code: str) -> str:
    """The code in words; the same at every occurrence and in every language."""
    return code.replace("_", " ").capitalize()


def sentence(code: str) -> str:
    """What the code means, in the active language."""
    return str(SENTENCES.get(code, title(code)))
