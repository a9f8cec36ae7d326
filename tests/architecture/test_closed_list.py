"""Chips leave or enter a rack through a closed list of movements, and nothing adjusts one (domain.md §0, control 1)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
MOVERS = frozenset({"racks.move_rack", "racks.become_counted"})
MOVEMENTS = {
    ("tables/services/banks.py", "issue_table_bank"): "the bank that the cage issues before the first opening",
    ("tables/services/periods.py", "take_count"): "opener, closer and roll: two persons counted the rack",
    ("tables/services/slips/at_table.py", "accept_fill"): "fill",
    ("tables/services/slips/at_table.py", "count_out_credit"): "credit",
    ("tables/services/slips/at_table.py", "make_exchange"): "even exchange with the cage",
    ("tables/services/buy_ins.py", "take_buy_in"): "chips for cash",
    ("tables/services/buy_ins.py", "change_chips"): "chips for chips of a player",
    ("tables/services/buy_in_corrections.py", "_move"): "a buy-in that was keyed wrong, under two signatures",
    ("tables/services/markers/issuing.py", "_hand_out"): "chips on a marker",
    ("tables/services/markers/issuing.py", "void_marker"): "chips of a void marker come back",
    ("tables/services/markers/paying.py", "pay_marker"): "chips paid on a marker",
    ("tables/services/stakes.py", "move"): "bets lost and won, rake, change for a pot",
    ("tables/services/undoing.py", "_undo"): "a press of the same round that is taken back",
    ("tables/services/rulings.py", "call_off"): "a round that is called off",
    ("tables/services/dispute_rulings.py", "_pay"): "a ruling that pays or takes",
}
"""Every place that moves chips of a rack, by file and function: what it is on the floor."""
WRITES = re.compile(r"\b(?:UPDATE|INSERT INTO|DELETE FROM|MERGE INTO|COPY)\s+tables_rackchips\b", re.IGNORECASE)


def sources() -> Iterator[tuple[str, ast.Module]]:
    """The product's modules that speak of a rack, without migrations."""
    for folder in ("tables", "accounting", "casino"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "migrations" not in path.parts and "rack" in text.lower():
                yield path.relative_to(ROOT).as_posix(), ast.parse(text)


def movers(tree: ast.Module) -> set[str]:
    """The functions of a module that call a mover of racks."""
    return {
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in MOVERS
    }


def writers(tree: ast.Module) -> set[str]:
    """What in a module writes rows of racks: SQL, or the manager's own words for it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and WRITES.search(node.value):
            found.add("sql")
        elif isinstance(node, ast.Call) and "RackChips" in ast.unparse(node):
            found |= {
                call for call in ("bulk_create", "create", "update", "delete") if f".{call}(" in ast.unparse(node)
            }
    return found


def test_the_list_of_rack_movements_is_closed() -> None:
    """Another movement is a control breach until it has a name on the floor and stands here."""
    found = {(path, name) for path, tree in sources() for name in movers(tree)}
    assert found == set(MOVEMENTS)


def test_nobody_else_writes_the_rows_of_a_rack() -> None:
    """``racks`` moves chips; ``house`` makes a table's empty lines. Nothing else, so there is no "adjust rack"."""
    found = {path: kinds for path, tree in sources() if (kinds := writers(tree))}
    assert found == {"tables/services/racks.py": {"sql"}, "tables/services/house.py": {"bulk_create"}}


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("cursor.execute('UPDATE tables_rackchips SET count = 5')", {"sql"}),
        ("floor.RackChips.objects.filter(pk=1).update(count=5)", {"update"}),
        ("floor.RackChips.objects.create(count=5)", {"create"}),
        ("cursor.execute('SELECT count FROM tables_rackchips')", set()),
    ],
)
def test_another_writer_would_be_seen(source: str, seen: set[str]) -> None:
    assert writers(ast.parse(source)) == seen


def test_another_movement_would_be_seen() -> None:
    tree = ast.parse("def adjust_rack(table, change):\n    racks.move_rack(table, change)")
    assert movers(tree) == {"adjust_rack"}
