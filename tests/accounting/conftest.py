"""What tests of the books stand on."""

import pytest

from tests import agreeing
from tests.accounting import forging, worked


@pytest.fixture
def unguarded(db: None) -> None:
    """A house at work whose books have followed, proven whole, with every trigger of ours off."""
    worked.house_in_the_books()
    agreeing.prove()
    forging.unguard()
