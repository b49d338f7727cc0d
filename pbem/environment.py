"""The operator's settings as environment variables.

Every variable is named ``PBEM_…`` after a field of :class:`Environment`; only three keep the names that other programs
use for them: ``DATABASE_URL``, ``REDIS_URL`` and ``SEALED_DATA_DIR``. None needs to be set. A value of the wrong type
stops the start with the name of the variable.
"""

import difflib
import os

import msgspec
from django.core.exceptions import ImproperlyConfigured

SHARED_NAMES = {"database_url": "DATABASE_URL", "redis_url": "REDIS_URL", "sealed_data_dir": "SEALED_DATA_DIR"}


def variable_name(field: str) -> str:
    """Return the name of the environment variable that sets a field of `Environment`."""
    return SHARED_NAMES.get(field, f"PBEM_{field.upper()}")


class Environment(msgspec.Struct, frozen=True, rename=variable_name):
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


def read_environment() -> Environment:
    """Read the settings from the environment. Raises ImproperlyConfigured with the name of an invalid variable."""
    names = {variable_name(field) for field in Environment.__struct_fields__}
    for unknown in sorted(name for name in os.environ if name.startswith("PBEM_") and name not in names | _NO_SETTINGS):
        similar = " or ".join(difflib.get_close_matches(unknown, sorted(names), n=2)) or "see docs/hosts/settings.md"
        raise ImproperlyConfigured(f"Environment: {unknown} is no setting. Did you mean: {similar}?")
    given = {name: value for name, value in os.environ.items() if name in names and value != ""}
    try:
        return msgspec.convert(given, Environment, strict=False)
    except msgspec.ValidationError as error:
        raise ImproperlyConfigured(f"Environment: {error}") from None
