"""The pages of a title's rules, in our own words. Public, without data of any game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from games.selectors.rules import get_rule
from pbem.web.pages.rule_text import build_rule_page, list_rules
from pbem.web.pages.visitor import get_page_language

MAX_WORDS = 100
"""The maximum length of a search."""


@require_safe
def show_rules(request: HttpRequest, key: str) -> HttpResponse:
    """List the rules of the title `key`, or those that contain the words of a search.

    Raises Missing for an unknown title.
    """
    language, words = get_page_language(request), request.GET.get("q", "")[:MAX_WORDS]
    context = {
        "title": registry.current_title(key).name.get(language),
        "title_key": key,
        "words": words,
        "rules": list_rules(key, words, language),
    }
    return render(request, "pages/rules.html", context)


@require_safe
def show_rule(request: HttpRequest, key: str, rule: str) -> HttpResponse:
    """Explain the rule with number `rule` of the title `key`. Raises Missing if there is no such title or rule."""
    language = get_page_language(request)
    page = build_rule_page(get_rule(key, rule), language)
    context = {"title": registry.current_title(key).name.get(language), "title_key": key, "page": page}
    return render(request, "pages/rule.html", context)
