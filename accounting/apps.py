"""The books: double-entry accounts that follow the floor's log."""

from django.apps import AppConfig


class AccountingConfig(AppConfig):
    """Registers the books with Django and with the floor's news."""

    name = "accounting"
    verbose_name = "Accounting"

    def ready(self) -> None:
        """From now on the floor tells the books of every commit, and asks them what waits in their rooms."""
        from accounting.selectors import cash_alerts
        from accounting.services import waiting as books_waiting
        from accounting.services import wake
        from tables.selectors import attention, waiting
        from tables.services import news

        news.register(wake.note)
        attention.register(cash_alerts.near)
        waiting.register(books_waiting.of_books)
