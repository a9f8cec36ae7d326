"""A worker that settles and pays one crowd, as Celery's do: the task's own code in a process of its own.

Run as a process: ``python -m casino.bench.crowd_worker TABLE_ID``.
"""

import sys

import django


def main() -> None:
    """Settle until nothing is left."""
    django.setup()
    from tables.services.crowd import settling
    from tables.tasks import settle_crowd

    table_id = int(sys.argv[1])
    while table_id in settling.due():
        settle_crowd(table_id)


if __name__ == "__main__":
    main()
