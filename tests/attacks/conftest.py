"""One whole house for all attacks of a file; what each of them does is taken back."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests import whole_house
from tests.whole_house import WholeHouse


@pytest.fixture(scope="module")
def whole(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeHouse]:
    """The house with everybody signed on, at a clock that stands still."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        yield whole_house.build()
