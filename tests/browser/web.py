"""The real web process before a browser: uvicorn in a thread, so that it has the test's database and clock."""

import threading
import time
from dataclasses import dataclass
from typing import Any

import uvicorn

from casino import asgi


@dataclass
class Web:
    """It can be stopped and started again on the same port, as a supervisor would."""

    port: int
    server: uvicorn.Server | None = None
    thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve, and wait until it does."""
        options: Any = {"host": "127.0.0.1", "port": self.port, "lifespan": "off", "log_config": None}
        self.server = uvicorn.Server(uvicorn.Config(asgi.application, timeout_graceful_shutdown=1, **options))
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def stop(self) -> None:
        """As TERM does."""
        assert self.server is not None
        assert self.thread is not None
        self.server.should_exit = True
        self.thread.join(20)
