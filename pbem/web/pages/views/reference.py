"""The reference page: the cards, ships and terms of a title. Public, without data of any game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from pbem.web.pages.reference_text import build_reference
from pbem.web.pages.visitor import get_page_language


@require_safe
def show_reference(request: HttpRequest, key: str) -> HttpResponse:
    """Show all chapters of a title's reference. Raises Missing for an unknown title."""
    title, language = registry.current_title(key), get_page_language(request)
    context = {"title": title.name.get(language), "chapters": build_reference(title.presentation.reference, language)}
    return render(request, "pages/reference.html", context)
