"""What uvicorn serves: live events as async Django, everything else as Django-WSGI in eight threads.

Synchronous Django directly under ASGI runs all its middleware in one thread a process; under load the slowest requests
then take seconds instead of a tenth of one. So pages and the API go through WSGI, in the same process and on the same
port, and only live lines (`casino.live`), which stay open for minutes, are async.
"""

import os
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

WSGI_THREADS = 8

_events = get_asgi_application()
_pages = WSGIMiddleware(cast(Any, get_wsgi_application()), workers=WSGI_THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Sends a request to the side that serves its path; the house has no WebSockets and needs no lifespan."""
    if scope["type"] != "http":
        raise RuntimeError(f"{scope['type']} is not served here; start uvicorn with --lifespan off")
    if scope["path"].startswith("/events/") or scope["path"] == "/seat/events":
        await _events(scope, receive, send)
    else:
        await _pages(scope, receive, send)
