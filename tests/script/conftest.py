"""One export for all tests of the checker: a house where everything has happened once, exported twice."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from accounting.services import follow
from tests import whole_house
from tests.accounting import audited, worked
from tests.script.unpacked import Files, files_of


@pytest.fixture(scope="module")
def archive(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[bytes]:
    """The second export of the house: the first one is an event of it, and so one of its seals."""
    with django_db_blocker.unblock(), whole_house.undone():
        house = worked.house_at_work()
        follow.follow_all()
        audited.export(house)
        audited.export(house)
        yield audited.archive(house, 2)


@pytest.fixture
def files(archive: bytes) -> Files:
    """The files of the archive, to be changed."""
    return files_of(archive)
