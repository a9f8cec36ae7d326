"""Logs as one JSON object a line on standard error, each with the id of its request, and never with a request's body.

A PIN, a password, a face-down card or an idempotent answer may stand in a body; so whole bodies stay out of the log,
and so do keys that are known to carry secrets, wherever in the code the line was written, and what an address asks for.
"""

import logging
import traceback
from typing import Any

import structlog
from django.http import HttpRequest
from structlog.typing import EventDict, WrappedLogger

#: Keys that never reach a log line, whatever logger wrote them.
NEVER_LOGGED = frozenset(
    {
        "authorization",
        "badge",
        "body",
        "cookie",
        "cookies",
        "data",
        "form",
        "headers",
        "idempotency_key",
        "json",
        "password",
        "payload",
        "pin",
        "post",
        "request_body",
        "secret",
        "secret_key",
        "seed",
        "token",
    }
)


def drop_bodies(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Removes every key of `NEVER_LOGGED` from a log line, and uvicorn's second copy of it in colour."""
    return {key: value for key, value in event.items() if key.lower() not in NEVER_LOGGED and key != "color_message"}


def drop_query(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Leaves method and path of a request: who looks for a patron or a badge has a name behind the question mark."""
    request = event.get("request")
    if isinstance(request, HttpRequest):
        return {**event, "request": f"{request.method} {request.path}"}
    return {**event, "request": request.partition("?")[0]} if isinstance(request, str) else event


class BrokerLoss(logging.Filter):
    """Says plainly why a worker ends when the queue's server went away while it had a message in hand.

    The transport stumbles over its own closed connection then, and Celery tells it as an unrecoverable error with three
    pages of traceback. Whoever keeps the worker alive starts it again, and its message comes back.
    """

    WORDS = (
        "The queue's server went away while a message was in hand. This worker ends and has to be started again; "
        "nothing is lost, the message comes back and the sweep follows what is behind."
    )

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record pass, that one in plain words."""
        trouble = record.exc_info[2] if record.exc_info else None
        if str(record.msg).startswith("Unrecoverable error") and any(
            "kombu/transport" in frame.f_code.co_filename for frame, _ in traceback.walk_tb(trouble)
        ):
            record.msg, record.args, record.exc_info = self.WORDS, (), None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def _shared() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        drop_bodies,
        drop_query,
    ]


def logging_config(level: str, *, as_json: bool) -> dict[str, Any]:
    """Django's LOGGING; also sets up structlog, so that both kinds of logger write the same lines."""
    if level not in logging.getLevelNamesMapping():
        raise ValueError(f"CASINO_LOG_LEVEL {level!r} is not a level")
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *_shared(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
                "foreign_pre_chain": _shared(),
            }
        },
        "filters": {"broker_loss": {"()": BrokerLoss}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"level": level, "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "uvicorn.access": {"level": "WARNING"},
            "celery": {"level": level},
            "celery.beat": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker": {"filters": ["broker_loss"]},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }
