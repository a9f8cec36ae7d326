"""The demo house as ``seed_demo`` makes it: in an empty database it is made once a process (tests/kept.py)."""

import io
import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command

from tables.services.simulation import demo_sign_ins
from tests import kept


def seed(**options: Any) -> str:
    """Run the command and return what it says; the sign-ins lie in ``settings.VAR_DIR`` afterwards."""
    file = Path(settings.VAR_DIR) / demo_sign_ins.FILE
    if options or not settings.DEMO or file.exists():
        return _run(**options)
    told, text = _made()
    if not file.exists():
        written = json.loads(text)
        demo_sign_ins.write(file, written["house"], written["sign_ins"])
    return told


@kept.built
def _made() -> tuple[str, str]:
    """What the command says, and the text of the file that it writes."""
    return _run(), (Path(settings.VAR_DIR) / demo_sign_ins.FILE).read_text(encoding="utf-8")


def _run(**options: Any) -> str:
    out = io.StringIO()
    call_command("seed_demo", stdout=out, **options)
    return out.getvalue()
