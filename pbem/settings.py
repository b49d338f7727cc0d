"""All settings of the server in one file, read from the environment.

Every variable is named ``PBEM_…`` after a field of :class:`Environment`; only three keep the names that other programs
use for them: ``DATABASE_URL``, ``REDIS_URL`` and ``SEALED_DATA_DIR``. Nothing needs to be set: without any variable the
server keeps an SQLite file, a folder broker and a mail folder under ``var/`` and answers on the loopback address alone.
A value of the wrong type stops the start with the name of the variable.
"""

import contextlib
import difflib
import logging
import os
import re
import secrets
import tomllib
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
import msgspec
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

from games.kernel import catalogues
from pbem.base_url import read_base_url

BASE_DIR = Path(__file__).resolve().parent.parent
PBEM_VERSION = str(tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
"""The version of this release, from pyproject.toml."""

_SHORTEST_SECRET = 16
_SHARED_NAMES = {"database_url": "DATABASE_URL", "redis_url": "REDIS_URL", "sealed_data_dir": "SEALED_DATA_DIR"}


def _variable(field: str) -> str:
    """Return the name of the environment variable that sets a field of `Environment`."""
    return _SHARED_NAMES.get(field, f"PBEM_{field.upper()}")


class Environment(msgspec.Struct, frozen=True, rename=_variable):
    """The operator's settings. Booleans are ``true``/``false``/``1``/``0``; lists are separated by commas."""

    debug: bool = False
    """True to show errors with their details; never on a server that others can reach."""
    data_dir: str = ""
    """Folder for the SQLite file, the generated keys, the folder broker and e-mails as files; ``var/`` by default."""
    locale_dir: str = ""
    """Folder with catalogues of further languages, ``LANGUAGE/LC_MESSAGES/*.mo``."""
    secret_key: str = ""
    """Django's secret key, which signs sessions and links; when empty, generated once and kept in the data folder."""
    secret_key_fallbacks: str = ""
    """Earlier secret keys: what they signed stays valid."""
    signing_key: str = ""
    """The key (Ed25519) that signs e-mails, receipts and dice: 32 random bytes in base64. Web server and worker must
    have the same key. When empty, it is generated once and kept in the data folder.
    """
    signing_key_retired: str = ""
    """Earlier signing keys: each signs its successor, so that a client that trusts the old key can trust the new one.
    """
    base_url: str = "http://127.0.0.1:8000"
    """The server's URL in e-mails and browsers. If it has a path, the path of every URL begins with it."""
    allowed_hosts: str = ""
    """Further host names under which the server answers, besides loopback and the host of the base URL."""
    https: bool = False
    """True if a proxy in front terminates TLS and sets X-Forwarded-Proto: cookies become Secure and HTTP redirects."""
    hsts_seconds: int = 31_536_000
    """The max-age of HSTS in seconds, a year by default; sent only over HTTPS, 0 for none."""
    trusted_proxies: str = "127.0.0.0/8,::1"
    """Addresses and networks of proxies whose X-Forwarded-For header is trusted to name the client's address."""

    database_url: str = ""
    """``postgres://…`` or ``sqlite:///…``; an SQLite file in the data folder when empty."""
    redis_url: str = ""
    """The Redis database of the task queue's broker; when empty, a folder in the data folder is used."""
    cache_url: str = ""
    """The Redis database of the cache. When empty, the database beside the broker's (0 and 1, 2 and 3, …) is used or,
    without a Redis broker, the memory of each process.

    If broker and cache are on one Redis server, its ``maxmemory-policy`` must be ``volatile-lru``, which evicts cached
    values but no messages of the broker.
    """
    static_dir: str = ""
    """Folder of the static files that ``manage.py collectstatic`` collects; ``staticfiles`` in the checkout by default.

    Until files are collected, they are served from the installed packages, under plain names and uncompressed.
    """
    sealed_data_dir: str = ""
    """Folder of files ``<title>/<file>`` that replace the component data shipped with the titles."""

    mail_url: str = ""
    """``smtp://user:password@host:port``, ``smtp+tls://…`` (STARTTLS), ``smtps://…``, or ``files:FOLDER``.

    When empty, each e-mail becomes a file in the folder ``mail`` of the data folder.
    """
    mail_from: str = "Sealed Orders <orders@localhost>"
    """The sender of all e-mails; the mail server must accept it."""
    message_id_domain: str = ""
    """The domain in Message-IDs; when empty, the domain of ``mail_from``."""
    mail_timeout: int = 20
    """Maximum seconds for opening a connection to the mail server, and for each e-mail."""
    mail_senders: int = 2
    """Maximum number of e-mails that are sent at the same time."""
    mail_domain_limits: str = ""
    """Maximum e-mails per minute to a domain, such as ``gmail.com=30,*=100``, where the star stands for every other
    domain; no limit when empty. E-mails above the limit wait.
    """
    mail_retry_seconds: int = 30
    """Seconds until the next attempt if the mail server is unavailable."""
    mail_reply_address: str = ""
    """Address to which players reply with orders, such as ``orders@example.org``: mail to ``orders+…@`` the same domain
    must reach this server. When empty, players cannot reply to e-mails.
    """
    mail_verp: bool = False
    """True to give each e-mail its own envelope sender (``orders+b…@``), which identifies the bounced e-mail. Needs
    `mail_reply_address`, and a mail server that accepts any envelope sender.
    """
    trusted_authserv_ids: str = ""
    """Names (authserv-id) of your incoming mail servers, whose Authentication-Results headers are trusted. Orders by
    e-mail that none of them authenticates wait for `mail_grace_minutes`.
    """
    mail_grace_minutes: int = 5
    """Minutes in which an order by e-mail from an unauthenticated address can be cancelled before it counts."""
    mail_replies_per_hour: int = 30
    """Maximum number of automatic replies to one player's e-mails in an hour."""
    mail_receipt_wait_seconds: int = 60
    """Seconds for which a receipt for orders is held back, so that the next turn e-mail can include it; 0 for none."""
    lmtp_listen: str = ""
    """``host:port`` where ``manage.py serve_lmtp`` accepts mail from a mail server (LMTP)."""
    imap_url: str = ""
    """``imaps://user:password@host/folder``, the mailbox that ``manage.py poll_imap`` polls."""
    imap_poll_seconds: int = 30
    """Seconds between two polls of the mailbox."""
    mail_service: str = ""
    """The service whose webhooks for delivery events and incoming mail are accepted: ``brevo``, ``mailgun``,
    ``mailjet``, ``postmark``, ``sendgrid`` or ``sparkpost``. Needs the extra ``esp``.
    """
    mail_service_secret: str = ""
    """``user:password`` that the service sends with each call, by HTTP basic authentication; required. The password
    needs 16 characters or more.
    """
    mail_service_key: str = ""
    """The key with which Mailgun signs its calls; required for Mailgun."""

    renderers: int = 1
    """Number of renderer processes beside each process of the web server and the worker."""
    picture_megabytes: int = 512
    """Maximum memory of a renderer process in megabytes; a board 2,400 pixels wide takes a third of the default."""
    picture_seconds: int = 10
    """Maximum processor time for a picture in seconds; its elapsed time may be three times as long."""

    preview_processes: bool = True
    """True to compute previews of drafts in separate processes beside each process of the web server: one, and a second
    one while a player uses much processor time. Each takes 120 MB. False to compute previews in the web server, where
    they slow other requests.
    """

    site_name: str = "Sealed Orders"
    """The site's name on every page."""
    site_welcome: str = ""
    """A text of yours on the page for visitors, such as who plays here; ``\\n`` begins a new line."""
    site_welcome_ja: str = ""
    """The text of `site_welcome` for readers of Japanese; when empty, they read `site_welcome`."""
    site_contact: str = ""
    """An e-mail address, or the ``https://`` address of a page, where visitors ask for an invitation. It is public."""
    site_logo: str = ""
    """A PNG, SVG, JPEG or WebP file that replaces the seal beside the site's name; relative to the data folder."""

    open_sign_up: bool = False
    """True to let strangers sign up; otherwise accounts need an invitation."""
    visitors_watch: bool = True
    """True to let visitors watch finished public games as the public saw them, without names of players."""

    vacation_days: int = 42
    """Maximum vacation days of a player in a year. During a vacation no deadline of the player expires."""
    absent_after_misses: int = 3
    """After so many missed deadlines in a row, the game's umpire is notified of the absence."""
    webhook_allow_private: bool = False
    """True to allow webhooks to private and loopback addresses and without TLS; only if you trust all users."""
    webhook_ports: str = "80,443"
    """The ports that webhooks may use. Players can probe each of them from your server."""
    push_key: str = ""
    """The key for notifications in browsers (VAPID): ``manage.py make_push_key`` prints one. Web server and worker must
    have the same key. If you change it, players must allow notifications in each browser again. Without a key there
    are no notifications.
    """

    cors_origins: str = ""
    """Origins whose pages may call the API with a token, like ``https://bots.example.org``; none when empty. Browsers
    never send cookies with these calls.
    """
    writes_per_minute: int = 1200
    """Maximum REST calls that change something, of one player in a minute; 0 for no limit."""
    expensive_reads_per_minute: int = 120
    """Maximum PNG pictures and exports that one player reads by REST in a minute; 0 for no limit."""
    previews_per_minute: int = 600
    """Maximum taps and other requests about drafts, of one player in a minute, on pages and by REST together; 0 for no
    limit.
    """
    hosted_games: int = 30
    """Maximum games of one host that are open, running, held or paused at the same time; 0 for no limit."""
    invitations_per_hour: int = 20
    """Maximum invitations and reserved seats of one host in an hour that nobody has accepted; 0 for no limit."""
    invitations_per_person: int = 10
    """Maximum open invitations of one host to the same name or the same address; 0 for no limit."""
    bot_seconds: int = 10
    """Maximum processor time in seconds for one decision of a bot, at most 60; after that the default answer is given.
    A decision that takes more than a second is computed in the queue ``think`` and delays no other game.
    """
    curve_seconds: int = 600
    """Maximum processor time in seconds for the winning chances at each step of a finished game, computed in the queue
    ``think``; 0 to compute none. A game that needs more time gets chances at fewer steps.
    """
    sweep_seconds: float = 5.0
    """Seconds between the sweeps in which the scheduler finds due games and unsent e-mails."""
    metrics_token: str = ""
    """The bearer token for the metrics at ``/metrics``; when empty, that page does not exist."""
    time_zone: str = "UTC"
    """The time zone of the admin pages and of logs."""
    log_level: str = "INFO"
    """The lowest level of log messages: ``DEBUG``, ``INFO``, ``WARNING`` or ``ERROR``."""


_NO_SETTINGS = frozenset({"PBEM_ADMIN_NAME", "PBEM_ADMIN_PASSWORD", "PBEM_CHROMIUM", "PBEM_DEMO"})
"""Environment variables of the launcher and the browser tests, which are not settings of the server."""


def _read_environment() -> Environment:
    """Read the settings from the environment. Raises ImproperlyConfigured with the name of an invalid variable."""
    names = {_variable(field) for field in Environment.__struct_fields__}
    for unknown in sorted(name for name in os.environ if name.startswith("PBEM_") and name not in names | _NO_SETTINGS):
        similar = " or ".join(difflib.get_close_matches(unknown, sorted(names), n=2)) or "see docs/hosts/settings.md"
        raise ImproperlyConfigured(f"Environment: {unknown} is no setting. Did you mean: {similar}?")
    given = {name: value for name, value in os.environ.items() if name in names and value != ""}
    try:
        return msgspec.convert(given, Environment, strict=False)
    except msgspec.ValidationError as error:
        raise ImproperlyConfigured(f"Environment: {error}") from None


def _kept(name: str, make: Callable[[], str]) -> str:
    """Return the secret in the file `name` of the data folder, which the first start creates with `make`.

    The file is created atomically, and only its owner can read it.
    """
    path = DATA_DIR / name
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}.part")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(make())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)  # never over one that another process has just created
        draft.unlink()
    return path.read_text().strip()


