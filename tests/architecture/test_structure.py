"""What a linter cannot say: sizes, names, and habits that this tree does without. Each rule is tripped on purpose."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("casino", "accounting", "tables")

FILE_LINES, TEST_FILE_LINES, FUNCTION_LINES = 400, 500, 70
NAMELESS = {"utils", "util", "helpers", "helper", "common", "misc"}

Found = Iterator[str]


def sources(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


def long_files(path: Path, text: str) -> Found:
    limit = TEST_FILE_LINES if "tests" in path.parts else FILE_LINES
    lines = text.count("\n")
    if lines > limit:
        yield f"{lines} lines, {limit} allowed"


def long_functions(path: Path, text: str) -> Found:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{node.name} has {lines} lines, {FUNCTION_LINES} allowed"


def nameless_files(path: Path, text: str) -> Found:
    if path.stem in NAMELESS:
        yield f"{path.stem} says nothing about what is in it"


def broad_handlers(path: Path, text: str) -> Found:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ExceptHandler):
            caught = [] if node.type is None else [n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)]
            if node.type is None or {"Exception", "BaseException"} & set(caught):
                yield f"line {node.lineno} catches everything"


def saving_overrides(path: Path, text: str) -> Found:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name in {"save", "delete"} and "models" in path.parts:
                    yield f"{node.name}.{part.name}: bulk writes go past it"


def model_signals(path: Path, text: str) -> Found:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module == "django.db.models.signals":
            yield f"line {node.lineno}: bulk writes send no signal"


def model_orderings(path: Path, text: str) -> Found:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and node.name == "Meta" and "models" in path.parts:
            for part in node.body:
                if isinstance(part, ast.Assign) and "ordering" in {ast.unparse(target) for target in part.targets}:
                    yield f"line {part.lineno}: an order that nobody asked for costs a sort in every query"


def rows_at_doors(path: Path, text: str) -> Found:
    if not {"api", "screens", "reports"} & set(path.parts):
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        named = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        modules = [named, *(alias.name for alias in node.names)]
        if any(module == "django.db" or module.startswith("django.db.") for module in modules):
            yield f"line {node.lineno}: a door asks a service or a selector"


WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create", "select_for_update"}


def writing_selectors(path: Path, text: str) -> Found:
    if "selectors" not in path.parts:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
            yield f"line {node.lineno}: {node.func.attr} in a read"
        if isinstance(node, ast.Constant) and re.match(r"\s*(INSERT|UPDATE|DELETE) ", str(node.value)):
            yield f"line {node.lineno}: a statement that writes"


def nested_transactions(path: Path, text: str) -> Found:
    # A proof writes nothing that is kept: what it makes to compare goes with its savepoint.
    if "services" not in path.parts or "verify" in path.parts:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"transaction.atomic", "atomic"}:
            if not any(word.arg == "durable" and ast.unparse(word.value) == "True" for word in node.keywords):
                yield f"line {node.lineno}: one press, one commit: atomic(durable=True)"


def notes_to_self(path: Path, text: str) -> Found:
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r"\b(TODO|FIXME|HACK)\b", line):
            yield f"line {number}: {line.strip()}"


Rule = Callable[[Path, str], Found]
EVERYWHERE: list[Rule] = [long_files, long_functions, nameless_files, broad_handlers, notes_to_self]
IN_ROOMS: list[Rule] = [
    *(saving_overrides, model_signals, model_orderings),
    *(rows_at_doors, writing_selectors, nested_transactions),
]


def breaches(rule: Rule, folders: tuple[str, ...]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}: {what}"
        for path in sources(*folders)
        if path != Path(__file__)
        for what in rule(path, path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("rule", EVERYWHERE, ids=lambda rule: rule.__name__)
def test_the_whole_tree_keeps(rule: Rule) -> None:
    assert breaches(rule, (*ROOMS, "tests", "script")) == []


@pytest.mark.parametrize("rule", IN_ROOMS, ids=lambda rule: rule.__name__)
def test_the_rooms_keep(rule: Rule) -> None:
    assert breaches(rule, ROOMS) == []


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (long_files, "a.py", "x = 1\n" * 401),
        (long_files, "tests/a.py", "x = 1\n" * 501),
        (long_functions, "a.py", "def f():\n" + "    x = 1\n" * 70),
        (long_functions, "a.py", "async def f():\n" + "    x = 1\n" * 70),
        (nameless_files, "tables/services/utils.py", ""),
        (broad_handlers, "a.py", "try:\n    f()\nexcept Exception:\n    raise\n"),
        (broad_handlers, "a.py", "try:\n    f()\nexcept:\n    raise\n"),
        (broad_handlers, "a.py", "try:\n    f()\nexcept (OSError, BaseException):\n    raise\n"),
        (saving_overrides, "tables/models/log.py", "class A:\n    def save(self): ...\n"),
        (model_signals, "a.py", "from django.db.models.signals import post_save\n"),
        (model_orderings, "tables/models/log.py", "class A:\n    class Meta:\n        ordering = ['x']\n"),
        (rows_at_doors, "tables/api/play.py", "from django.db import connection\n"),
        (rows_at_doors, "accounting/screens/days.py", "import django.db.models\n"),
        (writing_selectors, "tables/selectors/racks.py", "Rack.objects.select_for_update()\n"),
        (writing_selectors, "tables/selectors/racks.py", '_SQL = """\nUPDATE tables_bet SET amount = 1"""\n'),
        (nested_transactions, "tables/services/play.py", "with transaction.atomic():\n    pass\n"),
        (notes_to_self, "a.py", "# TODO later\n"),
    ],
)
def test_each_rule_bites(rule: Rule, name: str, text: str) -> None:
    assert len(list(rule(Path(name), text))) == 1


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (long_files, "a.py", "x = 1\n" * 400),
        (long_functions, "a.py", "def f():\n" + "    x = 1\n" * 69),
        (broad_handlers, "a.py", "try:\n    f()\nexcept (OSError, ValueError):\n    raise\n"),
        (saving_overrides, "tables/services/log.py", "class A:\n    def save(self): ...\n"),
        (rows_at_doors, "tables/services/play.py", "from django.db import connection\n"),
        (
            writing_selectors,
            "tables/selectors/racks.py",
            "_SQL = 'SELECT 1'\n_UPDATED = 'UPDATED'\nRack.objects.get()\n",
        ),
        (writing_selectors, "tables/services/racks.py", "Rack.objects.create()\n"),
        (nested_transactions, "tables/services/play.py", "with transaction.atomic(durable=True):\n    pass\n"),
    ],
)
def test_no_rule_bites_beside_its_mark(rule: Rule, name: str, text: str) -> None:
    assert list(rule(Path(name), text)) == []
