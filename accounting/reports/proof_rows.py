"""Which cells of a report's row can be proven (``Row.proofs``), and how it is asked for in an address."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from accounting.domain import proofs
from accounting.domain.proof_scope import Asked

Proofs = tuple[tuple[str, str], ...]


def query(asked: Asked) -> str:
    """What is asked for, as an address has it behind its question mark."""
    return urlencode(asked.told)


def of(asked: Asked, columns: Iterable[str], named: Mapping[str, str] | None = None) -> Proofs:
    """The columns that a line has as figures; ``named`` are those that are called otherwise than their figure."""
    figures = {column: (named or {}).get(column, column) for column in columns}
    return tuple(
        (column, query(asked.other(figure=figure)))
        for column, figure in figures.items()
        if proofs.there(figure, banked=asked.banked)
    )
