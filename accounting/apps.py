"""The books: double-entry accounts that follow the floor's log."""

from django.apps import AppConfig


class AccountingConfig(AppConfig):
    """Registers the books with Django."""

    name = "accounting"
    verbose_name = "Accounting"
