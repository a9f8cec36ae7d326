"""What a load balancer is told."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings


def test_alive_asks_no_server(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_ready_names_every_part(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ready", "database": "ok", "redis": "ok", "migrations": "ok", "days": "short"}


@pytest.mark.django_db
def test_a_floor_without_redis_is_degraded_but_takes_work(client: Client, settings: Settings) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "unix:///nowhere/valkey.sock"}}
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "degraded",
        "database": "ok",
        "redis": "unreachable",
        "migrations": "ok",
        "days": "short",
    }


@pytest.mark.django_db
def test_a_house_with_pending_migrations_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "unavailable",
        "database": "ok",
        "redis": "ok",
        "migrations": "pending",
        "days": "unknown",
    }


@pytest.mark.django_db
def test_no_model_is_without_a_migration() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_only_reading_is_possible(client: Client) -> None:
    assert client.post("/readyz").status_code == 405
