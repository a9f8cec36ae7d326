"""One JSON object a line, with the request's id, and never what somebody typed."""

import io
import json
import logging
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from casino.embedded.house import ROOT
from casino.logs import NEVER_LOGGED, BrokerLoss, drop_bodies, logging_config

CODE = """
import logging, logging.config, structlog
from casino.logs import logging_config
logging.config.dictConfig(logging_config("INFO", as_json=True))
structlog.get_logger("floor").info("round_opened", table="BJ-04", PIN="418205", payload={"cards": "5D"})
logging.getLogger("plain").warning("slip %s", "F-000231", extra={"table": "BJ-04", "cookies": "sid"})
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("plain").exception("broke")
"""


def lines(code: str) -> list[dict[str, object]]:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stderr.splitlines()]


def test_both_kinds_of_logger_write_one_json_object_a_line() -> None:
    first, second, third = lines(CODE)
    assert first["event"] == "round_opened"
    assert (first["level"], first["logger"], first["table"]) == ("info", "floor", "BJ-04")
    assert second["event"] == "slip F-000231"
    assert (second["level"], second["logger"], second["table"]) == ("warning", "plain", "BJ-04")
    assert third["event"] == "broke"
    assert "ZeroDivisionError" in str(third["exception"])


def test_what_somebody_typed_is_in_no_line() -> None:
    assert not {"418205", "5D", "sid"} & {str(value) for line in lines(CODE) for value in line.values()}
    for line in lines(CODE):
        assert not NEVER_LOGGED & {key.lower() for key in line}


@pytest.mark.parametrize("key", ["pin", "PIN", "Password", "body", "request_body", "token", "cards_seed", "seed"])
def test_keys_that_carry_secrets_are_dropped(key: str) -> None:
    kept = drop_bodies(None, "info", {"event": "x", key: "418205"})
    assert kept == ({"event": "x", key: "418205"} if key == "cards_seed" else {"event": "x"})


def test_a_level_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'LOUD' is not a level"):
        logging_config("LOUD", as_json=True)


@pytest.mark.django_db
def test_a_request_leaves_one_line_with_its_id_and_no_body(
    client: Client, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    ident = "0b6d2f3e-9a1f-4685-a840-0f734e17733a"
    settings.DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
    with caplog.at_level("INFO"):
        client.post("/healthz", {"pin": "418205"}, headers={"X-Request-ID": ident})
    noted: list[Any] = [record.msg for record in caplog.records if record.name.startswith("django_structlog")]
    assert [(line["event"], line["request"], line["code"], line["request_id"]) for line in noted] == [
        ("request_finished", "POST /healthz", 405, ident)
    ]
    assert "418205" not in caplog.text


@pytest.mark.django_db
def test_whom_somebody_looks_for_is_in_no_line(client: Client) -> None:
    """Neither in the line of the request nor in Django's own about what it refused."""
    shape: Any = settings.LOGGING["formatters"]["line"]
    told = logging.StreamHandler(io.StringIO())
    told.setFormatter(shape["()"](**{name: value for name, value in shape.items() if name != "()"}))
    logging.getLogger().addHandler(told)
    try:
        client.get("/nowhere/?who=Lee%20Wong&badge=2001")
    finally:
        logging.getLogger().removeHandler(told)
    lines = [json.loads(line) for line in told.stream.getvalue().splitlines()]
    assert {(line["event"], line["request"]) for line in lines} == {
        ("request_finished", "GET /nowhere/"),
        ("Not Found: /nowhere/", "GET /nowhere/"),
    }
    assert not [line for line in lines if "Lee" in str(line) or "2001" in str(line["request"])]


def test_no_line_is_written_for_each_sweep() -> None:
    assert settings.DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL == logging.DEBUG
    assert settings.LOGGING["loggers"]["celery.beat"] == {"level": "WARNING"}


@pytest.mark.django_db
def test_a_strangers_request_id_is_not_taken_over(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        client.get("/healthz", headers={"X-Request-ID": "0b6d2f3e"})
    (line,) = [record.msg for record in caplog.records if record.name.startswith("django_structlog")]
    assert isinstance(line, dict)
    assert line["request_id"] != "0b6d2f3e"
    assert len(line["request_id"]) == 36


LOST = """
import logging, logging.config
from casino.logs import logging_config
logging.config.dictConfig(logging_config("INFO", as_json=True))
worker = logging.getLogger("celery.worker")
def fail(file, error):
    try:
        exec(compile("raise error", file, "exec"), {"error": error})
    except AttributeError as told:
        worker.critical("Unrecoverable error: %r", told, exc_info=True)
fail("/venv/kombu/transport/redis.py", AttributeError("no hostname"))
fail("/srv/accounting/tasks.py", AttributeError("our own mistake"))
"""


def test_a_queue_that_went_away_is_told_in_one_plain_line_and_nothing_else_is_hidden() -> None:
    lost, mistake = lines(LOST)
    assert (lost["event"], lost["level"]) == (BrokerLoss.WORDS, "warning")
    assert "exception" not in lost
    assert (mistake["event"], mistake["level"]) == (
        "Unrecoverable error: AttributeError('our own mistake')",
        "critical",
    )
    assert "our own mistake" in str(mistake["exception"])
