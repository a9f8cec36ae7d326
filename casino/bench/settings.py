"""The house's settings with one more address: the bare endpoint that a press over HTTP is measured against."""

from casino.settings import *  # noqa: F403 - settings are names

ROOT_URLCONF = "casino.bench.urls"
