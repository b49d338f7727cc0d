"""Whether somebody whom we believe says that a message really comes from the address in its From (RFC 8601)."""

import re

from django.conf import settings

from worker.inbound.headers import MOST_LETTERS, Headers

_METHOD = re.compile(r"(dmarc|dkim|spf)(?:/\d{1,3})?=pass")
_SAID = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}
"""The property that names the domain, or another where it is missing."""
_EQUALS = re.compile(r"[ \t]*=[ \t]*")


def is_proven(headers: Headers, sender: str) -> bool:
    """True when a relay of ours vouches for the domain of the sender's address, by DMARC, DKIM or SPF, aligned.

    Only the topmost statement in the name of such a relay counts: what a sender writes into its own message stands
    below. A relay must take out statements in its name that come from elsewhere, as the standard asks.
    """
    domain = sender.rpartition("@")[2]
    for value in headers.all("Authentication-Results"):
        name, *statements = _bare(value).casefold().split(";")
        if name.split()[:1] and name.split()[0] in settings.PBEM_MAIL_RELAYS:
            if len(value) >= MOST_LETTERS:
                del statements[-1:]  # where it was cut, a name may have lost its end
            return any(_aligned(domain, _vouched(one)) for one in statements)
    return False


def _bare(value: str) -> str:
    """A header's value without what its sender may have put in: comments go, a quoted string becomes one letter.

    What is opened and never closed reaches to the end.
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
    """The domain for which one method's result speaks, in small letters; empty for one that did not pass."""
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
    """The same domain, or one above the sender's that is more than a top-level domain; never one below it."""
    return vouched != "" and (domain == vouched or ("." in vouched and domain.endswith(f".{vouched}")))
