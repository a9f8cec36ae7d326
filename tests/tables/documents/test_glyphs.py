"""What the fonts can show, and what stands in place of the rest."""

import unicodedata

import pytest

from tables.documents import drawing, glyphs


@pytest.mark.parametrize(
    "text", ["Petra 1,234.50 (−5)", "投注箱 赢额", "陳大文 鄭", "Łukasz Žižka ņ ş ğ", "Αθήνα Київ", "✓×▲·…"]
)
def test_names_of_many_places_are_shown(text: str) -> None:
    assert glyphs.shown(text) == text


def test_a_sign_without_a_picture_is_written_by_its_number() -> None:
    assert glyphs.shown({"name": ["Bob 😀", 5, None], "ok": "a\nb"}) == {
        "name": ["Bob [U+1F600]", 5, None],
        "ok": "a\nb",
    }
    assert glyphs.shown("ไทย") == "[U+0E44][U+0E17][U+0E22]"


def test_the_regular_font_has_what_the_bold_one_has() -> None:
    for name in ("NotoSansCJKsc-Bold.otf", "NotoSans-Bold.ttf"):
        bold = {chr(sign) for sign in glyphs._characters((glyphs.FONTS / name).read_bytes())}
        assert bold
        assert bold <= glyphs.covered()


def test_what_the_house_says_in_chinese_can_be_bold() -> None:
    """Titles, heads of columns and totals are bold; only rare signs of a name may stand in the regular face."""
    bold = {chr(sign) for sign in glyphs._characters((glyphs.FONTS / "NotoSansCJKsc-Bold.otf").read_bytes())}
    catalogue = (drawing.ROOT / "locale/zh_Hans/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    assert {sign for sign in catalogue if unicodedata.east_asian_width(sign) == "W"} - bold == set()


def test_a_font_without_the_table_is_told() -> None:
    with pytest.raises(LookupError, match="b'none'"):
        glyphs._table(glyphs.REGULAR[0].read_bytes(), b"none")


def test_the_licence_lies_beside_the_fonts() -> None:
    assert "SIL OPEN FONT LICENSE" in (glyphs.FONTS / "OFL.txt").read_text()
    size = sum(font.stat().st_size for font in glyphs.FONTS.glob("*.[ot]tf"))
    assert size < 3_100_000
