"""The reference page: the cards, ships, terms and charts of a title. Public, without data of any game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from pbem.web.pages.reference_text import (
    MAX_COMPARED,
    build_charts,
    build_reference,
    compare_entries,
    search_chapters,
    search_charts,
)
from pbem.web.pages.rule_text import list_rules
from pbem.web.pages.visitor import get_page_language

MAX_WORDS = 100
"""The maximum length of a search."""


@require_safe
def show_reference(request: HttpRequest, key: str) -> HttpResponse:
    """Show a title's reference, or its entries and charts that match a search, and the chosen entries side by side.

    Raises Missing for an unknown title. `key`: the title.
    """
    title, language = registry.current_title(key), get_page_language(request)
    words, chosen = request.GET.get("q", "")[:MAX_WORDS], request.GET.getlist("compare")
    chapters = build_reference(title.presentation.reference, language)
    context = {
        "title": title.name.get(language),
        "title_key": key,
        "words": words,
        "chosen": chosen,
        "asked_to_compare": "compare" in request.GET or "side" in request.GET,
        "most": MAX_COMPARED,
        "comparison": compare_entries(chapters, chosen),
        "charts": search_charts(build_charts(title.presentation.charts, language), words),
        "rules": list_rules(key, words, language) if words.strip() else [],
        "has_rules": bool(title.presentation.rule_texts),
        "chapters": search_chapters(chapters, words),
    }
    return render(request, "pages/reference.html", context)
