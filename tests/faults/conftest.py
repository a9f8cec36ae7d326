"""What all faults have in common."""

import pytest

from accounting import tasks


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker listens to the queues of streams here, and the sweep does not wait to find out."""
    monkeypatch.setattr(tasks, "PATIENCE", 0.0)
