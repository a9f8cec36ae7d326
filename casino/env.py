"""The only place that reads the environment: typed readers that refuse nonsense at start-up.

An unset or empty variable means "use the default"; a value of the wrong shape stops the start with a message that names
the variable, because a guessed setting is worse than none.
"""

import re
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

_env = environ.Env()


def text(name: str, default: str = "") -> str:
    """The variable as text without surrounding blanks."""
    return str(_env.str(name, default="")).strip() or default


def secret(name: str, least: int = 32) -> str:
    """A secret of at least `least` characters, or "" when unset; a short one is refused."""
    value = text(name)
    if value and len(value) < least:
        raise ImproperlyConfigured(f"{name} must have at least {least} characters")
    return value


def secrets(name: str, least: int = 32) -> list[str]:
    """Secrets of at least `least` characters, separated by commas, or none when unset; a short one is refused."""
    values = items(name)
    if any(len(value) < least for value in values):
        raise ImproperlyConfigured(f"each of {name} must have at least {least} characters")
    return values


def flag(name: str, default: bool = False) -> bool:
    """1/0, true/false, yes/no, on/off; anything else is refused (a typo must not mean "off")."""
    value = text(name).lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def whole(name: str, default: int, low: int, high: int) -> int:
    """A whole number between `low` and `high`, both included."""
    value = text(name)
    if not value:
        return default
    if not re.fullmatch("-?[0-9]+", value) or not low <= int(value) <= high:
        raise ImproperlyConfigured(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return int(value)


def items(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A comma-separated list without blanks and empty parts."""
    return [part.strip() for part in text(name).split(",") if part.strip()] or list(default)


def folder(name: str, default: Path) -> Path:
    """An absolute folder; `~` is expanded and a relative path counts from the working directory."""
    value = text(name)
    return Path(value).expanduser().absolute() if value else default.absolute()


def url(name: str, schemes: tuple[str, ...]) -> str:
    """A URL of one of the `schemes`, or "" when unset."""
    value = text(name)
    if value and value.partition("://")[0] not in schemes:
        raise ImproperlyConfigured(f"{name} must start with {' or '.join(s + '://' for s in schemes)}")
    return value


def database_url() -> str:
    """The PostgreSQL to use, or "" for the embedded one."""
    return url("DATABASE_URL", ("postgres", "postgresql"))


def redis_url() -> str:
    """The Redis or Valkey to use, or "" for the embedded one."""
    return url("REDIS_URL", ("redis", "rediss", "unix"))


def database(value: str) -> dict[str, object]:
    """Django's connection settings for a `postgres://` URL; query parameters become libpq options."""
    return dict(environ.Env.db_url_config(value))
