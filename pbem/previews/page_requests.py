"""Views whose page a preview process renders."""

from collections.abc import Callable
from io import BytesIO
from typing import Concatenate, NamedTuple, ParamSpec

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone, translation

from games.models import Player
from pbem.previews.processes import run_preview
from pbem.web.pages.visitor import get_player

Arguments = ParamSpec("Arguments")


class PageRequest(NamedTuple):
    """The parts of a player's POST that a page reads. Session and pending messages are left out."""

    environ: dict[str, str]
    """The strings of the WSGI environment."""
    post: QueryDict
    """The posted form."""
    player: Player
    """The player who has sent the request."""
    script_prefix: str
    """The path prefix of the site's URLs."""

    def restore(self) -> HttpRequest:
        """Return an HttpRequest with these parts, for the view to read in the preview process."""
        request = WSGIRequest({**self.environ, "wsgi.input": BytesIO()})
        request.POST = self.post  # type: ignore[assignment]  # the stubs know immutable ones only
        request.user = self.player
        return request


def render_as_preview(
    view: Callable[Concatenate[HttpRequest, Arguments], HttpResponse],
    request: HttpRequest,
    *arguments: Arguments.args,
    **_: Arguments.kwargs,
) -> HttpResponse:
    """Return the page that `view` renders for a player's POST, computed by `run_preview`.

    `view` must be a function of a module, because it is pickled by name. Raises what `run_preview` raises.
    """
    get_token(request)  # the page's form has it; a new one needs its cookie, which only this process can set
    player = get_player(request)
    environ = {name: value for name, value in request.META.items() if isinstance(value, str)}
    sent = PageRequest(environ, request.POST, player, get_script_prefix())
    return run_preview(player.pk, _render, view, sent, *arguments)


def _render(view: Callable[..., HttpResponse], sent: PageRequest, *arguments: object) -> HttpResponse:
    set_script_prefix(sent.script_prefix)
    with timezone.override(sent.player.time_zone), translation.override(sent.player.language):
        request = sent.restore()
        request.LANGUAGE_CODE = translation.get_language()
        return view(request, *arguments)
