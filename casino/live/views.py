"""Server-sent events for live pages. A message says which streams went on and how far; the page then asks for itself.

So there is nothing in a message that anybody may not see, and a page that missed some is right after the next one.
"""

import json
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from casino.live.hub import Hub
from tables.domain.actors import Actor
from tables.domain.errors import FloorError, NotAllowed, NotFound
from tables.domain.events import StreamKind
from tables.screens import seat, visits
from tables.selectors import seat_links, watched
from tables.selectors.actors import digest
from tables.selectors.watched import Watched
from tables.services import news

PING = 15.0
"""Seconds without news after which a line shows that it is alive; proxies cut lines that are silent."""
LONGEST = 600.0
"""Seconds after which a line ends; the browser comes back by itself and its rights are asked again."""
MOST = 2_000
"""Open lines of a process; the next one is sent away and its page goes on polling."""
MOST_OF_ONE = 50
"""Open lines of one device, one office person or one player's link: a wall of screens, and not the whole process."""
RETRY_MS = 1_000

_Asked = tuple[str, list[Watched]]
"""Whose line it is, and what it watches."""


def _heads(streams: Collection[int]) -> Mapping[int, int]:
    try:
        return watched.heads(streams)
    finally:
        connection.close()  # back to the pool: an open page holds no connection


hub = Hub(_heads)


def wake_on_news() -> None:
    """Let every commit of this process wake the hub (``tables.services.news``)."""
    news.register(_wake)


def _wake(_stream_id: int) -> None:
    hub.wake()


@require_GET
async def table_events(request: HttpRequest, code: str) -> HttpResponseBase:
    """News of one table."""
    return await _stream(request, lambda: _of(_signed_on(request), lambda actor: watched.of_table(actor, code)))


@require_GET
async def pit_events(request: HttpRequest, code: str) -> HttpResponseBase:
    """News of a pit's tables."""
    return await _stream(request, lambda: _of(_signed_on(request), lambda actor: watched.of_pit(actor, code)))


@require_GET
async def room_events(request: HttpRequest, room: str) -> HttpResponseBase:
    """News of the cage, the count room or the house."""
    kind = StreamKind(room)
    return await _stream(request, lambda: _of(_signed_on(request), lambda actor: watched.of_room(actor, kind)))


@require_GET
async def seat_events(request: HttpRequest) -> HttpResponseBase:
    """News of the table at which a player's link is good."""
    return await _stream(request, lambda: _of_seat(request))


def _signed_on(request: HttpRequest) -> Actor:
    visit = visits.visit_of(request)
    if visit is None:
        raise NotAllowed("not_signed_on")
    return visit.actor


def _of(actor: Actor, streams: Callable[[Actor], list[Watched]]) -> _Asked:
    return actor.client, streams(actor)


def _of_seat(request: HttpRequest) -> _Asked:
    token = request.COOKIES.get(seat.SEAT_COOKIE, "")
    seen = seat_links.sight_of(token=token, at=timezone.now())
    if seen is None:
        raise NotAllowed("seat_link_refused")
    return f"seat:{digest(token)}", watched.of_sight(seen.sight)


async def _stream(request: HttpRequest, found: Callable[[], _Asked]) -> HttpResponseBase:
    """The line of one page, or a plain refusal: EventSource shows no body, the page's own request explains.

    A synchronous server would give a thread away for ever; there the page is told to look by itself.
    """
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    if hub.watchers >= MOST:
        return HttpResponse(status=503, headers={"Retry-After": "30"})
    try:
        whose, streams = await sync_to_async(_asked, thread_sensitive=False)(found)
    except FloorError as error:
        status = 404 if isinstance(error, NotFound) else 403
        return HttpResponse(error.code, status=status, content_type="text/plain")
    if hub.of(whose) >= MOST_OF_ONE:
        return HttpResponse(status=503, headers={"Retry-After": "30"})
    response = StreamingHttpResponse(_lines(streams, whose), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def _asked(found: Callable[[], _Asked]) -> _Asked:
    try:
        return found()
    finally:
        connection.close()


async def _lines(streams: Sequence[Watched], whose: str) -> AsyncIterator[str]:
    names = {stream.stream_id: stream.name for stream in streams}
    watcher = hub.join(names, whose)
    ends = time.monotonic() + LONGEST
    try:
        yield f"retry: {RETRY_MS}\n\n"
        was_stale = False
        while time.monotonic() < ends:
            fresh, stale = await watcher.next(PING)
            if stale:
                yield ": ping\n\n" if was_stale else "event: stale\ndata: {}\n\n"
            elif fresh or was_stale:
                told = json.dumps({names[stream]: seq for stream, seq in fresh.items()}, ensure_ascii=False)
                yield f"event: news\ndata: {told}\n\n"
            else:
                yield ": ping\n\n"
            was_stale = stale
    finally:
        hub.leave(watcher)
