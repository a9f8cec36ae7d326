"""The house's settings for its tests: a cluster of their own, quick password hashes, nothing else."""

# ruff: noqa: E402 - the environment must be right before the house's own settings read it

import os

# Every run has databases of its own, so that two runs in one tree do not meet; its workers inherit the number.
RUN = os.environ.setdefault("CASINO_TEST_RUN", str(os.getpid()))
os.environ.setdefault("SECRET_KEY", "for-tests-only-" * 4)
os.environ.setdefault("SEAL_KEYS", "seals-for-tests-only-" * 2)
# The tests make and drop databases: never on servers of somebody's own, whatever the shell says.
for name in ("DATABASE_URL", "REDIS_URL"):
    os.environ.pop(name, None)

from casino.embedded import places
from casino.settings import *  # noqa: F403 - settings are names
from casino.settings import CACHES, DATABASES, VAR_DIR

TEST_PLACES = places.of(VAR_DIR / "test", cluster="pg")

DATABASES["default"] |= TEST_PLACES.database("postgres")
DATABASES["default"]["TEST"] = {"NAME": f"test_casino_{RUN}", "TEMPLATE": "template0"}
# Tests that commit empty all tables afterwards; the log's guard lets nobody else do that.
DATABASES["default"]["OPTIONS"]["options"] += " -c casino.may_truncate=on"
# The pool of a finished test must not keep a test database from being dropped.
DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 0, "max_size": 20, "timeout": 10}

CACHES["default"]["LOCATION"] = places.with_database(TEST_PLACES.redis_url(), 1)
CELERY_BROKER_URL = places.broker_url(TEST_PLACES.redis_url())
CACHES["default"]["KEY_PREFIX"] = f"test-{RUN}-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
PIN_HASH_COST = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
SECURE_SSL_REDIRECT = False
# Every client of a test has middleware of its own: it finds a file when it is asked for one, not all of them before.
WHITENOISE_AUTOREFRESH = True
DEMO = False
