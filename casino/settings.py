"""Settings of the whole house. Every value that may differ between machines comes through `casino.env`."""

from logging import DEBUG as DEBUG_LEVEL
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from casino import env
from casino.embedded import places
from casino.embedded.house import ROOT, house_places
from casino.logs import logging_config

PLACES = house_places()
VAR_DIR = PLACES.var

# ---------------------------------------------------------------------------------------------------- what this run is
DEBUG = env.flag("CASINO_DEBUG")
ALLOWED_HOSTS = env.items("ALLOWED_HOSTS", ("127.0.0.1", "localhost", "[::1]"))
CSRF_TRUSTED_ORIGINS = env.items("CSRF_TRUSTED_ORIGINS")
DATABASE_URL = env.database_url()
REDIS_URL = env.redis_url()
SECRET_KEY = env.secret("SECRET_KEY")
if not SECRET_KEY:
    if DATABASE_URL:
        raise ImproperlyConfigured("SECRET_KEY must be set when DATABASE_URL is set")
    SECRET_KEY = places.kept_secret(VAR_DIR / "secret-key")
# What the database may hold but not know (tables/models/sealing.py); the newest first, old ones as long as the log.
SEAL_KEYS = env.secrets("SEAL_KEYS")
if not SEAL_KEYS:
    if DATABASE_URL:
        raise ImproperlyConfigured("SEAL_KEYS must be set when DATABASE_URL is set")
    SEAL_KEYS = [places.kept_secret(VAR_DIR / "seal-key")]
# A demo house has sign-ins that are printed on the terminal, so a real database needs an explicit yes.
DEMO = env.flag("CASINO_DEMO", default=not DATABASE_URL)
BEHIND_PROXY = env.flag("CASINO_TRUST_PROXY")
BEHIND_TLS = env.flag("CASINO_TLS", default=bool(DATABASE_URL))

# ------------------------------------------------------------------------------------------------------- applications
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "django_htmx",
    "django_prometheus",
    "django_structlog",
    "pgtrigger",
    "casino.apps.CasinoConfig",
    "tables.apps.TablesConfig",
    "accounting.apps.AccountingConfig",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Far outside, so that pages which the middleware below draws itself (405, 429, 403) carry these headers too.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "casino.web.content_policy.ContentPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.web.request_log.RequestLog",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "casino.web.page_doors.PageDoors",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "casino.urls"
WSGI_APPLICATION = "casino.wsgi.application"
ASGI_APPLICATION = "casino.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "tables.screens.themes.context",
            ],
        },
    },
]

