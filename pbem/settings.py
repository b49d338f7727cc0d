"""All settings of the server in one file, read from the environment.

Every variable is named ``PBEM_…`` after a field of :class:`Environment`; only three keep the names that other programs
use for them: ``DATABASE_URL``, ``REDIS_URL`` and ``SEALED_DATA_DIR``. Nothing needs to be set: without any variable the
server keeps an SQLite file, a folder broker and a mail folder under ``var/`` and answers on the loopback address alone.
A value of the wrong type stops the start with the name of the variable.
"""

import contextlib
import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
import msgspec
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

_SHORTEST_SECRET = 16
_SHARED_NAMES = {"database_url": "DATABASE_URL", "redis_url": "REDIS_URL", "sealed_data_dir": "SEALED_DATA_DIR"}


def _variable(field: str) -> str:
    """The name of the environment variable that holds a field."""
    return _SHARED_NAMES.get(field, f"PBEM_{field.upper()}")


class Environment(msgspec.Struct, frozen=True, rename=_variable):
    """What an operator may set. Booleans are ``true``/``false``/``1``/``0``; lists are separated by commas."""

    debug: bool = False
    data_dir: str = ""
    """Folder for the database file, the keys, the folder broker and written mail; ``var/`` by default."""
    secret_key: str = ""
    """Signing key; generated once and kept in the data folder when empty."""
    secret_key_fallbacks: str = ""
    """Retired keys that still verify what they signed."""
    signing_key: str = ""
    """32 random bytes in base64: what the server signs letters, receipts and dice with (Ed25519). Web server and worker
    must have the same; made once and kept in the data folder when empty."""
    signing_key_retired: str = ""
    """Earlier signing keys: the one before signs the new one, so that whoever knew it can trust its successor."""
    base_url: str = "http://127.0.0.1:8000"
    """How readers of mail reach this server."""
    allowed_hosts: str = ""
    """Further host names to answer for; loopback and the host of the base URL always count."""
    https: bool = False
    """True when a proxy in front ends TLS and sets X-Forwarded-Proto: cookies become Secure and HTTP redirects."""
    hsts_seconds: int = 365 * 24 * 60 * 60
    """How long browsers shall come by HTTPS alone; said only over HTTPS, 0 for never."""
    trusted_proxies: str = "127.0.0.0/8,::1"
    """Addresses and networks of proxies whose X-Forwarded-For is believed: the client's address comes from it."""

    database_url: str = ""
    """``postgres://…`` or ``sqlite:///…``; an SQLite file in the data folder when empty."""
    redis_url: str = ""
    """Broker; without it a folder serves as one."""
    cache_url: str = ""
    """A Redis database for the cache; when empty the one beside the broker's, without a broker the memory.

    Where both are on one server its ``maxmemory-policy`` must be ``volatile-lru``: the cache makes room, never the
    broker."""
    sealed_data_dir: str = ""
    """Folder ``<title>/<file>`` whose files stand in for the component data shipped here."""

    mail_url: str = ""
    """``smtp://user:password@host:port``, ``smtp+tls://…`` (STARTTLS), ``smtps://…``, or ``files:FOLDER``.

    Without one, each letter becomes a file in the folder ``mail`` of the data folder."""
    mail_from: str = "Sealed Orders <orders@localhost>"
    mail_domain: str = ""
    """Right side of Message-IDs; that of ``mail_from`` when empty."""
    mail_timeout: int = 20
    """Seconds within which the mail server must have taken up a connection, and then each letter."""
    mail_senders: int = 2
    """How many letters may be on their way to the mail server at once."""
    mail_domain_limits: str = ""
    """How many letters a minute may go to addresses of a domain: ``gmail.com=30,*=100``, the star for every other one;
    none when empty. What is above that waits."""
    mail_pause: int = 30
    """Seconds until the next attempt when the mail server is away."""
    mail_reply: str = ""
    """Address to which players reply with orders, such as ``orders@example.org``: mail to ``orders+…`` must come to
    this server. When empty, letters take no replies."""
    mail_verp: bool = False
    """Whether each letter names an envelope sender of its own (``orders+b…@``), by which bounces are told apart. Needs
    `mail_reply`, and a mail server that lets us name senders."""
    mail_relays: str = ""
    """Names (authserv-id) of the mail servers in front whose Authentication-Results are believed. Orders by mail that
    none of them vouches for wait for `mail_grace_minutes`."""
    mail_grace_minutes: int = 5
    """For so long an order by mail from an unproven address can be cancelled before it counts."""
    mail_answers_per_hour: int = 30
    """How many answers to mail one player gets in an hour."""
    mail_lmtp: str = ""
    """``host:port`` where ``manage.py listen_for_mail`` takes mail from a mail server (LMTP)."""
    mail_box: str = ""
    """``imaps://user:password@host/folder``, a mailbox that ``manage.py look_for_mail`` looks through."""
    mail_box_seconds: int = 30
    """Seconds between two looks."""
    mail_service: str = ""
    """One of `_MAIL_SERVICES`: whose webhooks are taken, about letters and with mail that comes in. Needs the extra
    ``esp``."""
    mail_service_secret: str = ""
    """``user:password`` that the service shows with each call, by HTTP basic authentication; there must be one."""
    mail_service_key: str = ""
    """The key with which Mailgun signs its calls; there must be one where the service is Mailgun."""

    renderers: int = 1
    """Processes that draw pictures, for each process of the web server and the worker."""
    picture_megabytes: int = 512
    """Memory for one of them; a board 2,400 pixels wide takes a third of it."""
    picture_seconds: int = 10
    """Processor time that one picture may take, and a third of the time that it may last."""

    open_sign_up: bool = False
    """Whether strangers may make themselves an account; without it people come by invitation alone."""

    vacation_days: int = 42
    """Days a year on which a player may be away without a deadline running out."""
    absent_after: int = 3
    """After so many deadlines missed in a row a game's umpire hears that somebody is absent."""
    webhook_private: bool = False
    """Whether webhooks may lead to private and loopback addresses, and without TLS; only where all are trusted."""

    writes_per_minute: int = 1200
    """How many changing calls a player may make by REST in a minute; 0 for no limit."""
    costly_reads_per_minute: int = 120
    """How many PNG pictures and exports a player may read by REST in a minute; 0 for no limit."""
    looks_per_minute: int = 600
    """How many taps and other questions about drafts a player may send in a minute, on the page and by REST together;
    0 for no limit."""
    sweep_seconds: float = 5.0
    """How often the scheduler looks for games that are due and mail that is unsent."""
    metrics_token: str = ""
    """Whoever shows it as a bearer token reads the numbers at ``/metrics``; without one there is no such page."""
    time_zone: str = "UTC"
    """The clock of the admin, and of logs."""
    log_level: str = "INFO"


