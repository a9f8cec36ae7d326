"""Keeps `locale/zh_Hans` in step with the source: extracts sentences, merges them, compiles the catalogue.

Django's `makemessages` calls GNU gettext, which a bare machine does not have; `polib` reads and writes the same files.
A sentence is what stands in `gettext(...)` and its kin in Python, and in `translate`, `blocktranslate` and `two` in a
template. What is not said any more leaves the catalogue.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from django.template.base import Lexer, Token, TokenType

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
ROOMS = ("casino", "accounting", "tables")
#: Names that this tree gives the functions of django.utils.translation.
PYTHON_CALLS = frozenset({"_", "gettext", "gettext_lazy", "gettext_noop", "key"})
_TRANSLATE = re.compile(r"""(translate|two) (?:"([^"]*)"|'([^']*)')""")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


class Said(NamedTuple):
    """A sentence, its plural if it counts something, and where it stands."""

    text: str
    plural: str
    file: str
    line: int


def in_python(path: Path) -> Iterator[Said]:
    """Sentences in calls of a translating function with a constant first argument."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not any(
        isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation" for node in ast.walk(tree)
    ):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PYTHON_CALLS:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield Said(first.value, "", str(path.relative_to(ROOT)), node.lineno)


def in_template(path: Path) -> Iterator[Said]:
    """Sentences of a template, as Django looks them up: a block's variables become ``%(name)s``."""
    file = str(path.relative_to(ROOT))
    tokens = iter(Lexer(path.read_text(encoding="utf-8")).tokenize())
    for token in tokens:
        line = token.lineno or 0
        if token.token_type != TokenType.BLOCK:
            continue
        found = _TRANSLATE.match(token.contents)
        if found:
            text = found[2] or found[3]
            # Django's own tag looks a percent sign up as two.
            yield Said(text.replace("%", "%%") if found[1] == "translate" else text, "", file, line)
        elif token.contents.split()[0] == "blocktranslate":
            yield Said(*_block(tokens), file, line)


def _block(tokens: Iterator[Token]) -> tuple[str, str]:
    """The singular and the plural of a block, up to its end."""
    parts = ["", ""]
    at = 0
    for token in tokens:
        if token.token_type == TokenType.BLOCK:
            if token.contents == "endblocktranslate":
                return parts[0], parts[1]
            at = 1
        elif token.token_type == TokenType.VAR:
            name = _NAME.match(token.contents)
            if name is None:
                raise ValueError(f"not a plain variable in a translated block: {token.contents}")
            parts[at] += f"%({name[0]})s"
        else:
            parts[at] += token.contents.replace("%", "%%")
    raise ValueError("a translated block without its end")


def everything() -> dict[str, list[Said]]:
    """Every sentence of the tree, with all places where it stands."""
    sources = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    templates = sorted((ROOT / "templates").rglob("*.html"))
    said: dict[str, list[Said]] = {}
    for found in (*map(in_python, sources), *map(in_template, templates)):
        for sentence in found:
            said.setdefault(sentence.text, []).append(sentence)
    return said


def merged(old: polib.POFile) -> polib.POFile:
    """The catalogue of what is said now, with the translations that are known."""
    new = polib.POFile(wrapwidth=120)
    new.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": "zh_Hans",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    for text, places in sorted(everything().items()):
        known = old.find(text)
        plural = next((said.plural for said in places if said.plural), "")
        entry = polib.POEntry(msgid=text, occurrences=[(file, "") for file in sorted({said.file for said in places})])
        if plural:
            entry.msgid_plural = plural
            entry.msgstr_plural = {0: (known.msgstr_plural.get(0, "") or known.msgstr) if known else ""}
        else:
            entry.msgstr = (known.msgstr or known.msgstr_plural.get(0, "")) if known else ""
        if "%(" in text:
            entry.flags.append("python-format")
        new.append(entry)
    return new


def problems() -> list[str]:
    """What is wrong with the catalogue as it lies there; empty when it is complete, true and compiled."""
    catalogue = polib.pofile(str(CATALOGUE))
    wanted = merged(catalogue)
    found = [f"not translated: {entry.msgid}" for entry in wanted if not entry.translated() or entry.fuzzy]
    found += [f"other placeholders: {entry.msgid}" for entry in wanted if not _same_placeholders(entry)]
    if _listed(wanted) != _listed(catalogue):
        found.append("the catalogue is not what the source says; run script/translate")
    compiled = CATALOGUE.with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != catalogue.to_binary():
        found.append("the compiled catalogue is out of date")
    return found


def _listed(catalogue: polib.POFile) -> list[tuple[str, str, list[str]]]:
    return [(entry.msgid, entry.msgid_plural, [file for file, _ in entry.occurrences]) for entry in catalogue]


def _same_placeholders(entry: polib.POEntry) -> bool:
    translation = entry.msgstr_plural.get(0, "") if entry.msgid_plural else entry.msgstr
    names = re.compile(r"%\((\w+)\)s|%\((\w+)\)\d+d")
    return not translation or set(names.findall(entry.msgid_plural or entry.msgid)) == set(names.findall(translation))


def main() -> int:
    """The command line; returns the exit code."""
    if "--check" not in sys.argv[1:]:
        CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
        old = polib.pofile(str(CATALOGUE)) if CATALOGUE.exists() else polib.POFile()
        new = merged(old)
        new.save(str(CATALOGUE))
        polib.pofile(str(CATALOGUE)).save_as_mofile(str(CATALOGUE.with_suffix(".mo")))
    wrong = problems()
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
