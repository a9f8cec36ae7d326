"""A settled round of anna and bo: the dealer's seventeen beat both."""

import pytest

from tests import builders, dealt
from tests.builders import House


@pytest.fixture
def house() -> House:
    return dealt.settled(builders.house())
