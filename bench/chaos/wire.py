"""An HTTP client for a server that may be unavailable, which repeats requests if that is safe."""

import json
import threading
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from bench.chaos.book import Book
from tests.api.know_nothing import Reply

PATIENCE = 20.0
"""The seconds for which the client waits for a response."""
NAP = 0.25
"""The seconds until the client repeats a request without a response."""
OUTAGE = 503
TOO_MANY = 429


class Unsure(Exception):
    """A request got no response, and repeating the request could carry it out twice."""


class Wire:
    """One player's connection to the server. It can be called as the `send` of a generic client."""

    def __init__(self, base: str, token: str, book: Book, closing: threading.Event) -> None:
        self._base, self._token, self._book, self._closing = base, token, book, closing

    def __call__(self, method: str, path: str, body: bytes | None, content_type: str) -> Reply:
        """Send a request. GET is repeated until there is a response; other methods raise Unsure without one."""
        return self.send(method, path, body, content_type, safe=method == "GET")

    def send(
        self, method: str, path: str, body: bytes | None, content_type: str, *, safe: bool, **headers: str
    ) -> Reply:
        """Send a request. Without a response, repeat it if it is `safe` to do so, else raise Unsure."""
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
        """Send JSON. With an Idempotency-Key (`key`), the request is repeated until there is a response."""
        known = {"Idempotency_Key": key, **headers} if key else headers
        return self.send(method, path, json.dumps(content).encode(), "application/json", safe=bool(key), **known)

    def _sent(
        self, method: str, path: str, body: bytes | None, content_type: str, headers: dict[str, str]
    ) -> tuple[Reply | None, float]:
        """Send a request once; return the response, and the seconds to wait before a repetition.

        The response is None if the connection failed.
        """
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
        """Record an error response of the server, which must be a 503 with Retry-After and a problem document."""
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
