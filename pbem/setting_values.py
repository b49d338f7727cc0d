"""Django's and Celery's settings from the values of the environment variables.

The functions raise ImproperlyConfigured with the name of a variable whose value is invalid.
"""

import contextlib
import os
import re
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from pbem.environment import Environment

_SHORTEST_SECRET = 16


def kept_secret(data_dir: Path, name: str, make: Callable[[], str]) -> str:
    """Return the secret in the file `name` of the data folder, which the first start creates with `make`.

    The file is created atomically, and only its owner can read it.
    """
    path = data_dir / name
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}.part")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(make())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)  # never over one that another process has just created
        draft.unlink()
    return path.read_text().strip()


def decode_seed(text: str, variable: str) -> bytes:
    """Return the 32 bytes of a signing key in base64. Raises ImproperlyConfigured with the name of `variable`."""
    try:
        seed = b64decode(text, validate=True)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise ImproperlyConfigured(f"Environment: {variable} must be 32 bytes in base64, as of openssl rand -base64 32")
    return seed


def database_settings(url: str, data_dir: Path) -> dict[str, Any]:
    """Return Django's settings of the database at a URL.

    SQLite takes its write lock at BEGIN, so that no transaction fails half-way as 'locked'. PostgreSQL prepares
    statements used more than twice, so a pooler in transaction mode must not be in front of it.
    """
    config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    if config["ENGINE"] == "django.db.backends.postgresql":
        config["OPTIONS"] = {
            "connect_timeout": 5,  # seconds; the default is to wait for minutes
            "server_side_binding": True,
            "prepare_threshold": 2,
            **config.get("OPTIONS", {}),
        }
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            **config.get("OPTIONS", {}),
        }
        config["TEST"] = {"NAME": str(data_dir / f"test-{os.getpid()}.sqlite3")}
    return config


def mail_settings(url: str, data_dir: Path, timeout: int) -> dict[str, Any]:
    """Return Django's settings for the mail URL `PBEM_MAIL_URL`.

    Without a URL each e-mail becomes an ``.eml`` file in the data folder.
    """
    parts = urlsplit(url)
    if not url or parts.scheme == "files":
        return {
            "EMAIL_BACKEND": "worker.mail.outbound.eml_backend.EmlFolderBackend",
            "EMAIL_FILE_PATH": parts.path or data_dir / "mail",
        }
    if parts.scheme not in {"smtp", "smtp+tls", "smtps"}:
        raise ImproperlyConfigured("PBEM_MAIL_URL must begin with smtp://, smtp+tls://, smtps:// or files:")
    return {
        "EMAIL_BACKEND": "worker.mail.outbound.smtp_backend.BoundedSmtpBackend",
        "EMAIL_HOST": parts.hostname or "127.0.0.1",
        "EMAIL_PORT": parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": timeout,
    }


def read_domain_limits(text: str) -> dict[str, int]:
    """Return the maximum e-mails per minute by domain, from `PBEM_MAIL_DOMAIN_LIMITS`. Raises ImproperlyConfigured."""
    limits: dict[str, int] = {}
    for entry in split_list(text):
        domain, _, number = entry.partition("=")
        if not (domain.strip() and number.strip().isdecimal() and int(number) > 0):
            raise ImproperlyConfigured("PBEM_MAIL_DOMAIN_LIMITS must be like gmail.com=30,*=100")
        limits[domain.strip().casefold()] = int(number)
    return limits


def read_ports(text: str) -> frozenset[int]:
    """Return the ports that webhooks may use, from `PBEM_WEBHOOK_PORTS`. Raises ImproperlyConfigured."""
    entries = split_list(text)
    if not entries or not all(one.isascii() and one.isdecimal() and 0 < int(one) < 65536 for one in entries):
        raise ImproperlyConfigured("PBEM_WEBHOOK_PORTS must be like 80,443")
    return frozenset(map(int, entries))


def read_push_key(text: str) -> str:
    """Return the private key for notifications in browsers, unchanged. Raises ImproperlyConfigured if invalid."""
    if text and not re.fullmatch(r"[A-Za-z0-9_-]{43}", text):
        raise ImproperlyConfigured("PBEM_PUSH_KEY must be as manage.py make_push_key prints it")
    return text


def read_origins(text: str) -> list[str]:
    """Return the origins whose pages may call the API, from `PBEM_CORS_ORIGINS`. Raises ImproperlyConfigured."""
    entries = split_list(text)
    for entry in entries:
        if not re.fullmatch(r"https?://[a-z0-9.\[\]:-]+", entry):
            raise ImproperlyConfigured(
                "PBEM_CORS_ORIGINS must be like https://bots.example.org,http://localhost:3000, in lower case"
            )
    return entries


