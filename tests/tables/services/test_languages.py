"""A person's language."""

import pytest

from tables.domain.errors import Invalid
from tables.models.staff import StaffMember
from tables.services import languages
from tests import builders

pytestmark = pytest.mark.django_db


def spoken() -> dict[str, str]:
    return dict(StaffMember.objects.values_list("badge", "language"))


def test_only_ones_own_language_changes_and_nothing_is_logged() -> None:
    house = builders.house()
    before, heads = spoken(), builders.snapshot()
    languages.choose_language(actor=house.dana, language="zh-hans")
    assert spoken() == {**before, "dana": "zh-hans"}
    assert builders.snapshot() == heads


def test_the_house_speaks_two_languages() -> None:
    house = builders.house()
    before = spoken()
    with pytest.raises(Invalid, match="bad_language"):
        languages.choose_language(actor=house.dana, language="fr")
    assert spoken() == before
