"""After every test of a service the log, the rows and the books must agree (style.md 22)."""

from collections.abc import Iterator

import pytest

from tests import agreeing


@pytest.fixture(autouse=True)
def everything_agrees(request: pytest.FixtureRequest, db: None) -> Iterator[None]:
    """Replaying gives the rows, following gives balanced journals, and the proof finds nothing."""
    yield
    if request.node.get_closest_marker("by_hand"):
        return
    agreeing.prove()
