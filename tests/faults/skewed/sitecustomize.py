"""A clock that can be set wrong: every Python process of a house whose ``PYTHONPATH`` names this folder goes by it.

``CASINO_CLOCK`` names a file with the seconds by which the clock is wrong. PostgreSQL keeps the right time, so this is
also a web process and a database that do not agree about it.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

_FILE = Path(os.environ["CASINO_CLOCK"])
_right = timezone.now


def _skewed() -> datetime:
    return _right() + timedelta(seconds=int(_FILE.read_text()))


timezone.now = _skewed