def read_reply_address(address: str) -> str:
    """Return the address for replies, in lower case. Raises ImproperlyConfigured if no tag (``+…``) fits into it."""
    name, at, domain = address.strip().casefold().rpartition("@")
    if address and not (at and domain and 1 <= len(name) <= 18 and "+" not in name):
        raise ImproperlyConfigured(
            "PBEM_MAIL_REPLY_ADDRESS must be an address with at most 18 letters, and no +, before the @"
        )
    return f"{name}@{domain}" if address else ""


def read_site_contact(text: str) -> str:
    """Return the contact for visitors, unchanged. Raises ImproperlyConfigured if it cannot become a link."""
    if text and not re.fullmatch(r"https?://\S+|[^\s@:/?&#%]+@[^\s@:/?&#%]+", text):
        raise ImproperlyConfigured("PBEM_SITE_CONTACT must be like host@example.org or https://example.org/club")
    return text


_LOGO_SUFFIXES = (".png", ".svg", ".jpg", ".jpeg", ".webp")


def find_site_logo(text: str, folder: Path) -> Path | None:
    """Return the path of the logo's file. Raises ImproperlyConfigured if it is missing or no type for browsers."""
    if not text:
        return None
    path = folder / text
    if path.suffix.lower() not in _LOGO_SUFFIXES or not path.is_file():
        raise ImproperlyConfigured(f"PBEM_SITE_LOGO must be an existing file of type {', '.join(_LOGO_SUFFIXES)}")
    return path


_MAIL_SERVICES = ("brevo", "mailgun", "mailjet", "postmark", "sendgrid", "sparkpost")
"""Supported mail services: they authenticate by the secret, and their events identify an e-mail sent by SMTP."""


def mail_service_settings(env: Environment) -> dict[str, Any]:
    """Return anymail's settings. Raises ImproperlyConfigured if anyone could call the mail service's webhooks."""
    if env.mail_service not in ("", *_MAIL_SERVICES):
        raise ImproperlyConfigured(f"PBEM_MAIL_SERVICE must be one of {', '.join(_MAIL_SERVICES)}")
    user, _, password = env.mail_service_secret.partition(":")
    if env.mail_service and not (user and len(password) >= _SHORTEST_SECRET):
        raise ImproperlyConfigured("PBEM_MAIL_SERVICE_SECRET must be user:password, the password of 16 letters or more")
    if env.mail_service == "mailgun" and not env.mail_service_key:
        raise ImproperlyConfigured("PBEM_MAIL_SERVICE_KEY must be the key with which Mailgun signs its webhooks")
    keys = {"MAILGUN_WEBHOOK_SIGNING_KEY": env.mail_service_key, "BREVO_API_KEY": ""}  # Brevo's API is not called
    return {"WEBHOOK_SECRET": env.mail_service_secret, **keys}


def broker_settings(url: str, data_dir: Path, task_limit: int) -> dict[str, Any]:
    """Return Celery's settings of the broker: a Redis URL, or folders in the data folder if `url` is empty.

    On Redis, `visibility_timeout` and the two `unacked_…` options redeliver the tasks of a killed worker. `task_limit`
    is the maximum number of seconds of the mail task.
    """
    if url:
        options: dict[str, Any] = {
            "visibility_timeout": max(120, task_limit + 20),  # no task is delivered again while it runs
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 5,  # an unavailable broker must not block a caller that only sends a trigger
            "socket_timeout": 15,
        }
        return {"CELERY_BROKER_URL": url, "CELERY_BROKER_TRANSPORT_OPTIONS": options}
    letters, control = data_dir / "broker", data_dir / "broker-control"
    for folder in (letters, control):
        folder.mkdir(parents=True, exist_ok=True)
    options = {
        "data_folder_in": str(letters),
        "data_folder_out": str(letters),
        "control_folder": str(control),
        "polling_interval": 0.1,
    }
    return {"CELERY_BROKER_URL": "filesystem://", "CELERY_BROKER_TRANSPORT_OPTIONS": options}


def cache_settings(url: str, broker: str, name: str = "default") -> dict[str, Any]:
    """Return Django's settings of the cache `name`, "default" or "pictures".

    If `url` is empty, the cache uses the Redis database beside the broker's (0 and 1, 2 and 3, …), never the same one.
    """
    if not url and broker:
        parts = urlsplit(broker)
        number = parts.path.strip("/") or "0"
        url = parts._replace(path=f"/{int(number) ^ 1}").geturl() if number.isdecimal() else broker
    if not url:
        most = 100 if name == "pictures" else 10_000
        memory = "django.core.cache.backends.locmem.LocMemCache"
        return {"BACKEND": memory, "LOCATION": name, "OPTIONS": {"MAX_ENTRIES": most}}
    return {"BACKEND": "pbem.cache_backends.FailOpenRedisCache", "LOCATION": url}


def split_list(text: str) -> list[str]:
    """Return the entries of a comma-separated list."""
    return [entry.strip() for entry in text.split(",") if entry.strip()]
