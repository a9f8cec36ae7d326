"""T-30: there is no way from rack to rack. Not a call, not a paper, not a posting rule knows two tables' racks."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tables import services
from tables.domain import events
from tests.described import operations

ROOT = Path(__file__).resolve().parent.parent.parent
TABLES = ("table", "tables", "source", "target", "from_table", "to_table", "other_table")
"""What a parameter or a field that means a table may be called."""


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function of the floor's services, with its name."""
    for module in pkgutil.walk_packages(services.__path__, "tables.services."):
        loaded = importlib.import_module(module.name)
        for name, function in inspect.getmembers(loaded, inspect.isfunction):
            if function.__module__ == module.name and not name.startswith("_"):
                yield f"{module.name}.{name}", function


def named_tables(names: Iterator[str] | list[str]) -> list[str]:
    return [name for name in names if name in TABLES]


def two_tables(function: Callable[..., Any]) -> bool:
    return len(named_tables(list(inspect.signature(function).parameters))) > 1


def test_t30_no_service_takes_two_tables() -> None:
    """T-30: a cross-fill cannot be said, even one that nets to zero. The vault's move is between two places of the
    cage."""
    found = [name for name, function in public_functions() if two_tables(function)]
    assert [name for name in found if not name.startswith("tables.services.cage")] == []


def test_a_cross_fill_would_be_seen() -> None:
    def move_between(*, table: str, to_table: str) -> None: ...

    assert two_tables(move_between)


def fields_of(schema: Any) -> list[str]:
    """The names of the fields of a described body."""
    told = schema if isinstance(schema, dict) else {}
    return [*told.get("properties", {}), *(name for part in told.get("oneOf", []) for name in fields_of(part))]


def test_t30_no_door_takes_two_tables() -> None:
    """T-30: of all addresses and bodies none names a second table."""
    for operation in operations():
        body = operation.told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        in_path = operation.path.count("{table}")
        assert in_path + len(named_tables(fields_of(body))) <= 1 or "/cage/" in operation.path, operation.path


def test_t30_no_event_of_a_table_names_another_rack() -> None:
    """T-30: only a marker names a second table, that which holds it and no rack (T-57); a shuffle's source is none."""
    named = {
        event.name
        for event in events.EVENT_TYPES.values()
        if event.stream == events.StreamKind.TABLE and named_tables(list(event.fields))
    }
    assert named == {"marker_paid", "shoe_mixed"}


def rack_codes(source: str) -> set[str]:
    """Whose rack the posting rules of a module name: the second argument of ``code_of("rack", ...)``."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("code_of"):
            if ast.unparse(node.args[0]) == "'rack'":
                found.add(ast.unparse(node.args[1]))
    return found


def test_t30_a_journal_touches_the_rack_of_its_own_table_only() -> None:
    """T-30: every rule takes the rack of the event's own stream."""
    for path in sorted((ROOT / "accounting/domain/posting").glob("*.py")):
        assert rack_codes(path.read_text()) <= {"fact.table", "table"}, path.name


@pytest.mark.parametrize("source", ['code_of("rack", fact.data["to"])', 'chart.code_of("rack", other)'])
def test_another_rack_would_be_seen(source: str) -> None:
    assert not rack_codes(source) <= {"fact.table", "table"}
