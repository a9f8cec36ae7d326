"""Every code in the source has a sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from casino.web import wording

ROOT = Path(wording.__file__).parents[2]
RAISED = {"NotAllowed", "NotFound", "Conflict", "Invalid", "Overloaded", "StaleSequence", "Refused"}
RAISED |= {"BadHeader", "BadBody", "PermissionDenied", "ValidationError"}
#: Calls that are given a code to raise: the place of the argument.
GIVEN = {"require_name": 2, "require_person": 2, "require_arrow": 3, "require_young": 3}
KEYWORDS = {"code", "missing", "locked", "place_locked", "wrong"}


def codes() -> dict[str, str]:
    """Every refusal's code, and a file it stands in."""
    found = {}
    for room in ("tables", "casino", "accounting"):
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call):
                    found.update(dict.fromkeys(in_call(node), str(file.relative_to(ROOT))))
                elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "default_code":
                    found.update(dict.fromkeys(texts(node.value), str(file.relative_to(ROOT))))
    return found


def in_call(call: ast.Call) -> Iterator[str]:
    name = ast.unparse(call.func).rpartition(".")[2]
    if name in RAISED - {"ValidationError"} and call.args:
        yield from texts(call.args[0])
    if name in GIVEN and len(call.args) > GIVEN[name]:
        yield from texts(call.args[GIVEN[name]])
    if name in RAISED or name in {"guarded", "entry", "Bounds"}:
        for keyword in call.keywords:
            if keyword.arg in KEYWORDS:
                yield from texts(keyword.value)


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def test_the_search_finds_codes_of_every_kind() -> None:
    found = codes()
    for code in ("not_in_charge", "bet_below_min", "bad_player", "bad_shoe_step", "password_locked", "no_such_table",
                 "sign_on_incomplete", "too_deep", "if_match_required"):  # fmt: skip
        assert code in found


def test_every_code_has_a_sentence() -> None:
    assert {code: file for code, file in codes().items() if code not in wording.SENTENCES} == {}


#: Codes that come from the framework or are given beside a refusal.
ELSEWHERE = {"bad_request", "conflict", "game_over", "invalid_request", "method_not_allowed", "not_acceptable"}
ELSEWHERE |= {"not_found", "not_signed_on", "server_error", "too_many_requests", "unavailable"}
ELSEWHERE |= {"unsupported_media_type"}
#: What liar's dice says of a bid is given back by a function, not raised where it is named.
ELSEWHERE |= {"bid_above_maximum", "bid_not_higher", "fei_not_double", "fei_on_ones", "fei_without_zhai"}
ELSEWHERE |= {"opening_too_low"}


#: What a name is refused with unless its caller has a better code: the default of ``names.require_name``.
ELSEWHERE |= {"bad_name"}


def test_no_sentence_is_left_over() -> None:
    assert set(wording.SENTENCES) - set(codes()) - ELSEWHERE == set()


def test_sentences_are_sentences() -> None:
    for code in wording.SENTENCES:
        sentence = wording.sentence(code)
        assert sentence[0].isupper() or sentence.startswith(("NaN", "If-Match"))
        assert sentence.endswith((".", "@ -", "Enter.", '".')), code
        assert "%" not in sentence  # what a refusal tells beyond its words stands in "values"


def test_a_code_without_a_sentence_is_still_told() -> None:
    assert wording.sentence("no_such_word") == "No such word"


@pytest.mark.parametrize(("path", "status"), [("not_in_charge", 200), ("no_such_word", 404)])
def test_a_problems_type_leads_to_its_meaning(path: str, status: int) -> None:
    response = Client().get(f"/problems/{path}")
    assert response.status_code == status
    if status == 200:
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        assert response.content.decode() == ("not_in_charge\n\nOnly the pit boss in charge of this pit may do this.\n")
