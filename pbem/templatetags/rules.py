"""Links to the pages of rules, wherever a page names a rule by its number."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.template import Context
from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.errors import Missing
from games.models import Game, OpenRequest
from games.selectors.rules import get_rule_texts

register = template.Library()
_NAMED = re.compile(
    r"(?P<before>(?:[Rr]ules?|[Oo]ption|Regeln?|[Bb]y|durch|ルール) ?|[(（])(?P<rule>\d+\.\d[\d.]*[a-z]?)(?![\w.])"
)
"""A rule number in a sentence: after a word such as "rule" or "option", or after an opening bracket."""


@register.simple_tag(takes_context=True)
def rule_link(context: Context, rule: str, *, bare: bool = False) -> SafeString | str:
    """Return "Rule 5.1" (if `bare`, only "5.1") as a link to the rule's page.

    If the title has no text for the rule there is no link.
    """
    if not rule:
        return ""
    words = rule if bare else _("Rule %(rule)s") % {"rule": rule}
    key = _title_key(context)
    if rule not in _rules(context, key):
        return format_html('<span class="rule">{}</span>', words)
    return format_html('<a href="{}" class="rule">{}</a>', reverse("rule", args=(key, rule)), words)


@register.simple_tag(takes_context=True)
def with_rule_links(context: Context, words: str) -> SafeString:
    """Return a sentence as HTML with its line breaks; each number of a known rule in it is a link."""
    key = _title_key(context)
    known = _rules(context, key)
    parts: list[str | SafeString] = []
    told = 0
    for found in _NAMED.finditer(words):
        if (rule := found["rule"]) in known:
            parts += [words[told : found.start("rule")], _linked(key, rule, rule)]
            told = found.end("rule")
    linked = format_html_join("", "{}", ((part,) for part in (*parts, words[told:])))
    return linebreaksbr(linked)


@register.simple_tag(takes_context=True)
def option_rules(context: Context, field: BoundField) -> SafeString:
    """Return links to the rules of the game option that a form field sets; empty if the option names no rules."""
    rules = getattr(field.form, "option_rules", {}).get(field.name, ())
    return format_html_join(" ", "{}", ((rule_link(context, rule),) for rule in rules))


def _linked(key: str, rule: str, words: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("rule", args=(key, rule)), words)


def _title_key(context: Context) -> str:
    """Return the key of the title that a page is about, from its template context or URL; empty if there is none."""
    if key := context.get("title_key"):
        return str(key)
    for name in ("decision", "wanted", "access"):
        if game := getattr(context.get(name), "game", None):
            return str(game.title)
    if title := getattr(context.get("game"), "title", ""):
        return str(title)
    return _title_of_url(context.get("request"))


def _title_of_url(request: HttpRequest | None) -> str:
    """Return the key of the title that a page's URL names, directly or by a game or decision; empty without one."""
    match = getattr(request, "resolver_match", None)
    named: Mapping[str, Any] = match.kwargs if match else {}
    if "game_id" in named:
        found = Game.objects.filter(pk=named["game_id"]).values_list("title", flat=True).first()
    elif "decision_id" in named:
        found = OpenRequest.objects.filter(pk=named["decision_id"]).values_list("game__title", flat=True).first()
    else:
        found = named.get("title", "")
    return found or ""


def _rules(context: Context, key: str) -> Mapping[str, Any]:
    """Return the texts of a title's rules by rule number, read once for each request; empty for an unknown title."""
    request = context.get("request")
    kept: dict[str, Mapping[str, Any]] = getattr(request, "rule_texts", {})
    if key not in kept:
        try:
            kept[key] = get_rule_texts(key) if key else {}
        except Missing:
            kept[key] = {}
        if request is not None:
            request.rule_texts = kept
    return kept[key]
