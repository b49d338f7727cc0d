"""What players look up: the cards, ships and words of a title. Everybody may read it; it holds nothing of any game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from pbem.pages.reference import in_words
from pbem.pages.who import language_of


@require_safe
def reference(request: HttpRequest, key: str) -> HttpResponse:
    """All chapters of a title's reference. Raises Missing for a title that there is not."""
    title, language = registry.current_title(key), language_of(request)
    context = {"title": title.name.get(language), "chapters": in_words(title.reference, language)}
    return render(request, "pages/reference.html", context)
