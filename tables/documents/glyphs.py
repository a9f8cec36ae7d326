"""Which signs the fonts beside this module can show: an archivable PDF must not have one that they cannot.

Names come from everywhere, so a sign without a picture is written by its number, ``[U+1F600]``: the reader sees that
something stands there, and what.
"""

import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FONTS = Path(__file__).parent / "fonts"
REGULAR = (FONTS / "NotoSansCJKsc-Regular.otf", FONTS / "NotoSans-Regular.ttf")
"""The second has the letters of Europe that the first lacks. The bold font has nothing that these have not."""


def shown(value: Any) -> Any:
    """``value`` with every text in it as the fonts can show it; for the values of JSON."""
    if isinstance(value, str):
        return _shown(value)
    if isinstance(value, dict):
        return {name: shown(inner) for name, inner in value.items()}
    return [shown(inner) for inner in value] if isinstance(value, list) else value


def _shown(text: str) -> str:
    known = covered()
    if known.issuperset(text):
        return text
    return "".join(sign if sign in known else f"[U+{ord(sign):04X}]" for sign in text)


@cache
def covered() -> frozenset[str]:
    """The signs of the regular fonts; a line break is one too."""
    return frozenset(chr(sign) for font in REGULAR for sign in _characters(font.read_bytes())) | {"\n"}


def _characters(font: bytes) -> Iterator[int]:
    """The characters of an OpenType font's map, which is of format 12 (groups) or 4 (segments)."""
    start = _table(font, b"cmap")
    count = struct.unpack_from(">H", font, start + 2)[0]
    places = [start + struct.unpack_from(">HHI", font, start + 4 + 8 * at)[2] for at in range(count)]
    formats = {struct.unpack_from(">H", font, place)[0]: place for place in places}
    if 12 in formats:
        place = formats[12]
        for at in range(struct.unpack_from(">I", font, place + 12)[0]):
            first, last, _ = struct.unpack_from(">III", font, place + 16 + 12 * at)
            yield from range(first, last + 1)
        return
    place = formats[4]
    segments = struct.unpack_from(">H", font, place + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", font, place + 14)
    firsts = struct.unpack_from(f">{segments}H", font, place + 16 + 2 * segments)
    for first, last in zip(firsts, ends, strict=True):
        yield from (character for character in range(first, last + 1) if character != 0xFFFF)


def _table(font: bytes, tag: bytes) -> int:
    """Where a table of the font begins. Raises LookupError when it has none."""
    for at in range(struct.unpack_from(">H", font, 4)[0]):
        found, _, offset, _ = struct.unpack_from(">4sIII", font, 12 + 16 * at)
        if found == tag:
            return int(offset)
    raise LookupError(f"the font has no table {tag!r}")
