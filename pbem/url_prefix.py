"""Serve everything below the path of `PBEM_BASE_URL`; a proxy passes the whole path on."""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEALTH_PATH = "/healthz"
"""A path that is served without the prefix, too, so that health checks on this machine need not know the prefix."""

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_TEXT = [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]


def serve_below(prefix: str, application: Application) -> Application:
    """Return a WSGI application that serves `application` below the path `prefix`.

    The prefix itself is redirected to the home page. The path of the health check also works without the prefix; any
    other path gets the status 404.
    """
    if not prefix:
        return application

    def handle(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path.startswith(f"{prefix}/"):
            return application({**environ, "SCRIPT_NAME": prefix, "PATH_INFO": path[len(prefix) :]}, start_response)
        if path == HEALTH_PATH:
            return application({**environ, "SCRIPT_NAME": prefix}, start_response)
        if path == prefix:
            query = f"?{environ['QUERY_STRING']}" if environ.get("QUERY_STRING") else ""
            start_response("308 Permanent Redirect", [*_TEXT, ("Location", f"{prefix}/{query}")])
            return [b""]
        start_response("404 Not Found", list(_TEXT))
        return [f"Every path of this server begins with {prefix}/ (PBEM_BASE_URL).\n".encode()]

    return handle


def scope_cookies(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that limits all cookies to the prefix, so that other servers on the same host do not get them."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for cookie in response.cookies.values():
            if cookie["path"] == "/":
                cookie["path"] = f"{settings.FORCE_SCRIPT_NAME or ''}/"
        return response

    return handle
