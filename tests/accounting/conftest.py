"""What tests of the books stand on."""

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tests.accounting import forging, worked


@pytest.fixture
def unguarded(db: None) -> None:
    """A house at work whose books have followed, proven whole, with every trigger of ours off."""
    worked.house_at_work()
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    forging.unguard()
