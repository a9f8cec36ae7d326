"""The house's settings with one more address, and a throttle that counts like the house's but never says no."""

from casino.settings import *  # noqa: F403 - settings are names
from casino.settings import REST_FRAMEWORK as HOUSE

ROOT_URLCONF = "casino.bench.urls"
REST_FRAMEWORK = {**HOUSE, "DEFAULT_THROTTLE_CLASSES": ["casino.bench.patience.PatientThrottle"]}
