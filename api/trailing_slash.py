"""Middleware that accepts API calls without the trailing slash of their URL.

The middleware does not redirect, because clients follow a redirect of a POST with a GET, without the body.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import is_valid_path

from api.problems import API


def accept_missing_slash(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: handle an API path that lacks only its trailing slash as if it had one."""

    def handle(request: HttpRequest) -> HttpResponse:
        if _lacks_slash(request.path_info):
            request.path += "/"
            request.path_info += "/"
        return get_response(request)

    return handle


def _lacks_slash(path: str) -> bool:
    if not path.startswith(API) or path.endswith("/") or is_valid_path(path):
        return False
    return bool(is_valid_path(f"{path}/"))