def _seed(text: str, variable: str) -> bytes:
    """Return the 32 bytes of a signing key in base64. Raises ImproperlyConfigured with the name of `variable`."""
    try:
        seed = b64decode(text, validate=True)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise ImproperlyConfigured(f"Environment: {variable} must be 32 bytes in base64, as of openssl rand -base64 32")
    return seed


def _database(url: str) -> dict[str, Any]:
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
        config["TEST"] = {"NAME": str(DATA_DIR / f"test-{os.getpid()}.sqlite3")}
    return config


def _mail(url: str) -> dict[str, Any]:
    """Return Django's settings for the mail URL `PBEM_MAIL_URL`.

    Without a URL each e-mail becomes an ``.eml`` file in the data folder.
    """
    parts = urlsplit(url)
    if not url or parts.scheme == "files":
        return {
            "EMAIL_BACKEND": "worker.mail.outbound.eml_backend.EmlFolderBackend",
            "EMAIL_FILE_PATH": parts.path or DATA_DIR / "mail",
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
        "EMAIL_TIMEOUT": ENV.mail_timeout,
    }


def _domain_limits(text: str) -> dict[str, int]:
    """Return the maximum e-mails per minute by domain, from `PBEM_MAIL_DOMAIN_LIMITS`. Raises ImproperlyConfigured."""
    limits: dict[str, int] = {}
    for entry in _listed(text):
        domain, _, number = entry.partition("=")
        if not (domain.strip() and number.strip().isdecimal() and int(number) > 0):
            raise ImproperlyConfigured("PBEM_MAIL_DOMAIN_LIMITS must be like gmail.com=30,*=100")
        limits[domain.strip().casefold()] = int(number)
    return limits


