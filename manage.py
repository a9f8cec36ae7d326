#!/usr/bin/env python
"""Django's command line. With no DATABASE_URL it first joins (or starts) the embedded servers."""

import os
import sys


def main() -> int:
    """Run one management command; servers that it had to start are stopped again afterwards."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
