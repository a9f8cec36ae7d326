"""The wiring as a Django app: it owns no tables, only commands and start-up."""

from importlib import import_module

from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """Loads the Celery app, so that every `shared_task` finds its broker from any process."""

    name = "casino"
    verbose_name = "Wiring"

    def ready(self) -> None:
        """Runs once at start; importing is enough, the app makes itself current. Live pages hear of commits."""
        import_module("casino.celery")
        import_module("casino.live.views").wake_on_news()
