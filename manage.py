#!/usr/bin/env python
"""Django's command line. With no DATABASE_URL it joins the embedded servers, or starts them for as long as it runs."""

import os
import sys

#: Commands that need no server; each saves a second of starting one.
WITHOUT_SERVERS = frozenset(
    {"check", "collectstatic", "compilemessages", "help", "makemessages", "spectacular", "test", "version"}
)


def main() -> None:
    """Runs one management command and leaves the embedded servers as it found them.

    A setting of the wrong shape, or a server that cannot be used, is told in one line; the exit code is 1.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from casino import reach
    from casino.embedded.house import running_servers
    from casino.embedded.postgres import PostgresError
    from casino.embedded.valkey import ValkeyError

    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        if command in WITHOUT_SERVERS or command.startswith("-"):
            execute_from_command_line(sys.argv)
        else:
            reach.require_database()
            with running_servers():
                execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, reach.Unreachable, PostgresError, ValkeyError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
