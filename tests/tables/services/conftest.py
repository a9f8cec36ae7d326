"""After every test of a service the log, the rows and the books must agree (style.md 22)."""

from collections.abc import Iterator

import pytest

from accounting.services import follow
from accounting.services.verify import run


@pytest.fixture(autouse=True)
def everything_agrees(request: pytest.FixtureRequest, db: None) -> Iterator[None]:
    """Replaying gives the rows, following gives balanced journals, and the proof finds nothing."""
    yield
    if request.node.get_closest_marker("by_hand"):
        return
    follow.follow_all()
    assert [str(finding) for finding in run.verify().findings] == []
