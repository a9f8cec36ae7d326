"""What nobody may know yet lies encrypted: seeds, the shoe's order, face-down cards, cups, blind counts.

The database holds them until they are shown; whoever can read it (an administrator, a backup, a replica) must not. So
they are encrypted with a key that is never there: ``settings.SEAL_KEYS``, newest first. The newest seals, all open, so
a key is changed by putting a new one in front; old ones are kept as long as the log is, because the log is for ever.
What a release before this one wrote is in the clear and is read as it is.

Authenticated encryption (AES-256-GCM) under a key of its own for each text: 96 random bits go into HMAC-SHA256 with the
house's key, 96 more are the nonce, so the number of texts has no practical bound. The column's name is authenticated,
too: a text of one column cannot be put into another. That a text stands in the right row is proven by ``verify``.
"""

import binascii
import hashlib
import hmac
import os
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import models

_MARK = "sealed1."
_HALF = 12  # bytes of each half of the nonce


class CannotOpen(ValueError):
    """A sealed text whose key is not here, or that was changed."""


def shut(column: str, text: str) -> str:
    """The text as the database may hold it; nothing stays nothing, so that a reader may ask whether there is any."""
    if not text:
        return ""
    name, key = _keys(tuple(settings.SEAL_KEYS))[0]
    nonce = os.urandom(2 * _HALF)
    sealed = AESGCM(_of_text(key, nonce)).encrypt(nonce[_HALF:], text.encode(), column.encode())
    return f"{_MARK}{name}.{binascii.b2a_base64(nonce + sealed, newline=False).decode()}"


def opened(column: str, text: str) -> str:
    """What was shut. Raises ``CannotOpen``."""
    if not text.startswith(_MARK):
        return text
    name, _, packed = text[len(_MARK) :].partition(".")
    key = dict(_keys(tuple(settings.SEAL_KEYS))).get(name)
    if key is None:
        raise CannotOpen(f"the key {name} is not among SEAL_KEYS")
    try:
        kept = binascii.a2b_base64(packed, strict_mode=True)
        nonce, sealed = kept[: 2 * _HALF], kept[2 * _HALF :]
        return AESGCM(_of_text(key, nonce)).decrypt(nonce[_HALF:], sealed, column.encode()).decode()
    except (InvalidTag, ValueError) as error:
        raise CannotOpen("what was sealed was changed") from error


@lru_cache(maxsize=8)
def _keys(secrets: tuple[str, ...]) -> list[tuple[str, bytes]]:
    """Name and key of each secret. The name only tells keys apart, it is made of the key and says nothing about it."""
    keys = [hashlib.sha256(b"casino seal key\0" + secret.encode()).digest() for secret in secrets]
    return [(hashlib.sha256(b"casino seal name\0" + key).hexdigest()[:8], key) for key in keys]


def _of_text(key: bytes, nonce: bytes) -> bytes:
    return hmac.digest(key, nonce[:_HALF], "sha256")


class SealedTextField(models.TextField):  # type: ignore[type-arg]
    """A text that rows hold sealed and programs see in the clear. Raw SQL uses ``shut`` and ``opened`` itself."""

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        """Open what a query brought."""
        return None if value is None else opened(str(self.column), value)

    def get_prep_value(self, value: Any) -> Any:
        """Shut what is written."""
        return None if value is None else shut(str(self.column), value)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """For migrations it is a text: whether it is sealed is no matter of the schema."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
