"""Parse `PBEM_BASE_URL` into its origin, its host and the prefix of all paths."""

import re
from ipaddress import IPv6Address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
_PREFIX = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*")
_DEVIATIONS = frozenset("ßς\u200c\u200d")
"""The characters that browsers (IDNA 2008) and Python's codec (IDNA 2003) encode differently."""


class BaseUrl(NamedTuple):
    """The server's base URL, normalized as browsers send it."""

    origin: str
    """Scheme, host and a port that is not the default one, as in an ``Origin`` header."""
    host: str
    """The host as in a ``Host`` header: ASCII, an IPv6 address in brackets."""
    prefix: str
    """The path of the home page without its last slash; empty, or like ``/orders``."""

    @property
    def url(self) -> str:
        """The URL that the paths of the URL configuration are appended to."""
        return self.origin + self.prefix


def read_base_url(text: str) -> BaseUrl:
    """Parse a base URL and normalize it. Raises ImproperlyConfigured for anything but a plain http(s) URL."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise _refusal(text, str(error)) from None
    if parts.scheme not in _DEFAULT_PORTS:
        raise _refusal(text, "it must begin with http:// or https://")
    if parts.username is not None or parts.query or parts.fragment or "?" in text or "#" in text:
        raise _refusal(text, "it cannot have a user, a query or a fragment")
    host = _read_host(text, parts)
    prefix = parts.path.rstrip("/")
    if not _PREFIX.fullmatch(prefix):
        raise _refusal(text, "its path may have letters (A-Z), digits and . _ ~ - between single slashes, like /orders")
    shown = "" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}"
    return BaseUrl(f"{parts.scheme}://{host}{shown}", host, prefix)


def _read_host(text: str, parts: SplitResult) -> str:
    """Return the host as browsers send it: lower case, Punycode, the short form of an IPv6 address."""
    name = (parts.hostname or "").casefold() if (parts.hostname or "").isascii() else parts.hostname or ""
    if ":" in name:
        try:
            address = IPv6Address(name)
        except ValueError as error:
            raise _refusal(text, str(error)) from None
        if address.scope_id:
            raise _refusal(text, "an IPv6 address cannot have a zone")
        return f"[{address.compressed}]"
    if _DEVIATIONS & set(name):
        raise _refusal(text, "write this internationalized name in its ASCII form, xn--…")
    try:
        name = name.encode("idna").decode().lower()
    except UnicodeError as error:
        raise _refusal(text, f"its name is no host name ({error})") from None
    if not _HOST.fullmatch(name):
        raise _refusal(text, "it names no host that a browser could send (letters, digits, dots and hyphens)")
    return name


def _refusal(text: str, why: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"PBEM_BASE_URL cannot be {text!r}: {why}")
