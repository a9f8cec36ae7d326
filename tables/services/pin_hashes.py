"""PIN hashes. A PIN is checked at every sign-on and signature, in front of the player, so one check costs about 30 ms.

That is a tenth of what a password costs here; the lock after three wrong ones and the enrolled terminal carry the
rest. The cost is part of each hash, so it may change and old hashes still verify.
"""

from functools import lru_cache

import argon2
from django.conf import settings

COST = {"time_cost": 2, "memory_cost": 19_456, "parallelism": 1}
"""OWASP's second recommendation for Argon2id; memory in KiB. The tests' settings name a cheaper one."""


@lru_cache(maxsize=1)
def _hasher() -> argon2.PasswordHasher:
    return argon2.PasswordHasher(**getattr(settings, "PIN_HASH_COST", COST))


@lru_cache(maxsize=1)
def _nobodys() -> str:
    """What a PIN is checked against when there is none to check against, so that both take the same time."""
    return _hasher().hash("nobody's PIN")


def hashed(pin: str) -> str:
    """The hash to keep for ``pin``."""
    return _hasher().hash(pin)


def matches(pin: str, pin_hash: str) -> bool:
    """Whether ``pin`` is the one that was hashed. An empty ``pin_hash`` costs the same and never matches."""
    try:
        _hasher().verify(pin_hash or _nobodys(), pin)
    except argon2.exceptions.VerificationError:
        return False
    return bool(pin_hash)
