"""Reads that many open pages make at one moment: the first one asks, the others get its answer.

When a key is pressed, every screen that shows the table looks at once. What they look at is the same for all of them as
long as the log has not gone on, so it is read once a process. Nothing here outlives the process or is right for longer
than its key says.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Answer(Generic[T]):
    """An answer, or none yet; who holds ``asking`` asks."""

    asking: Lock = field(default_factory=Lock)
    found: list[T] = field(default_factory=list)


class SharedReads(Generic[T]):
    """Answers by key, the newest ``most`` of them. A key must say all that the answer depends on."""

    def __init__(self, most: int = 32) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, _Answer[T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, ask: Callable[[], T]) -> T:
        """The answer to ``key``; whoever comes first asks for it. What fails is asked again by the next one."""
        with self._lock:
            answer = self._answers.setdefault(key, _Answer())
            self._answers.move_to_end(key)
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)
        with answer.asking:
            if not answer.found:
                answer.found.append(ask())
            return answer.found[0]

    def forget(self) -> None:
        """As in a new process."""
        with self._lock:
            self._answers.clear()