def _ports(text: str) -> frozenset[int]:
    """Return the ports that webhooks may use, from `PBEM_WEBHOOK_PORTS`. Raises ImproperlyConfigured."""
    entries = _listed(text)
    if not entries or not all(one.isascii() and one.isdecimal() and 0 < int(one) < 65536 for one in entries):
        raise ImproperlyConfigured("PBEM_WEBHOOK_PORTS must be like 80,443")
    return frozenset(map(int, entries))


def _push_key(text: str) -> str:
    """Return the private key for notifications in browsers, unchanged. Raises ImproperlyConfigured if invalid."""
    if text and not re.fullmatch(r"[A-Za-z0-9_-]{43}", text):
        raise ImproperlyConfigured("PBEM_PUSH_KEY must be as manage.py make_push_key prints it")
    return text


def _origins(text: str) -> list[str]:
    """Return the origins whose pages may call the API, from `PBEM_CORS_ORIGINS`. Raises ImproperlyConfigured."""
    entries = _listed(text)
    for entry in entries:
        if not re.fullmatch(r"https?://[a-z0-9.\[\]:-]+", entry):
            raise ImproperlyConfigured(
                "PBEM_CORS_ORIGINS must be like https://bots.example.org,http://localhost:3000, in lower case"
            )
    return entries


