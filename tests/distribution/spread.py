"""Which scans of a plan know their nodes: those bound to the distribution column, by value, by list or by a join."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from django.db import connection

_CONDITIONS = ("Index Cond", "Recheck Cond", "Filter", "Hash Cond", "Merge Cond", "Join Filter")
_EXPLAINED = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)
_COPY = re.compile(r"COPY (\w+) \(([^)]*)\)")
_TAKE = "tables_take"
_PLAIN = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
"""Off while plans are read: a small table would be scanned whole, and a plan must not hang on statistics."""
_PARENTS = """
SELECT part.relname, whole.relname FROM pg_inherits i
JOIN pg_class part ON part.oid = i.inhrelid JOIN pg_class whole ON whole.oid = i.inhparent
"""
_BODY = "SELECT prosrc FROM pg_proc WHERE proname = %s"
_SOURCE = re.compile(r"(?:FROM|JOIN) (\w+) (\w+)")


@dataclass(frozen=True, slots=True)
class Spread:
    """The record of distribution: column by table, unique indexes that have to change, tables kept on every node."""

    columns: Mapping[str, str]
    changes: Mapping[str, frozenset[str]]
    everywhere: frozenset[str]


@dataclass(slots=True)
class Seen:
    """What a question asked of spread tables: those it touched, and those it asked of without their column."""

    spread: Spread
    parents: Mapping[str, str]
    touched: set[str] = field(default_factory=set)
    unbound: set[str] = field(default_factory=set)

    def plan(self, node: Mapping[str, Any], above: str = "") -> None:
        """Take in a plan, as EXPLAIN gives it in JSON. A join's condition binds what lies beneath it."""
        conditions = above + " ".join(str(node[name]) for name in _CONDITIONS if name in node)
        relation = node.get("Relation Name")
        if relation is not None and node["Node Type"] != "ModifyTable":
            self._scan(self._whole(relation), conditions)
        if node["Node Type"] == "ModifyTable":
            self.touched.update(self.spread.columns.keys() & {self._whole(node["Relation Name"])})
        for part in node.get("Plans", ()):
            self.plan(part, conditions)

    def copy(self, text: str) -> None:
        """Take in a COPY, which has to name the column."""
        found = _COPY.search(text)
        if found and found[1] in self.spread.columns:
            bound = self.spread.columns[found[1]] in found[2].replace('"', "").split(", ")
            self._note(found[1], bound=bound)

    def function(self, body: str) -> None:
        """Take in the body of an SQL function by its text: its plan cannot be seen from outside."""
        for table, alias in _SOURCE.findall(body):
            if table in self.spread.columns:
                self._note(table, bound=f"{alias}.{self.spread.columns[table]} =" in body)

    def _whole(self, relation: str) -> str:
        """The table of which ``relation`` is a partition, if it is one."""
        while relation in self.parents:
            relation = self.parents[relation]
        return relation

    def _scan(self, table: str, conditions: str) -> None:
        if table in self.spread.columns:
            column = re.escape(self.spread.columns[table])
            self._note(table, bound=re.search(rf"\b{column}\b\)? =|= (\w+\.)?{column}\b", conditions) is not None)

    def _note(self, table: str, *, bound: bool) -> None:
        self.touched.add(table)
        if not bound:
            self.unbound.add(table)


@contextmanager
def watched(spread: Spread, patch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """Explain every statement of the block just before it runs, whatever sends it."""
    with connection.cursor() as cursor:
        for way in _PLAIN:
            cursor.execute("SELECT set_config(%s, 'off', true)", [way])
        cursor.execute(_PARENTS)
        seen = Seen(spread, dict(cursor.fetchall()))
        cursor.execute(_BODY, [_TAKE])
        take = cursor.fetchall()[0][0]

    def look(cursor: Any, query: Any, params: Any) -> None:
        text = query.decode() if isinstance(query, bytes) else str(query)
        if _TAKE in text:
            seen.function(take)
        elif _EXPLAINED.match(text):
            bound = isinstance(cursor, psycopg.ClientCursor)
            own = (psycopg.ClientCursor if bound else psycopg.Cursor)(cursor.connection)
            plans = execute(own, b"EXPLAIN (FORMAT JSON) " + text.encode(), params).fetchall()
            seen.plan(plans[0][0][0]["Plan"])

    execute, execute_served, copy = psycopg.Cursor.execute, psycopg.ServerCursor.execute, psycopg.Cursor.copy

    def watched_execute(cursor: Any, query: Any, params: Any = None, **more: Any) -> Any:
        look(cursor, query, params)
        return execute(cursor, query, params, **more)

    def watched_served(cursor: Any, query: Any, params: Any = None, **more: Any) -> Any:
        look(cursor, query, params)
        return execute_served(cursor, query, params, **more)

    def watched_copy(cursor: Any, statement: Any, params: Any = None, **more: Any) -> Any:
        seen.copy(str(statement))
        return copy(cursor, statement, params, **more)

    with patch.context() as patched:
        patched.setattr(psycopg.Cursor, "execute", watched_execute)
        patched.setattr(psycopg.ServerCursor, "execute", watched_served)
        patched.setattr(psycopg.Cursor, "copy", watched_copy)
        yield seen
