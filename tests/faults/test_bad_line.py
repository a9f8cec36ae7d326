"""The bad line itself: what it holds, it lets go."""

import socket
import tempfile
from pathlib import Path
from random import Random

import pytest

from tests.faults.bad_line import BadLine, late

pytestmark = pytest.mark.faults


def test_nothing_is_held_when_the_line_is_good_again() -> None:
    """Who still waited at its door would keep the small disk beneath it from being taken away."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        real, shown = Path(folder, "real"), Path(folder, "shown")
        server.bind(str(real))
        server.listen()
        line = BadLine(shown, real, late, Random(1))
        with socket.socket(socket.AF_UNIX) as house:
            house.connect(str(shown))
            house.sendall(b"asked")
            passed, _ = server.accept()
            with passed:
                assert passed.recv(5) == b"asked"
                line.end()
                line.doorman.join(5)
                assert not line.doorman.is_alive()
                assert (house.recv(1), passed.recv(1)) == (b"", b"")