def _reply_address(address: str) -> str:
    """Return the address for replies, in lower case. Raises ImproperlyConfigured if no tag (``+…``) fits into it."""
    name, at, domain = address.strip().casefold().rpartition("@")
    if address and not (at and domain and 1 <= len(name) <= 18 and "+" not in name):
        raise ImproperlyConfigured(
            "PBEM_MAIL_REPLY_ADDRESS must be an address with at most 18 letters, and no +, before the @"
        )
    return f"{name}@{domain}" if address else ""


def _site_contact(text: str) -> str:
    """Return the contact for visitors, unchanged. Raises ImproperlyConfigured if it cannot become a link."""
    if text and not re.fullmatch(r"https?://\S+|[^\s@:/?&#%]+@[^\s@:/?&#%]+", text):
        raise ImproperlyConfigured("PBEM_SITE_CONTACT must be like host@example.org or https://example.org/club")
    return text


_LOGO_SUFFIXES = (".png", ".svg", ".jpg", ".jpeg", ".webp")


def _site_logo(text: str, folder: Path) -> Path | None:
    """Return the path of the logo's file. Raises ImproperlyConfigured if it is missing or no type for browsers."""
    if not text:
        return None
    path = folder / text
    if path.suffix.lower() not in _LOGO_SUFFIXES or not path.is_file():
        raise ImproperlyConfigured(f"PBEM_SITE_LOGO must be an existing file of type {', '.join(_LOGO_SUFFIXES)}")
    return path