def _read_environment() -> Environment:
    """The environment as typed settings; raises ImproperlyConfigured with the variable's name."""
    names = {_variable(field) for field in Environment.__struct_fields__}
    given = {name: value for name, value in os.environ.items() if name in names and value != ""}
    try:
        return msgspec.convert(given, Environment, strict=False)
    except msgspec.ValidationError as error:
        raise ImproperlyConfigured(f"Environment: {error}") from None


def _kept(name: str, make: Callable[[], str]) -> str:
    """A secret kept in the data folder; made at the first start, readable by its owner alone, there whole or not."""
    path = DATA_DIR / name
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}.part")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(make())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)  # never over one that another process has just made
        draft.unlink()
    return path.read_text().strip()


def _seed(text: str, variable: str) -> bytes:
    """The 32 bytes of a signing key; raises ImproperlyConfigured."""
    try:
        seed = b64decode(text, validate=True)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise ImproperlyConfigured(f"Environment: {variable} must be 32 bytes in base64, as of openssl rand -base64 32")
    return seed


def _database(url: str) -> dict[str, Any]:
    """The one database.

    SQLite takes its write lock at BEGIN, so that no transaction fails half-way as 'locked'. PostgreSQL prepares what it
    is asked more than twice, so no pooler that hands out connections by the transaction may stand before it.
    """
    config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    if config["ENGINE"] == "django.db.backends.postgresql":
        config["OPTIONS"] = {
            "connect_timeout": 5,  # seconds; else one waits for minutes
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
    """Django's mail settings for a mail URL; without one, each mail becomes an ``.eml`` file in the data folder."""
    parts = urlsplit(url)
    if not url or parts.scheme == "files":
        return {"EMAIL_BACKEND": "worker.mail.eml.FolderBackend", "EMAIL_FILE_PATH": parts.path or DATA_DIR / "mail"}
    if parts.scheme not in {"smtp", "smtp+tls", "smtps"}:
        raise ImproperlyConfigured("PBEM_MAIL_URL must begin with smtp://, smtp+tls://, smtps:// or files:")
    return {
        "EMAIL_BACKEND": "worker.mail.smtp.Backend",
        "EMAIL_HOST": parts.hostname or "127.0.0.1",
        "EMAIL_PORT": parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": ENV.mail_timeout,
    }


def _domain_limits(text: str) -> dict[str, int]:
    """Letters a minute by domain; raises ImproperlyConfigured."""
    limits: dict[str, int] = {}
    for entry in _listed(text):
        domain, _, number = entry.partition("=")
        if not (domain.strip() and number.strip().isdecimal() and int(number) > 0):
            raise ImproperlyConfigured("PBEM_MAIL_DOMAIN_LIMITS must be like gmail.com=30,*=100")
        limits[domain.strip().casefold()] = int(number)
    return limits


def _reply_address(address: str) -> str:
    """The address for replies; raises ImproperlyConfigured where a tag does not fit into it."""
    name, at, domain = address.strip().casefold().rpartition("@")
    if address and not (at and domain and 1 <= len(name) <= 18 and "+" not in name):
        raise ImproperlyConfigured("PBEM_MAIL_REPLY must be an address with at most 18 letters, and no +, before the @")
    return f"{name}@{domain}" if address else ""


_MAIL_SERVICES = ("brevo", "mailgun", "mailjet", "postmark", "sendgrid", "sparkpost")
"""Those whose calls show the secret, and whose events name a letter that went out by SMTP."""


def _mail_service(env: Environment) -> dict[str, Any]:
    """Settings of the service whose webhooks are taken; raises ImproperlyConfigured where anybody could call them."""
    if env.mail_service not in ("", *_MAIL_SERVICES):
        raise ImproperlyConfigured(f"PBEM_MAIL_SERVICE must be one of {', '.join(_MAIL_SERVICES)}")
    user, _, password = env.mail_service_secret.partition(":")
    if env.mail_service and not (user and len(password) >= _SHORTEST_SECRET):
        raise ImproperlyConfigured("PBEM_MAIL_SERVICE_SECRET must be user:password, the password of 16 letters or more")
    if env.mail_service == "mailgun" and not env.mail_service_key:
        raise ImproperlyConfigured("PBEM_MAIL_SERVICE_KEY must be the key with which Mailgun signs its webhooks")
    keys = {"MAILGUN_WEBHOOK_SIGNING_KEY": env.mail_service_key, "BREVO_API_KEY": ""}  # Brevo is asked for nothing
    return {"WEBHOOK_SECRET": env.mail_service_secret, **keys}


def _broker(url: str) -> dict[str, Any]:
    """Celery's broker. On Redis the three options make a task of a killed worker come back within seconds."""
    if url:
        options: dict[str, Any] = {
            "visibility_timeout": max(120, _MAIL_TASK_LIMIT + 20),  # no task is handed out again while it runs
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 5,  # a broker that is away must not hold up who only leaves a hint
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
    """The cache, never in the broker's database: in the one beside it (0 and 1, 2 and 3, …) unless told otherwise."""
    if not url and broker:
        parts = urlsplit(broker)
        number = parts.path.strip("/") or "0"
        url = parts._replace(path=f"/{int(number) ^ 1}").geturl() if number.isdecimal() else broker
    if not url:
        most = 100 if name == "pictures" else 10_000
        memory = "django.core.cache.backends.locmem.LocMemCache"
        return {"BACKEND": memory, "LOCATION": name, "OPTIONS": {"MAX_ENTRIES": most}}
    return {"BACKEND": "pbem.caching.FailOpenRedisCache", "LOCATION": url}


def _listed(text: str) -> list[str]:
    """The entries of a comma-separated list."""
    return [entry.strip() for entry in text.split(",") if entry.strip()]


ENV = _read_environment()
_MAIL_LEASE = 3 * ENV.mail_timeout
"""Seconds for which a letter belongs to its sender: a connection, the letter, and some time to write it."""
_MAIL_TASK_LIMIT = _MAIL_LEASE + 3 * ENV.picture_seconds + 10
"""Seconds after which a sender is ended: a slice of ten, and one letter whose picture takes as long as it may."""
DATA_DIR = Path(ENV.data_dir).resolve() if ENV.data_dir else BASE_DIR / "var"
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

# --- Safety -----------------------------------------------------------------------------------------------------------
DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key or _kept("secret_key", lambda: secrets.token_urlsafe(50))
SECRET_KEY_FALLBACKS = _listed(ENV.secret_key_fallbacks)
PBEM_SIGNING_SEED = _seed(
    ENV.signing_key or _kept("signing_key", lambda: b64encode(secrets.token_bytes(32)).decode()), "PBEM_SIGNING_KEY"
)
PBEM_SIGNING_SEEDS_RETIRED = [_seed(one, "PBEM_SIGNING_KEY_RETIRED") for one in _listed(ENV.signing_key_retired)]
PBEM_BASE_URL = ENV.base_url.rstrip("/")
_HOST = urlsplit(PBEM_BASE_URL).hostname or "127.0.0.1"
ALLOWED_HOSTS = sorted({"127.0.0.1", "localhost", "[::1]", _HOST, *_listed(ENV.allowed_hosts)})
CSRF_TRUSTED_ORIGINS = [PBEM_BASE_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = ENV.https
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.https else None
SECURE_HSTS_SECONDS = ENV.hsts_seconds
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
PBEM_TRUSTED_PROXIES = _listed(ENV.trusted_proxies)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
"""Bytes of a request's body; the largest order set is far below."""

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
    "pbem.pages.middleware.content_policy",
    "pbem.compression.Compressed",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pbem.addresses.client_address",
    "pbem.pages.middleware.no_copies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "pbem.doorkeeper.remembering",
    "pbem.pages.middleware.players_own",
    "pbem.pages.middleware.Refusals",
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
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Store ------------------------------------------------------------------------------------------------------------
DATABASES = {"default": _database(ENV.database_url or f"sqlite:///{DATA_DIR / 'sealed.sqlite3'}")}
CACHES = {name: _cache(ENV.cache_url, ENV.redis_url, name) for name in ("default", "pictures")}
"""Counts, and drawn boards, which must not drive out the counts where both are kept in memory."""
SEALED_DATA_DIR = Path(ENV.sealed_data_dir) if ENV.sealed_data_dir else None

# --- Players ----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["pbem.doorkeeper.Doorkeeper"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PBEM_OPEN_SIGN_UP = ENV.open_sign_up
PBEM_VACATION_DAYS = ENV.vacation_days
PBEM_ABSENT_AFTER = max(ENV.absent_after, 1)
PBEM_WEBHOOK_PRIVATE = ENV.webhook_private
ACCOUNT_ADAPTER = "pbem.accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "pbem.accounts.forms.SignUpForm",
    "reset_password": "pbem.accounts.forms.ResetPasswordForm",
    "request_login_code": "pbem.accounts.forms.RequestCodeForm",
    "user_token": "pbem.accounts.forms.LinkForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "pbem.accounts.forms.NAME_VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
"""Accounts are looked after by django-allauth; logging in with a password stays with the doorkeeper."""
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
REST_KNOX = {"TOKEN_TTL": None, "AUTO_REFRESH": False, "AUTH_HEADER_PREFIX": "Token"}
"""Tokens of scripts: stored hashed, valid until they are revoked."""

# --- Languages and times ----------------------------------------------------------------------------------------------
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = ENV.time_zone

# --- Files served -----------------------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
WHITENOISE_USE_FINDERS = DEBUG or not STATIC_ROOT.exists()
WHITENOISE_AUTOREFRESH = DEBUG

# --- REST -------------------------------------------------------------------------------------------------------------
PBEM_WRITES_PER_MINUTE = ENV.writes_per_minute
PBEM_COSTLY_READS_PER_MINUTE = ENV.costly_reads_per_minute
PBEM_LOOKS_PER_MINUTE = ENV.looks_per_minute
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.access.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["api.access.WriteLimit"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.wire.TakeIt",
    "DEFAULT_RENDERER_CLASSES": ["api.wire.Encoded"],
    "DEFAULT_PARSER_CLASSES": ["api.wire.StrictJSON"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Sealed Orders",
    "DESCRIPTION": "Naval wargames by mail and REST. Texts come in English and Japanese; problems in your language.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]+",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["api.schema.finish"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- Mail -------------------------------------------------------------------------------------------------------------
globals().update(_mail(ENV.mail_url))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.mail_from
PBEM_MAIL_DOMAIN = ENV.mail_domain or ENV.mail_from.rpartition("@")[2].rstrip("> ") or "localhost"
PBEM_MAIL_PAUSE = ENV.mail_pause
PBEM_MAIL_DOMAIN_LIMITS = _domain_limits(ENV.mail_domain_limits)
PBEM_MAIL_SENDERS = max(ENV.mail_senders, 1)
PBEM_MAIL_LEASE = _MAIL_LEASE
PBEM_MAIL_REPLY = _reply_address(ENV.mail_reply)
PBEM_MAIL_VERP = ENV.mail_verp
PBEM_MAIL_RELAYS = [one.casefold() for one in _listed(ENV.mail_relays)]
PBEM_MAIL_GRACE = max(ENV.mail_grace_minutes, 0) * 60
PBEM_MAIL_ANSWERS_PER_HOUR = max(ENV.mail_answers_per_hour, 1)
PBEM_MAIL_LMTP = ENV.mail_lmtp
PBEM_MAIL_BOX = ENV.mail_box
PBEM_MAIL_BOX_SECONDS = max(ENV.mail_box_seconds, 5)
PBEM_MAIL_TIMEOUT = ENV.mail_timeout
PBEM_MAIL_SERVICE = ENV.mail_service
ANYMAIL = _mail_service(ENV)

# --- Pictures ---------------------------------------------------------------------------------------------------------
PBEM_RENDERERS = max(ENV.renderers, 1)
PBEM_PICTURE_MEGABYTES = ENV.picture_megabytes
PBEM_PICTURE_SECONDS = ENV.picture_seconds

# --- Tasks ------------------------------------------------------------------------------------------------------------
globals().update(_broker(ENV.redis_url))
CELERY_TASK_DEFAULT_QUEUE = "play"
CELERY_TASK_QUEUES: dict[str, dict[str, Any]] = {"play": {}, "mail": {}}
CELERY_TASK_ROUTES = {"worker.tasks.deliver_mail": {"queue": "mail"}}
"""Letters have a queue of their own, and in production workers of their own: a slow mail server holds up no game."""
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_DB_REUSE_MAX = 1000
"""Tasks for which a worker keeps its database connection; `worker.connections` sees to it that it is still good."""
CELERY_TASK_TIME_LIMIT = 90
CELERY_TASK_ANNOTATIONS = {"worker.tasks.deliver_mail": {"time_limit": _MAIL_TASK_LIMIT}}
CELERY_TASK_SERIALIZER = "json"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
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
"""One sweep finds due games, waiting bots, reminders and unsent mail: what the broker lost is found again here."""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": ENV.log_level},
    "loggers": {"mail.log": {"level": "WARNING"}},  # aiosmtpd: it would write addresses with their tags down
}
