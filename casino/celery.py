"""The Celery app and its timetable. The timetable is code: an audit that can be switched off in a page is none."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

from celery import Celery
from celery.schedules import crontab
from celery.signals import setup_logging, worker_process_init
from django.conf import settings
from django.db import connections
from django_structlog.celery.steps import DjangoStructLogInitStep
from kombu import Exchange, Queue

from tables.services import queues

BEAT_SCHEDULE = {
    # Finds the streams whose wake-up was lost: money must not wait on a broker.
    "sweep-streams": {"task": "accounting.tasks.sweep_streams", "schedule": 5.0, "options": {"expires": 10}},
    # Finds crowds whose round is over, whatever became of the message that said so.
    "sweep-crowds": {"task": "tables.tasks.sweep_crowds", "schedule": 5.0, "options": {"expires": 10}},
    # Finds reports that wait for a worker nobody told, or whose worker died.
    "sweep-reports": {"task": "accounting.tasks.sweep_reports", "schedule": 30.0, "options": {"expires": 60}},
    # Finds a proof whose workers died.
    "sweep-proofs": {"task": "accounting.tasks.sweep_proofs", "schedule": 30.0, "options": {"expires": 60}},
    # Two weeks ahead, so that it may fail for days before a press takes the longer way.
    "prepare-days": {"task": "tables.tasks.prepare_days", "schedule": 600.0, "options": {"expires": 600}},
    # Proves the whole chain. Harmless at any hour, so it runs on UTC and not on the gaming day.
    "audit-night": {"task": "accounting.tasks.audit_night", "schedule": crontab(hour="3", minute="0")},
}

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = BEAT_SCHEDULE
# A worker that is not told which queues to listen to listens to all that are named here. Each has a routing key of its
# own: with the default one a message would be copied into every queue.
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in queues.everything()]
app.conf.beat_schedule_filename = str(settings.VAR_DIR / "beat-schedule")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Having a receiver is the point: Celery then leaves the logging that Django's settings made."""


@worker_process_init.connect
def drop_inherited_pool(**_: object) -> None:
    """A forked worker must not use its parent's database connections."""
    for connection in connections.all():
        close_pool = getattr(connection, "close_pool", None)
        if close_pool is not None:
            close_pool()
