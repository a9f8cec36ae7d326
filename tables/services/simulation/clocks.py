"""Made-up time: each table of a simulation has a clock that only goes forward."""

from datetime import datetime, timedelta


class Clock:
    """``tick`` gives the moment of the next press, a few seconds after the last one."""

    def __init__(self, at: datetime, step: timedelta = timedelta(seconds=3)) -> None:
        self.at = at
        self._step = step

    def tick(self) -> datetime:
        """The moment of the next press."""
        self.at += self._step
        return self.at

    def reach(self, moment: datetime) -> None:
        """Wait until ``moment``, if that is still to come."""
        self.at = max(self.at, moment)
