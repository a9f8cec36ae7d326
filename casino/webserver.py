"""The web process: uvicorn with the house's own logging. `python -m casino.webserver --host 0.0.0.0 --port 8000`."""

import argparse

import uvicorn

from casino.whole_requests import ImpatientProtocol


def main() -> None:
    """Serves until TERM or INT; open live streams get five seconds to end. WEB_CONCURRENCY sets the processes."""
    parser = argparse.ArgumentParser(prog="python -m casino.webserver")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    uvicorn.run(
        "casino.asgi:application",
        host=options.host,
        port=options.port,
        http=ImpatientProtocol,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