_MAIL_SERVICES = ("brevo", "mailgun", "mailjet", "postmark", "sendgrid", "sparkpost")
"""Supported mail services: they authenticate by the secret, and their events identify an e-mail sent by SMTP."""


def _mail_service(env: Environment) -> dict[str, Any]:
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


def _broker(url: str) -> dict[str, Any]:
    """Return Celery's settings of the broker: a Redis URL, or folders in the data folder if `url` is empty.

    On Redis, `visibility_timeout` and the two `unacked_…` options redeliver the tasks of a killed worker.
    """
    if url:
        options: dict[str, Any] = {
            "visibility_timeout": max(120, _MAIL_TASK_LIMIT + 20),  # no task is delivered again while it runs
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 5,  # an unavailable broker must not block a caller that only sends a trigger
            "socket_timeout": 15,
        }
        return {"CELERY_BROKER_URL": url, "CELERY_BROKER_TRANSPORT_OPTIONS": options}
    letters, control = DATA_DIR / "broker", DATA_DIR / "broker-control"
    for folder in (letters, control):
        folder.mkdir(parents=True, exist_ok=True)
    options = {
        "data_folder_in": str(letters),
        "data_folder_out": str(letters),
        "control_folder": str(control),
        "polling_interval": 0.1,
    }
    return {"CELERY_BROKER_URL": "filesystem://", "CELERY_BROKER_TRANSPORT_OPTIONS": options}


def _cache(url: str, broker: str, name: str = "default") -> dict[str, Any]:
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


def _listed(text: str) -> list[str]:
    """Return the entries of a comma-separated list."""
    return [entry.strip() for entry in text.split(",") if entry.strip()]


def _is_new(record: logging.LogRecord) -> bool:
    """Return False for a log record about a refusal that `api.repeated_refusals` only repeats; True for all others."""
    return not getattr(getattr(record, "request", None), "is_repeated_refusal", False)


ENV = _read_environment()
_MAIL_LEASE = 3 * ENV.mail_timeout
"""Seconds for which a sender has an e-mail to itself: enough to connect, to render and to send the e-mail."""
_MAIL_TASK_LIMIT = _MAIL_LEASE + 3 * ENV.picture_seconds + 10
"""Seconds after which the mail task is killed: a lease, the slowest permitted picture, and ten more."""
DATA_DIR = Path(ENV.data_dir).resolve() if ENV.data_dir else BASE_DIR / "var"
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
except OSError as failure:
    raise ImproperlyConfigured(f"PBEM_DATA_DIR: {DATA_DIR} cannot be created ({failure.strerror})") from None

