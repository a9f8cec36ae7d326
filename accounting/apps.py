"""The books: double-entry accounts that follow the floor's log."""

from django.apps import AppConfig


class AccountingConfig(AppConfig):
    """Registers the books with Django and with the floor's news."""

    name = "accounting"
    verbose_name = "Accounting"

    def ready(self) -> None:
        """From now on the floor tells the books of every commit, and asks them who nears a threshold of cash."""
        from accounting.selectors import cash_alerts
        from accounting.services import wake
        from tables.selectors import attention
        from tables.services import news

        news.register(wake.note)
        attention.register(cash_alerts.near)
