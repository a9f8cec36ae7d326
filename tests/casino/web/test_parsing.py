"""One strict JSON parser: the stock one lets half of these through (reliability.md §6)."""

import contextlib
import io
import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.web import parsing


def code_of(body: bytes) -> str:
    with pytest.raises(parsing.BadBody) as refused:
        parsing.read_json(body)
    assert refused.value.status_code == 400
    return str(refused.value.get_codes())


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed_json"),
        (b"{", "malformed_json"),
        (b"{'a': 1}", "malformed_json"),
        (b'{"a": 1,}', "malformed_json"),
        (b'{"a": 1} {"a": 2}', "malformed_json"),
        (b'{"a": 01}', "malformed_json"),
        (b'{"a": +1}', "malformed_json"),
        (b'{"a": 0x10}', "malformed_json"),
        (b'{"a": 2_500}', "malformed_json"),
        (b'{"a": "\t"}', "malformed_json"),
        ("\ufeff{}".encode(), "malformed_json"),
        ('{"a": ２５００}'.encode(), "malformed_json"),
        (b'{"a": 1, "a": 2}', "duplicate_key"),
        (b'{"a": 1, "\\u0061": 2}', "duplicate_key"),
        (b'[{"b": {"a": 1, "a": 1}}]', "duplicate_key"),
        (b'{"a": NaN}', "not_a_number"),
        (b'{"a": Infinity}', "not_a_number"),
        (b'{"a": -Infinity}', "not_a_number"),
        (b'{"a": 2500.0}', "fraction_not_allowed"),
        (b'{"a": 1e400}', "fraction_not_allowed"),
        (b'{"a": 1E2}', "fraction_not_allowed"),
        (b'{"a": -0.0}', "fraction_not_allowed"),
        (b'{"a": 12345678901234567890}', "number_too_large"),
        (b'{"a": -12345678901234567890}', "number_too_large"),
        (b'{"a": ' + b"9" * 5000 + b"}", "number_too_large"),
        (b'{"a": "\\ud800"}', "bad_text"),
        (b'{"a": "\\udc00\\ud800"}', "bad_text"),
        (b'{"\\ud800": 1}', "bad_text"),
        (b'{"a": ["\\u0000"]}', "bad_text"),
        (b'{"a": "\xff"}', "not_utf8"),
        (b'{"a": "\xed\xa0\x80"}', "not_utf8"),
        ('{"a": 1}'.encode("utf-16"), "not_utf8"),
        ('{"a": 1}'.encode("utf-32-le"), "malformed_json"),
        (b"[" * 33 + b"]" * 33, "too_deep"),
        (b'{"a":' * 33 + b"1" + b"}" * 33, "too_deep"),
        (b"[" * 30_000 + b"]" * 30_000, "too_deep"),
        (b"[" * 30_000, "too_deep"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(body: bytes, code: str) -> None:
    assert code_of(body) == code


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"a": 2500, "b": [true, false, null, "x"], "c": {"d": -1}}',
        b'{"a": 9223372036854775807}',
        b'{"a": "\\ud83c\\udca1 and \\u0041"}',
        '{"名": "庄家"}'.encode(),
        b"[" * 32 + b"]" * 32,
        b'{"a": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}',
        b"[" + b",".join([b"{}"] * 100) + b"]",
    ],
)
def test_honest_json_is_read_as_it_is(body: bytes) -> None:
    assert parsing.read_json(body) == json.loads(body)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(plain, st.booleans())
def test_whatever_python_writes_is_read_back(value: Any, ascii_only: bool) -> None:
    assert parsing.read_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=60))
def test_no_body_makes_anything_but_a_value_or_a_refusal(body: bytes) -> None:
    with contextlib.suppress(parsing.BadBody):  # anything else is an error of the test
        parsing.read_json(body)


def parse(body: bytes, **view: Any) -> Any:
    return parsing.StrictJSONParser().parse(io.BytesIO(body), None, {"view": SimpleNamespace(**view)})


def test_an_empty_body_is_an_empty_object() -> None:
    assert parse(b"") == {}


def sized(size: int) -> bytes:
    return b'"' + b"x" * (size - 2) + b'"'


def test_a_body_may_have_64_kib_and_no_more() -> None:
    assert len(parse(sized(64 * 1024))) == 64 * 1024 - 2
    with pytest.raises(parsing.BodyTooLarge) as refused:
        parse(sized(64 * 1024 + 1))
    assert (refused.value.status_code, refused.value.get_codes()) == (413, "body_too_large")


def test_a_view_may_take_more() -> None:
    assert len(parse(sized(70_000), most_bytes=80_000)) == 69_998
    with pytest.raises(parsing.BodyTooLarge):
        parse(sized(80_001), most_bytes=80_000)


def test_no_more_than_the_limit_is_ever_read() -> None:
    class Endless(io.RawIOBase):
        asked = 0

        def read(self, size: int = -1) -> bytes:
            self.asked += size
            return b"x" * size

    stream = Endless()
    with pytest.raises(parsing.BodyTooLarge):
        parsing.StrictJSONParser().parse(stream, None, {})
    assert stream.asked == 64 * 1024 + 1
