"""An HTTP client for a server that may be unavailable: requests that are safe to repeat are repeated until answered."""

import json
import threading
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from bench.chaos.book import Book
from tests.api.know_nothing import Reply

PATIENCE = 20.0
"""Seconds that a client waits for a reply."""
NAP = 0.25
"""Seconds until it asks again where nobody answered."""
OUTAGE = 503
TOO_MANY = 429


class Unsure(Exception):
    """The outcome of a request is unknown: no response came, and a repetition could execute it twice."""


class Wire:
    """One player's connection to the server, callable as the `send` of a generic client."""

    def __init__(self, base: str, token: str, book: Book, closing: threading.Event) -> None:
        self._base, self._token, self._book, self._closing = base, token, book, closing

    def __call__(self, method: str, path: str, body: bytes | None, content_type: str) -> Reply:
        """Reads are repeated until there is a reply; anything else raises Unsure where there is none."""
        return self.send(method, path, body, content_type, safe=method == "GET")

    def send(
        self, method: str, path: str, body: bytes | None, content_type: str, *, safe: bool, **headers: str
    ) -> Reply:
        """Send a request, and repeat it until there is a response if `safe`. Raises Unsure."""
        while not self._closing.is_set():
            reply, again = self._sent(method, path, body, content_type, headers)
            if reply is not None and reply.status == TOO_MANY:
                self._closing.wait(again)  # it was not looked at
            elif reply is not None and reply.status != OUTAGE:
                return reply
            elif not safe:
                break
            else:
                self._closing.wait(again)
        raise Unsure(f"{method} {path}")

    def call(self, method: str, path: str, content: Any, *, key: str = "", **headers: str) -> Reply:
        """Send JSON; with an Idempotency-Key it is repeated until there is a response."""
        known = {"Idempotency_Key": key, **headers} if key else headers
        return self.send(method, path, json.dumps(content).encode(), "application/json", safe=bool(key), **known)

    def _sent(
        self, method: str, path: str, body: bytes | None, content_type: str, headers: dict[str, str]
    ) -> tuple[Reply | None, float]:
        """The reply, None where the line broke; and the seconds to wait before asking again."""
        request = Request(self._base + path, data=body, method=method)
        request.add_header("Authorization", f"Token {self._token}")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        if body is not None:
            request.add_header("Content-Type", content_type)
        try:
            with urlopen(request, timeout=PATIENCE) as response:
                return Reply(response.status, _decoded(response.read())), 0.0
        except HTTPError as error:
            return self._refused(request, error)
        except (OSError, HTTPException):
            self._book.tally("lines broken")
            return None, NAP

    def _refused(self, request: Request, error: HTTPError) -> tuple[Reply | None, float]:
        try:
            raw = error.read()
        except (OSError, HTTPException):
            return None, NAP
        again = error.headers["Retry-After"]
        if error.code >= 500:
            self._judge(request, error, raw, again)
        return Reply(error.code, _decoded(raw)), min(float(again), 2.0) if again else NAP

    def _judge(self, request: Request, error: HTTPError, raw: bytes, again: str | None) -> None:
        """An outage is a 503 that says when to come again, as a problem document; nothing else will do."""
        self._book.tally(f"replies {error.code}")
        media = error.headers.get_content_type()
        if error.code != OUTAGE or again is None or media != "application/problem+json":
            what = request.selector.split("?")[0].split("/")[3:4]
            said = raw[:160].decode(errors="replace")
            self._book.odd(f"{error.code} for {request.method} {what} ({media}, Retry-After {again}): {said}")


def _decoded(data: bytes) -> Any:
    try:
        return json.loads(data) if data else None
    except ValueError:
        return None
