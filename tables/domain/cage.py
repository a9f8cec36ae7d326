"""The cage and its vault: where chips and banknotes lie that are neither at a table nor in the count room."""

from enum import StrEnum


class CagePlace(StrEnum):
    """CAGE: the cashiers' drawers, from which tables and patrons are served. VAULT: the reserve behind it."""

    CAGE = "cage"
    VAULT = "vault"


class Asset(StrEnum):
    """What lies there. Chips are kept by chip set, banknotes are not."""

    CHIPS = "chips"
    CASH = "cash"