# ------------------------------------------------------------------------------------------------ database and caches
# A pool, because the live streams replay through it: without it each open stream would hold a connection.
# No ATOMIC_REQUESTS: a service opens its one durable transaction itself. A lock that is not had in 3 s is a conflict.
SERVER: dict[str, Any] = env.database(DATABASE_URL) if DATABASE_URL else PLACES.database("casino")
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        **SERVER,
        "ENGINE": "casino.postgresql",  # checks what the pool gives better than the pool itself would
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {
            # A line that is cut without a word is given up after 25 s, not after hours. A Unix socket ignores it.
            "connect_timeout": 5,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 25_000,
            **SERVER.get("OPTIONS", {}),  # the URL's own parameters, such as sslmode=verify-full
            "pool": {"min_size": 1, "max_size": env.whole("CASINO_DB_POOL", 10, 1, 200), "timeout": 10},
            # Django switches prepared statements off; this lets those be prepared that ask for it (the hot path).
            "prepare_threshold": 1_000_000,
            "options": "-c lock_timeout=3s -c idle_in_transaction_session_timeout=60s",
        },
        "TEST": {"TEMPLATE": "template0"},
    }
}
CACHES = {
    "default": {
        "BACKEND": "casino.cache.ForgivingRedisCache",
        "LOCATION": places.with_database(REDIS_URL or PLACES.redis_url(), 1),
        "KEY_PREFIX": "casino",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
}

# --------------------------------------------------------------------------------------------------- persons and hosts
AUTH_USER_MODEL = "tables.StaffMember"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"

SESSION_COOKIE_AGE = 12 * 3600
# A terminal has no such bound: the dealer's hands are at the table (tables/selectors/actors.py).
OFFICE_IDLE_MINUTES = env.whole("CASINO_OFFICE_IDLE", 30, 5, 720)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
# With these prefixes a browser takes a cookie over TLS alone, with the first from this host alone and for all of it: a
# neighbour's name cannot plant one. Without TLS it would refuse them.
HOST_COOKIE, SECURE_COOKIE = ("__Host-", "__Secure-") if BEHIND_TLS else ("", "")
SESSION_COOKIE_NAME = f"{HOST_COOKIE}sessionid"
CSRF_COOKIE_NAME = f"{HOST_COOKIE}csrftoken"
LANGUAGE_COOKIE_NAME = f"{HOST_COOKIE}django_language"
CSRF_COOKIE_HTTPONLY = True  # forms carry the token, no script reads it
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "casino.web.problems.csrf_failure"
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = BEHIND_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

# ------------------------------------------------------------------------------------------------------- words and time
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [ROOT / "locale"]

# -------------------------------------------------------------------------------------------------------- static files
STATIC_URL = "/static/"
# A production image collects the files once and names them by content; a demo serves them from where they lie.
COLLECTED = env.text("CASINO_STATIC")
STATIC_ROOT = COLLECTED or str(VAR_DIR / "static")
STATICFILES_DIRS = [ROOT / "static"] if (ROOT / "static").is_dir() else []
WHITENOISE_USE_FINDERS = not COLLECTED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024  # 10,000 stakes with every field are some 1.5 MB

# ------------------------------------------------------------------------------------------------------------ the doors
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tables.api.authentication.SignOnAuthentication",
        "tables.api.authentication.TerminalSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["casino.web.throttles.HouseThrottle"],
    "DEFAULT_SCHEMA_CLASS": "casino.web.schema.FloorSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["casino.web.parsing.StrictJSONParser"],
    "EXCEPTION_HANDLER": "casino.web.problems.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Casino table operations",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.0.3",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "casino.web.schema.add_problems",
        "casino.api_document.finish",
    ],
    "ENUM_NAME_OVERRIDES": {
        "CagePlaceEnum": "tables.api.cage_shapes.PLACES",
        "DisputeStatusEnum": "tables.api.dispute_shapes.STATES",
        "ReportStateEnum": "accounting.api.reports.STATES",
        "RoleEnum": "tables.api.staff.ROLES",
        "SecretStateEnum": "tables.api.staff.SECRETS",
        "RoundStatusEnum": "tables.api.pictures.ROUND_STATES",
        "ShoeStatusEnum": "tables.api.pictures.SHOE_STATES",
        "TableStatusEnum": "tables.api.pictures.TABLE_STATES",
    },
}

# ---------------------------------------------------------------------------------------------------------- background
# Every value here was earned by a failed run: a killed worker's message otherwise comes back only after an hour.
BACKUP_STAMP = env.text("CASINO_BACKUP_STAMP")
"""A file that the house's backup touches when it is done; the page of the system's state tells its age."""
STREAM_QUEUES = env.whole("CASINO_STREAM_QUEUES", 4, 1, 64)
"""Over so many queues the work on streams is spread (``tables.services.queues``)."""
PROVERS = env.whole("CASINO_PROVERS", 2, 1, 64)
"""So many workers at most prove at a time; the others go on following the log (``accounting.services.proofs``)."""
CELERY_BROKER_URL = places.broker_url(REDIS_URL or PLACES.redis_url())
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_throttle": 1,
    # A press on the floor must not wait for a broker that is away (2 s each otherwise).
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.05,
    "socket_connect_timeout": 1,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 240
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# ----------------------------------------------------------------------------------------------------------------- logs
LOGGING = logging_config(env.text("CASINO_LOG_LEVEL", "INFO"), as_json=env.flag("CASINO_LOG_JSON", default=True))
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# Anybody can send an X-Request-ID; only that of the house's own proxy is taken over.
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = BEHIND_PROXY
# One line a request and none for a task that went well: the sweep alone runs seventeen thousand times a day.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = DEBUG_LEVEL
