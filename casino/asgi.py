"""What uvicorn serves: live events as async Django, everything else as Django-WSGI in eight threads.

Synchronous Django directly under ASGI runs all its middleware in one thread a process; under load the slowest requests
then take seconds instead of a tenth of one. So pages and the API go through WSGI, in the same process and on the same
port, and only live lines (`casino.live`), which stay open for minutes, are async. No thread waits for a body
(`casino.whole_requests`).
"""

import os
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

from casino import whole_requests

WSGI_THREADS = 8
_NO_BODY = ((b"content-length", b"0"), (b"connection", b"close"))

_events = get_asgi_application()
_pages = WSGIMiddleware(cast(Any, get_wsgi_application()), workers=WSGI_THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Sends a request to the side that serves its path; the house has no WebSockets and needs no lifespan."""
    if scope["type"] != "http":
        raise RuntimeError(f"{scope['type']} is not served here; start uvicorn with --lifespan off")
    if scope["path"].startswith("/events/") or scope["path"] == "/seat/events":
        await _events(scope, receive, send)
    else:
        await _serve_page(scope, receive, send)


async def _serve_page(scope: Any, receive: Any, send: Any) -> None:
    """A thread gets the request when it is whole. Nobody is answered who went away before.

    A header whose name has an underscore is left out: WSGI could not tell it from one with a hyphen, and a stranger
    could write beside what the house's own proxy writes.
    """
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        whole = await whole_requests.taken_whole(receive, declared=_declared(scope), most=most)
    except whole_requests.NoRoom:
        await send({"type": "http.response.start", "status": 503, "headers": [(b"retry-after", b"5"), *_NO_BODY]})
        await send({"type": "http.response.body", "body": b""})
        return
    if whole is not None:
        await _pages(scope | {"headers": [header for header in scope["headers"] if b"_" not in header[0]]}, whole, send)


def _declared(scope: Any) -> int:
    """How long the body is by its head; 0 where that is not said. uvicorn's parser has refused what is no number."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
