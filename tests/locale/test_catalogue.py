"""The Chinese catalogue is complete, true to the source, and compiled."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import polib
import pytest
from django.utils import translation

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    """`script/translations.py`, which is no package."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "script" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_everything_is_translated_and_compiled(translations: ModuleType) -> None:
    assert translations.problems() == []


@pytest.fixture
def copy(translations: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the catalogue that may be spoilt."""
    copied = tmp_path / "django.po"
    copied.write_bytes(translations.CATALOGUE.read_bytes())
    copied.with_suffix(".mo").write_bytes(translations.CATALOGUE.with_suffix(".mo").read_bytes())
    monkeypatch.setattr(translations, "CATALOGUE", copied)
    return copied


def spoil(path: Path, text: str, translation: str) -> None:
    catalogue = polib.pofile(str(path))
    entry = catalogue.find(text)
    assert entry is not None
    entry.msgstr = translation
    catalogue.save()
    catalogue.save_as_mofile(str(path.with_suffix(".mo")))


def new_problems(translations: ModuleType, spoil_it: Callable[[], None]) -> list[str]:
    """What is wrong after the copy was spoilt and was not before."""
    before = translations.problems()
    spoil_it()
    return [problem for problem in translations.problems() if problem not in before]


def test_an_empty_translation_is_found(translations: ModuleType, copy: Path) -> None:
    assert new_problems(translations, lambda: spoil(copy, "Hit", "")) == ["not translated: Hit"]


def test_a_lost_placeholder_is_found(translations: ModuleType, copy: Path) -> None:
    found = new_problems(translations, lambda: spoil(copy, "Round %(number)s", "第几局"))
    assert found == ["other placeholders: Round %(number)s"]


def test_an_old_compiled_catalogue_is_found(translations: ModuleType, copy: Path) -> None:
    def empty() -> None:
        copy.with_suffix(".mo").write_bytes(b"")

    assert new_problems(translations, empty) == ["the compiled catalogue is out of date"]


def test_a_sentence_that_nobody_says_is_found(translations: ModuleType, copy: Path) -> None:
    catalogue = polib.pofile(str(copy))
    assert "Nobody says this" not in translations.everything()
    catalogue.append(polib.POEntry(msgid="Nobody says this", msgstr="无"))
    catalogue.save()
    assert "the catalogue is not what the source says; run script/translate" in translations.problems()


def test_sentences_are_found_in_templates(translations: ModuleType) -> None:
    template = ROOT / "templates" / "dealer" / "tail.html"
    found = {said.text for said in translations.in_template(template)}
    assert found == {"gaming day %(day)s · %(shift)s", "turn the felt"}


def test_django_speaks_it() -> None:
    with translation.override("zh-hans"):
        assert translation.gettext("Hit") == "要牌"
