"""Names that one could take for each other: other letters, other widths, other cases, the same look.

Names are Chinese, Greek, Cyrillic and Latin, so no alphabet is forbidden. But at one table nobody may be called so that
a dealer reads him as somebody else, and no word may mix alphabets. The pairs are those of Unicode's confusables (UTS
#39) that look the same in common faces, for Cyrillic, Greek and Armenian; all else is compared as NFKC compares it.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_ALPHABETS = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU"})
"""With letters that look like each other's; how the Unicode name of each letter begins."""
_PAIRS = """
АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ѴV ҮY ӀI ԌG аa еe ѕs іi јj оo рp сc уy хx ѵv һh ԁd ԛq ԝw үy ӏl
ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX νv οo ρp υu ιi κk αa
օo սu ոn հh ցg զq ՕO ՍU լl ɡg ɑa ıi ǀl
"""
_DRAWN = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}
STROKES = ("I1|0", "lllO")
"""What most faces draw as one stroke, or as one ring: the signs of the first as those of the second."""
_STROKES = str.maketrans(*STROKES)
_WORD = re.compile(r"[^\W\d_]+")


def is_of_one_alphabet(name: str) -> bool:
    """Whether no word of a name mixes alphabets whose letters look alike; Chinese beside Latin is no such mixture."""
    if name.isascii():
        return True
    return all(len(_alphabets(word)) < 2 for word in _WORD.findall(unicodedata.normalize("NFKC", name)))


def _alphabets(word: str) -> frozenset[str]:
    return frozenset(unicodedata.name(letter, "").split(" ")[0] for letter in word) & _ALPHABETS


def one_of(name: str, others: Iterable[str]) -> str | None:
    """Which of the ``others`` a name could be taken for without being the same; the first by the alphabet, or None."""
    looks = _looks(name)
    alike = (other for other in others if other != name and not looks.isdisjoint(_looks(other)))
    return min(alike, default=None)


@lru_cache(maxsize=4096)
def _looks(name: str) -> frozenset[tuple[str, str]]:
    """How a name looks: read aloud in any case, drawn letter by letter, and drawn in any case."""
    if name.isascii():
        plain = drawn = " ".join(name.split())
    else:
        plain = " ".join(unicodedata.normalize("NFKC", name).replace("\ufe0f", "").split())
        drawn = _drawn(plain)
    return frozenset(
        {("read", plain.casefold()), ("drawn", drawn.translate(_STROKES)), ("drawn in any case", drawn.casefold())}
    )


def _drawn(text: str) -> str:
    """The Latin letters that it looks like, its marks kept."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", apart.translate(_DRAWN))