# --- Safety -----------------------------------------------------------------------------------------------------------
DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key or _kept("secret_key", lambda: secrets.token_urlsafe(50))
SECRET_KEY_FALLBACKS = _listed(ENV.secret_key_fallbacks)
PBEM_SIGNING_SEED = _seed(
    ENV.signing_key or _kept("signing_key", lambda: b64encode(secrets.token_bytes(32)).decode()), "PBEM_SIGNING_KEY"
)
PBEM_SIGNING_SEEDS_RETIRED = [_seed(one, "PBEM_SIGNING_KEY_RETIRED") for one in _listed(ENV.signing_key_retired)]
_BASE = read_base_url(ENV.base_url)
PBEM_BASE_URL = _BASE.url
FORCE_SCRIPT_NAME = _BASE.prefix or None
ALLOWED_HOSTS = sorted({"127.0.0.1", "localhost", "[::1]", _BASE.host, *_listed(ENV.allowed_hosts)})
CSRF_TRUSTED_ORIGINS = [_BASE.origin]
CSRF_FAILURE_VIEW = "pbem.web.pages.views.stale_token.handle_stale_token"
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
"""Seconds without use after which a session ends (`pbem.session_expiry`)."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = ENV.https
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.https else None
SECURE_HSTS_SECONDS = ENV.hsts_seconds
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""HSTS excludes subdomains and preload lists, because they would also apply to other servers of the domain."""
SECURE_REDIRECT_EXEMPT = [rf"^{re.escape(f'{_BASE.prefix}/'.lstrip('/'))}healthz$"]
PBEM_TRUSTED_PROXIES = _listed(ENV.trusted_proxies)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
"""Maximum size of a request's body in bytes; the largest set of orders is far smaller."""

# --- Parts ------------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "pbem",  # first: its templates come before the admin's own
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "games",
    "api",
    "worker",
    "allauth",
    "allauth.account",
]
MIDDLEWARE = [
    "pbem.web.pages.middleware.set_content_policy",
    "pbem.url_prefix.scope_cookies",
    "pbem.response_compression.SafeGZipMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pbem.client_addresses.use_client_address",
    "api.trailing_slash.accept_missing_slash",
    "pbem.web.pages.middleware.prevent_caching",
    "api.repeated_refusals.repeat_refusals",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "pbem.session_expiry.extend_session",
    "pbem.login_throttle.remember_device",
    "pbem.web.pages.middleware.activate_player_locale",
    "pbem.web.pages.middleware.RefusalMiddleware",
]
ROOT_URLCONF = "pbem.urls"
WSGI_APPLICATION = "pbem.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pbem.web.pages.site.add_site",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Store ------------------------------------------------------------------------------------------------------------
DATABASES = {"default": _database(ENV.database_url or f"sqlite:///{DATA_DIR / 'sealed.sqlite3'}")}
CACHES = {name: _cache(ENV.cache_url, ENV.redis_url, name) for name in ("default", "pictures")}
"""A cache for counts, and one for rendered boards, so that in memory boards do not evict counts."""
SEALED_DATA_DIR = Path(ENV.sealed_data_dir) if ENV.sealed_data_dir else None

# --- Site -------------------------------------------------------------------------------------------------------------
PBEM_SITE_NAME = ENV.site_name.strip()
PBEM_SITE_WELCOME = ENV.site_welcome.replace("\\n", "\n").strip()
PBEM_SITE_WELCOME_JA = ENV.site_welcome_ja.replace("\\n", "\n").strip()
PBEM_SITE_CONTACT = _site_contact(ENV.site_contact.strip())
PBEM_SITE_LOGO = _site_logo(ENV.site_logo.strip(), DATA_DIR)

# --- Players ----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["pbem.login_throttle.ThrottledModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PBEM_OPEN_SIGN_UP = ENV.open_sign_up
PBEM_VISITORS_WATCH = ENV.visitors_watch
PBEM_VACATION_DAYS = ENV.vacation_days
PBEM_HOSTED_GAMES = ENV.hosted_games
PBEM_INVITATIONS_PER_HOUR = ENV.invitations_per_hour
PBEM_INVITATIONS_PER_PERSON = ENV.invitations_per_person
PBEM_ABSENT_AFTER_MISSES = max(ENV.absent_after_misses, 1)
PBEM_WEBHOOK_ALLOW_PRIVATE = ENV.webhook_allow_private
PBEM_WEBHOOK_PORTS = _ports(ENV.webhook_ports)
PBEM_PUSH_KEY = _push_key(ENV.push_key.strip())
ACCOUNT_ADAPTER = "pbem.web.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "pbem.web.accounts.forms.SignUpForm",
    "reset_password": "pbem.web.accounts.forms.ResetPasswordForm",
    "request_login_code": "pbem.web.accounts.forms.RequestCodeForm",
    "user_token": "pbem.web.accounts.forms.PasswordLinkForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "pbem.web.accounts.forms.NAME_VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
