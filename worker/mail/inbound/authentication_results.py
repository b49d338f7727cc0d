"""Authenticate senders: find out if a trusted mail relay confirms the address in From (RFC 8601)."""

import re

from django.conf import settings

from worker.mail.inbound.headers import MAX_HEADER_LENGTH, Headers

_METHOD = re.compile(r"(dmarc|dkim|spf)(?:/\d{1,3})?=pass")
_SAID = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}
"""For each method the properties of a result that name the domain; the first one present counts."""
_EQUALS = re.compile(r"[ \t]*=[ \t]*")


def is_authenticated(headers: Headers, sender: str) -> bool:
    """Return True if a trusted relay confirms the domain of the sender's address by DMARC, or by aligned DKIM or SPF.

    Only the topmost header with a trusted relay's name counts, because headers that a sender forges are below it. As
    the standard requires, a relay must remove headers with its own name that it has not written.
    """
    domain = sender.rpartition("@")[2]
    for value in headers.all("Authentication-Results"):
        name, *statements = _bare(value).casefold().split(";")
        if name.split()[:1] and name.split()[0] in settings.PBEM_TRUSTED_AUTHSERV_IDS:
            if len(value) >= MAX_HEADER_LENGTH:
                del statements[-1:]  # where it was cut, a name may be incomplete
            return any(_aligned(domain, _vouched(one)) for one in statements)
    return False


def _bare(value: str) -> str:
    """Return a header's value without comments and quoted strings, which the sender can choose.

    A quoted string becomes one letter. An unclosed comment or string reaches to the end of the value.
    """
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for letter in value:
        if escaped:
            escaped = False
        elif letter == "\\":
            escaped = quoted or depth > 0
        elif quoted:
            quoted = letter != '"'
        elif letter == '"' and not depth:
            quoted = True
            kept.append("_")
        elif letter in "()":
            depth = max(depth + (1 if letter == "(" else -1), 0)
            kept.append(" ")
        elif not depth:
            kept.append(letter)
    return "".join(kept)


def _vouched(statement: str) -> str:
    """Return the domain that a method's result (`statement`) confirms, in lower case; "" if it did not pass."""
    words = _EQUALS.sub("=", statement).split()
    method = _METHOD.fullmatch(words[0]) if words else None
    if method is None:
        return ""
    said = [tuple(word.split("=", 1)) for word in words[1:] if "=" in word]
    for name in _SAID[method[1]]:
        values = [one[1] for one in said if one[0] == name]
        if values:
            return values[0].rpartition("@")[2].rstrip(".") if len(values) == 1 else ""
    return ""


def _aligned(domain: str, vouched: str) -> bool:
    """Return True if the confirmed domain `vouched` is the sender's `domain`, or a parent but no top-level domain."""
    return vouched != "" and (domain == vouched or ("." in vouched and domain.endswith(f".{vouched}")))
