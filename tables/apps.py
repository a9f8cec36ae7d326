"""The floor: tables, rounds, racks and the log of all that happens there."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "Floor"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Claims of players stand in the queue of their pit."""
        from tables.selectors import disputes, queue

        queue.register(disputes.in_queue)
