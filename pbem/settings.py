"""Django's settings of the server, read from the environment (`pbem.environment`).

Without any variable the server keeps an SQLite file, a folder broker and a mail folder under ``var/`` and answers on
the loopback address alone.
"""

import logging
import re
import secrets
import tomllib
from base64 import b64encode
from pathlib import Path
from typing import Any

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

from games.kernel import catalogues
from pbem import setting_values as values
from pbem.base_url import read_base_url
from pbem.environment import read_environment

BASE_DIR = Path(__file__).resolve().parent.parent
PBEM_VERSION = str(tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
"""The version of this release, from pyproject.toml."""


def _is_new(record: logging.LogRecord) -> bool:
    """Return False for a log record about a refusal that `api.repeated_refusals` only repeats; True for all others."""
    return not getattr(getattr(record, "request", None), "is_repeated_refusal", False)


ENV = read_environment()
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
SECRET_KEY = ENV.secret_key or values.kept_secret(DATA_DIR, "secret_key", lambda: secrets.token_urlsafe(50))
SECRET_KEY_FALLBACKS = values.split_list(ENV.secret_key_fallbacks)
PBEM_SIGNING_SEED = values.decode_seed(
    ENV.signing_key or values.kept_secret(DATA_DIR, "signing_key", lambda: b64encode(secrets.token_bytes(32)).decode()),
    "PBEM_SIGNING_KEY",
)
PBEM_SIGNING_SEEDS_RETIRED = [
    values.decode_seed(one, "PBEM_SIGNING_KEY_RETIRED") for one in values.split_list(ENV.signing_key_retired)
]
_BASE = read_base_url(ENV.base_url)
PBEM_BASE_URL = _BASE.url
FORCE_SCRIPT_NAME = _BASE.prefix or None
ALLOWED_HOSTS = sorted({"127.0.0.1", "localhost", "[::1]", _BASE.host, *values.split_list(ENV.allowed_hosts)})
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
PBEM_TRUSTED_PROXIES = values.split_list(ENV.trusted_proxies)
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
_DATABASE_URL = ENV.database_url or f"sqlite:///{DATA_DIR / 'sealed.sqlite3'}"
DATABASES = {"default": values.database_settings(_DATABASE_URL, DATA_DIR)}
CACHES = {name: values.cache_settings(ENV.cache_url, ENV.redis_url, name) for name in ("default", "pictures")}
"""A cache for counts, and one for rendered boards, so that in memory boards do not evict counts."""
SEALED_DATA_DIR = Path(ENV.sealed_data_dir) if ENV.sealed_data_dir else None

# --- Site -------------------------------------------------------------------------------------------------------------
PBEM_SITE_NAME = ENV.site_name.strip()
PBEM_SITE_WELCOME = ENV.site_welcome.replace("\\n", "\n").strip()
PBEM_SITE_WELCOME_JA = ENV.site_welcome_ja.replace("\\n", "\n").strip()
PBEM_SITE_CONTACT = values.read_site_contact(ENV.site_contact.strip())
PBEM_SITE_LOGO = values.find_site_logo(ENV.site_logo.strip(), DATA_DIR)

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
PBEM_WEBHOOK_PORTS = values.read_ports(ENV.webhook_ports)
PBEM_PUSH_KEY = values.read_push_key(ENV.push_key.strip())
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
CORS_ALLOWED_ORIGINS = values.read_origins(ENV.cors_origins)
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
globals().update(values.mail_settings(ENV.mail_url, DATA_DIR, ENV.mail_timeout))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.mail_from
PBEM_MESSAGE_ID_DOMAIN = ENV.message_id_domain or ENV.mail_from.rpartition("@")[2].rstrip("> ") or "localhost"
PBEM_MAIL_RETRY_SECONDS = ENV.mail_retry_seconds
PBEM_MAIL_DOMAIN_LIMITS = values.read_domain_limits(ENV.mail_domain_limits)
PBEM_MAIL_SENDERS = max(ENV.mail_senders, 1)
PBEM_MAIL_LEASE = _MAIL_LEASE
PBEM_MAIL_REPLY_ADDRESS = values.read_reply_address(ENV.mail_reply_address)
PBEM_MAIL_VERP = ENV.mail_verp
PBEM_TRUSTED_AUTHSERV_IDS = [one.casefold() for one in values.split_list(ENV.trusted_authserv_ids)]
PBEM_MAIL_GRACE_SECONDS = max(ENV.mail_grace_minutes, 0) * 60
PBEM_MAIL_REPLIES_PER_HOUR = max(ENV.mail_replies_per_hour, 1)
PBEM_MAIL_RECEIPT_WAIT_SECONDS = max(ENV.mail_receipt_wait_seconds, 0)
PBEM_LMTP_LISTEN = ENV.lmtp_listen
PBEM_IMAP_URL = ENV.imap_url
PBEM_IMAP_POLL_SECONDS = max(ENV.imap_poll_seconds, 5)
PBEM_MAIL_TIMEOUT = ENV.mail_timeout
PBEM_MAIL_SERVICE = ENV.mail_service
ANYMAIL = values.mail_service_settings(ENV)

# --- Pictures ---------------------------------------------------------------------------------------------------------
PBEM_RENDERERS = max(ENV.renderers, 1)
PBEM_PICTURE_MEGABYTES = ENV.picture_megabytes
PBEM_PICTURE_SECONDS = ENV.picture_seconds

# --- Previews ---------------------------------------------------------------------------------------------------------
PBEM_PREVIEW_PROCESSES = ENV.preview_processes

# --- Tasks ------------------------------------------------------------------------------------------------------------
globals().update(values.broker_settings(ENV.redis_url, DATA_DIR, _MAIL_TASK_LIMIT))
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