"""django-allauth manages the accounts; the password log-in stays with the login throttle."""
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
REST_KNOX = {"TOKEN_TTL": None, "AUTO_REFRESH": False, "AUTH_HEADER_PREFIX": "Token"}
"""API tokens: stored as hashes, valid until they are revoked."""

# --- Languages and times ----------------------------------------------------------------------------------------------
LANGUAGES = [(code, LANG_INFO.get(code, {}).get("name_local", code)) for code in catalogues.languages()]
"""English, Japanese, and every language with a folder of catalogues (docs/titles/translating.md)."""
LANGUAGE_CODE = "en"
LOCALE_PATHS = [*([Path(ENV.locale_dir)] if ENV.locale_dir else []), BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = ENV.time_zone

# --- Files served -----------------------------------------------------------------------------------------------------
STATIC_URL = f"{_BASE.prefix}/static/"
STATIC_ROOT = Path(ENV.static_dir).resolve() if ENV.static_dir else BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "pbem.static_storage.CollectedStaticFilesStorage"},
}
FILE_UPLOAD_PERMISSIONS = None
"""None: collected files get the permissions that the umask allows."""
WHITENOISE_USE_FINDERS = DEBUG or not (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["png", "gif", "woff", "woff2", "gz", "map"]
"""Types of files that are not compressed. Source maps are only for debugging, and take most of the time."""

# --- REST -------------------------------------------------------------------------------------------------------------
PBEM_WRITES_PER_MINUTE = ENV.writes_per_minute
PBEM_EXPENSIVE_READS_PER_MINUTE = ENV.expensive_reads_per_minute
PBEM_PREVIEWS_PER_MINUTE = ENV.previews_per_minute
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["api.authentication.WriteThrottle"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.media_types.SingleFormatNegotiation",
    "DEFAULT_RENDERER_CLASSES": ["api.media_types.StructRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.media_types.StrictJSONParser"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "URL_FORMAT_OVERRIDE": None,
}
CORS_ALLOWED_ORIGINS = _origins(ENV.cors_origins)
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
CORS_ALLOW_HEADERS = [
    "authorization",
    "content-type",
    "accept-language",
    "if-match",
    "if-none-match",
    "idempotency-key",
]
CORS_EXPOSE_HEADERS = ["etag", "location", "retry-after", "ratelimit", "ratelimit-policy", "content-disposition"]
"""Pages of other origins call the API with a token only: credentials are not allowed, so browsers send no cookies."""
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Sealed Orders",
    "DESCRIPTION": "Naval wargames by mail and REST. Texts come in English and Japanese; problems in your language.",
    "VERSION": PBEM_VERSION,
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "CONTACT": {"name": "The host of this server", "url": PBEM_BASE_URL},
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]+",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["api.openapi_schema.complete_schema"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- Mail -------------------------------------------------------------------------------------------------------------
globals().update(_mail(ENV.mail_url))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.mail_from
PBEM_MESSAGE_ID_DOMAIN = ENV.message_id_domain or ENV.mail_from.rpartition("@")[2].rstrip("> ") or "localhost"
PBEM_MAIL_RETRY_SECONDS = ENV.mail_retry_seconds
PBEM_MAIL_DOMAIN_LIMITS = _domain_limits(ENV.mail_domain_limits)
PBEM_MAIL_SENDERS = max(ENV.mail_senders, 1)
PBEM_MAIL_LEASE = _MAIL_LEASE
PBEM_MAIL_REPLY_ADDRESS = _reply_address(ENV.mail_reply_address)
PBEM_MAIL_VERP = ENV.mail_verp
PBEM_TRUSTED_AUTHSERV_IDS = [one.casefold() for one in _listed(ENV.trusted_authserv_ids)]
PBEM_MAIL_GRACE_SECONDS = max(ENV.mail_grace_minutes, 0) * 60
PBEM_MAIL_REPLIES_PER_HOUR = max(ENV.mail_replies_per_hour, 1)
PBEM_MAIL_RECEIPT_WAIT_SECONDS = max(ENV.mail_receipt_wait_seconds, 0)
PBEM_LMTP_LISTEN = ENV.lmtp_listen
PBEM_IMAP_URL = ENV.imap_url
PBEM_IMAP_POLL_SECONDS = max(ENV.imap_poll_seconds, 5)
PBEM_MAIL_TIMEOUT = ENV.mail_timeout
PBEM_MAIL_SERVICE = ENV.mail_service
ANYMAIL = _mail_service(ENV)

# --- Pictures ---------------------------------------------------------------------------------------------------------
PBEM_RENDERERS = max(ENV.renderers, 1)
PBEM_PICTURE_MEGABYTES = ENV.picture_megabytes
PBEM_PICTURE_SECONDS = ENV.picture_seconds

# --- Previews ---------------------------------------------------------------------------------------------------------
PBEM_PREVIEW_PROCESSES = ENV.preview_processes

# --- Tasks ------------------------------------------------------------------------------------------------------------
globals().update(_broker(ENV.redis_url))
CELERY_TASK_DEFAULT_QUEUE = "play"
CELERY_TASK_QUEUES: dict[str, dict[str, Any]] = {"play": {}, "mail": {}, "inbound": {}, "webhooks": {}, "think": {}}
CELERY_TASK_ROUTES = {
    "worker.tasks.deliver_mail": {"queue": "mail"},
    "worker.tasks.handle_inbound": {"queue": "inbound"},
    "worker.tasks.send_webhooks": {"queue": "webhooks"},
    "worker.tasks.think": {"queue": "think"},
    "worker.tasks.refine_curve": {"queue": "think"},
}
"""Outgoing e-mail, incoming e-mail, webhooks and long computations have a queue each, and in production workers of
their own, so that no slow mail server, long text, slow webhook or thinking bot delays a game.
"""
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_DB_REUSE_MAX = 1000
"""Number of tasks after which a worker reconnects to the database; `worker.database_connections` checks connections.
"""
CELERY_TASK_TIME_LIMIT = 90
CELERY_TASK_ANNOTATIONS = {"worker.tasks.deliver_mail": {"time_limit": _MAIL_TASK_LIMIT}}
CELERY_TASK_SERIALIZER = "json"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
PBEM_BOT_SECONDS = min(max(ENV.bot_seconds, 1), 60)
PBEM_CURVE_SECONDS = max(ENV.curve_seconds, 0)
PBEM_SWEEP_SECONDS = ENV.sweep_seconds
PBEM_METRICS_TOKEN = ENV.metrics_token
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "worker.tasks.sweep",
        "schedule": ENV.sweep_seconds,
        "options": {"expires": max(ENV.sweep_seconds * 2, 5)},
    },
}
"""The sweep finds due games, waiting bots, due reminders and unsent e-mails, including lost messages of the broker."""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "filters": {
        "urls": {"()": "pbem.log_redaction.RedactUrls"},
        "repeated": {"()": "django.utils.log.CallbackFilter", "callback": _is_new},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["urls"]}},
    "root": {"handlers": ["console"], "level": ENV.log_level},
    "loggers": {
        "mail.log": {"level": "WARNING"},  # aiosmtpd would log addresses with their tags
        "django": {"handlers": [], "level": "INFO"},  # Django's own handlers would log URLs as they are
        "django.request": {"filters": ["repeated"]},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
    },
}
