"""A key press over HTTP, against a bare endpoint of the same framework on the same server."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from casino.bench.floors import TABLE, PressTable, open_press_table
from casino.bench.measure import Line, in_turns, rate_against
from casino.bench.presses import make_bare_table
from tables.domain.actors import Role
from tables.services import sign_ons, terminals

HOST = "127.0.0.1"


class Client:
    """One terminal: one connection that is kept open."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection(HOST, port, timeout=30)
        self._headers = {"Content-Type": "application/json", "Authorization": f"Token {token}"}

    def post(self, path: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        """The answer's body. RuntimeError for anything but success: a refusal must not be measured."""
        self._connection.request("POST", path, json.dumps(body), {**self._headers, **headers})
        response = self._connection.getresponse()
        text = response.read()
        if response.status >= 400:
            raise RuntimeError(f"{path}: {response.status} {text.decode()}")
        answer: dict[str, Any] = json.loads(text)
        return answer


def lines(requests: int) -> Iterator[Line]:
    """One terminal presses, then posts to the bare endpoint, and so on."""
    make_bare_table()
    table = open_press_table()
    with server() as port:
        client = Client(port, sign_on(table))
        inputs = table.inputs()

        def press() -> None:
            table.shown = client.post(
                f"/api/v1/tables/{TABLE}/inputs",
                {"inputs": [next(inputs)]},
                **{"Idempotency-Key": f"bench-{time.monotonic_ns()}", "If-Match": f'"{table.shown["seq"]}"'},
            )

        def bare() -> None:
            client.post("/bench/rows", {"bet": 1, "amount": 2_500})

        ours, theirs = in_turns(requests, press, bare, warm_up=60)
    yield rate_against(
        "a press over HTTP", "requests/s", (ours, 1), "bare DRF endpoint, one row", (theirs, 1), ">= 0.6 x", 0.6
    )


def sign_on(table: PressTable) -> str:
    """Enrol a terminal for the table and sign its dealer on; the token of the sign-on."""
    now = datetime.now(UTC)
    manager = table.made.cast.actor(table.made.holder(Role.HOUSE_MANAGER))
    code = terminals.register_terminal(actor=manager, at=now, terminal=f"TERM-{table.table}", table=table.table)
    device = terminals.enrol_terminal(at=now, code=code["enrolment_code"])
    signature = table.made.cast.sign(table.dealer)
    return sign_ons.sign_on(at=now, device_token=device.token, badge=signature.badge, pin=signature.pin).token


@contextmanager
def server() -> Iterator[int]:
    """The house's own web process with the bench's addresses, on a free port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = int(probe.getsockname()[1])
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.bench.settings"}
    command = [sys.executable, "-m", "casino.webserver", "--host", HOST, "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(15)


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError(f"the web process ended with {process.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("the web process did not answer within 30 seconds")
