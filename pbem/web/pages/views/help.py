"""The help: the players' documentation. Public, without data of any game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from pbem.web.pages.help_pages import TITLES, render_page


@require_safe
def list_help_pages(request: HttpRequest) -> HttpResponse:
    """Show the list of all pages."""
    return render(request, "pages/help_index.html", {"titles": TITLES, "here": "help"})


@require_safe
def show_help_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show the help page `name`. Raises Http404 for an unknown page."""
    if name not in TITLES:
        raise Http404
    text = mark_safe(render_page(name))  # noqa: S308  # our own file, and HTML in it is text
    context = {"name": name, "title": TITLES[name], "titles": TITLES, "text": text, "here": "help"}
    return render(request, "pages/help.html", context)
